// The entry of the bundle: what MathJax must do for package equation, as one
// global function without a page around it.
const {mathjax} = require('mathjax-full/js/mathjax.js');
const {TeX} = require('mathjax-full/js/input/tex.js');
const {SVG} = require('mathjax-full/js/output/svg.js');
const {liteAdaptor} = require('mathjax-full/js/adaptors/liteAdaptor.js');
const {RegisterHTMLHandler} = require('mathjax-full/js/handlers/html.js');
require('mathjax-full/js/input/tex/base/BaseConfiguration.js');
require('mathjax-full/js/input/tex/ams/AmsConfiguration.js');
require('mathjax-full/js/input/tex/boldsymbol/BoldsymbolConfiguration.js');
require('mathjax-full/js/input/tex/cancel/CancelConfiguration.js');
require('mathjax-full/js/input/tex/color/ColorConfiguration.js');
require('mathjax-full/js/input/tex/mhchem/MhchemConfiguration.js');
require('mathjax-full/js/input/tex/newcommand/NewcommandConfiguration.js');
require('mathjax-full/js/input/tex/textmacros/TextMacrosConfiguration.js');

// The package noundefined is left out: it sets unknown commands in red, but
// the reader is to be told.
const packages = ['base', 'ams', 'boldsymbol', 'cancel', 'color', 'mhchem', 'newcommand', 'textmacros'];

const adaptor = liteAdaptor();
RegisterHTMLHandler(adaptor);

// newDocument returns a document whose input has no definitions, labels or
// colours of an earlier equation.
function newDocument() {
  const tex = new TeX({
    packages: packages,
    maxMacros: 1000,
    formatError: (jax, err) => { throw err; },
  });
  return mathjax.document('', {InputJax: tex, OutputJax: new SVG({fontCache: 'none'})});
}

// A definition lives in the document, so one that may define costs the next
// equation a new document.
const defines = /\\(def|let|g?newcommand|renewcommand|newenvironment|renewenvironment|DeclareMathOperator|definecolor|label|[a-zA-Z]*command)/;

// A number to the right of the equation would need the width of the page, so
// it follows the equation instead.
function numberInLine(source) {
  return source.replace(/\\tag(\*?)\s*\{([^{}]*)\}/g, (_, star, text) => '\\qquad\\text{' + (star ? text : '(' + text + ')') + '}');
}

let used = null;

// typeset returns the SVG of the equation, or a string that begins with "!"
// and says what is wrong with it.
globalThis.typeset = function (source, display) {
  const mathDocument = used || newDocument();
  used = null;
  let node;
  try {
    node = mathDocument.convert(numberInLine(source), {display: display, em: 16, ex: 8, containerWidth: 80 * 16});
  } catch (err) {
    // Only MathJax's own complaints have an id; anything else is a fault.
    if (err.id) return '!' + err.message;
    throw err;
  }
  if (!defines.test(source)) used = mathDocument;
  // \rule is black unless told otherwise, which on a dark ground is invisible.
  return adaptor.innerHTML(node).replace(/(data-mml-node="mspace"[^>]*><rect fill=)"black"/g, '$1"currentColor"');
};

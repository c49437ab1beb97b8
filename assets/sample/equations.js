// Sets the LaTeX of <equation> fields as MathML, so that the pages read well in
// a browser without a network. It knows the little LaTeX that these manuals
// use; an equation it does not understand stays as it was typed. The RAG
// Manager never runs it: it reads the LaTeX itself.
"use strict";

const symbols = {
  alpha: "α", beta: "β", Delta: "Δ", epsilon: "ε", pi: "π", rho: "ρ", theta: "θ", zeta: "ζ",
  times: "×", cdot: "·", pm: "±", approx: "≈", infty: "∞",
};
const functions = ["exp", "log", "ln", "max", "min", "sin", "cos"];

function typeset(latex) {
  const tokens = latex.match(/\\[a-zA-Z]+|\\.|\d+(?:\.\d+)?|[^\s]/g) || [];
  let at = 0;

  const tag = (name, body, attributes = "") => `<${name}${attributes}>${body}</${name}>`;
  const space = '<mspace width="0.2em"></mspace>';
  const operator = (text) => tag("mo", text, ' stretchy="false"');

  // group reads {…} or a single piece.
  function group() {
    if (tokens[at] !== "{") return piece();
    at++;
    const body = row((t) => t === "}");
    at++;
    return body;
  }

  // row reads pieces with their indices up to a token at which it ends.
  function row(ends) {
    let out = "";
    while (at < tokens.length && !ends(tokens[at])) {
      const first = tokens[at];
      const under = ["\\sum", "\\max", "\\min"].includes(first);
      const base = piece();
      let sub, sup;
      while (tokens[at] === "_" || tokens[at] === "^") {
        if (tokens[at++] === "_") sub = group();
        else sup = group();
      }
      const names = under ? ["munder", "mover", "munderover"] : ["msub", "msup", "msubsup"];
      if (sub && sup) out += tag(names[2], base + sub + sup);
      else if (sub) out += tag(names[0], base + sub);
      else if (sup) out += tag(names[1], base + sup);
      else out += base;
      if (functions.includes(first.slice(1))) out += space;
    }
    if (at >= tokens.length && ends("}")) throw new Error("unclosed brace");
    return tag("mrow", out);
  }

  function piece() {
    const t = tokens[at++];
    if (t === undefined) throw new Error("unexpected end");
    if (t === "{") {
      at--;
      return group();
    }
    if (/^\d/.test(t)) return tag("mn", t);
    if (/^[a-zA-Z]$/.test(t)) return tag("mi", t);
    if (!t.startsWith("\\")) return operator(t === "-" ? "−" : t);
    const name = t.slice(1);
    if (name === "frac") return tag("mfrac", group() + group());
    if (name === "sqrt") return tag("msqrt", group());
    if (name === "sum") return tag("mo", "∑", ' movablelimits="false"');
    if (name === "left") {
      const open = tokens[at++];
      const body = row((u) => u === "\\right");
      at++;
      return tag("mrow", tag("mo", open) + body + tag("mo", tokens[at++]));
    }
    if (name === "," || name === ";" || name === " ") return space;
    if (functions.includes(name)) return tag("mi", name);
    if (symbols[name]) return tag("mi", symbols[name]);
    throw new Error("unknown: " + t);
  }

  return tag("math", row(() => false), ' displaystyle="true"');
}

for (const e of document.querySelectorAll("equation")) {
  const found = e.textContent.match(/^\s*\\\[([\s\S]*)\\\]\s*$/);
  if (!found) continue;
  try {
    e.innerHTML = typeset(found[1]);
  } catch (problem) {
    console.warn(problem.message, found[1]);
  }
}

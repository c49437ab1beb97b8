// Package equation makes pictures of equations written in TeX.
//
// MathJax sets the TeX in an interpreter of JavaScript and answers with SVG;
// the small part of SVG that MathJax writes is drawn here. Nothing is asked
// from outside: the program carries MathJax and its fonts.
package equation

// Package markdown reads the answers of models: Markdown as GitHub has it, with
// equations in TeX.
//
// [Parse] makes a tree of [Block]s, whose text is in [Run]s of one style each.
// Every text is an answer: what is wrong or not complete yet, as it is while an
// answer comes in, is kept as text. The package knows nothing of how documents
// are shown.
//
// # Equations
//
// TeX stands between $ and $ or \( and \) in a line, and between $$ and $$ or
// \[ and \] on lines of its own, also in lists and quotes. A dollar sign is one
// of money if a blank follows it, if the next one follows a blank or precedes a
// digit, or if there are words after an amount, as in "$5 and 10$".
//
// # Limits
//
// Quotes and lists are nested up to 20 levels; what is deeper is text. So are
// tables of more than a million cells, most of which are not in the text.
package markdown

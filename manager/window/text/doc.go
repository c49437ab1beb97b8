// Package text holds all that the window says to people, in one place, so that it
// reads as if one person had written it. What comes from jobs, errors and settings
// is said by package manager.
//
// Names of buttons are those of the original RAG Manager. Everything else is plain
// English: sentences begin with a capital and end with a full stop, labels do
// neither.
package text

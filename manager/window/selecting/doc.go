// Package selecting knows what all texts of the window have in common that can be
// selected with the mouse: characters as people see them, words, and clicks that
// follow each other. It knows no widgets.
package selecting

// Package keys knows what the keys mean in the whole window. Fyne gives a key to what
// has the focus and to nothing else, so what has it passes on those that it does not
// use.
package keys

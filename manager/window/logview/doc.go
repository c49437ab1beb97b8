// Package logview shows a log: coloured lines that grow fast, of which any part
// can be selected, copied and found again.
//
// Only the rows that are seen are drawn, so the number of lines costs memory
// and nothing else. Fyne's own widgets lay out all they hold.
package logview

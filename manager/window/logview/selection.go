package logview

import (
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2"
)

// A selection is what lies between two places; it is empty if they are equal.
type selection struct {
	anchor place // where it began
	head   place // where the pointer is
}

// ends returns the places in the order of the text.
func (s selection) ends() (from, to place) {
	if s.head.less(s.anchor) {
		return s.head, s.anchor
	}
	return s.anchor, s.head
}

// forget moves s after the first n lines were dropped.
func (s *selection) forget(n int) {
	for _, p := range []*place{&s.anchor, &s.head} {
		if p.line -= n; p.line <= 0 { // 0 is the notice now
			*p = place{}
		}
	}
}

// selectAll selects all lines.
func (v *View) selectAll() {
	v.selection = selection{place{}, v.log.end()}
	v.body.Refresh()
}

// selectWord selects the word at a place: letters, digits and what joins them
// in addresses and names, or one other character.
func (v *View) selectWord(p place) {
	if p.line >= len(v.log.lines) {
		return
	}
	text := v.log.lines[p.line].Text
	from, to := p.byte, p.byte
	for from > 0 {
		r, n := utf8.DecodeLastRuneInString(text[:from])
		if !inWord(r) {
			break
		}
		from -= n
	}
	for to < len(text) {
		r, n := utf8.DecodeRuneInString(text[to:])
		if !inWord(r) {
			break
		}
		to += n
	}
	if from == to && to < len(text) {
		_, n := utf8.DecodeRuneInString(text[to:])
		to += n
	}
	v.selection = selection{place{p.line, from}, place{p.line, to}}
}

func inWord(r rune) bool {
	return unicode.In(r, unicode.L, unicode.M, unicode.N) || r == '_' || r == '-' || r == '.'
}

// selectLine selects a line with its end, so that lines pasted one after the
// other stay lines.
func (v *View) selectLine(line int) {
	if line >= len(v.log.lines) {
		return
	}
	end := place{line + 1, 0}
	if end.line == len(v.log.lines) {
		end = v.log.end()
	}
	v.selection = selection{place{line, 0}, end}
}

// copyText puts a text on the clipboard, unless there is none.
func copyText(text string) {
	if text != "" {
		fyne.CurrentApp().Clipboard().SetContent(text)
	}
}

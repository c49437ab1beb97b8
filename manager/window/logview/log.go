package logview

import (
	"strings"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"ragmanager/manager/window/text"
)

// How many lines are kept, and how many are dropped at once when there are
// more. Each dropping costs a copy of all.
const (
	mostLines = 100_000
	dropLines = 10_000
)

// A Line is one line of the log.
type Line struct {
	Text  string              // without line end; one with line ends is several
	Color fyne.ThemeColorName // the colour of text if ""
}

// A log holds the lines.
type log struct {
	lines   []Line
	dropped int // if not 0, the first line says so
}

// A place is between two characters of the log.
type place struct {
	line int
	byte int // of the line's text
}

func (p place) less(q place) bool {
	return p.line < q.line || p.line == q.line && p.byte < q.byte
}

// append adds lines, cut at their line ends.
func (l *log) append(lines []Line) {
	for _, line := range lines {
		if line.Color == "" {
			line.Color = theme.ColorNameForeground
		}
		for text := range strings.SplitSeq(line.Text, "\n") {
			l.lines = append(l.lines, Line{printable(strings.TrimSuffix(text, "\r")), line.Color})
		}
	}
}

// printable returns text without what a font cannot show: the rest of binary
// data, and the commands for terminals that some servers put into errors.
func printable(text string) string {
	if plain(text) {
		return text
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\t' {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

// plain reports whether every byte of text is a character one cell wide.
func plain(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}

// trim drops the oldest lines if there are too many, and puts a notice before
// the others. It returns by how much the numbers of the lines have shrunk.
func (l *log) trim() int {
	if len(l.lines) <= mostLines {
		return 0
	}
	cut := len(l.lines) - (mostLines - dropLines) // with room for the notice
	if l.dropped > 0 {
		l.dropped-- // the notice is dropped too, but is no line of the log
	}
	l.dropped += cut + 1
	kept := make([]Line, 0, mostLines+mostLines/8)
	kept = append(kept, Line{text.EarlierLines(l.dropped), theme.ColorNamePlaceHolder})
	l.lines = append(kept, l.lines[cut+1:]...)
	return cut
}

// text returns all lines.
func (l *log) text() string { return l.part(place{}, l.end()) }

// end returns the place behind the last character.
func (l *log) end() place {
	if len(l.lines) == 0 {
		return place{}
	}
	last := len(l.lines) - 1
	return place{last, len(l.lines[last].Text)}
}

// part returns the text between two places, the first not behind the second.
func (l *log) part(from, to place) string {
	if !from.less(to) {
		return ""
	}
	if from.line == to.line {
		return l.lines[from.line].Text[from.byte:to.byte]
	}
	var b strings.Builder
	b.WriteString(l.lines[from.line].Text[from.byte:])
	for _, line := range l.lines[from.line+1 : to.line] {
		b.WriteByte('\n')
		b.WriteString(line.Text)
	}
	b.WriteByte('\n')
	b.WriteString(l.lines[to.line].Text[:to.byte])
	return b.String()
}

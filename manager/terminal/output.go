package terminal

import (
	"io"
	"os"
	"strings"
	"unicode"

	"github.com/rivo/uniseg"
	"golang.org/x/term"

	"ragmanager/manager"
)

// program is what errors begin with.
const program = "ragmanager"

// PrintError writes err to w for the user: each line after the name of the
// program, and what can be done about it after "hint: ". It writes nothing for
// a nil error.
func PrintError(w io.Writer, err error) {
	if err == nil {
		return
	}
	out := output{w: w}
	out.print(program+": ", err.Error())
	out.print("hint: ", manager.Hint(err))
}

// IsTerminal reports whether w is a terminal.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(f.Fd()))
}

// hasBar reports whether w can show a progress bar.
func hasBar(w io.Writer) bool { return IsTerminal(w) && os.Getenv("TERM") != "dumb" }

// An output is a writer of lines, below which a last one is redrawn in place.
type output struct {
	w    io.Writer
	last string // the line that is drawn; empty: none
	err  error  // the first of writing
}

// print writes the lines of text, each after prefix, above the line that is
// drawn. Empty lines are left out.
func (o *output) print(prefix, text string) {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if line = Clean(strings.TrimRight(line, "\r\n")); line != "" {
			b.WriteString(prefix + line + "\n")
		}
	}
	if b.Len() > 0 {
		o.write(erase(o.last) + b.String() + o.last)
	}
}

// draw puts line in place of the one that is drawn; empty takes it away.
func (o *output) draw(line string) {
	if line != o.last {
		o.write(erase(o.last) + line)
		o.last = line
	}
}

// erase returns what blanks a line and puts the cursor to its beginning.
// Blanks do it on every terminal, escape sequences do not.
func erase(line string) string {
	if line == "" {
		return ""
	}
	return "\r" + strings.Repeat(" ", uniseg.StringWidth(line)) + "\r"
}

// write writes in one piece and keeps the first error.
func (o *output) write(text string) {
	if _, err := io.WriteString(o.w, text); err != nil && o.err == nil {
		o.err = err
	}
}

// Clean returns text as one line that drives no terminal: white space becomes a
// blank, other control characters their pictures (U+2400 to U+241F), and what
// turns the direction of writing or is no character a replacement mark.
func Clean(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\t', r == '\r':
			return ' '
		case r < ' ':
			return '\u2400' + r
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r):
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

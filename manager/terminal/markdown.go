package terminal

import (
	"io"
	"regexp"
	"strings"

	"github.com/charmbracelet/glamour"
	"github.com/charmbracelet/glamour/ansi"
	"github.com/charmbracelet/glamour/styles"
	"golang.org/x/term"
)

// A Markdown writes an answer as it comes. On a terminal it is rendered, block
// by block, as soon as each is complete; elsewhere it is written as it is.
type Markdown struct {
	w        io.Writer
	renderer *glamour.TermRenderer // nil: as it is
	waiting  strings.Builder
	any      bool // something was written, and what last did not end a line
}

// widest is the longest line that is comfortable to read.
const widest = 100

// NewMarkdown returns a Markdown that writes to w. Close it at the end of the
// answer.
func NewMarkdown(w io.Writer) *Markdown {
	m := &Markdown{w: w}
	if !hasBar(w) {
		return m
	}
	width := widest
	if f, ok := w.(interface{ Fd() uintptr }); ok {
		if columns, _, err := term.GetSize(int(f.Fd())); err == nil {
			width = min(width, columns)
		}
	}
	renderer, err := glamour.NewTermRenderer(glamour.WithStyles(style()), glamour.WithWordWrap(width))
	if err == nil {
		m.renderer = renderer
	}
	return m
}

// style returns how Markdown looks: with few colours, which can be read on light
// and on dark. To ask the terminal which it is would wait for those that do not
// answer, and swallow what is typed in the meantime.
func style() ansi.StyleConfig {
	s := styles.DarkStyleConfig
	s.Document.Color, s.Document.BlockPrefix = nil, ""
	s.CodeBlock.Color, s.CodeBlock.Chroma = nil, nil
	s.Code.BackgroundColor, s.Code.Prefix, s.Code.Suffix = nil, "", ""
	return s
}

// Write takes the next piece of the answer.
func (m *Markdown) Write(piece []byte) (int, error) {
	if m.renderer == nil {
		m.any = len(piece) > 0 && piece[len(piece)-1] != '\n'
		return io.WriteString(m.w, cleanLines(string(piece)))
	}
	m.waiting.Write(piece)
	return len(piece), m.blocks()
}

// blocks renders the blocks that are complete: those that a blank line ends
// outside of code.
func (m *Markdown) blocks() error {
	text := m.waiting.String()
	end, fence := 0, ""
	at := 0
	for line := range strings.Lines(text) {
		at += len(line)
		trimmed := strings.TrimSpace(line)
		switch {
		case fence == "" && strings.HasPrefix(trimmed, "```"):
			fence = "```"
		case fence != "" && trimmed == fence:
			fence = ""
		case fence == "" && trimmed == "" && strings.HasSuffix(line, "\n"):
			end = at
		}
	}
	if end == 0 {
		return nil
	}
	m.waiting.Reset()
	m.waiting.WriteString(text[end:])
	return m.render(text[:end])
}

// lineEnds matches the blanks and colours with which the renderer fills lines.
var lineEnds = regexp.MustCompile(`(?m)(?: |\x1b\[[0-9;]*m)+$`)

func (m *Markdown) render(text string) error {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	out, err := m.renderer.Render(cleanLines(text))
	if err != nil {
		out = text
	}
	out = lineEnds.ReplaceAllStringFunc(out, func(end string) string {
		if strings.Contains(end, "\x1b") {
			return "\x1b[0m"
		}
		return ""
	})
	_, err = io.WriteString(m.w, out)
	return err
}

// Close writes what is left, and ends the last line.
func (m *Markdown) Close() error {
	if m.renderer != nil {
		return m.render(m.waiting.String())
	}
	if !m.any {
		return nil
	}
	_, err := io.WriteString(m.w, "\n")
	return err
}

// cleanLines is [Clean] for text of several lines.
func cleanLines(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = Clean(lines[i])
	}
	return strings.Join(lines, "\n")
}

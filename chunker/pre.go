package chunker

import (
	"fmt"
	"strings"

	"golang.org/x/net/html"
)

// preLimit is how many characters of a pre go into a match string. An
// embedding of a longer listing has little meaning, and endpoints refuse texts
// of more than 8,191 tokens.
const preLimit = 8000

// preElement makes a fragment of preformatted text.
func (w *walker) preElement(n *html.Node) {
	w.flush()
	if w.flat != "" {
		w.separate()
		w.children(n)
		w.separate()
		return
	}
	offset := w.at(n)
	w.pre++
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		w.flatNode(c, "\n")
	}
	w.pre--
	r := w.run
	r.closeLink("")
	w.run = newRun()
	w.emitPre(r, offset)
}

func (w *walker) emitPre(r *run, offset int) {
	text := strings.Trim(strings.TrimRightFunc(widenTabs(string(r.content)), isSpace), "\n")
	f := &fragment{
		kind: Preformat, first: max(r.first, 0), last: r.last, newlines: r.newlines, prompts: r.prompts, links: r.links,
		match: trim(dropStamps(string(r.match))), content: fence(text),
	}
	if r.first < 0 {
		f.first, f.last = offset, offset
	}
	if !visible(text) {
		if len(r.prompts) == 0 {
			return
		}
		f.content, f.role = "", promptsOnly
	}
	if !short(f.match, preLimit+1) {
		f.match = trim(string([]rune(f.match)[:preLimit]))
		w.add(Report{
			Severity: Warning, ID: "long-pre", Element: "pre",
			Message: fmt.Sprintf("only the first %d characters are matched with questions; put a paragraph before it that says what it holds", preLimit),
		}, f.first)
	}
	w.emit(f)
}

// tabStop is the distance of the tab stops of preformatted text in browsers.
const tabStop = 8

// widenTabs replaces tabs by the blanks to the next tab stop.
func widenTabs(s string) string {
	if !strings.Contains(s, "\t") {
		return s
	}
	var b strings.Builder
	column := 0
	for _, c := range s {
		switch c {
		case '\t':
			width := tabStop - column%tabStop
			b.WriteString("        "[:width])
			column += width
			continue
		case '\n':
			column = -1
		}
		b.WriteRune(c)
		column++
	}
	return b.String()
}

// fence puts preformatted text between fences, which Markdown shows as typed.
func fence(text string) string {
	if text == "" {
		return ""
	}
	ticks := "```"
	for strings.Contains(text, ticks) {
		ticks += "`"
	}
	return ticks + "\n" + text + "\n" + ticks
}

// equation makes a fragment of a block equation. In a paragraph, an item or a
// cell it is a part of the text.
func (w *walker) equation(n *html.Node) {
	if w.flat != "" || !w.bare || w.heading != nil {
		w.children(n)
		return
	}
	w.flush()
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		w.flatNode(c, " ")
	}
	r := w.run
	w.run = newRun()
	f := &fragment{
		kind: Equation, content: trim(string(r.content)), first: max(r.first, 0), last: r.last, newlines: r.newlines,
		prompts: r.prompts, links: r.links,
	}
	if f.content != "" {
		w.emit(f)
	} else if len(r.prompts) > 0 {
		f.role, f.first = promptsOnly, r.last
		w.emit(f)
	}
}

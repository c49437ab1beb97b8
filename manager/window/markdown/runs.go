package markdown

import (
	"bufio"
	"bytes"
	"html"
	"strings"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	render "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"
)

// A writer collects the runs of one block. Neighbours of one style become one.
type writer struct {
	source []byte
	cell   bool // in cells of tables, bars are escaped also in code and TeX
	runs   []Run
	script int // set by tags, which are not nested in the tree
}

// runs returns the text of a block.
func (c converter) runs(n ast.Node) []Run {
	_, cell := n.(*east.TableCell)
	w := &writer{source: c.source, cell: cell}
	w.children(n, Run{})
	return w.runs
}

func (w *writer) children(n ast.Node, style Run) {
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		w.node(child, style)
	}
}

// node writes a node in a style.
func (w *writer) node(n ast.Node, style Run) {
	switch n := n.(type) {
	case *ast.Text:
		w.text(n, style)
		return
	case *ast.String:
		w.add(string(n.Value), style)
		return
	case *ast.AutoLink:
		style.Link = string(n.URL(w.source))
		if n.AutoLinkType == ast.AutoLinkEmail && !strings.HasPrefix(style.Link, "mailto:") {
			style.Link = "mailto:" + style.Link
		}
		w.add(string(n.Label(w.source)), style)
		return
	case *ast.Image:
		w.picture(n, style)
		return
	case *ast.RawHTML:
		w.tag(n, style)
		return
	case *texNode:
		style.Role, style.Display = TeX, n.display
		w.add(w.unescapeBars(n.tex), style)
		return
	case *ast.CodeSpan:
		style.Code = true
	case *ast.Emphasis:
		style.Bold = style.Bold || n.Level == 2
		style.Italic = style.Italic || n.Level == 1
	case *east.Strikethrough:
		style.Strike = true
	case *ast.Link:
		style.Link = address(n.Destination)
	}
	w.children(n, style)
}

// add appends text.
func (w *writer) add(text string, style Run) {
	style.Script, style.Text = w.script, text
	last := len(w.runs) - 1
	if last >= 0 && w.runs[last].Role == Break && style.Role == Words {
		style.Text = strings.TrimLeft(text, " ") // of the line end after a <br>
		text = style.Text
	}
	if last >= 0 && style.Role == Words {
		same := style
		same.Text = w.runs[last].Text
		if w.runs[last] == same {
			w.runs[last].Text += text
			return
		}
	}
	if text != "" || style.Role == Picture {
		w.runs = append(w.runs, style)
	}
}

func (w *writer) text(n *ast.Text, style Run) {
	value := n.Segment.Value(w.source)
	switch {
	case style.Code:
		w.add(strings.ReplaceAll(w.unescapeBars(string(value)), "\n", " "), style)
	case n.IsRaw():
		w.add(string(value), style)
	default:
		w.add(unescape(value), style)
	}
	switch {
	case n.HardLineBreak():
		w.runs = append(w.runs, Run{Role: Break})
	case n.SoftLineBreak():
		w.add(" ", style)
	}
}

// unescapeBars returns code or TeX as it is meant.
func (w *writer) unescapeBars(s string) string {
	if w.cell {
		return strings.ReplaceAll(s, `\|`, "|")
	}
	return s
}

// unescape returns text without escapes and entities. The order in which they
// are resolved is that of goldmark; its HTML has no entities but those that are
// undone here.
func unescape(s []byte) string {
	if !bytes.ContainsAny(s, `\&`) {
		return string(s)
	}
	var b bytes.Buffer
	out := bufio.NewWriter(&b)
	render.DefaultWriter.Write(out, s)
	_ = out.Flush() // to memory
	return html.UnescapeString(b.String())
}

// address returns the address of a link or picture as it is meant.
func address(s []byte) string {
	return string(util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(s))))
}

func (w *writer) picture(n *ast.Image, style Run) {
	alt := &writer{source: w.source, cell: w.cell}
	alt.children(n, Run{})
	style.Role, style.Image = Picture, address(n.Destination)
	w.add(line(alt.runs), style)
}

// line returns runs as text in one line.
func line(runs []Run) string {
	var b strings.Builder
	for _, r := range runs {
		if r.Role == Break {
			b.WriteByte(' ')
		}
		b.WriteString(r.Text)
	}
	return b.String()
}

// tag writes a tag of HTML. Those with a meaning that models use have it; all
// others are text, so that nothing is hidden.
func (w *writer) tag(n *ast.RawHTML, style Run) {
	tag := string(n.Segments.Value(w.source))
	switch strings.ToLower(strings.ReplaceAll(tag, " ", "")) {
	case "<br>", "<br/>":
		w.runs = append(w.runs, Run{Role: Break})
	case "<sub>":
		w.script = -1
	case "<sup>":
		w.script = 1
	case "</sub>", "</sup>":
		w.script = 0
	default:
		w.add(strings.ReplaceAll(tag, "\n", " "), style)
	}
}

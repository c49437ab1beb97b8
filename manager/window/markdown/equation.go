package markdown

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// An equationNode is an equation on lines of its own.
type equationNode struct {
	ast.BaseBlock
	closer string
	tex    strings.Builder
	closed bool
}

var kindEquation = ast.NewNodeKind("Equation")

func (n *equationNode) Kind() ast.NodeKind    { return kindEquation }
func (n *equationNode) Dump(s []byte, at int) { ast.DumpHelper(n, s, at, nil, nil) }
func (n *equationNode) IsRaw() bool           { return true }

// take adds the next line, and reports whether it was the last.
func (n *equationNode) take(line []byte) bool {
	end := closing(line, n.closer)
	if end < 0 {
		n.tex.Write(line)
		return false
	}
	n.tex.Write(line[:end])
	n.closed = true
	return true
}

// An equationParser finds equations on lines of their own. They are blocks, as
// TeX has lines that are headings, lists and quotes in Markdown.
type equationParser struct{}

// Trigger returns how equations begin.
func (equationParser) Trigger() []byte { return []byte{'$', '\\'} }

// Open begins an equation if its end is there and nothing follows on that line.
func (equationParser) Open(_ ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, segment := r.PeekLine()
	_, start := util.IndentWidth(line, r.LineOffset())
	closer := displayCloser(line[start:])
	if closer == "" {
		return nil, parser.NoChildren
	}
	inside := start + len(closer)
	if !ends(r.Source(), segment.Start-segment.Padding+inside, closer, pc) {
		return nil, parser.NoChildren
	}
	node := &equationNode{closer: closer}
	node.take(line[inside:])
	r.AdvanceToEOL()
	return node, parser.NoChildren
}

// displayCloser returns what ends an equation that begins with line, or "".
func displayCloser(line []byte) string {
	switch {
	case bytes.HasPrefix(line, []byte("$$")):
		return "$$"
	case bytes.HasPrefix(line, []byte(`\[`)):
		return `\]`
	}
	return ""
}

// nextEnd holds the keys under which it is kept where in the source the next
// closer is: to look for it for every opener would take quadratic time.
var nextEnd = map[string]parser.ContextKey{"$$": parser.NewContextKey(), `\]`: parser.NewContextKey()}

// ends reports whether the first closer in source, from start on, ends a line.
// If the equation begins on the line of its opener there is no blank line before
// that.
func ends(source []byte, start int, closer string, pc parser.Context) bool {
	at, ok := pc.Get(nextEnd[closer]).(int)
	if !ok || at < start {
		at = len(source) // none, nor for any opener that follows
		if found := closing(source[start:], closer); found >= 0 {
			at = start + found
		}
		pc.Set(nextEnd[closer], at)
	}
	if at == len(source) || util.IsBlank(source[start:at]) {
		return false
	}
	rest, _, _ := bytes.Cut(source[at+len(closer):], []byte("\n"))
	if len(bytes.Trim(rest, " \t.,;")) > 0 {
		return false
	}
	first, more, _ := bytes.Cut(source[start:at], []byte("\n"))
	return util.IsBlank(first) || !hasBlankLine(more)
}

// hasBlankLine reports whether one of the lines is blank, the last apart.
func hasBlankLine(s []byte) bool {
	for len(s) > 0 {
		line, rest, more := bytes.Cut(s, []byte("\n"))
		if !more {
			return false
		}
		if len(bytes.Trim(line, "> \t")) == 0 {
			return true
		}
		s = rest
	}
	return false
}

// closing returns where in s an equation ends, or -1. What a backslash escapes
// does not end it.
func closing(s []byte, closer string) int {
	for i := 0; i < len(s); i++ {
		if bytes.HasPrefix(s[i:], []byte(closer)) {
			return i
		}
		if s[i] == '\\' {
			i++
		}
	}
	return -1
}

// Continue takes a line.
func (equationParser) Continue(node ast.Node, r text.Reader, _ parser.Context) parser.State {
	n := node.(*equationNode)
	if n.closed {
		return parser.Close
	}
	line, _ := r.PeekLine()
	n.take(line)
	r.AdvanceToEOL()
	return parser.Continue | parser.NoChildren
}

// Close does nothing: an equation that has no end, as the list or quote around
// it ended first, is shown as text.
func (equationParser) Close(ast.Node, text.Reader, parser.Context) {}

// CanInterruptParagraph returns true.
func (equationParser) CanInterruptParagraph() bool { return true }

// CanAcceptIndentedLine returns false: that is code.
func (equationParser) CanAcceptIndentedLine() bool { return false }

package markdown

import (
	"bytes"
	"regexp"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// A texNode is an equation in a line.
type texNode struct {
	ast.BaseInline
	tex     string
	display bool
}

var kindTeX = ast.NewNodeKind("TeX")

func (n *texNode) Kind() ast.NodeKind    { return kindTeX }
func (n *texNode) Dump(s []byte, at int) { ast.DumpHelper(n, s, at, nil, nil) }

// A texParser finds equations in a line.
type texParser struct{}

// Trigger returns how equations begin.
func (texParser) Trigger() []byte { return []byte{'$', '\\'} }

// Parse returns an equation, or nil if none begins here.
func (texParser) Parse(parent ast.Node, r text.Reader, pc parser.Context) ast.Node {
	line, _ := r.PeekLine()
	opener, closer := delimiters(line)
	if opener == "" || opener == "$" && !opensWithDollar(line, r.PrecendingCharacter()) || unclosed(pc, parent, closer) {
		return nil
	}
	r.Advance(len(opener))
	tex, ok := until(r, closer)
	if !ok {
		setUnclosed(pc, parent, closer)
		return nil
	}
	after, _ := r.PeekLine()
	if strings.TrimSpace(tex) == "" || opener == "$" && isProse(tex, after) {
		return nil
	}
	return &texNode{tex: strings.TrimSpace(tex), display: opener == "$$" || opener == `\[`}
}

// delimiters returns how the equation at the beginning of line begins and ends.
func delimiters(line []byte) (opener, closer string) {
	for _, d := range [][2]string{{"$$", "$$"}, {"$", "$"}, {`\[`, `\]`}, {`\(`, `\)`}} {
		if bytes.HasPrefix(line, []byte(d[0])) {
			return d[0], d[1]
		}
	}
	return "", ""
}

// opensWithDollar reports whether the dollar sign at the beginning of line,
// which follows before, may begin an equation.
func opensWithDollar(line []byte, before rune) bool {
	return len(line) > 1 && !isSpace(line[1]) && !unicode.IsLetter(before) && !unicode.IsDigit(before)
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' }

// until reads up to and with a closer. It reads nothing that helps if there is
// none.
func until(r text.Reader, closer string) (tex string, ok bool) {
	var b strings.Builder
	for {
		line, _ := r.PeekLine()
		if line == nil {
			return "", false
		}
		if end := closing(line, closer); end >= 0 {
			b.Write(line[:end])
			r.Advance(end + len(closer))
			return b.String(), true
		}
		b.Write(line)
		r.AdvanceLine()
	}
}

// wordsAfterAmount matches what is between two amounts of money.
var wordsAfterAmount = regexp.MustCompile(`^\d[^\\{]*?(?:^|[^\\{A-Za-z])[A-Za-z]{2,}`)

// isProse reports whether tex is not an equation but the text between two dollar
// signs, the second of which precedes after.
func isProse(tex string, after []byte) bool {
	return isSpace(tex[len(tex)-1]) ||
		len(after) > 0 && '0' <= after[0] && after[0] <= '9' ||
		wordsAfterAmount.MatchString(tex)
}

// missing holds the closers that the rest of a block is known not to have: to
// look for them for every opener would take quadratic time.
type missing struct {
	block   ast.Node
	closers map[string]bool
}

var missingKey = parser.NewContextKey()

// unclosed reports whether block has no closer from here on.
func unclosed(pc parser.Context, block ast.Node, closer string) bool {
	m, ok := pc.Get(missingKey).(missing)
	return ok && m.block == block && m.closers[closer]
}

func setUnclosed(pc parser.Context, block ast.Node, closer string) {
	m, ok := pc.Get(missingKey).(missing)
	if !ok || m.block != block {
		m = missing{block, map[string]bool{}}
		pc.Set(missingKey, m)
	}
	m.closers[closer] = true
}

package markdown

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// deepest is how many quotes and lists may be inside each other: no text that is
// meant to be read has more, and each line costs time for every level.
const deepest = 20

// A shallow is the parser of quotes or lists, up to a depth.
type shallow struct{ parser.BlockParser }

// Open begins a quote or list, unless there are too many around it.
func (s shallow) Open(parent ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	depth := 0
	for n := parent; n != nil; n = n.Parent() {
		if k := n.Kind(); k == ast.KindBlockquote || k == ast.KindList {
			depth++
		}
	}
	// A list itself is the parent of its items, and must go on.
	if depth >= deepest && parent.Kind() != ast.KindList {
		return nil, parser.NoChildren
	}
	return s.BlockParser.Open(parent, r, pc)
}

// mostCells is how many cells a table may have. Rows are filled up with empty
// cells: without a limit, 100 kB of text made hundreds of millions.
const mostCells = 1_000_000

// A small is the transformer of paragraphs into tables, up to a size.
type small struct{ parser.ParagraphTransformer }

// Transform makes a table of a paragraph, unless it had too many cells.
func (s small) Transform(node *ast.Paragraph, r text.Reader, pc parser.Context) {
	lines, columns := node.Lines(), 0
	for i := range min(lines.Len(), 1000) {
		segment := lines.At(i)
		columns = max(columns, 1+bytes.Count(segment.Value(r.Source()), []byte("|")))
	}
	if columns*lines.Len() <= mostCells {
		s.ParagraphTransformer.Transform(node, r, pc)
	}
}

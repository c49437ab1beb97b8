package markdown

import (
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
)

// A converter makes blocks of the tree of goldmark.
type converter struct{ source []byte }

// blocks returns the blocks inside of a node.
func (c converter) blocks(parent ast.Node) []Block {
	var blocks []Block
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		blocks = append(blocks, c.block(n)...)
	}
	return blocks
}

// block returns the blocks of a node: several if equations part a paragraph.
func (c converter) block(n ast.Node) []Block {
	switch n := n.(type) {
	case *ast.Heading:
		return []Block{{Kind: Heading, Level: n.Level, Runs: c.runs(n)}}
	case *ast.Paragraph, *ast.TextBlock:
		return part(c.runs(n))
	case *ast.FencedCodeBlock:
		return []Block{c.fenced(n)}
	case *ast.CodeBlock:
		return []Block{{Kind: Code, Text: c.lines(n)}}
	case *equationNode:
		return []Block{n.block()}
	case *ast.Blockquote:
		return []Block{{Kind: Quote, Blocks: c.blocks(n)}}
	case *ast.List:
		return []Block{c.list(n)}
	case *ast.ThematicBreak:
		return []Block{{Kind: Rule}}
	case *east.Table:
		return []Block{c.table(n)}
	}
	return nil // definitions of links have nothing to show
}

// part makes blocks of the text of a paragraph: equations on lines of their own
// are blocks too.
func part(runs []Run) []Block {
	var blocks []Block
	begin := 0
	flush := func(end int) {
		if p := trimmed(runs[begin:end]); len(p) > 0 {
			blocks = append(blocks, Block{Kind: Paragraph, Runs: p})
		}
		begin = end + 1
	}
	for i, r := range runs {
		if r.Role == TeX && r.Display {
			flush(i)
			blocks = append(blocks, Block{Kind: Equation, Text: r.Text})
		}
	}
	flush(len(runs))
	return blocks
}

// trimmed returns runs without blanks and breaks at the ends.
func trimmed(runs []Run) []Run {
	blank := func(r Run) bool {
		return r.Role == Break || r.Role == Words && strings.TrimSpace(r.Text) == ""
	}
	for len(runs) > 0 && blank(runs[0]) {
		runs = runs[1:]
	}
	for len(runs) > 0 && blank(runs[len(runs)-1]) {
		runs = runs[:len(runs)-1]
	}
	if len(runs) == 0 {
		return nil
	}
	if first := &runs[0]; first.Role == Words {
		first.Text = strings.TrimLeft(first.Text, " \n")
	}
	if last := &runs[len(runs)-1]; last.Role == Words {
		last.Text = strings.TrimRight(last.Text, " \n")
	}
	return runs
}

// lines returns the lines of code.
func (c converter) lines(n ast.Node) string {
	var b strings.Builder
	for i := range n.Lines().Len() {
		segment := n.Lines().At(i)
		b.Write(segment.Value(c.source))
	}
	return strings.TrimRight(b.String(), "\n")
}

func (c converter) fenced(n *ast.FencedCodeBlock) Block {
	language, code := string(n.Language(c.source)), c.lines(n)
	if tex := strings.TrimSpace(code); language == "math" && tex != "" {
		return Block{Kind: Equation, Text: tex}
	}
	return Block{Kind: Code, Language: language, Text: code}
}

// block returns the equation, or its text if it has no end.
func (n *equationNode) block() Block {
	tex := strings.TrimSpace(n.tex.String())
	if n.closed && tex != "" {
		return Block{Kind: Equation, Text: tex}
	}
	opener := n.closer
	if opener == `\]` {
		opener = `\[`
	}
	return Block{Kind: Paragraph, Runs: plain(opener + n.tex.String())}
}

func (c converter) list(n *ast.List) Block {
	list := Block{Kind: List, Tight: n.IsTight}
	number := n.Start
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		b := Block{Kind: Item, Marker: "•", Blocks: c.blocks(item)}
		if n.IsOrdered() {
			b.Marker = strconv.Itoa(number) + string(n.Marker)
			number++
		}
		if box := task(item); box != nil {
			b.Marker = "☐"
			if box.IsChecked {
				b.Marker = "☑"
			}
		}
		list.Blocks = append(list.Blocks, b)
	}
	return list
}

// task returns the box to tick of an item, or nil if it has none.
func task(item ast.Node) *east.TaskCheckBox {
	first := item.FirstChild()
	if first == nil {
		return nil
	}
	box, _ := first.FirstChild().(*east.TaskCheckBox)
	return box
}

var alignments = map[east.Alignment]Alignment{east.AlignCenter: Center, east.AlignRight: Right}

func (c converter) table(n *east.Table) Block {
	table := Block{Kind: Table}
	for _, a := range n.Alignments {
		table.Align = append(table.Align, alignments[a])
	}
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		var cells []Cell
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			cells = append(cells, trimmed(c.runs(cell)))
		}
		table.Rows = append(table.Rows, cells)
	}
	return table
}

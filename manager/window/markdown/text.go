package markdown

import "strings"

// Text returns a document as plain text: blocks are set apart by blank lines,
// items have their markers, cells are parted by tabs, and equations and code are
// as they were written.
func Text(blocks []Block) string {
	var t plainText
	t.blocks(blocks, false)
	t.write("") // the markers of empty items at the end
	return t.b.String()
}

// Gaps keeps what stands between pieces of a document when it is copied as
// text. Call its methods where blocks begin and end, and Take before each piece
// of text.
type Gaps struct {
	pending string
	depth   int // of lists
}

// Block ends a block if another follows.
func (g *Gaps) Block(tight bool) {
	g.pending += "\n"
	if !tight {
		g.pending += "\n"
	}
	g.pending += g.indent()
}

// Item begins an item of a list.
func (g *Gaps) Item(marker string) {
	g.pending += marker + " "
	g.depth++
}

// EndItem ends an item.
func (g *Gaps) EndItem() { g.depth-- }

// Cell ends a cell of a table if another follows.
func (g *Gaps) Cell() { g.pending += "\t" }

// Row ends a row of a table if another follows.
func (g *Gaps) Row() { g.pending += "\n" }

// Break ends a line within a paragraph.
func (g *Gaps) Break() { g.pending += "\n" }

// Verbatim begins code or a table, which are copied without the indentation of a
// list.
func (g *Gaps) Verbatim() {
	if strings.HasSuffix(g.pending, "\n"+g.indent()) {
		g.pending = strings.TrimRight(g.pending, " ")
	}
}

// Take returns what stands before the next piece of text.
func (g *Gaps) Take() string {
	p := g.pending
	g.pending = ""
	return p
}

func (g *Gaps) indent() string { return strings.Repeat("  ", g.depth) }

// RuleText is what is copied of a rule.
const RuleText = "---"

// Source returns the text of a run as it is copied.
func (r Run) Source() string {
	switch {
	case r.Role == TeX && r.Display:
		return "$$" + r.Text + "$$"
	case r.Role == TeX:
		return "$" + r.Text + "$"
	case r.Role == Picture && r.Text == "":
		return r.Image
	}
	return r.Text
}

// plainText writes a document as text.
type plainText struct {
	Gaps
	b strings.Builder
}

func (t *plainText) write(s string) {
	t.b.WriteString(t.Take())
	t.b.WriteString(s)
}

func (t *plainText) blocks(blocks []Block, tight bool) {
	for i, b := range blocks {
		if i > 0 {
			t.Block(tight)
		}
		t.block(b)
	}
}

func (t *plainText) block(b Block) {
	switch b.Kind {
	case Code:
		t.Verbatim()
		t.write(b.Text)
	case Equation:
		t.write(Run{Role: TeX, Display: true, Text: b.Text}.Source())
	case Rule:
		t.write(RuleText)
	case Quote:
		t.blocks(b.Blocks, false)
	case List:
		t.list(b)
	case Table:
		t.Verbatim()
		t.table(b)
	default:
		t.runs(b.Runs)
	}
}

func (t *plainText) list(b Block) {
	for i, item := range b.Blocks {
		if i > 0 {
			t.Block(b.Tight)
		}
		t.Item(item.Marker)
		t.blocks(item.Blocks, b.Tight)
		t.EndItem()
	}
}

func (t *plainText) table(b Block) {
	for i, row := range b.Rows {
		if i > 0 {
			t.Row()
		}
		for j, cell := range row {
			if j > 0 {
				t.Cell()
			}
			t.runs(cell)
		}
	}
}

func (t *plainText) runs(runs []Run) {
	for _, r := range runs {
		if r.Role == Break {
			t.Break()
			continue
		}
		t.write(r.Source())
	}
}

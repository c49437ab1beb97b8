package chunker

import (
	"fmt"
	"slices"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Limits of what spans may make of a table. No table that people read has more.
const (
	maxColumns = 1000
	maxCells   = 100_000
)

// A cell is a cell of a table as typed. A span repeats it in the grid.
type cell struct {
	text    string
	title   string // its text without links
	heading bool   // th, or in a thead
	bold    bool   // all of its text is bold
	column  int
	columns int // that it covers
}

// A gridRow is a row of a table with one entry for each column, nil where
// there is no cell.
type gridRow struct {
	cells []*cell
	head  bool // in a thead
}

// A grid is a table with its spans expanded.
type grid struct {
	rows    []gridRow
	columns int
	cells   int
	clipped bool // spans were cut at the limits
}

// tableElement walks a table: one for layout as if its cells stood alone, one
// of data as a fragment.
func (w *walker) tableElement(n *html.Node) {
	rows := tableRows(n)
	parts := splitRows(rows)
	switch {
	case w.flat != "":
		w.cellTable(rows)
		return
	case isLayout(rows) && len(parts) < 2:
		w.container(n)
		return
	}
	w.flush()
	for c := range n.ChildNodes() {
		if c.DataAtom == atom.Caption {
			w.element(c)
		}
	}
	var titles []gridRow
	offset := w.at(n)
	for i, p := range parts {
		g, l := w.readPart(p, &titles)
		if g.titlesOnly() && i < len(parts)-1 {
			continue // the parts after it carry them
		}
		w.clippedTable(g, l, offset)
	}
}

// cellTable writes a table into a cell of another one.
func (w *walker) cellTable(rows []*html.Node) {
	w.separate()
	for i, row := range rows {
		if i > 0 {
			w.run.content, w.run.match = append(trimRight(w.run.content), "; "...), append(trimRight(w.run.match), "; "...)
		}
		first := true
		for c := range row.ChildNodes() {
			if !isCell(c) {
				continue
			}
			if !first {
				w.run.content, w.run.match = append(trimRight(w.run.content), " | "...), append(trimRight(w.run.match), " | "...)
			}
			first = false
			w.flatNode(c, w.flat)
		}
	}
	w.separate()
}

// A tablePart is the rows of a table under a heading that has a row of its
// own. Most tables have one part without heading.
type tablePart struct {
	heading *html.Node // the row with the heading, nil if there is none
	rows    []*html.Node
}

// splitRows cuts a table at the rows that hold a heading and nothing else, if
// it is one whose columns have titles. Any other table has one part.
func splitRows(rows []*html.Node) []tablePart {
	parts := []tablePart{{}}
	var others []*html.Node
	for _, row := range rows {
		if isHeadingOnly(row) {
			parts = append(parts, tablePart{heading: row})
			continue
		}
		others = append(others, row)
		last := &parts[len(parts)-1]
		last.rows = append(last.rows, row)
	}
	if len(parts) > 1 && hasTitles(others) && !isLayout(others) {
		return parts
	}
	return []tablePart{{rows: rows}}
}

// isHeadingOnly reports whether the only cell with content of a row is a
// heading.
func isHeadingOnly(row *html.Node) bool {
	var only *html.Node
	for c := range row.ChildNodes() {
		if isCell(c) && hasContent(c) {
			if only != nil {
				return false
			}
			only = c
		}
	}
	if only == nil {
		return false
	}
	nodes := childNodes(only)
	return len(nodes) == 1 && isHeading(nodes[0])
}

// readPart reads the rows of a part and walks its heading, which is its
// caption too. titles are the headings of the columns in the parts before;
// afterwards they are those in force. The writer returned holds what belongs
// to the part as a whole.
func (w *walker) readPart(p tablePart, titles *[]gridRow) (*grid, *listWriter) {
	if p.heading != nil {
		w.container(p.heading)
	}
	l := &listWriter{fragment: fragment{first: -1}}
	g := w.readGrid(p.rows, l)
	if len(p.rows) > 1 && g.columns > 1 && !g.titled(g.boldTitles()) && !g.hasHeadings() && len(*titles) == 0 {
		l.untitled = true
	}
	if own := g.headingRows(); len(own) > 0 {
		*titles = own
	} else if len(p.rows) > 0 {
		g.rows = append(slices.Clone(*titles), g.rows...)
		for _, row := range *titles {
			g.columns = max(g.columns, len(row.cells))
		}
	}
	if p.heading != nil && l.first >= 0 {
		l.notes = label(Table, "", oneLine(plainText(p.heading)))
	}
	return g, l
}

// clippedTable makes a fragment of a grid and reports if it is not whole.
func (w *walker) clippedTable(g *grid, l *listWriter, offset int) {
	if g.clipped {
		w.add(Report{
			Severity: Warning, ID: "table-too-large", Element: "table",
			Message: fmt.Sprintf("rowspan and colspan make more than %d columns or %d cells; they are expanded no further", maxColumns, maxCells),
		}, offset)
	}
	w.emitTable(g, l, offset)
}

// emitTable makes a fragment of a table.
func (w *walker) emitTable(g *grid, l *listWriter, offset int) {
	f := &l.fragment
	f.kind, f.role, f.offset, f.bare, f.element = Table, object, offset, true, "table"
	f.content = g.text()
	f.match = g.firstRow()
	if f.first < 0 {
		f.first, f.last = offset, offset
	}
	switch {
	case l.anchors >= 3 && !l.words && len(f.prompts) == 0 && w.terms == 0:
		w.leftOut(Info, "navigation", "table", linkTexts(l.links), "links with nothing between them lead elsewhere and answer no question", f.first)
		return
	case f.content == "" && len(f.prompts) == 0:
		return
	case f.content == "":
		f.role = promptsOnly
	}
	if f.notes != "" {
		f.match, f.body, f.content, f.notes, f.role = f.notes, f.content, f.notes, "", paired
	}
	w.emit(f)
}

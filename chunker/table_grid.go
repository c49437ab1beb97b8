package chunker

import (
	"strconv"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// A spanning cell reaches into the rows below.
type spanning struct {
	*cell
	rows int // still to cover
}

// readGrid reads the cells of a table and expands their spans. l gathers what
// belongs to the table as a whole.
func (w *walker) readGrid(rows []*html.Node, l *listWriter) *grid {
	g := &grid{}
	var above []spanning // by column
	for _, row := range rows {
		var r gridRow
		r, above = w.readRow(row, g, above, l)
		g.rows = append(g.rows, r)
		g.columns = max(g.columns, len(r.cells))
	}
	return g
}

// readRow reads a row; above holds the cells that reach into it from above and
// comes back with those that reach further down.
func (w *walker) readRow(row *html.Node, g *grid, above []spanning, l *listWriter) (gridRow, []spanning) {
	r := gridRow{head: row.Parent.DataAtom == atom.Thead}
	fill := func() {
		for len(r.cells) < len(above) && above[len(r.cells)].rows > 0 {
			s := &above[len(r.cells)]
			r.cells = append(r.cells, s.cell)
			s.rows--
			g.cells++
		}
	}
	for n := range row.ChildNodes() {
		if !isCell(n) {
			continue
		}
		fill()
		c := w.readCell(n, l)
		c.heading = c.heading || r.head
		c.column = len(r.cells)
		columns, down := span1(n, "colspan"), span1(n, "rowspan")
		if down == 0 {
			down = maxCells // rowspan=0: to the end of the table
		}
		if len(r.cells)+columns > maxColumns || g.cells+columns > maxCells {
			columns, g.clipped = 1, true
		}
		if g.cells > maxCells && down > 1 {
			down, g.clipped = 1, true
		}
		c.columns = columns
		for range columns {
			for len(above) <= len(r.cells) {
				above = append(above, spanning{})
			}
			above[len(r.cells)] = spanning{c, down - 1}
			r.cells = append(r.cells, c)
			g.cells++
		}
	}
	fill()
	if g.cells > maxCells {
		clear(above)
	}
	return r, above
}

// span1 reads a span attribute; what is no number counts as 1.
func span1(n *html.Node, name string) int {
	v, err := strconv.Atoi(attr(n, name))
	if err != nil || v < 0 || v == 0 && name == "colspan" {
		return 1
	}
	return min(v, 65534) // the most that HTML allows
}

// readCell reads the text of a cell.
func (w *walker) readCell(n *html.Node, l *listWriter) *cell {
	r := w.flatRun(" ", n)
	l.take(r)
	c := &cell{
		text: oneLine(string(r.content)), title: oneLine(dropStamps(string(r.match))),
		heading: n.DataAtom == atom.Th, bold: len(r.content) > 0 && !r.plain,
	}
	w.recycle(r)
	return c
}

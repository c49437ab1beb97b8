package chunker

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

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
	for _, p := range parts {
		titles = w.tablePart(p, titles, w.at(n))
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

// tablePart makes a fragment of the rows of a part. titles are the headings of
// the columns in the parts before; those in force after it come back. The
// heading of a part is its caption.
func (w *walker) tablePart(p tablePart, titles []gridRow, offset int) []gridRow {
	if p.heading != nil {
		w.container(p.heading)
	}
	l := &listWriter{fragment: fragment{first: -1}}
	g := w.readGrid(p.rows, l)
	if len(p.rows) > 1 && g.columns > 1 && !g.titled(g.boldTitles()) && !g.hasHeadings() && len(titles) == 0 {
		l.untitled = true
	}
	if own := g.headingRows(); len(own) > 0 {
		titles = own
	} else if len(p.rows) > 0 {
		g.rows = append(slices.Clone(titles), g.rows...)
		for _, row := range titles {
			g.columns = max(g.columns, len(row.cells))
		}
	}
	if p.heading != nil && l.first >= 0 {
		l.notes = label(Table, "", oneLine(plainText(p.heading)))
	}
	w.clippedTable(g, l, offset)
	return titles
}

// headingRows returns the rows that title the columns.
func (g *grid) headingRows() []gridRow {
	var rows []gridRow
	for _, row := range g.rows {
		if isHeadingRow(row) && g.wholeRow(row) == nil {
			rows = append(rows, row)
		}
	}
	return rows
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
		w.leftOut(Info, "navigation", "table", f.content, "links with nothing between them lead elsewhere and answer no question", f.first)
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

// tableRows returns the rows of a table, those of tables within it excepted.
func tableRows(table *html.Node) []*html.Node {
	var rows []*html.Node
	for c := range table.ChildNodes() {
		switch c.DataAtom {
		case atom.Tr:
			rows = append(rows, c)
		case atom.Thead, atom.Tbody, atom.Tfoot:
			for r := range c.ChildNodes() {
				if r.DataAtom == atom.Tr {
					rows = append(rows, r)
				}
			}
		}
	}
	return rows
}

// isLayout reports whether a table only puts blocks beside each other: its
// cells hold headings, tables, rules or, where nothing titles the columns,
// several blocks; or it has just one cell.
func isLayout(rows []*html.Node) bool {
	cells, several, titled := 0, false, hasTitles(rows)
	for _, row := range rows {
		for c := range row.ChildNodes() {
			if !isCell(c) {
				continue
			}
			cells++
			if holdsStructure(c, !titled) {
				return true
			}
			several = several || hasBlocks(c)
		}
	}
	return cells < 2 || several && !titled
}

// hasWords reports whether an element has a letter or a digit. A table of
// nothing but arrows is a drawing.
func hasWords(n *html.Node) bool {
	return strings.ContainsFunc(plainText(n), func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) })
}

// holdsStructure reports whether a cell has a heading, a rule or, if tables is
// set, a table with words in it.
func holdsStructure(n *html.Node, tables bool) bool {
	for c := range n.Descendants() {
		if isHeading(c) || c.DataAtom == atom.Hr || tables && c.DataAtom == atom.Table && hasWords(c) {
			return true
		}
	}
	return false
}

// hasBlocks reports whether a cell holds several blocks.
func hasBlocks(n *html.Node) bool {
	var b blockCount
	b.count(n)
	lists := 0
	for c := range n.Descendants() {
		lists += btoi(isList(c) || c.DataAtom == atom.Pre || c.DataAtom == atom.Dl)
	}
	return b.blocks+btoi(b.text)+lists > 1
}

// hasTitles reports whether a row of headings titles at least two columns.
func hasTitles(rows []*html.Node) bool {
	for _, row := range rows {
		headings, data := 0, 0
		for c := range row.ChildNodes() {
			if isCell(c) && hasContent(c) {
				isHeading := c.DataAtom == atom.Th || row.Parent.DataAtom == atom.Thead
				headings += btoi(isHeading)
				data += btoi(!isHeading)
			}
		}
		if headings > 1 && data == 0 {
			return true
		}
	}
	return false
}

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
	l.anchors += r.anchors
	l.words = l.words || r.words
	l.prompts = append(l.prompts, r.prompts...)
	l.links = append(l.links, r.links...)
	if r.first >= 0 {
		if l.first < 0 {
			l.first = r.first
		}
		l.last, l.newlines = r.last, r.newlines
	}
	c := &cell{
		text: oneLine(string(r.content)), title: oneLine(dropStamps(string(r.match))),
		heading: n.DataAtom == atom.Th, bold: len(r.content) > 0 && !r.plain,
	}
	w.recycle(r)
	return c
}

// text writes the table, a line a row, every cell with the title of its column.
func (g *grid) text() string {
	var lines []string
	titles := make([][]string, g.columns)
	after := false // the last row was one of headings
	bold := g.boldTitles()
	titled := g.titled(bold)
	for i, row := range g.rows {
		whole := g.wholeRow(row)
		switch {
		case whole != nil:
			if whole.text != "" {
				lines = append(lines, whole.text)
			}
		case isHeadingRow(row) || i == 0 && bold:
			if !after {
				titles = make([][]string, g.columns)
			}
			addTitles(titles, row)
			after = true
		default:
			after = false
			if line := dataLine(row, titles, titled); line != "" {
				lines = append(lines, line)
			}
		}
	}
	if len(lines) == 0 {
		return g.titlesAlone(titles)
	}
	return strings.Join(lines, "\n")
}

// titlesAlone is the text of a table that has nothing but titles.
func (g *grid) titlesAlone(titles [][]string) string {
	var all []string
	for _, t := range titles {
		all = append(all, strings.Join(t, ", "))
	}
	return strings.Trim(strings.Join(all, " | "), " |")
}

// firstRow is the text of the first row that has one, to match a table by that
// has no caption.
func (g *grid) firstRow() string {
	for _, row := range g.rows {
		var texts []string
		var last *cell
		for _, c := range row.cells {
			if c != nil && c != last && c.text != "" {
				texts = append(texts, c.text)
			}
			last = c
		}
		if len(texts) > 0 {
			return strings.Join(texts, " | ")
		}
	}
	return ""
}

// wholeRow returns the only cell with text of a row, if it covers all columns.
// As a heading it names nothing, as data it has no column of its own.
func (g *grid) wholeRow(row gridRow) *cell {
	var only *cell
	for _, c := range row.cells {
		if c == nil || c.text == "" || c == only {
			continue
		}
		if only != nil {
			return nil
		}
		only = c
	}
	if only == nil || only.columns < g.columns || g.columns < 2 && !only.heading {
		return nil
	}
	return only
}

func isHeadingRow(row gridRow) bool {
	some := false
	for _, c := range row.cells {
		if c != nil && c.text != "" {
			if !c.heading {
				return false
			}
			some = true
		}
	}
	return some
}

// boldTitles reports whether the table has no headings but a first row of bold
// text, at least two cells, over a row that is not.
func (g *grid) boldTitles() bool {
	if len(g.rows) < 2 || g.hasHeadings() {
		return false
	}
	return allRowBold(g.rows[0]) > 1 && allRowBold(g.rows[1]) < 0
}

func (g *grid) hasHeadings() bool {
	for _, row := range g.rows {
		for _, c := range row.cells {
			if c != nil && c.heading {
				return true
			}
		}
	}
	return false
}

// allRowBold returns how many cells of a row have text, or -1 if some of it is
// not bold.
func allRowBold(row gridRow) int {
	n := 0
	for i, c := range row.cells {
		if c == nil || c.text == "" || i > 0 && row.cells[i-1] == c {
			continue
		}
		if !c.bold {
			return -1
		}
		n++
	}
	return n
}

// titled reports whether any row titles the columns of the table.
func (g *grid) titled(bold bool) bool {
	return bold || slices.ContainsFunc(g.rows, func(r gridRow) bool { return isHeadingRow(r) && g.wholeRow(r) == nil })
}

// addTitles adds a row of headings to the titles of the columns.
func addTitles(titles [][]string, row gridRow) {
	for i, c := range row.cells {
		if c != nil && c.title != "" && !slices.Contains(titles[i], c.title) {
			titles[i] = append(titles[i], c.title)
		}
	}
}

// dataLine writes a row of data. Between a cell without title and its
// neighbour stands a bar. In a table without any titles, empty cells keep their
// places.
func dataLine(row gridRow, titles [][]string, titled bool) string {
	var rowHeading strings.Builder
	var b strings.Builder
	bar, first := false, true // the cell before had no title; there was none
	for i, c := range row.cells {
		title := strings.Join(titles[i], ", ")
		switch {
		case c != nil && c.heading && title == "" && c.text != "":
			if i == 0 || row.cells[i-1] != c {
				rowHeading.WriteString(c.text + ": ")
			}
			continue
		case (c == nil || c.text == "") && (titled || title != "" || c == nil || c.heading):
			continue
		}
		if !first {
			if bar || title == "" {
				b.WriteString(" | ")
			} else {
				b.WriteString(" ")
			}
		}
		if title != "" {
			b.WriteString(`"` + title + `": `)
		}
		b.WriteString(c.text)
		bar, first = title == "", false
	}
	line := b.String()
	if !titled {
		line = strings.TrimRight(line, " |")
	}
	if line == "" {
		return strings.TrimSuffix(rowHeading.String(), ": ")
	}
	return rowHeading.String() + line
}

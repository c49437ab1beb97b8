package chunker

import (
	"slices"
	"strings"
)

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

// titlesOnly reports whether all rows are headings.
func (g *grid) titlesOnly() bool { return len(g.rows) > 0 && len(g.headingRows()) == len(g.rows) }

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

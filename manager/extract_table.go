package manager

import (
	"regexp"
	"slices"
	"strings"
)

// A cell is a value of a table with the title of its column.
type cell struct{ title, value string }

// cellStart is where a cell begins in a row as contents have it: with the title of
// its column.
var cellStart = regexp.MustCompile(`(?:^|\s)"([^"]*)": `)

// table makes a Markdown table of rows as contents have them, in which each value
// has the title of its column. Rows that are none, or name a column twice, give lines
// of their own instead.
func table(rows []string) string {
	var titles []string
	var parsed [][]cell
	for _, row := range rows {
		cells := cellsOf(row)
		seen := map[string]bool{}
		for _, c := range cells {
			if seen[c.title] {
				cells = nil
				break
			}
			seen[c.title] = true
			if !slices.Contains(titles, c.title) {
				titles = append(titles, c.title)
			}
		}
		if cells == nil {
			return strings.Join(rows, "\n\n")
		}
		parsed = append(parsed, cells)
	}
	return markdownTable(titles, parsed)
}

// cellsOf returns the cells of a row, nil if it does not begin with one.
func cellsOf(row string) []cell {
	starts := cellStart.FindAllStringSubmatchIndex(row, -1)
	if len(starts) == 0 || starts[0][0] != 0 {
		return nil
	}
	cells := make([]cell, len(starts))
	for i, at := range starts {
		end := len(row)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		cells[i] = cell{row[at[2]:at[3]], strings.TrimSpace(row[at[1]:end])}
	}
	return cells
}

// markdownTable writes a table. Columns of nothing but numbers are aligned right.
func markdownTable(titles []string, rows [][]cell) string {
	align := slices.Repeat([]string{"---:"}, len(titles))
	lines := make([][]string, len(rows))
	for i, cells := range rows {
		lines[i] = make([]string, len(titles))
		for _, c := range cells {
			at := slices.Index(titles, c.title)
			lines[i][at] = c.value
			if !number.MatchString(c.value) {
				align[at] = "---"
			}
		}
	}
	var b strings.Builder
	writeRow(&b, titles)
	writeRow(&b, align)
	for _, line := range lines {
		writeRow(&b, line)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// number is a number, perhaps with its thousands parted, or none.
var number = regexp.MustCompile(`^([-+−±]?[\d.,]+)?$`)

// inCell makes a text one cell of a Markdown table.
var inCell = strings.NewReplacer("|", `\|`, "\n", " ")

func writeRow(b *strings.Builder, values []string) {
	b.WriteString("|")
	for _, v := range values {
		b.WriteString(" " + inCell.Replace(v) + " |")
	}
	b.WriteString("\n")
}

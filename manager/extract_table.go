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

// markdownTable writes a table.
func markdownTable(titles []string, rows [][]cell) string {
	var b strings.Builder
	writeRow(&b, titles)
	writeRow(&b, slices.Repeat([]string{"---"}, len(titles)))
	for _, cells := range rows {
		values := make([]string, len(titles))
		for _, c := range cells {
			values[slices.Index(titles, c.title)] = c.value
		}
		writeRow(&b, values)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// inCell makes a text one cell of a Markdown table.
var inCell = strings.NewReplacer("|", `\|`, "\n", " ")

func writeRow(b *strings.Builder, values []string) {
	b.WriteString("|")
	for _, v := range values {
		b.WriteString(" " + inCell.Replace(v) + " |")
	}
	b.WriteString("\n")
}

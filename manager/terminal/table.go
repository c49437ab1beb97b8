package terminal

import (
	"io"
	"strconv"
	"strings"

	"github.com/rivo/uniseg"
)

// tableGap parts the columns of a table.
const tableGap = "  "

// Table writes rows in aligned columns, below header unless that is nil. A
// column of numbers is aligned right. A cell may have several lines; rows may be
// of different length. Wide characters, such as those of East Asia, count as two
// columns. Table writes nothing if there are neither rows nor a header.
func Table(w io.Writer, header []string, rows [][]string) error {
	right := numeric(rows)
	lines := rows
	if header != nil {
		lines = append([][]string{header}, rows...)
	}
	lines = splitCells(lines)
	widths := measure(lines)
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(strings.TrimRight(format(line, widths, right), " ") + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// splitCells makes of rows whose cells have several lines several rows.
func splitCells(rows [][]string) [][]string {
	var lines [][]string
	for _, row := range rows {
		first := len(lines)
		lines = append(lines, make([]string, len(row)))
		for column, cell := range row {
			for i, text := range strings.Split(strings.TrimRight(cell, "\r\n"), "\n") {
				if first+i == len(lines) {
					lines = append(lines, make([]string, len(row)))
				}
				lines[first+i][column] = Clean(text)
			}
		}
	}
	return lines
}

// measure returns the width of each column.
func measure(lines [][]string) []int {
	var widths []int
	for _, line := range lines {
		for column, cell := range line {
			if column == len(widths) {
				widths = append(widths, 0)
			}
			widths[column] = max(widths[column], uniseg.StringWidth(cell))
		}
	}
	return widths
}

// format returns one line of a table.
func format(line []string, widths []int, right map[int]bool) string {
	var b strings.Builder
	for column, cell := range line {
		if column > 0 {
			b.WriteString(tableGap)
		}
		blanks := strings.Repeat(" ", widths[column]-uniseg.StringWidth(cell))
		if right[column] {
			b.WriteString(blanks + cell)
		} else {
			b.WriteString(cell + blanks)
		}
	}
	return b.String()
}

// numeric returns the columns that hold numbers and nothing else. Empty cells
// do not count.
func numeric(rows [][]string) map[int]bool {
	numbers, others := map[int]bool{}, map[int]bool{}
	for _, row := range rows {
		for column, cell := range row {
			if isNumber(cell) {
				numbers[column] = true
			} else if cell != "" {
				others[column] = true
			}
		}
	}
	for column := range others {
		delete(numbers, column)
	}
	return numbers
}

// isNumber reports whether a cell is a number, perhaps with a percent sign.
func isNumber(cell string) bool {
	if !strings.ContainsAny(cell, "0123456789") {
		return false // Inf and NaN are words here
	}
	_, err := strconv.ParseFloat(strings.TrimSuffix(cell, "%"), 64)
	return err == nil
}

package chunker

import (
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

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
// several blocks; or it has just one cell, or nothing but images.
func isLayout(rows []*html.Node) bool {
	cells, several, words, titled := 0, false, false, hasTitles(rows)
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
			words = words || hasWords(c)
		}
	}
	return cells < 2 || !words || several && !titled
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

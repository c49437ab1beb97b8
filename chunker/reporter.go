package chunker

import (
	"bytes"
	"cmp"
	"slices"
	"sort"
	"unicode/utf8"
)

// A reporter gathers the reports of one page and knows its lines.
type reporter struct {
	text     []byte // the decoded page
	encoding string // name of the encoding it was in
	suspect  string // of the one that it seems to be in instead, "" if none
	starts   []int  // offset of each line but the first
	reports  []Report
	column   columnCache
}

// A columnCache remembers the last column counted, so that many reports on one
// long line are counted in one pass over it.
type columnCache struct{ start, offset, column int }

// add files a report about the place at an offset.
func (r *reporter) add(p Report, offset int) {
	p.Line, p.Column = r.position(offset)
	r.reports = append(r.reports, p)
}

// line returns the 1-based line of an offset.
func (r *reporter) line(offset int) int {
	if r.starts == nil {
		r.starts = lineStarts(r.text)
	}
	return sort.SearchInts(r.starts, offset+1) + 1
}

func lineStarts(text []byte) []int {
	starts := make([]int, 0, bytes.Count(text, []byte("\n")))
	for i, c := range text {
		if c == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// position returns the 1-based line and column, in characters, of an offset.
func (r *reporter) position(offset int) (line, column int) {
	offset = min(max(offset, 0), len(r.text))
	line = r.line(offset)
	start := 0
	if line > 1 {
		start = r.starts[line-2]
	}
	c := &r.column
	if c.start != start || c.offset > offset || c.column == 0 {
		*c = columnCache{start, start, 1}
	}
	c.column += utf8.RuneCount(r.text[c.offset:offset])
	c.offset = offset
	return line, c.column
}

// sorted returns the reports in page order.
func (r *reporter) sorted() []Report {
	slices.SortStableFunc(r.reports, func(a, b Report) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return r.reports
}

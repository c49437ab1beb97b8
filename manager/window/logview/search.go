package logview

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A match is where a line has the text that is searched.
type match struct{ line, from, to int }

// A search holds all matches, in order.
type search struct {
	folded  string // what is searched; "" if nothing is
	matches []match
	current int // index of matches
}

// Search marks all places that have the text, whatever its case, and shows the
// last one that is not below the view's end, or else the first. It returns how many
// there are. Lines added later are searched too. No text ends the search.
func (v *View) Search(text string) (count int) {
	v.search = search{folded: strings.ToValidUTF8(folded(text), "")}
	v.search.extend(v.log.lines, 0)
	end := v.lastSeen()
	above := sort.Search(len(v.search.matches), func(i int) bool { return v.search.matches[i].line > end })
	v.search.current = max(0, above-1)
	v.showMatch()
	return len(v.search.matches)
}

// lastSeen returns the last line that is seen.
func (v *View) lastSeen() int {
	if v.rows.count() == 0 || v.rows.height == 0 {
		return len(v.log.lines)
	}
	row := int((v.scroll.Offset.Y+v.scroll.Size().Height)/v.rows.height) - 1
	line, _, _ := v.rows.of(min(max(0, row), v.rows.count()-1))
	return line
}

// Next shows the match below, or the first after the last.
func (v *View) Next() { v.turn(1) }

// Previous shows the match above, or the last after the first.
func (v *View) Previous() { v.turn(-1) }

func (v *View) turn(by int) {
	if n := len(v.search.matches); n > 0 {
		v.search.current = (v.search.current + by + n) % n
		v.showMatch()
	}
}

// Match returns the number of the match that is shown and how many there are;
// the first has number 1, and both are 0 if there is none.
func (v *View) Match() (number, count int) {
	if len(v.search.matches) == 0 {
		return 0, 0
	}
	return v.search.current + 1, len(v.search.matches)
}

// showMatch scrolls to the current match if it is not seen.
func (v *View) showMatch() {
	defer v.body.Refresh()
	if len(v.search.matches) == 0 || v.rows.height == 0 {
		return
	}
	m := v.search.matches[v.search.current]
	y := float32(v.rows.at(place{m.line, m.from})) * v.rows.height
	top, height := v.scroll.Offset.Y, v.scroll.Size().Height
	if y < top || y+v.rows.height > top+height {
		v.scrollTo(y - height/3) // with what came before in sight
	}
}

// extend searches the lines from a number on.
func (s *search) extend(lines []Line, from int) {
	if s.folded == "" {
		return
	}
	for i := from; i < len(lines); i++ {
		s.find(i, lines[i].Text)
	}
}

// find adds the matches of one line. They do not overlap.
func (s *search) find(line int, text string) {
	where := folded(text)
	at := 0
	for {
		i := strings.Index(where[at:], s.folded)
		if i < 0 {
			return
		}
		from, to := at+i, at+i+len(s.folded)
		s.matches = append(s.matches, match{line, unfolded(text, where, from), unfolded(text, where, to)})
		at = to
	}
}

// forget moves the matches after the first n lines were dropped.
func (s *search) forget(n int) {
	gone := sort.Search(len(s.matches), func(i int) bool { return s.matches[i].line > n })
	s.matches = append([]match(nil), s.matches[gone:]...)
	for i := range s.matches {
		s.matches[i].line -= n
	}
	s.current = max(0, s.current-gone)
}

// inLine returns the matches of a line, and the index of the first.
func (s *search) inLine(line int) (first int, matches []match) {
	first = sort.Search(len(s.matches), func(i int) bool { return s.matches[i].line >= line })
	end := first
	for end < len(s.matches) && s.matches[end].line == line {
		end++
	}
	return first, s.matches[first:end]
}

// folded returns text with letters of the same name alike.
func folded(text string) string {
	if plain(text) {
		return strings.ToLower(text)
	}
	return strings.Map(fold, text)
}

// fold returns what all cases of a letter have in common.
func fold(r rune) rune { return unicode.ToLower(unicode.ToUpper(r)) }

// unfolded returns the byte of text for a byte of its folded form, which may be
// longer or shorter.
func unfolded(text, where string, at int) int {
	if len(text) == len(where) && plain(text) {
		return at
	}
	i, j := 0, 0
	for j < at && i < len(text) {
		r, n := utf8.DecodeRuneInString(text[i:])
		i += n
		j += utf8.RuneLen(fold(r))
	}
	return i
}

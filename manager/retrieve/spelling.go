package retrieve

import (
	"cmp"
	"slices"
	"unicode/utf8"
)

// Words of a question that no document has are looked up by their spelling.
// The bounds are those of Lucene's fuzzy search and Elasticsearch's "AUTO": one
// slip in short words, two in long ones.
const (
	shortestMisspelt = 4 // letters; shorter words are like too many others
	twoSlips         = 8 // from so many letters on, two slips are reckoned with
	mostSpellings    = 3 // how many words of the index a word can stand for
	// spellingWeight is how much a word found by its spelling counts.
	spellingWeight = 0.7
)

// similar returns the terms of the index that a term which it does not have may
// stand for: those with the fewest slips, and of these the most frequent. The
// first letter is taken to be right. Terms with digits or signs are not guessed.
func (x *Index) similar(text string) []int {
	letters := []rune(text)
	if len(letters) < shortestMisspelt || !lettersOnly(text) {
		return nil
	}
	slips := 1
	if len(letters) >= twoSlips {
		slips = 2
	}
	_, first := utf8.DecodeRuneInString(text)
	from, to := x.terms.prefix(text[:first])
	var found []int
	d := distance{most: slips}
	for t := from; t < to; t++ {
		candidate := x.terms.at(t)
		if n := utf8.RuneCountInString(candidate); n < len(letters)-slips || n > len(letters)+slips || !lettersOnly(candidate) {
			continue
		}
		switch n := d.between(letters, []rune(candidate)); {
		case n > d.most:
		case n < d.most:
			d.most = n
			found = append(found[:0], t)
		default:
			found = append(found, t)
		}
	}
	slices.SortFunc(found, func(a, b int) int {
		return cmp.Or(cmp.Compare(x.frequency(b), x.frequency(a)), cmp.Compare(a, b))
	})
	return found[:min(len(found), mostSpellings)]
}

// lettersOnly reports whether a term has neither digits nor signs nor characters
// of the scripts that are cut into pairs.
func lettersOnly(term string) bool {
	for _, r := range term {
		if r < utf8.RuneSelf && (r < 'a' || r > 'z') || r >= utf8.RuneSelf && classOf(r) != word {
			return false
		}
	}
	return true
}

// A distance counts slips: letters put in, left out, changed, or exchanged with
// the next (Damerau, CACM 1964). It looks no further than most slips.
type distance struct {
	most int
	rows [3][]int
}

// between returns the number of slips between a and b, or more than most.
func (d *distance) between(a, b []rune) int {
	for i := range d.rows {
		d.rows[i] = slices.Grow(d.rows[i][:0], len(b)+1)[:len(b)+1]
	}
	before, last, row := d.rows[0], d.rows[1], d.rows[2]
	for j := range row {
		last[j] = j
	}
	for i := range a {
		row[0] = i + 1
		least := row[0]
		for j := range b {
			n := last[j]
			if a[i] != b[j] {
				n = 1 + min(last[j], last[j+1], row[j])
				if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
					n = min(n, 1+before[j-1])
				}
			}
			row[j+1] = n
			least = min(least, n)
		}
		if least > d.most {
			return least
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

package selecting

import (
	"sort"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// Characters returns where the characters of a text end, as people see them.
func Characters(text string) (ends []int) {
	state, end := -1, 0
	for rest := text; rest != ""; {
		var c string
		c, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		end += len(c)
		ends = append(ends, end)
	}
	return ends
}

// Nearest returns which byte of a line is nearest to x, between characters. wide
// returns how wide the beginning of the line is.
func Nearest(line string, x float32, wide func(beginning string) float32) int {
	ends := append([]int{0}, Characters(line)...)
	n := sort.Search(len(ends), func(i int) bool { return wide(line[:ends[i]]) >= x })
	switch {
	case n == 0:
		return 0
	case n == len(ends):
		return len(line)
	}
	if before, after := wide(line[:ends[n-1]]), wide(line[:ends[n]]); x-before < after-x {
		return ends[n-1]
	}
	return ends[n]
}

// Fitting returns where a text may be cut to be no wider than width: behind the last
// character that fits, or behind the first, with ok false, if none does. It looks at the
// first most bytes only, since words may be as long as books.
func Fitting(text string, most int, width float32, wide func(beginning string) float32) (end int, ok bool) {
	if most < len(text) {
		for most > 0 && !utf8.RuneStart(text[most]) {
			most--
		}
		text = text[:most]
	}
	ends := Characters(text)
	n := sort.Search(len(ends), func(i int) bool { return wide(text[:ends[i]]) > width })
	return ends[max(0, n-1)], n > 0
}

// Word returns where the word at a byte of a text begins and ends, or the blank or mark
// if there is none. It looks at the text near by only, since texts are long.
func Word(text string, at int) (start, end int) {
	const around = 400 // bytes
	start, to := max(0, at-around), min(len(text), at+around)
	for start > 0 && !utf8.RuneStart(text[start]) {
		start--
	}
	for to < len(text) && !utf8.RuneStart(text[to]) {
		to++
	}
	for rest, state := text[start:to], -1; rest != ""; start = end {
		var word string
		word, rest, state = uniseg.FirstWordInString(rest, state)
		end = start + len(word)
		// Between a word and what follows it is the word that is meant.
		if at < end || at == end && isWord(word) {
			return start, end
		}
	}
	return at, at
}

func isWord(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

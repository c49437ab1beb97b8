package retrieve

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/danish"
	"github.com/blevesearch/snowballstem/dutch"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/finnish"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/norwegian"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/russian"
	"github.com/blevesearch/snowballstem/spanish"
	"github.com/blevesearch/snowballstem/swedish"
)

// A Language is one whose words we can reduce to stems, by its English name in
// lower case. Texts in others are searched too, by their words as they stand.
type Language string

// English is the language of texts that do not show theirs.
const English Language = "english"

// languages lists the languages we know, in the order that breaks ties. The
// place in this list is what an index file stores, so it may only grow.
var languages = []struct {
	name Language
	stem func(*snowballstem.Env) bool
}{
	{English, english.Stem},
	{"german", german.Stem},
	{"french", french.Stem},
	{"spanish", spanish.Stem},
	{"italian", italian.Stem},
	{"portuguese", portuguese.Stem},
	{"dutch", dutch.Stem},
	{"swedish", swedish.Stem},
	{"danish", danish.Stem},
	{"norwegian", norwegian.Stem},
	{"finnish", finnish.Stem},
	{"russian", russian.Stem},
}

// Languages returns the languages we know.
func Languages() []Language {
	names := make([]Language, len(languages))
	for i, l := range languages {
		names[i] = l.name
	}
	return names
}

// Known reports whether l is one of [Languages].
func (l Language) Known() bool { return l.number() >= 0 }

// number is the place of l in languages, or -1.
func (l Language) number() int { return slices.Index(Languages(), l) }

//go:embed stopwords.txt
var stopWordLists string

// stopWords tells of every function word, without accents, in which languages
// it is one: a bit for each, by its place in languages.
var stopWords = readStopWords(stopWordLists)

// readStopWords reads lines of the form "language: word word …". Lines that
// begin with # are comments.
func readStopWords(lists string) map[string]uint32 {
	words := map[string]uint32{}
	for line := range strings.Lines(lists) {
		name, list, ok := strings.Cut(line, ":")
		n := Language(name).number()
		if !ok || n < 0 {
			continue
		}
		for word := range strings.FieldsSeq(list) {
			if len(word) > 1 { // single letters are symbols more often
				words[fold(word)] |= 1 << n
			}
		}
	}
	return words
}

// tally counts the function words of each language in a text.
type tally [32]int

// add counts the words of text.
func (t *tally) add(text string) {
	for c := range compounds(text) {
		if c.bigrams {
			continue
		}
		for in := stopWords[fold(strings.ToLower(c.text))]; in != 0; in &= in - 1 {
			t[trailingZeros(in)]++
		}
	}
}

// best returns the language with the most function words and by how many it
// leads the next. Without any, that is no language and 0.
func (t *tally) best() (number, lead int) {
	number, first, second := -1, 0, 0
	for n, count := range t {
		switch {
		case count > first:
			number, first, second = n, count, first
		case count > second:
			second = count
		}
	}
	return number, first - second
}

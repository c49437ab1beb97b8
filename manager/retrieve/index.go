package retrieve

import (
	"math"
	"sort"
	"strings"
)

// A field is a part of a chunk that is searched.
type field int

const (
	match field = iota
	headings
	content
	fields int = iota
)

// An Index holds what the retrievers of this package know of the chunks of a
// library. [Build] makes it, [Index.Encode] and [Decode] keep it in a file. It
// does not change, and may be used from several goroutines at once.
type Index struct {
	stamp     string
	languages []int // of the documents, by number, the most frequent first

	names   []string         // of the documents, sorted
	lengths [][fields]uint32 // words of each field of each document

	terms    stringTable // sorted
	starts   []uint32    // where the postings of each term begin, and one more
	postings []posting

	// sequences holds the words of each document in order, as their terms, with
	// gap after each field; begins is where each document begins, and one more.
	sequences []uint32
	begins    []uint32

	semantic *semantic // nil if the documents have nothing in common

	norms   [][fields]float32 // what an occurrence in each field of each document counts
	weights []float32         // of each posting, see weigh
}

// gap stands in sequences after each field.
const gap = math.MaxUint32

// A posting says how often a term is in each field of a document, 255 for more.
type posting struct {
	document uint32
	counts   [fields]uint8
}

// Len returns the number of documents.
func (x *Index) Len() int { return len(x.names) }

// Stamp returns the stamp of the options that the index was built with.
func (x *Index) Stamp() string { return x.stamp }

// Languages returns the languages of the documents, the most frequent first.
func (x *Index) Languages() []Language {
	list := make([]Language, len(x.languages))
	for i, n := range x.languages {
		list[i] = languages[n].name
	}
	return list
}

// span returns where the postings of a term begin and end.
func (x *Index) span(term int) (from, to uint32) { return x.starts[term], x.starts[term+1] }

// frequency is the number of documents that have a term.
func (x *Index) frequency(term int) int { return int(x.starts[term+1] - x.starts[term]) }

// sequence returns the words of a document in order.
func (x *Index) sequence(document int) []uint32 {
	return x.sequences[x.begins[document]:x.begins[document+1]]
}

// A stringTable is a list of strings in one piece of memory.
type stringTable struct {
	text string
	ends []uint32 // where each string ends
}

func (t *stringTable) at(i int) string {
	if i == 0 {
		return t.text[:t.ends[0]]
	}
	return t.text[t.ends[i-1]:t.ends[i]]
}

func (t *stringTable) len() int { return len(t.ends) }

// find returns the place of s in a sorted table, or -1.
func (t *stringTable) find(s string) int {
	i := sort.Search(len(t.ends), func(i int) bool { return t.at(i) >= s })
	if i < len(t.ends) && t.at(i) == s {
		return i
	}
	return -1
}

// prefix returns where the strings of a sorted table that begin with s begin
// and end.
func (t *stringTable) prefix(s string) (from, to int) {
	from = sort.Search(len(t.ends), func(i int) bool { return t.at(i) >= s })
	n := sort.Search(len(t.ends)-from, func(i int) bool { return !strings.HasPrefix(t.at(from+i), s) })
	return from, from + n
}

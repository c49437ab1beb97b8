package retrieve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
)

// Options say how an index is built. The zero value is fine.
type Options struct {
	// Language is that of all texts. Empty: each document shows its own by its
	// function words, and those that do not are taken for the most frequent one.
	Language Language
	// Stamp is kept with the index, for the caller to see later whether the
	// documents are still those it was built from.
	Stamp string
	// Dimensions is the number of directions of the latent semantic analysis, 0
	// for [Dimensions], negative for none: the index then finds by keywords alone.
	Dimensions int
}

// Errors of Build.
var (
	// ErrName says that a document has no name.
	ErrName = errors.New("document without a name")
	// ErrDuplicate says that two documents have one name.
	ErrDuplicate = errors.New("two documents of one name")
	// ErrLanguage says that a language is not one of [Languages].
	ErrLanguage = errors.New("unknown language")
)

// Build makes an index of documents, in any order: it sorts them by name. It
// stops at the first error that documents yields, and within a second after ctx
// is done. Other errors are [ErrName], [ErrDuplicate] and [ErrLanguage]. No
// documents make an empty index, which finds nothing.
func Build(ctx context.Context, documents iter.Seq2[Document, error], o Options) (*Index, error) {
	if o.Language != "" && !o.Language.Known() {
		return nil, fmt.Errorf("%w %q", ErrLanguage, o.Language)
	}
	sorted, err := collect(ctx, documents)
	if err != nil {
		return nil, err
	}
	b := &builder{analyzer: newAnalyzer(), ids: map[string]int{}}
	b.index = &Index{stamp: o.Stamp, languages: []int{o.Language.number()}}
	var each []int // language of each document
	if o.Language == "" {
		each, b.index.languages = languagesOf(sorted)
	}
	for i, d := range sorted {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		language := b.index.languages[0]
		if each != nil && each[i] >= 0 {
			language = each[i]
		}
		b.add(d, language)
	}
	x := b.finish()
	x.weigh()
	if o.Dimensions >= 0 {
		x.semantic, err = fit(ctx, x, cmp.Or(o.Dimensions, Dimensions))
	}
	return x, err
}

// collect returns the documents in order of name.
func collect(ctx context.Context, documents iter.Seq2[Document, error]) ([]Document, error) {
	var all []Document
	for d, err := range documents {
		if err := cmp.Or(ctx.Err(), err); err != nil {
			return nil, err
		}
		if d.Name == "" {
			return nil, ErrName
		}
		all = append(all, d)
	}
	slices.SortFunc(all, func(a, b Document) int { return strings.Compare(a.Name, b.Name) })
	for i := 1; i < len(all); i++ {
		if all[i].Name == all[i-1].Name {
			return nil, fmt.Errorf("%w: %s", ErrDuplicate, all[i].Name)
		}
	}
	return all, nil
}

// languagesOf returns the number of the language of each document, -1 if it
// does not show, and those that questions must reckon with, the most frequent
// first: there is at least one.
func languagesOf(documents []Document) (each, common []int) {
	counts := map[int]int{}
	shown := 0
	for _, d := range documents {
		var t tally
		t.add(clean(d.Match))
		t.add(clean(d.Content))
		n, lead := t.best()
		if lead < clearLead {
			n = -1
		} else {
			counts[n]++
			shown++
		}
		each = append(each, n)
	}
	for n := range counts {
		if counts[n]*rareLanguage >= shown {
			common = append(common, n)
		}
	}
	if len(common) == 0 {
		common = []int{English.number()}
	}
	slices.SortFunc(common, func(a, b int) int { return cmp.Or(counts[b]-counts[a], a-b) })
	for i, n := range each {
		if n >= 0 && !slices.Contains(common, n) {
			each[i] = -1 // a slip, or too little to burden each question with
		}
	}
	return each, common
}

const (
	// clearLead is by how many function words a language must lead for a document
	// to count as written in it.
	clearLead = 3
	// rareLanguage: one document in so many makes a language worth reckoning with.
	rareLanguage = 200
)

// A builder gathers postings.
type builder struct {
	analyzer *analyzer
	index    *Index
	ids      map[string]int // of the terms, in order of appearance
	postings [][]posting    // of each term
}

// add indexes the fields of the next document.
func (b *builder) add(d Document, language int) {
	x := b.index
	document := uint32(len(x.names))
	x.names = append(x.names, d.Name)
	x.begins = append(x.begins, uint32(len(x.sequences)))
	var lengths [fields]uint32
	for f, text := range [fields]string{d.Match, strings.Join(d.Headings, "\n"), d.Content} {
		word := -1
		for _, t := range b.analyzer.terms(clean(text), 1<<language, language) {
			id := b.count(t.text, document, f)
			if t.word > word {
				x.sequences = append(x.sequences, uint32(id))
				word = t.word
			}
		}
		x.sequences = append(x.sequences, gap)
		lengths[f] = uint32(b.analyzer.words())
	}
	x.lengths = append(x.lengths, lengths)
}

// count adds one occurrence of a term and returns its place in order of
// appearance.
func (b *builder) count(text string, document uint32, f int) int {
	id, ok := b.ids[text]
	if !ok {
		id = len(b.postings)
		b.ids[strings.Clone(text)] = id
		b.postings = append(b.postings, nil)
	}
	list := b.postings[id]
	if len(list) == 0 || list[len(list)-1].document != document {
		list = append(list, posting{document: document})
		b.postings[id] = list
	}
	if c := &list[len(list)-1].counts[f]; *c < 255 {
		*c++
	}
	return id
}

// finish puts terms and postings in order.
func (b *builder) finish() *Index {
	x := b.index
	var text strings.Builder
	x.starts = append(x.starts, 0)
	sorted := make([]uint32, len(b.ids)) // place of each term
	for place, term := range slices.Sorted(maps.Keys(b.ids)) {
		sorted[b.ids[term]] = uint32(place)
		text.WriteString(term)
		x.terms.ends = append(x.terms.ends, uint32(text.Len()))
		x.postings = append(x.postings, b.postings[b.ids[term]]...)
		x.starts = append(x.starts, uint32(len(x.postings)))
	}
	x.terms.text = text.String()
	x.begins = append(x.begins, uint32(len(x.sequences)))
	for i, id := range x.sequences {
		if id != gap {
			x.sequences[i] = sorted[id]
		}
	}
	return x
}

package retrieve

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

//go:embed synonyms.txt
var synonymLists string

// synonymWeight is how much a synonym counts against the word itself. Of 0.2,
// 0.3, 0.5 and 0.7, 0.3 was the best on the collections, see docs/retrieval.md.
const synonymWeight = 0.3

// synonyms returns the stems that a stem has for synonyms in each language, by
// number.
var synonyms = sync.OnceValue(func() map[int]map[string][]string {
	a := newAnalyzer()
	all := map[int]map[string][]string{}
	for line := range strings.Lines(synonymLists) {
		name, list, _ := strings.Cut(line, ":")
		n := Language(name).number()
		if n < 0 {
			continue
		}
		if all[n] == nil {
			all[n] = map[string][]string{}
		}
		var group []string
		for word := range strings.FieldsSeq(list) {
			group = append(group, fold(a.stem(word, n)))
		}
		for _, stem := range group {
			for _, other := range group {
				if other != stem && !slices.Contains(all[n][stem], other) {
					all[n][stem] = append(all[n][stem], other)
				}
			}
		}
	}
	return all
})

// like gives a word the terms of its synonyms in languages, by number. None
// counts more than the word itself would.
func (x *Index) like(w *queryWord, weights map[int]float64, languages []int) {
	for _, n := range languages {
		for _, stem := range synonyms()[n][w.text] {
			id := x.terms.find(stem)
			if id < 0 || slices.Contains(w.forms, id) || slices.Contains(w.likes, id) {
				continue
			}
			w.likes = append(w.likes, id)
			weights[id] += synonymWeight * min(1, w.mass/x.rarity(id))
		}
	}
}

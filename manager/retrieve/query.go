package retrieve

import (
	"cmp"
	"math"
	"slices"
)

// A query is a question as an index sees it.
type query struct {
	terms []queryTerm // each once, sorted
	words []queryWord
}

// A queryTerm is a term of the index that is looked for, and how much it counts.
type queryTerm struct {
	id     int
	weight float64
}

// A queryWord is a word of the question.
type queryWord struct {
	main  int     // the term that stands for it in sequences, -1 if the index has none
	forms []int   // the terms that the index has of it
	mass  float64 // how much it says: the inverse document frequency of the word itself
	text  string  // its first form
	guess bool    // forms are those of similar words
	likes []int   // the terms that the index has of its synonyms
}

// sureLead is by how many function words a language must lead for a question,
// which is short, to be taken for one in it alone.
const sureLead = 2

// closely is how many words of a question are looked at closely: for their
// pairs, synonyms and spelling. Questions are shorter; what is longer is a pasted
// text, which has enough words to be found by and should not take seconds.
const closely = 200

// parse makes a query of a question. If the question does not show its language
// its words are looked up by their stems in all those of the index.
func (x *Index) parse(question string) query {
	question = clean(question)
	stops, stems := x.languagesOf(question)
	var q query
	weights := map[int]float64{}
	for _, t := range newAnalyzer().terms(question, stops, stems...) {
		if t.word == len(q.words) {
			q.words = append(q.words, queryWord{main: -1, text: t.text})
		}
		w := &q.words[t.word]
		id := x.terms.find(t.text)
		if !t.part {
			w.mass = max(w.mass, x.rarity(id))
		}
		if id >= 0 {
			if w.main < 0 && !t.part {
				w.main = id
			}
			w.forms = append(w.forms, id)
			weights[id]++
		}
	}
	for i := range q.words[:min(len(q.words), closely)] {
		x.like(&q.words[i], weights, stems)
		x.respell(&q.words[i], weights)
	}
	for id, weight := range weights {
		q.terms = append(q.terms, queryTerm{id, weight})
	}
	slices.SortFunc(q.terms, func(a, b queryTerm) int { return cmp.Compare(a.id, b.id) })
	return q
}

// respell gives a word that the index does not have the terms of similar ones.
func (x *Index) respell(w *queryWord, weights map[int]float64) {
	if len(w.forms)+len(w.likes) > 0 {
		return
	}
	w.forms = x.similar(w.text)
	w.guess = true
	for _, id := range w.forms {
		weights[id] += spellingWeight / float64(len(w.forms))
	}
}

// languagesOf returns whose function words are to be left out of a clean
// question, a bit for each language, and whose stems are to be looked up.
func (x *Index) languagesOf(question string) (stops uint32, stems []int) {
	var t, ours tally
	t.add(question)
	for _, n := range x.languages {
		ours[n] = t[n]
		stops |= 1 << n
	}
	n, lead := ours.best()
	if lead > 0 {
		stops = 1 << n
	}
	if lead >= sureLead {
		return stops, []int{n}
	}
	return stops, x.languages
}

// rarity is the inverse document frequency of a term, also of one that the
// index does not have, -1: log(1 + (N-n+½)/(n+½)) for n of N documents. It is
// Robertson and Spärck Jones' weight without the wish to be negative for frequent
// terms, as Lucene has it.
func (x *Index) rarity(term int) float64 {
	if term < 0 {
		return x.rarityOf(0)
	}
	return x.rarityOf(x.frequency(term))
}

// rarityOf is the rarity of what n documents have.
func (x *Index) rarityOf(n int) float64 {
	return math.Log(1 + (float64(x.Len()-n)+0.5)/(float64(n)+0.5))
}

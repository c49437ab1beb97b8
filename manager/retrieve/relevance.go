package retrieve

import "slices"

// hits returns what was found with its relevance.
//
// Relevance is the mean of two shares of the question, both from 0 to 1:
//
//   - how much of it the chunk covers, see coverage;
//   - how near its subject is: the cosine of the question and the chunk in the
//     latent semantic analysis, times the share of the question that the library
//     knows at all. Without this factor "What is the capital of Mongolia?" would
//     be as near to a chunk on capital letters as "capital" is.
//
// Without an analysis the first stands for both. Words weigh by their rarity. So
// relevance grows with each word of the question that a chunk has, and with
// nothing but that and likeness of subject.
func (x *Index) hits(found []scored, q query, cosines []float32) []Hit {
	hits := make([]Hit, len(found))
	known := x.known(q)
	for i, s := range found {
		covered := x.coverage(q, s.document)
		near := known * float64(cosines[s.document])
		if x.semantic == nil {
			near = covered
		}
		hits[i] = Hit{x.names[s.document], float64(s.score), min(1, (covered+near)/2)}
	}
	return hits
}

// coverage is the share of the mass of a question that is in words which a
// document has. A word of which it has only a part, or what it may be a
// misspelling of, counts in part, and a synonym does not count: counting it
// halfway told the questions that a library covers no better from others.
func (x *Index) coverage(q query, document int32) float64 {
	return q.share(func(w queryWord) float64 {
		var most float64
		for _, id := range w.forms {
			if x.has(document, id) {
				most = max(most, x.cover(w, id))
			}
		}
		return most
	})
}

// known is the share of the mass of a question that is in words of the library.
func (x *Index) known(q query) float64 {
	return q.share(func(w queryWord) float64 {
		var most float64
		for _, id := range w.forms {
			most = max(most, x.cover(w, id))
		}
		return most
	})
}

// cover is how much of the mass of a word one of its forms covers.
func (x *Index) cover(w queryWord, form int) float64 {
	if w.guess {
		return spellingWeight * w.mass
	}
	return min(w.mass, x.rarity(form))
}

// share is the sum of part over the words of a question over their mass, 0 if
// there are none.
func (q query) share(part func(queryWord) float64) float64 {
	var all, sum float64
	for _, w := range q.words {
		all += w.mass
		sum += part(w)
	}
	if all == 0 {
		return 0
	}
	return sum / all
}

// has reports whether a document has a term.
func (x *Index) has(document int32, term int) bool {
	from, to := x.span(term)
	_, ok := slices.BinarySearchFunc(x.postings[from:to], uint32(document), func(p posting, d uint32) int {
		return int(p.document) - int(d)
	})
	return ok
}

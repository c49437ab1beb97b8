package retrieve

import "slices"

// hits returns what was found with its relevance. cosines holds the cosine of
// every document, nil if it is not known.
func (x *Index) hits(found []scored, q query, cosines []float32) []Hit {
	hits := make([]Hit, len(found))
	for i, s := range found {
		var cosine float32
		if cosines != nil {
			cosine = cosines[s.document]
		}
		hits[i] = Hit{x.names[s.document], float64(s.score), relevance(x.coverage(q, s.document), float64(cosine))}
	}
	return hits
}

// relevance joins the share of the question that a chunk covers with the cosine
// of the two.
func relevance(coverage, cosine float64) float64 {
	return min(1, (coverage+cosine)/2)
}

// coverage is the share of the mass of a question that is in words which a
// document has, from 0 to 1. A word of which it only has a part counts by the
// rarity of that part.
func (x *Index) coverage(q query, document int32) float64 {
	var all, covered float64
	for _, w := range q.words {
		all += w.mass
		var best float64
		for _, id := range w.forms {
			if x.has(document, id) {
				best = max(best, x.rarity(id))
			}
		}
		if w.guess {
			best *= spellingWeight
		}
		covered += min(best, w.mass)
	}
	if all == 0 {
		return 0
	}
	return covered / all
}

// has reports whether a document has a term.
func (x *Index) has(document int32, term int) bool {
	from, to := x.span(term)
	_, ok := slices.BinarySearchFunc(x.postings[from:to], uint32(document), func(p posting, d uint32) int {
		return int(p.document) - int(d)
	})
	return ok
}

package retrieve

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// Builtin is a Retriever that joins keyword search and latent semantic analysis.
//
// The score of a chunk is the mean of its BM25 score over the best one and of
// its cosine, where the cosine weighs the more, the less sure the keywords are:
// if the best chunk stands out there is nothing to add. The keywords of the
// question are first enriched with those of the best chunks, as much as they are
// unsure (pseudo-relevance feedback; Lavrenko and Croft, SIGIR 2001).
type Builtin struct{ *Index }

// Constants of Builtin, measured, see docs/retrieval.md.
const (
	semanticWeight  = 0.4 // of the cosine if the keywords are quite unsure
	feedbackWeight  = 0.3 // of the terms from the best chunks then
	feedbackChunks  = 3   // how many of them
	feedbackTerms   = 40  // how many terms are taken from them
	sureRank        = 10  // the keywords are sure if the chunk of this rank is far behind the first
	leastInFeedback = 2   // a term that fewer chunks have leads to no other chunk
)

// Retrieve implements [Retriever]. It only fails if ctx is done.
func (b Builtin) Retrieve(ctx context.Context, question string, n int) ([]Hit, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	q := b.parse(question)
	pairs := b.pairScores(q)
	keywords := b.keywordScores(q.terms, pairs)
	cosines := b.semanticScores(q.terms)
	unsure := unsureness(keywords)
	mixed := mix(keywords, cosines, semanticWeight*unsure)
	enriched := b.enrich(q.terms, top(mixed, feedbackChunks), feedbackWeight*unsure)
	mixed = mix(b.keywordScores(enriched, pairs), cosines, semanticWeight*unsure)
	return b.hits(top(mixed, n), q, cosines), nil
}

// unsureness is the score of the chunk of rank sureRank over that of the first,
// from 0 to 1. If fewer chunks have a score the keywords say all they can.
func unsureness(scores []float32) float64 {
	best := top(scores, sureRank)
	if len(best) < sureRank {
		return 0
	}
	return float64(best[sureRank-1].score / best[0].score)
}

// mix returns the weighted mean of the keyword scores, over their largest, and
// the cosines.
func mix(keywords, cosines []float32, weight float64) []float32 {
	largest := max(slices.Max(append([]float32{0}, keywords...)), math.SmallestNonzeroFloat32)
	w := float32(weight)
	mixed := make([]float32, len(keywords))
	for i, k := range keywords {
		mixed[i] = (1-w)*k/largest + w*cosines[i]
	}
	return mixed
}

// enrich returns the terms of a question, and with the given weight, from 0 to
// 1, those of the best chunks.
func (x *Index) enrich(terms []queryTerm, best []scored, weight float64) []queryTerm {
	added := x.feedback(best)
	if weight == 0 || len(added) == 0 || len(terms) == 0 {
		return terms
	}
	weights := map[int]float64{}
	total := sum(terms) // so that the pairs keep their weight
	share(weights, terms, total*(1-weight))
	share(weights, added, total*weight)
	var all []queryTerm
	for id, w := range weights {
		all = append(all, queryTerm{id, w})
	}
	slices.SortFunc(all, func(a, b queryTerm) int { return cmp.Compare(a.id, b.id) })
	return all
}

// share adds terms to weights so that they have the given weight together.
func share(weights map[int]float64, terms []queryTerm, weight float64) {
	all := sum(terms)
	for _, t := range terms {
		weights[t.id] += weight * t.weight / all
	}
}

// sum returns the weight of terms together.
func sum(terms []queryTerm) float64 {
	var sum float64
	for _, t := range terms {
		sum += t.weight
	}
	return sum
}

// feedback returns the terms that mark the best chunks, weighted by how often
// these have them.
func (x *Index) feedback(best []scored) []queryTerm {
	var sum float64
	for _, s := range best {
		sum += float64(s.score)
	}
	weights := map[int]float64{}
	for _, s := range best {
		for term, weight := range x.termsOf(s.document) {
			if x.frequency(term) >= leastInFeedback {
				weights[term] += float64(s.score) / sum * weight
			}
		}
	}
	var terms []queryTerm
	for id, weight := range weights {
		terms = append(terms, queryTerm{id, weight})
	}
	slices.SortFunc(terms, func(a, b queryTerm) int {
		return cmp.Or(cmp.Compare(b.weight*x.rarity(b.id), a.weight*x.rarity(a.id)), cmp.Compare(a.id, b.id))
	})
	return terms[:min(len(terms), feedbackTerms)]
}

// termsOf returns the terms of a document, one for each word, with what they add
// to its score before their rarity, as weigh has it.
func (x *Index) termsOf(document int32) map[int]float64 {
	weights := map[int]float64{}
	f := 0
	for _, id := range x.sequence(int(document)) {
		if id == gap {
			f++
			continue
		}
		weights[int(id)] += float64(x.norms[document][f])
	}
	for id, tf := range weights {
		weights[id] = saturated(tf)
	}
	return weights
}

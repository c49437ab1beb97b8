package retrieve

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"
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
	keywords := b.keywordScores(q.terms)
	cosines := b.semanticScores(q.terms)
	unsure := unsureness(keywords)
	mixed := mix(keywords, cosines, semanticWeight*unsure)
	enriched := b.enrich(q.terms, top(mixed, feedbackChunks), feedbackWeight*unsure)
	mixed = mix(b.keywordScores(enriched), cosines, semanticWeight*unsure)
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
	share(weights, terms, 1-weight)
	share(weights, added, weight)
	var all []queryTerm
	for id, w := range weights {
		all = append(all, queryTerm{id, w})
	}
	slices.SortFunc(all, func(a, b queryTerm) int { return cmp.Compare(a.id, b.id) })
	return all
}

// share adds terms to weights so that they have the given weight together.
func share(weights map[int]float64, terms []queryTerm, weight float64) {
	var sum float64
	for _, t := range terms {
		sum += t.weight
	}
	for _, t := range terms {
		weights[t.id] += weight * t.weight / sum
	}
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

// A forward tells of each document its terms. It is made when first needed.
type forward struct {
	once     sync.Once
	starts   []uint32 // where the entries of each document begin, and one more
	terms    []uint32
	postings []uint32
}

// termsOf yields the terms of a document and the weights of their postings.
func (x *Index) termsOf(document int32) func(yield func(int, float64) bool) {
	x.forward.once.Do(x.turn)
	return func(yield func(int, float64) bool) {
		for i := x.forward.starts[document]; i < x.forward.starts[document+1]; i++ {
			if !yield(int(x.forward.terms[i]), float64(x.weights[x.forward.postings[i]])) {
				return
			}
		}
	}
}

// turn makes the forward index.
func (x *Index) turn() {
	f := &x.forward
	f.starts = make([]uint32, x.Len()+1)
	for _, p := range x.postings {
		f.starts[p.document+1]++
	}
	for d := range x.Len() {
		f.starts[d+1] += f.starts[d]
	}
	f.terms, f.postings = make([]uint32, len(x.postings)), make([]uint32, len(x.postings))
	next := slices.Clone(f.starts)
	for t := range x.terms.len() {
		from, to := x.span(t)
		for i := from; i < to; i++ {
			d := x.postings[i].document
			f.terms[next[d]], f.postings[next[d]] = uint32(t), i
			next[d]++
		}
	}
}

package retrieve

import "context"

// saturation is k1 of BM25: how soon more of a term stops to count. That and the
// other constants are of BM25F: Robertson and Zaragoza, The Probabilistic
// Relevance Framework: BM25 and Beyond, 2009, who recommend 1.2 to 2. Of 0.9, 1,
// 1.2, 1.5, 1.8 and 2, 1.2 was the best on five collections together, see
// docs/retrieval.md.
const saturation = 1.2

// fieldWeights is how much an occurrence in each field counts. Of ten choices
// from 1:0:0 to 1:1:2 this was the best on two sets of manuals; what matters is
// that headings and content count at all.
var fieldWeights = [fields]float32{match: 1, headings: 2, content: 1}

// fieldNorms is how much of its length each field is normalised by: b. That of
// match is the usual 0.75, which held against 0.4, 0.5, 0.6 and 0.85; the others
// make hardly a difference.
var fieldNorms = [fields]float32{match: 0.75, headings: 0.5, content: 0.75}

// weigh computes what each posting adds to the score of its document, before
// the rarity of the term: between 0 and saturation + 1.
func (x *Index) weigh() {
	x.normalize()
	x.weights = make([]float32, len(x.postings))
	for i, p := range x.postings {
		var tf float32
		for f, count := range p.counts {
			if count > 0 {
				tf += float32(count) * x.norms[p.document][f]
			}
		}
		x.weights[i] = saturated(tf)
	}
}

// saturated is what occurrences that count tf together add to a score.
func saturated[T float32 | float64](tf T) T { return tf * (saturation + 1) / (tf + saturation) }

// normalize computes what an occurrence in each field of each document counts.
func (x *Index) normalize() {
	var average [fields]float32
	for f := range fields {
		var sum, n float64
		for _, lengths := range x.lengths {
			sum += float64(lengths[f])
			n += float64(min(1, lengths[f]))
		}
		average[f] = float32(sum / max(1, n))
	}
	x.norms = make([][fields]float32, len(x.lengths))
	for d, lengths := range x.lengths {
		for f, length := range lengths {
			b := fieldNorms[f]
			x.norms[d][f] = fieldWeights[f] / (1 - b + b*float32(length)/max(1, average[f]))
		}
	}
}

// keywordScores returns the BM25 score of every document for terms, and adds
// that for the pairs of words of a question.
func (x *Index) keywordScores(terms []queryTerm, pairs []scored) []float32 {
	scores := make([]float32, x.Len())
	for _, p := range pairs {
		scores[p.document] += p.score
	}
	for _, t := range terms {
		weight := float32(t.weight * x.rarity(t.id))
		from, to := x.span(t.id)
		for i, p := range x.postings[from:to] {
			scores[p.document] += weight * x.weights[int(from)+i]
		}
	}
	return scores
}

// Keyword is a Retriever that finds chunks by their words: by BM25.
type Keyword struct{ *Index }

// Retrieve implements [Retriever]. It only fails if ctx is done.
func (k Keyword) Retrieve(ctx context.Context, question string, n int) ([]Hit, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	q := k.parse(question)
	return k.hits(top(k.keywordScores(q.terms, k.pairScores(q)), n), q, k.semanticScores(q.terms)), nil
}

package library

import (
	"cmp"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// search returns the n rows most relevant to query, which has length 1 or 0.
//
// All rows are compared with it in float32, which is as fast as memory can be read.
// The error of that is bounded, so that rows further below the n-th best than
// twice the bound cannot be among the best; those that are left, hardly more
// than n, are compared again in float64.
func (m *matrix) search(query []float64, n int) []Hit {
	scores := m.scores(query)
	least := nthBest(scores, n) - 2*scoreError(m.dims)
	var hits []scored
	for i, score := range scores {
		if score >= least && m.rows[i].live { // the score of a row that is not live is -Inf
			hits = append(hits, scored{m.relevance(query, i), m.rows[i].name})
		}
	}
	rank(hits)
	hits = hits[:min(n, len(hits))]
	named := make([]Hit, len(hits))
	for i, h := range hits {
		named[i] = Hit{h.name.name(), h.relevance}
	}
	return named
}

// A scored is a row with its relevance.
type scored struct {
	relevance float64
	name      key
}

// sameRelevance is how far two relevances may lie apart that are the same but for
// the errors of float64. They are some 1e-15; vectors that differ in one digit of
// one component mostly are 1e-13 apart at least.
const sameRelevance = 1e-14

// rank sorts by relevance, best first, those of the same relevance by name.
func rank(hits []scored) {
	slices.SortFunc(hits, func(a, b scored) int { return cmp.Compare(b.relevance, a.relevance) })
	for start := 0; start < len(hits); {
		end := start + 1
		for end < len(hits) && hits[end-1].relevance-hits[end].relevance <= sameRelevance {
			end++
		}
		same := hits[start:end]
		best := same[0].relevance
		for i := range same {
			same[i].relevance = best
		}
		slices.SortFunc(same, func(a, b scored) int { return a.name.compare(b.name) })
		start = end
	}
}

// relevance returns the cosine of query and row i.
func (m *matrix) relevance(query []float64, i int) float64 {
	cosine := exactDot(query, m.at(i)) * m.rows[i].inverse
	return max(-1, min(1, cosine))
}

// scoreError bounds how far a score is from the cosine. In whatever order d products
// are summed up, the error is at most d roundings of 2^-24 of the product of both
// lengths (Higham, Accuracy and Stability of Numerical Algorithms, 3.1). Rounding
// the query and the score adds less than 8, and doubling leaves room for the
// terms of higher order as long as there are fewer than four million components.
func scoreError(d int) float32 { return float32(d+8) * 0x1p-23 }

// scores returns the cosine of query and each row to within scoreError; -Inf for
// rows that are not to be searched.
func (m *matrix) scores(query []float64) []float32 {
	rounded := make([]float32, len(query))
	for i, q := range query {
		rounded[i] = float32(q)
	}
	scores := make([]float32, len(m.rows))
	var next atomic.Int64
	work := func() {
		for {
			b := int(next.Add(1)) - 1
			if b >= len(m.blocks) {
				return
			}
			m.scoreBlock(scores, rounded, b)
		}
	}
	var others sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(m.blocks)) - 1 {
		others.Go(work)
	}
	work()
	others.Wait()
	return scores
}

// scoreBlock fills in the scores of the rows of block b.
func (m *matrix) scoreBlock(scores, query []float32, b int) {
	block := m.blocks[b]
	start := b * m.height
	rows := m.rows[start:min(start+m.height, len(m.rows))]
	scores = scores[start:][:len(rows)]
	for i := range rows {
		scores[i] = float32(math.Inf(-1))
		if rows[i].live {
			scores[i] = dot(query, block[:m.dims]) * float32(rows[i].inverse)
		}
		block = block[m.dims:]
	}
}

// nthBest returns the n-th greatest of the scores, or -Inf if there are fewer.
func nthBest(scores []float32, n int) float32 {
	if n > len(scores) {
		return float32(math.Inf(-1))
	}
	best := slices.Clone(scores[:n]) // a heap with the least on top
	for i := n/2 - 1; i >= 0; i-- {
		sink(best, i)
	}
	for _, score := range scores[n:] {
		if score > best[0] {
			best[0] = score
			sink(best, 0)
		}
	}
	return best[0]
}

// sink moves heap[i] down to where it belongs.
func sink(heap []float32, i int) {
	x := heap[i]
	for {
		child := 2*i + 1
		if child >= len(heap) {
			break
		}
		if child+1 < len(heap) && heap[child+1] < heap[child] {
			child++
		}
		if x <= heap[child] {
			break
		}
		heap[i] = heap[child]
		i = child
	}
	heap[i] = x
}

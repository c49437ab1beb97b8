package retrieve

import (
	"cmp"
	"context"
	"slices"
)

// A Retriever finds chunks for a question, best first, at most n. Chunks that
// have nothing in common with the question are not among them. The result
// depends on the question and n alone; equal scores are in order of name, and a
// smaller n gives the beginning of what a larger one gives. It may be called
// from several goroutines at once.
type Retriever interface {
	Retrieve(ctx context.Context, question string, n int) ([]Hit, error)
}

// A Hit is a chunk that was found.
type Hit struct {
	Name string // of the chunk
	// Score is what the hits of one question are ordered by, higher is better.
	// Scores of different retrievers or questions do not compare.
	Score float64
	// Relevance says how much of the question the chunk is about, from 0, nothing,
	// to 1, all. Those of different questions compare, so that tiers are chosen by
	// it, and it need not fall from hit to hit. It is 0 if the retriever does not
	// know.
	Relevance float64
}

// A Document is what an index knows of a chunk.
type Document struct {
	Name     string   // of the chunk; not empty, and each only once in an index
	Match    string   // its match string
	Headings []string // the texts of the headings above it, outermost first
	Content  string   // its content string
}

// scored is a document, by its place in the index, with its score.
type scored struct {
	document int32
	score    float32
}

// better orders what is scored: best first, then in order of name, which is
// that of the places in the index.
func better(a, b scored) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.document, b.document))
}

// top returns the n best documents with a score above 0, best first. scores
// holds one for every document.
func top(scores []float32, n int) []scored {
	if n <= 0 {
		return nil
	}
	// worst first, so that the first is the one to beat
	heap := make([]scored, 0, min(n, len(scores)))
	for d, score := range scores {
		s := scored{int32(d), score}
		switch {
		case !(score > 0): // also not a number
		case len(heap) < n:
			heap = append(heap, s)
			if len(heap) == n {
				slices.SortFunc(heap, func(a, b scored) int { return better(b, a) })
			}
		case better(s, heap[0]) < 0:
			heap[0] = s
			sink(heap)
		}
	}
	slices.SortFunc(heap, better)
	return heap
}

// sink puts the first of a heap, whose worst should be first, where it belongs.
func sink(heap []scored) {
	for i := 0; ; {
		child := 2*i + 1
		if child >= len(heap) {
			return
		}
		if child+1 < len(heap) && better(heap[child+1], heap[child]) > 0 {
			child++
		}
		if better(heap[i], heap[child]) >= 0 {
			return
		}
		heap[i], heap[child] = heap[child], heap[i]
		i = child
	}
}

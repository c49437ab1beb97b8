package retrieve

import (
	"cmp"
	"context"
	"slices"
	"strings"
)

// A Fuse is a Retriever that merges others by reciprocal rank: a chunk scores
// the sum of 1/(K+rank) over the lists it is in. It needs to know nothing of
// their scores. The relevance of a hit is the largest that one of them gives.
type Fuse struct {
	Retrievers []Retriever
	// K damps the weight of the first ranks. 0 stands for 60, which Cormack, Clarke
	// and Büttcher found good on many collections, SIGIR 2009.
	K float64
	// Depth is how many hits of each retriever are looked at, or n if that is more.
	// 0 stands for 100.
	Depth int
}

// Retrieve implements [Retriever]. It returns the first error of a retriever.
func (f Fuse) Retrieve(ctx context.Context, question string, n int) ([]Hit, error) {
	k := cmp.Or(f.K, 60)
	depth := max(n, cmp.Or(f.Depth, 100))
	merged := map[string]Hit{}
	for _, r := range f.Retrievers {
		hits, err := r.Retrieve(ctx, question, depth)
		if err != nil {
			return nil, err
		}
		for i, h := range hits {
			m := merged[h.Name]
			merged[h.Name] = Hit{h.Name, m.Score + 1/(k+float64(i+1)), max(m.Relevance, h.Relevance)}
		}
	}
	hits := make([]Hit, 0, len(merged))
	for _, h := range merged {
		hits = append(hits, h)
	}
	slices.SortFunc(hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), strings.Compare(a.Name, b.Name))
	})
	return hits[:max(0, min(n, len(hits)))], nil
}

package eval

import (
	"math"
	"slices"
)

// Grades says how relevant documents are to a question, by name: higher is
// better, and those that are not in it are not relevant.
type Grades map[string]float64

// relevant is the number of documents with a grade above 0.
func (g Grades) relevant() int {
	n := 0
	for _, grade := range g {
		if grade > 0 {
			n++
		}
	}
	return n
}

// names returns the relevant documents, sorted; not nil.
func (g Grades) names() []string {
	names := []string{}
	for name, grade := range g {
		if grade > 0 {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Rank returns the rank, from 1, of the first relevant document among found,
// which holds names, best first. It is 0 if there is none.
func Rank(found []string, g Grades) int {
	return 1 + slices.IndexFunc(found, func(name string) bool { return g[name] > 0 })
}

// ReciprocalRank returns 1/[Rank], and 0 if that is 0. Its mean over questions
// is the MRR: Voorhees, TREC-8, 1999.
func ReciprocalRank(found []string, g Grades) float64 {
	rank := Rank(found, g)
	if rank == 0 {
		return 0
	}
	return 1 / float64(rank)
}

// Recall returns the share of the relevant documents that are among the first k
// found, from 0 to 1. Without relevant documents it is not a number.
func Recall(found []string, g Grades, k int) float64 {
	hits := 0
	for _, name := range found[:min(k, len(found))] {
		if g[name] > 0 {
			hits++
		}
	}
	return float64(hits) / float64(g.relevant())
}

// Precision returns the share of the first k found that are relevant, from 0 to
// 1. Fewer than k found count as k.
func Precision(found []string, g Grades, k int) float64 {
	return Recall(found, g, k) * float64(g.relevant()) / float64(k)
}

// NDCG returns the normalised discounted cumulative gain of the first k found,
// from 0 to 1, with the grade as gain and log2(rank+1) as discount: Järvelin and
// Kekäläinen, ACM TOIS 20, 2002. (TREC's other form, with 2^grade-1 as gain,
// gives the same for grades of 0 and 1.) Without relevant documents it is not a
// number.
func NDCG(found []string, g Grades, k int) float64 {
	var gain float64
	for i, name := range found[:min(k, len(found))] {
		gain += max(0, g[name]) / math.Log2(float64(i+2))
	}
	grades := make([]float64, 0, len(g))
	for _, grade := range g {
		grades = append(grades, max(0, grade))
	}
	slices.Sort(grades)
	slices.Reverse(grades)
	var ideal float64
	for i, grade := range grades[:min(k, len(grades))] {
		ideal += grade / math.Log2(float64(i+2))
	}
	return gain / ideal
}

// Mean returns the mean of values, 0 if there are none.
func Mean(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	var sum float64
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

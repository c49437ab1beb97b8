package eval

import (
	"math"
	"strings"
	"testing"

	"ragmanager/manager/retrieve"
)

// TestMetrics has cases that were worked out by hand. The log2 of the ranks 1 to
// 4 plus one are 1, 1.58496, 2, 2.32193; their reciprocals 1, 0.63093, 0.5,
// 0.43068.
func TestMetrics(t *testing.T) {
	for _, c := range []struct {
		name, found string
		grades      Grades
		k           int
		rank        int
		recall      float64
		precision   float64
		ndcg        float64
	}{
		{"first", "a b c", Grades{"a": 1}, 3, 1, 1, 1.0 / 3, 1},
		{"third", "b c a", Grades{"a": 1}, 3, 3, 1, 1.0 / 3, 0.5},
		{"below k", "b c a", Grades{"a": 1}, 2, 3, 0, 0, 0},
		{"not found", "b c", Grades{"a": 1}, 3, 0, 0, 0, 0},
		{"nothing found", "", Grades{"a": 1}, 3, 0, 0, 0, 0},
		// gain 1 + 0.5 = 1.5 of 1 + 0.63093 + 0.5 = 2.13093
		{"two of three", "a x b y", Grades{"a": 1, "b": 1, "c": 1}, 4, 1, 2.0 / 3, 0.5, 0.70391},
		// gain 1·1 + 3·0.63093 = 2.89279 of 3·1 + 2·0.63093 + 1·0.5 = 4.76186
		{"graded", "c a x", Grades{"a": 3, "b": 2, "c": 1}, 3, 1, 2.0 / 3, 2.0 / 3, 0.60749},
		{"graded, in order", "a b c", Grades{"a": 3, "b": 2, "c": 1}, 3, 1, 1, 1, 1},
		// ideal is cut at k too: 2·1 of 3·1
		{"more relevant than k", "b", Grades{"a": 3, "b": 2, "c": 1}, 1, 1, 1.0 / 3, 1, 2.0 / 3},
		{"grade 0 is not relevant", "x a", Grades{"x": 0, "a": 1}, 2, 2, 1, 0.5, 0.63093},
		{"k beyond the list", "a", Grades{"a": 1, "b": 1}, 10, 1, 0.5, 0.1, 0.61315},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := strings.Fields(c.found)
			if got := Rank(found, c.grades); got != c.rank {
				t.Errorf("rank %d, want %d", got, c.rank)
			}
			reciprocal := 0.0
			if c.rank > 0 {
				reciprocal = 1 / float64(c.rank)
			}
			for _, m := range []struct {
				name      string
				got, want float64
			}{
				{"reciprocal rank", ReciprocalRank(found, c.grades), reciprocal},
				{"recall", Recall(found, c.grades, c.k), c.recall},
				{"precision", Precision(found, c.grades, c.k), c.precision},
				{"nDCG", NDCG(found, c.grades, c.k), c.ndcg},
			} {
				if math.Abs(m.got-m.want) > 1e-5 {
					t.Errorf("%s %.5f, want %.5f", m.name, m.got, m.want)
				}
			}
		})
	}
}

// TestReport has two questions that are found at rank 1 and 4, one that has
// evidence in no chunk, and two that are out of scope.
func TestReport(t *testing.T) {
	wanted := Question{Evidence: "x", Wanted: Grades{"a": 1}}
	r := Report{Outcomes: []Outcome{
		{wanted, []string{"a", "b"}, 0.9},
		{wanted, []string{"b", "c", "d", "a"}, 0.5},
		{Question{Evidence: "x"}, []string{"a"}, 0.2},
		{Question{}, []string{"a"}, 0.1},
		{Question{}, nil, 0.4},
	}}
	for _, m := range []struct {
		name      string
		got, want float64
	}{
		{"MRR", r.MRR(), (1 + 0.25) / 3},
		{"recall@1", r.Recall(1), 1.0 / 3},
		{"success@4", r.Success(4), 2.0 / 3},
		{"nDCG@10", r.NDCG(10), (1 + 0.43068) / 3},
		{"MRR of none", Report{}.MRR(), 0},
		{"MRR of some", r.Only(func(q Question) bool { return len(q.Wanted) > 0 }).MRR(), 0.625},
	} {
		if math.Abs(m.got-m.want) > 1e-5 {
			t.Errorf("%s %.5f, want %.5f", m.name, m.got, m.want)
		}
	}
	tiers := r.Tiers(retrieve.Thresholds{High: 0.5, Mid: 0.4})
	if want := "in scope 2 high 0 mid 1 low, out of scope 0 high 1 mid 1 low"; tiers.String() != want {
		t.Errorf("tiers %s, want %s", tiers, want)
	}
}

package eval

import (
	"context"
	"fmt"
	"strings"

	"ragmanager/manager/retrieve"
)

// Depth is how many hits Run asks for. What lies deeper counts as not found.
const Depth = 100

// A Report is what a retriever found for the questions of a suite.
type Report struct {
	Suite    *Suite
	Outcomes []Outcome // one for each question, in order
}

// An Outcome is what a retriever found for one question.
type Outcome struct {
	Question  Question
	Found     []string // names, best first, at most [Depth]
	Relevance float64  // of the question: that of its most relevant hit
}

// Run asks a retriever the questions of a suite. It returns the first error of
// the retriever, with the question's ID.
func Run(ctx context.Context, s *Suite, r retrieve.Retriever) (Report, error) {
	report := Report{Suite: s}
	for _, q := range s.Questions {
		hits, err := r.Retrieve(ctx, q.Text, Depth)
		if err != nil {
			return report, fmt.Errorf("question %s: %w", q.ID, err)
		}
		o := Outcome{Question: q, Relevance: retrieve.Relevance(hits)}
		for _, h := range hits {
			o.Found = append(o.Found, h.Name)
		}
		report.Outcomes = append(report.Outcomes, o)
	}
	return report, nil
}

// Only returns the report on the questions that keep reports true for.
func (r Report) Only(keep func(Question) bool) Report {
	only := Report{Suite: r.Suite}
	for _, o := range r.Outcomes {
		if keep(o.Question) {
			only.Outcomes = append(only.Outcomes, o)
		}
	}
	return only
}

// Recall returns the mean recall among the first k over the questions in scope.
func (r Report) Recall(k int) float64 {
	return r.mean(func(o Outcome) float64 { return Recall(o.Found, o.Question.Wanted, k) })
}

// Success returns the share of the questions in scope with a wanted chunk among
// the first k.
func (r Report) Success(k int) float64 {
	return r.mean(func(o Outcome) float64 {
		if rank := Rank(o.Found, o.Question.Wanted); rank > 0 && rank <= k {
			return 1
		}
		return 0
	})
}

// MRR returns the mean reciprocal rank over the questions in scope.
func (r Report) MRR() float64 {
	return r.mean(func(o Outcome) float64 { return ReciprocalRank(o.Found, o.Question.Wanted) })
}

// NDCG returns the mean NDCG of the first k over the questions in scope.
func (r Report) NDCG(k int) float64 {
	return r.mean(func(o Outcome) float64 { return NDCG(o.Found, o.Question.Wanted, k) })
}

// mean returns the mean of a measure over the questions in scope. Those whose
// evidence is in no chunk count as 0.
func (r Report) mean(measure func(Outcome) float64) float64 {
	var values []float64
	for _, o := range r.Outcomes {
		switch {
		case !o.Question.InScope():
		case o.Question.Wanted.relevant() == 0:
			values = append(values, 0)
		default:
			values = append(values, measure(o))
		}
	}
	return Mean(values)
}

// Tiers counts the questions of each tier, in scope and out of it.
type Tiers struct {
	In, Out [3]int // by [retrieve.Tier]
}

// Tiers returns how a pair of thresholds sorts the questions.
func (r Report) Tiers(t retrieve.Thresholds) Tiers {
	var counts Tiers
	for _, o := range r.Outcomes {
		if tier := t.Tier(o.Relevance); o.Question.InScope() {
			counts.In[tier]++
		} else {
			counts.Out[tier]++
		}
	}
	return counts
}

// String returns the counts as "in scope 20 high 9 mid 1 low, out of scope …".
func (t Tiers) String() string {
	side := func(name string, counts [3]int) string {
		var parts []string
		for _, tier := range []retrieve.Tier{retrieve.High, retrieve.Mid, retrieve.Low} {
			parts = append(parts, fmt.Sprintf("%d %s", counts[tier], tier))
		}
		return name + " " + strings.Join(parts, " ")
	}
	return side("in scope", t.In) + ", " + side("out of scope", t.Out)
}

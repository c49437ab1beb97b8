package eval

import (
	"fmt"
	"strings"

	"ragmanager/manager/retrieve"
)

// missed is from which rank on a wanted chunk counts as missed: nobody looks at
// more than five.
const missed = 5

// A Summary is what a run of a suite comes to. It can be kept as JSON and be
// compared with that of a later run.
type Summary struct {
	Suite      string               `json:"suite"`
	Space      string               `json:"space"`
	Retriever  string               `json:"retriever"`
	Questions  int                  `json:"questions"`
	InScope    int                  `json:"in_scope"`
	Recall1    float64              `json:"recall_1"` // mean share of the wanted chunks among the first
	Recall5    float64              `json:"recall_5"`
	Recall10   float64              `json:"recall_10"`
	Success1   float64              `json:"success_1"` // share of the questions with a wanted chunk among the first
	Success5   float64              `json:"success_5"`
	Success10  float64              `json:"success_10"`
	MRR        float64              `json:"mrr"`
	NDCG10     float64              `json:"ndcg_10"`
	Thresholds map[string]float64   `json:"thresholds"`
	In         TierCounts           `json:"tiers_in_scope"`
	Out        TierCounts           `json:"tiers_out_of_scope"`
	Seconds    float64              `json:"seconds"`
	Misses     []Miss               `json:"misses"`
	Results    map[string]CaseState `json:"results"` // by ID of the question
}

// TierCounts counts questions by their tier.
type TierCounts struct {
	High int `json:"high"`
	Mid  int `json:"mid"`
	Low  int `json:"low"`
}

// A CaseState is what became of a question.
type CaseState struct {
	Rank      int     `json:"rank"` // of the first wanted chunk; 0 if it was not found
	Relevance float64 `json:"relevance"`
	Tier      string  `json:"tier"`
}

// A Miss is a question in scope without a wanted chunk among the first five or
// in the low tier, or one out of scope that is not in the low tier.
type Miss struct {
	ID       string   `json:"id"`
	Question string   `json:"question"`
	Kind     string   `json:"kind"`
	Rank     int      `json:"rank"` // of the first wanted chunk; 0 if it was not found
	Tier     string   `json:"tier"`
	Reason   string   `json:"reason"`
	Wanted   []string `json:"wanted"`  // chunk names, sorted
	Instead  []Came   `json:"instead"` // the first chunks, best first
}

// A Came is a chunk that came.
type Came struct {
	Name  string `json:"name"`
	Under string `json:"under"` // its headings, outermost first
}

// shown is how many chunks a miss names.
const shown = 3

// Summarize returns the summary of a report under the given thresholds.
func (r Report) Summarize(t retrieve.Thresholds) Summary {
	tiers := r.Tiers(t)
	s := Summary{
		Suite: r.Suite.Name, Questions: len(r.Outcomes),
		Recall1: r.Recall(1), Recall5: r.Recall(5), Recall10: r.Recall(10),
		Success1: r.Success(1), Success5: r.Success(5), Success10: r.Success(10),
		MRR: r.MRR(), NDCG10: r.NDCG(10),
		Thresholds: map[string]float64{"high": t.High, "mid": t.Mid},
		In:         counts(tiers.In), Out: counts(tiers.Out),
		Misses: []Miss{}, Results: map[string]CaseState{},
	}
	under := map[string]string{}
	for _, d := range r.Suite.Documents {
		under[d.Name] = strings.Join(d.Headings, " › ")
	}
	for _, o := range r.Outcomes {
		state := CaseState{Rank(o.Found, o.Question.Wanted), o.Relevance, t.Tier(o.Relevance).String()}
		s.Results[o.Question.ID] = state
		if o.Question.InScope() {
			s.InScope++
		}
		reason := missReason(o, state)
		if reason == "" {
			continue
		}
		m := Miss{
			ID: o.Question.ID, Question: o.Question.Text, Kind: o.Question.Kind, Rank: state.Rank, Tier: state.Tier,
			Reason: reason, Wanted: o.Question.Wanted.names(), Instead: []Came{},
		}
		for _, name := range o.Found[:min(shown, len(o.Found))] {
			m.Instead = append(m.Instead, Came{name, under[name]})
		}
		s.Misses = append(s.Misses, m)
	}
	return s
}

func counts(of [3]int) TierCounts {
	return TierCounts{of[retrieve.High], of[retrieve.Mid], of[retrieve.Low]}
}

// missReason says why an outcome is a miss, "" if it is none.
func missReason(o Outcome, state CaseState) string {
	switch {
	case !o.Question.InScope() && state.Tier != retrieve.Low.String():
		return "out of scope, but not in the low tier"
	case !o.Question.InScope():
		return ""
	case len(o.Question.Wanted) == 0:
		return "no chunk has it"
	case state.Rank == 0:
		return fmt.Sprintf("not among the first %d", Depth)
	case state.Rank > missed:
		return fmt.Sprintf("at rank %d", state.Rank)
	case state.Tier == retrieve.Low.String():
		return "found, but in the low tier"
	}
	return ""
}

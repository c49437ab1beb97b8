package retrieve

// A Tier says how much a library has to say on a question.
type Tier int

// The tiers, least relevant first.
const (
	Low Tier = iota
	Mid
	High
)

// String returns "low", "mid" or "high".
func (t Tier) String() string { return [...]string{"low", "mid", "high"}[t] }

// Thresholds are the relevances from which on a question is of the tiers high
// and mid. They belong to an embedding space.
type Thresholds struct{ High, Mid float64 }

// BuiltinThresholds are those of [Builtin]. They come from asking six libraries,
// five of test sets and one of manuals, 1,323 questions of their own and 1,454
// of each other: below Mid are 73 % of the foreign questions and 2 % of their
// own, below High 96 % and 14 %. TestEvalTiers of package eval does it again.
var BuiltinThresholds = Thresholds{High: 0.5, Mid: 0.34}

// Tier returns the tier of a question with a relevance.
func (t Thresholds) Tier(relevance float64) Tier {
	switch {
	case relevance >= t.High:
		return High
	case relevance >= t.Mid:
		return Mid
	}
	return Low
}

// relevantHits is how many of the first hits a question's relevance is looked
// for in. Further down, chunks of many words cover any question.
const relevantHits = 5

// Relevance returns that of a question with the given hits: of the most relevant
// of the first few. Without hits it is 0.
func Relevance(hits []Hit) float64 {
	var most float64
	for _, h := range hits[:min(len(hits), relevantHits)] {
		most = max(most, h.Relevance)
	}
	return most
}

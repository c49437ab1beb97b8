package controller

import (
	"time"

	"ragmanager/library"
	"ragmanager/manager"
	"ragmanager/manager/window/text"
)

// An ExchangeState says how far an exchange is.
type ExchangeState int

// The states of an exchange.
const (
	Searching ExchangeState = iota // chunks are looked for
	Answering                      // the answer is coming
	Answered
	Stopped // by the user
	Failed
)

// An Exchange is a question with its answer, as it comes.
type Exchange struct {
	ID       int // unique and ascending within a run of the program
	Time     time.Time
	Past     bool // it comes from the history
	Question string
	Answer   string // Markdown, as far as it has come
	State    ExchangeState
	Problem  *Problem // of the state Failed

	Tier      string // "" until it is known
	Relevance float64
	Model     string // "" if no model was asked
	Prompt    int    // tokens sent
	Completed int    // tokens of the answer
	Price     float64
	Priced    bool // Price is known
	Seconds   float64
	Hints     []string // what the user should know of the answer
	Sources   []manager.AnswerSource
}

// Running reports whether the answer is not complete yet.
func (e *Exchange) Running() bool { return e.State == Searching || e.State == Answering }

// take takes what is known of an answer, which may not be complete.
func (e *Exchange) take(a *manager.Answer) {
	r := a.Retrieval
	e.Tier, e.Relevance = r.Tier.String(), r.Relevance
	e.Model, e.Prompt, e.Completed, e.Price, e.Priced, e.Seconds = a.Model, a.Prompt, a.Completed, a.Price, a.Priced, a.Time.Seconds()
	e.Sources = a.Sources
	if a.Text != "" {
		e.Answer = a.Text
	}
	if a.Hint != "" {
		e.Hints = append(e.Hints, text.Sentence(a.Hint))
	}
	for _, note := range r.Notes {
		e.Hints = append(e.Hints, text.Sentence(note))
	}
	if a.Model != "" && r.Budget == 0 && len(r.Hits) > 0 {
		e.Hints = append(e.Hints, text.NotCovered)
	}
}

// Removed reports whether a source of an answer is in the library no more.
func (c *Controller) Removed(n library.Name) bool {
	if c.pages == nil {
		return false
	}
	_, _, ok := c.pages.Find(n)
	return !ok && len(c.pages.Unclaimed) == 0
}

package controller

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"time"

	"ragmanager/manager"
	"ragmanager/manager/window/text"
)

// Examples returns questions to begin with, none unless the library is the sample.
func (c *Controller) Examples() []string {
	if c.state.Root == "" || filepath.Dir(c.state.Root) != filepath.Clean(c.o.SampleDir) {
		return nil
	}
	return manager.SampleQuestions()
}

// Retrieval returns what was found for the last question, nil if nothing was.
func (c *Controller) Retrieval() *manager.Retrieval { return c.chat.retrieved }

// RetrievalStale reports whether the library has changed since, so that something else
// may be found.
func (c *Controller) RetrievalStale() bool {
	return c.chat.retrieved != nil && c.pages != nil && c.chat.stamp != c.pages.stamp
}

// StopAnswer ends what is done with a question.
func (c *Controller) StopAnswer() {
	if c.asking != nil {
		c.asking.abort()
	}
}

// Retrieve finds the chunks for a question. It reports whether it has begun.
func (c *Controller) Retrieve(question string) bool {
	ctx, a, ok := c.ask(Retrieve, text.Retrieve, question)
	if !ok {
		return false
	}
	m, r, turn := c.m, c.newReporter(text.Retrieve), c.opening
	c.background(func() func() {
		found, err := m.Retrieve(ctx, question, r)
		return func() {
			r.batch.flush()
			if err == nil && turn == c.opening {
				c.found(found)
				c.Show(Place{View: RetrievalView})
			}
			c.asked(a, err)
		}
	})
	return true
}

// Submit answers a question. It reports whether it has begun.
func (c *Controller) Submit(question string) bool {
	ctx, a, ok := c.ask(Submit, text.Submit, question)
	if !ok {
		return false
	}
	e := &Exchange{ID: c.chat.next, Time: time.Now(), Question: strings.TrimSpace(question)}
	c.chat.next++
	c.chat.exchanges = append(c.chat.exchanges, e)
	c.Exchanges.emit(e)
	c.Show(Place{View: ChatView})
	s := &submission{c: c, m: c.m, r: c.newReporter(text.Submit), e: e, known: c.chat.retrieved, turn: c.opening}
	s.batch = batch{do: c.Do, flush: s.flush}
	c.background(func() func() {
		answer, err := s.run(ctx)
		return func() {
			s.r.batch.flush()
			if !s.late() {
				s.flush()
				s.finish(answer, err)
			}
			c.asked(a, err)
		}
	})
	return true
}

// AskAgain submits the question of an exchange once more.
func (c *Controller) AskAgain(e *Exchange) bool { return c.Submit(e.Question) }

// CheckQuestion returns what is wrong with a question that is being typed, nil if
// nothing is or no library is open. An empty one is not wrong yet.
func (c *Controller) CheckQuestion(question string) error {
	if c.m == nil || strings.TrimSpace(question) == "" {
		return nil
	}
	return c.m.CheckQuestion(question)
}

// ask begins to do something with a question.
func (c *Controller) ask(action Action, word, question string) (context.Context, *activity, bool) {
	question = strings.TrimSpace(question)
	if why := c.state.Why(action); why != "" || c.m == nil {
		c.fail(word, errors.New(why))
		return nil, nil, false
	}
	if err := c.m.CheckQuestion(question); err != nil {
		c.fail(word, err)
		return nil, nil, false
	}
	c.remember(question)
	c.say(Asked, text.Question(question))
	ctx, abort := context.WithCancel(c.ctx)
	c.asking = &activity{word, abort, time.Now()}
	c.change(func(s *State) { s.Asking = word })
	return ctx, c.asking, true
}

// remember keeps a question to be recalled.
func (c *Controller) remember(question string) {
	q := c.chat.questions
	if len(q) == 0 || q[len(q)-1] != question {
		c.chat.questions = append(q, question)
	}
}

// asked takes the end of what was done with a question.
func (c *Controller) asked(a *activity, err error) {
	a.abort()
	if c.asking == a {
		c.asking = nil
	}
	next := c.asking != nil // asked in a library that was opened since
	o := Outcome{Word: a.word, Seconds: time.Since(a.began).Seconds()}
	switch {
	case errors.Is(err, context.Canceled):
		o.Aborted, o.Text = true, text.Stopped(a.word)
		c.say(Warning, o.Text)
	case errors.Is(err, manager.ErrHistory): // the exchange says so
	case err != nil:
		o.Err = problem(a.word, err)
		c.logProblem(o.Err)
	}
	if !next {
		c.change(func(s *State) { s.Asking = "" })
	}
	c.Outcomes.emit(o)
	if o.Err != nil && a.word == text.Retrieve {
		c.Problems.emit(o.Err) // one of Submit stands where the answer would
	}
}

// found takes what was found for a question.
func (c *Controller) found(r *manager.Retrieval) {
	c.chat.retrieved, c.chat.stamp = r, ""
	if c.pages != nil {
		c.chat.stamp = c.pages.stamp
	}
	c.lines(retrievalLines(r, c.state.Verbose, c.state.ShowMatches))
	if c.state.Overview.Builtin && !c.state.Overview.Fitted {
		c.reload() // it is fitted now
	}
	c.Retrievals.emit(r)
}

// retrievalLines tells the log of a retrieval; if verbose, with the texts that are
// sent or, with matches set, the match strings of the same chunks.
func retrievalLines(r *manager.Retrieval, verbose, matches bool) []Line {
	lines := []Line{newLine(Success, text.Retrieved(r.Relevance, r.Tier.String(), len(r.Hits), r.Tokens, r.Budget, r.Time.Seconds()))}
	for _, note := range r.Notes {
		lines = append(lines, newLine(Warning, text.Sentence(note)))
	}
	if !verbose && !matches {
		return lines
	}
	for _, h := range r.Hits {
		if !h.InBudget {
			continue
		}
		lines = append(lines, newLine(Info, text.HitLine(h.Rank, string(h.Name), h.Relevance, h.Tokens)))
		if matches {
			lines = append(lines, newLine(Quoted, h.Match))
		} else {
			lines = append(lines, newLine(Quoted, h.Content))
		}
	}
	if verbose {
		for _, e := range r.Exchanges {
			lines = append(lines, newLine(Info, text.EarlierExchange), newLine(Quoted, e.Question), newLine(Quoted, e.Answer))
		}
	}
	return lines
}

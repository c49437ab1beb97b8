package controller

import (
	"context"
	"errors"
	"strings"
	"sync"

	"ragmanager/manager"
	"ragmanager/manager/window/text"
)

// A submission is a question on its way to an answer.
type submission struct {
	c     *Controller
	m     *manager.Manager
	r     *reporter
	e     *Exchange // changed on the goroutine of the window alone
	known *manager.Retrieval
	turn  int // which opening of a library it belongs to
	batch batch

	mu   sync.Mutex
	text strings.Builder
}

// run retrieves, unless that was done for this question, and asks the model, in the
// background.
func (s *submission) run(ctx context.Context) (*manager.Answer, error) {
	found, fresh := s.known, s.known == nil || s.known.Question != s.e.Question
	if fresh {
		var err error
		if found, err = s.m.Retrieve(ctx, s.e.Question, s.r); err != nil {
			return nil, err
		}
	}
	s.c.Do(func() {
		if s.late() {
			return
		}
		if fresh {
			s.c.found(found)
		}
		s.found(found)
	})
	return s.m.Submit(ctx, s.e.Question, s.delta, s.r)
}

// late reports whether another library has been opened since, in which nothing of this
// may show.
func (s *submission) late() bool { return s.turn != s.c.opening }

func (s *submission) found(r *manager.Retrieval) {
	s.e.State, s.e.Tier, s.e.Relevance = Answering, r.Tier.String(), r.Relevance
	s.c.Exchanges.emit(s.e)
}

// delta takes a piece of the answer, in the background.
func (s *submission) delta(piece string) error {
	s.mu.Lock()
	s.text.WriteString(piece)
	s.mu.Unlock()
	s.batch.ask()
	return nil
}

// flush shows what has come of the answer.
func (s *submission) flush() {
	s.mu.Lock()
	answer := s.text.String()
	s.mu.Unlock()
	if answer != s.e.Answer && !s.late() {
		s.e.Answer = answer
		s.c.Exchanges.emit(s.e)
	}
}

// finish takes the end of the answer.
func (s *submission) finish(a *manager.Answer, err error) {
	e := s.e
	if a != nil {
		e.take(a)
	}
	e.State = Answered
	switch {
	case errors.Is(err, context.Canceled):
		e.State = Stopped
	case errors.Is(err, manager.ErrHistory): // the answer is whole
		e.Hints = append(e.Hints, text.Sentence(err.Error()))
		s.c.say(Warning, text.Sentence(err.Error()))
	case err != nil:
		e.State, e.Problem = Failed, problem(text.Submit, err)
	default:
		s.c.say(Success, text.AnswerLine(e.Model, e.Prompt, e.Completed, e.Price, e.Priced, e.Seconds))
	}
	if s.c.state.Verbose && e.Answer != "" {
		s.c.say(Quoted, e.Answer)
	}
	s.c.Exchanges.emit(e)
}

package controller

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync"
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

// A chat is what was asked and answered since the library was opened, and before.
type chat struct {
	next      int
	exchanges []*Exchange // oldest first
	questions []string    // that were asked, for recalling them; oldest first
	past      bool        // the history is among exchanges
	retrieved *manager.Retrieval
}

// Conversation returns the exchanges, oldest first.
func (c *Controller) Conversation() []*Exchange { return c.chat.exchanges }

// AskedBefore returns the questions that were asked, oldest first, to be recalled.
func (c *Controller) AskedBefore() []string { return c.chat.questions }

// Examples returns questions to begin with, none unless the library is the sample.
func (c *Controller) Examples() []string {
	if c.state.Root == "" || filepath.Dir(c.state.Root) != filepath.Clean(c.o.SampleDir) {
		return nil
	}
	return manager.SampleQuestions()
}

// Retrieval returns what was found for the last question, nil if nothing was.
func (c *Controller) Retrieval() *manager.Retrieval { return c.chat.retrieved }

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
	m, r := c.m, c.newReporter(text.Retrieve)
	c.background(func() func() {
		found, err := m.Retrieve(ctx, question, r)
		return func() {
			r.batch.flush()
			if err == nil {
				c.found(found)
				c.show(Place{View: RetrievalView})
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
	c.show(Place{View: ChatView})
	s := &submission{c: c, m: c.m, r: c.newReporter(text.Submit), e: e, known: c.chat.retrieved}
	s.batch = batch{do: c.do, flush: s.flush}
	c.background(func() func() {
		answer, err := s.run(ctx)
		return func() {
			s.r.batch.flush()
			s.flush()
			s.finish(answer, err)
			c.asked(a, err)
		}
	})
	return true
}

// AskAgain submits the question of an exchange once more.
func (c *Controller) AskAgain(e *Exchange) bool { return c.Submit(e.Question) }

// ask begins to do something with a question.
func (c *Controller) ask(action Action, word, question string) (context.Context, *activity, bool) {
	question = strings.TrimSpace(question)
	if why := c.state.Why(action); why != "" || c.m == nil {
		c.fail(word, errors.New(why))
		return nil, nil, false
	}
	if question == "" {
		c.fail(word, manager.ErrNoQuestion)
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
	o := Outcome{Word: a.word, Seconds: time.Since(a.began).Seconds()}
	switch {
	case errors.Is(err, context.Canceled):
		o.Aborted, o.Text = true, text.Aborted(a.word)
		c.say(Warning, o.Text)
	case err != nil:
		o.Err = problem(a.word, err)
		c.logProblem(o.Err)
	}
	c.change(func(s *State) { s.Asking = "" })
	c.Outcomes.emit(o)
	if o.Err != nil && a.word == text.Retrieve {
		c.Problems.emit(o.Err) // one of Submit stands where the answer would
	}
}

// found takes what was found for a question.
func (c *Controller) found(r *manager.Retrieval) {
	c.chat.retrieved = r
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

// A submission is a question on its way to an answer.
type submission struct {
	c     *Controller
	m     *manager.Manager
	r     *reporter
	e     *Exchange // changed on the goroutine of the window alone
	known *manager.Retrieval
	batch batch

	mu   sync.Mutex
	text strings.Builder
}

// run retrieves, unless that was done for this question, and asks the model, in the
// background.
func (s *submission) run(ctx context.Context) (*manager.Answer, error) {
	if s.known == nil || s.known.Question != s.e.Question {
		found, err := s.m.Retrieve(ctx, s.e.Question, s.r)
		if err != nil {
			return nil, err
		}
		s.c.do(func() { s.c.found(found); s.found(found) })
	} else {
		s.c.do(func() { s.found(s.known) })
	}
	return s.m.Submit(ctx, s.e.Question, s.delta, s.r)
}

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
	if answer != s.e.Answer {
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

// History adds the exchanges of before to the conversation, in front.
func (c *Controller) History() {
	if c.m == nil || c.chat.past {
		c.show(Place{View: ChatView})
		return
	}
	m, turn, opened := c.m, c.opening, c.opened
	c.background(func() func() {
		list, err := m.History()
		return func() {
			if turn != c.opening {
				return
			}
			if err != nil {
				c.fail(text.History, err)
			}
			c.addPast(list, opened)
		}
	})
}

// addPast puts exchanges that ended before a time in front of the conversation.
func (c *Controller) addPast(list []manager.Exchange, before time.Time) {
	var past []*Exchange
	var questions []string
	for _, x := range list {
		if x.Time.Before(before) {
			past = append(past, pastExchange(x, c.chat.next))
			questions = append(questions, x.Question)
			c.chat.next++
		}
	}
	c.chat.past = true
	c.chat.exchanges = append(past, c.chat.exchanges...)
	c.chat.questions = append(questions, c.chat.questions...)
	c.Cleared.emit(struct{}{})
	for _, e := range c.chat.exchanges {
		c.Exchanges.emit(e)
	}
	c.show(Place{View: ChatView})
	c.say(Info, text.PastShown(len(past)))
}

func pastExchange(x manager.Exchange, id int) *Exchange {
	e := &Exchange{
		ID: id, Time: x.Time, Past: true, Question: x.Question, Answer: x.Answer, State: Answered,
		Tier: x.Tier, Relevance: x.Relevance, Model: x.Model, Prompt: x.Prompt, Completed: x.Completed,
		Price: x.Price, Priced: x.Price > 0, Seconds: x.Seconds,
	}
	for _, s := range x.Sources {
		e.Sources = append(e.Sources, manager.AnswerSource{Name: s.Name, Title: s.Title, URL: s.URL, Used: true})
	}
	return e
}

// Clear forgets all exchanges, those of before too, after asking.
func (c *Controller) Clear() {
	c.Questions.emit(Question{
		Title: text.Clear, Message: text.AskClear, Yes: text.Clear, Danger: true,
		Answer: func(yes bool) {
			if yes && c.m != nil {
				c.forget()
			}
		},
	})
}

func (c *Controller) forget() {
	n, err := c.m.ClearHistory()
	if err != nil {
		c.fail(text.Clear, err)
		return
	}
	c.chat = chat{next: c.chat.next, questions: c.chat.questions, retrieved: c.chat.retrieved}
	c.say(Success, text.Forgotten(n))
	c.Cleared.emit(struct{}{})
}

// Removed reports whether a source of an answer is in the library no more.
func (c *Controller) Removed(n library.Name) bool {
	if c.pages == nil {
		return false
	}
	_, _, ok := c.pages.Find(n)
	return !ok && len(c.pages.Unclaimed) == 0
}

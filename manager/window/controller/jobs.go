package controller

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ragmanager/manager"
	"ragmanager/manager/window/text"
)

// An activity is something that runs.
type activity struct {
	word  string
	abort context.CancelFunc
	began time.Time
}

// An Outcome is what came of a job or a question that has ended.
type Outcome struct {
	Word    string // of the job
	Text    string // what it did
	Caution string // what should be known first of what it did, "" if nothing
	Seconds float64
	Aborted bool
	Err     *Problem // nil if all went well
}

// A Question is something that must be confirmed before it is done.
type Question struct {
	Title   string
	Message string
	Yes     string     // what the button says that does it
	Danger  bool       // something is removed
	Answer  func(bool) // to be called once
}

// Abort ends what runs.
func (c *Controller) Abort() {
	if c.job != nil {
		c.job.abort()
	}
	c.StopAnswer()
}

// run runs a job in the background. work returns what it did.
func (c *Controller) run(word string, work func(context.Context, *manager.Manager, *reporter) (string, error)) {
	if c.job != nil || c.m == nil {
		return // the buttons say so
	}
	ctx, abort := context.WithCancel(c.ctx)
	a := &activity{word, abort, time.Now()}
	c.job = a
	c.change(func(s *State) { s.Job = word })
	m, r := c.m, c.newReporter(word)
	c.background(func() func() {
		done, err := work(ctx, m, r)
		r.drain()
		return func() {
			r.batch.flush() // what it reported last
			abort()
			c.ended(a, text.Grouped(done), text.Grouped(r.caution), err)
		}
	})
}

// ended takes the end of a job.
func (c *Controller) ended(a *activity, done, caution string, err error) {
	if c.job == a {
		c.job = nil
	}
	o := Outcome{Word: a.word, Text: done, Caution: caution, Seconds: time.Since(a.began).Seconds()}
	switch {
	case errors.Is(err, context.Canceled):
		o.Aborted, o.Text = true, text.Aborted(a.word)
		c.say(Warning, o.Text)
	case errors.Is(err, errDeclined):
		o.Aborted = true
	case err != nil:
		o.Err = problem(a.word, err)
		c.logProblem(o.Err)
	case caution != "":
		c.say(Warning, text.EndedBut(a.word, caution, done, o.Seconds))
	default:
		c.say(Success, text.Ended(a.word, done, o.Seconds))
	}
	c.change(func(s *State) { s.Job = "" })
	c.Outcomes.emit(o)
	if o.Err != nil {
		c.Problems.emit(o.Err)
	}
	c.reload()
}

// Chunk reads the sources and cuts their pages into chunks.
func (c *Controller) Chunk() {
	c.checks, c.kept = map[string]sourceCheck{}, ""
	c.chunk(nil)
}

// ChunkAlone reads one source or page alone, which is quick for who improves it. No
// page is removed.
func (c *Controller) ChunkAlone(address string) {
	delete(c.checks, address)
	c.chunk([]manager.Source{{Address: address}})
}

func (c *Controller) chunk(sources []manager.Source) {
	turn := c.opening
	c.run(text.Chunk, func(ctx context.Context, m *manager.Manager, r *reporter) (string, error) {
		result, err := m.Chunk(ctx, sources, r)
		if err != nil {
			return "", err
		}
		if result.Kept != "" {
			r.caution = text.Sentence(result.Kept)
			c.Do(func() {
				if turn == c.opening { // else another library is open by now
					c.kept = r.caution
				}
			})
		}
		return chunked(m, result), nil
	})
}

// chunked says what Chunk did, without the vectors if none are needed.
func chunked(m *manager.Manager, r manager.ChunkResult) string {
	if needed, err := m.NeedsVectors(); err == nil && !needed {
		return r.Texts()
	}
	return r.String()
}

// Kept says what the last Chunk kept though no source lists it any more, and why; ""
// if nothing.
func (c *Controller) Kept() string { return c.kept }

// errDeclined says that the user did not want it.
var errDeclined = errors.New("declined")

// usuallyDear is from what price on, in US dollars, the user is asked before vectors
// are made.
const usuallyDear = 0.50

// Embed makes the vectors that are missing. What costs much is asked before.
func (c *Controller) Embed() {
	c.run(text.Embed, func(ctx context.Context, m *manager.Manager, r *reporter) (string, error) {
		result, err := m.Embed(ctx, false, func(q manager.EmbedResult) error { return c.quote(ctx, q) }, r)
		if err != nil {
			if result.Embedded > 0 {
				return "", fmt.Errorf("%w; %s", err, text.Grouped(result.String()))
			}
			return "", err
		}
		return result.String(), nil
	})
}

// quote tells what making vectors will cost, in the background, and asks whether
// to go on if it is dear.
func (c *Controller) quote(ctx context.Context, q manager.EmbedResult) error {
	c.Do(func() { c.say(Info, text.Grouped(text.Sentence(q.Quote()))) })
	if q.Price < c.o.Dear || !q.Priced {
		return nil
	}
	answer := make(chan bool, 1)
	c.Do(func() {
		c.Questions.emit(Question{Title: text.Embed, Message: text.AskEmbed(text.Grouped(q.Quote())), Yes: text.Embed, Answer: func(yes bool) { answer <- yes }})
	})
	select {
	case yes := <-answer:
		if yes {
			return nil
		}
		return errDeclined
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Delete removes all chunks and pages, after asking.
func (c *Controller) Delete() {
	s := c.state.Overview.Status
	c.Questions.emit(Question{
		Title: text.Delete, Message: text.AskDelete(s.Chunks, s.Pages, c.state.Root), Yes: text.Delete, Danger: true,
		Answer: func(yes bool) {
			if yes {
				c.run(text.Delete, remove)
			}
		},
	})
}

func remove(ctx context.Context, m *manager.Manager, _ *reporter) (string, error) {
	r, err := m.Delete(ctx)
	return text.Deleted(r.Chunks, r.Pages), err
}

// PurgeEmbeds removes the vectors of chunks that are gone, after telling how many
// there are and asking.
func (c *Controller) PurgeEmbeds() {
	if c.m == nil {
		return
	}
	m, turn := c.m, c.opening
	c.background(func() func() {
		r, err := m.Purge(c.ctx, true)
		return func() {
			switch {
			case err != nil:
				c.fail(text.PurgeEmbeds, err)
			case turn == c.opening: // else it was counted in another library
				c.askPurge(len(r.Names), r.Bytes)
			}
		}
	})
}

func (c *Controller) askPurge(n int, bytes int64) {
	c.Questions.emit(Question{
		Title: text.PurgeEmbeds, Message: text.AskPurge(n, bytes), Yes: text.PurgeEmbeds, Danger: true,
		Answer: func(yes bool) {
			if yes {
				c.run(text.PurgeEmbeds, purge)
			}
		},
	})
}

func purge(ctx context.Context, m *manager.Manager, _ *reporter) (string, error) {
	r, err := m.Purge(ctx, false)
	return text.Purged(len(r.Names), r.Bytes), err
}

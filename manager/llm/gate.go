package llm

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"sync"
	"time"

	"ragmanager/manager/network"
)

// A gate is where requests wait: only so many run at once, none while the server
// wants to be left alone, and no more than it said that it will take.
type gate struct {
	slots   chan struct{}
	maxWait time.Duration // longer waits for an allowance are left to the server to ask for

	mu       sync.Mutex
	quiet    time.Time // no request before
	passed   int       // requests that succeeded
	since    time.Time // the server has let none through; zero if the last one passed
	requests allowance
	tokens   allowance
}

func newGate(parallel int, maxWait time.Duration) *gate {
	return &gate{slots: make(chan struct{}, parallel), maxWait: maxWait}
}

// errLate says that a request could not be made in time.
var errLate = errors.New("late")

// enter waits until a request of about so many tokens may run; leave must be
// called after it. The error is that of ctx, or errLate if the request may not
// run before end, unless that is zero.
func (g *gate) enter(ctx context.Context, tokens int, end time.Time) (leave func(), err error) {
	select {
	case g.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	leave = func() { <-g.slots }
	for {
		wait := g.admit(tokens)
		switch {
		case ctx.Err() != nil:
			err = ctx.Err()
		case wait == 0:
			return leave, nil
		case !end.IsZero() && time.Now().Add(wait).After(end):
			err = errLate
		default:
			err = network.Sleep(ctx, wait)
		}
		if err != nil {
			leave()
			return nil, err
		}
	}
}

// admit takes a request from what the server allows and returns 0, or returns
// how long to wait before asking again.
func (g *gate) admit(tokens int) time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := time.Now()
	if wait := g.quiet.Sub(now); wait > 0 {
		return wait
	}
	wait := max(g.requests.wait(1, now), g.tokens.wait(float64(tokens), now))
	if wait > 0 && wait <= g.maxWait {
		return wait
	}
	g.requests.left--
	g.tokens.left -= float64(tokens)
	return 0
}

// rest keeps further requests from the server for a while.
func (g *gate) rest(wait time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if until := time.Now().Add(wait); until.After(g.quiet) {
		g.quiet = until
	}
}

// succeeded counts a request that succeeded.
func (g *gate) succeeded() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.passed++
	g.since = time.Time{}
}

// refused notes that the server wants to be asked less, and returns since when
// it has let no request through.
func (g *gate) refused() time.Time {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.since.IsZero() {
		g.since = time.Now()
	}
	return g.since
}

// successes returns how many requests have succeeded so far.
func (g *gate) successes() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.passed
}

// learn reads what the server allows from the head of an answer.
func (g *gate) learn(h http.Header) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := time.Now()
	g.requests.learn(h, "requests", now)
	g.tokens.learn(h, "tokens", now)
}

// An allowance is how many requests or tokens the server takes. It refills
// steadily up to its limit, as documented by OpenAI:
// https://platform.openai.com/docs/guides/rate-limits
type allowance struct {
	limit float64 // 0: not known, all are taken
	left  float64 // negative if we took more than there was
	rate  float64 // refilled per second
	at    time.Time
}

// wait returns how long it is until n are there. More than the limit never are.
func (a *allowance) wait(n float64, now time.Time) time.Duration {
	if a.limit == 0 {
		return 0
	}
	a.refill(now)
	missing := min(n, a.limit) - a.left
	if missing <= 0 {
		return 0
	}
	return time.Duration(missing/a.rate*float64(time.Second)) + time.Millisecond
}

func (a *allowance) refill(now time.Time) {
	a.left = min(a.limit, a.left+a.rate*now.Sub(a.at).Seconds())
	a.at = now
}

// learn reads the headers of an allowance. What requests under way will take
// from it is not in them: our own count holds if it is lower.
func (a *allowance) learn(h http.Header, of string, now time.Time) {
	limit, err1 := strconv.ParseFloat(h.Get("X-Ratelimit-Limit-"+of), 64)
	left, err2 := strconv.ParseFloat(h.Get("X-Ratelimit-Remaining-"+of), 64)
	if err1 != nil || err2 != nil || !(limit >= 1 && limit < 1e15) || left < 0 || left > limit {
		return
	}
	rate := limit / 60 // limits are per minute unless the time of the reset says else
	if reset, ok := resetIn(h.Get("X-Ratelimit-Reset-" + of)); ok && left < limit {
		rate = (limit - left) / reset.Seconds()
	}
	if a.limit != 0 {
		a.refill(now)
		left = min(left, a.left)
	}
	*a = allowance{limit: limit, left: left, rate: rate, at: now}
}

// resetIn parses the time until an allowance is full: "6m0s", or in seconds.
func resetIn(text string) (time.Duration, bool) {
	d, err := time.ParseDuration(text)
	if err != nil {
		d, err = time.ParseDuration(text + "s")
	}
	return d, err == nil && d > 0
}

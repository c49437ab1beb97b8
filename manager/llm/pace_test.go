package llm

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ragmanager/manager/llm/standin"
)

func TestRequestsKeepToWhatTheServerSaysItTakes(t *testing.T) {
	for name, o := range map[string]standin.Options{
		"requests": {RequestsPerMinute: 30},
		"tokens":   {TokensPerMinute: 600},
		"both":     {RequestsPerMinute: 60, TokensPerMinute: 1000},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				o.Latency = 100 * time.Millisecond
				s, c := inMemory(t, o, Options{Parallel: 4})
				r := small
				r.MaxTexts = 5
				began := time.Now()
				result, err := c.Embed(t.Context(), r, slices.Repeat([]string{strings.Repeat("word", 4)}, 500), nil) // 100 requests of 20 tokens
				if err != nil || result.Texts != 500 {
					t.Fatal(result, err)
				}
				most := max(min(1, o.RequestsPerMinute)*100*60/max(o.RequestsPerMinute, 1), min(1, o.TokensPerMinute)*2000*60/max(o.TokensPerMinute, 1))
				d := time.Since(began)
				// The first minute's allowance is there from the start.
				if least := most - 61; d < time.Duration(least)*time.Second || d > time.Duration(most)*time.Second {
					t.Errorf("took %v, want between %d and %d s", d, least, most)
				}
				if refused := len(s.Requests()) - 100; refused > 1 {
					t.Errorf("%d requests were refused", refused)
				}
			})
		})
	}
}

func TestABatchThatNeverFitsIntoAMinuteIsHalved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, c := inMemory(t, standin.Options{TokensPerMinute: 100}, Options{})
		texts := slices.Repeat([]string{strings.Repeat("word", 10)}, 16) // 160 tokens
		result, err := c.Embed(t.Context(), small, texts, nil)
		if err != nil || result.Texts != 16 {
			t.Error(result, err)
		}
	})
}

func TestALimitThatOthersGetThroughIsNotGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		// One request in 50 s, and no word about it but 429.
		var last time.Time
		var mu sync.Mutex
		s := standin.New(standin.Options{})
		c := withHandler(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			defer mu.Unlock()
			if now := time.Now(); now.Sub(last) < 50*time.Second {
				standin.Status(429)(w, r, nil)
				return
			} else {
				last = now
			}
			s.ServeHTTP(w, r)
		}), Options{Parallel: 4})
		r := small
		r.MaxTexts = 1
		if result, err := c.Embed(t.Context(), r, numbered(12), nil); err != nil || result.Texts != 12 {
			t.Error(result, err)
		}
	})
}

func TestAnAllowance(t *testing.T) {
	now := time.Now()
	headers := func(limit, left, reset string) http.Header {
		return http.Header{"X-Ratelimit-Limit-Tokens": {limit}, "X-Ratelimit-Remaining-Tokens": {left}, "X-Ratelimit-Reset-Tokens": {reset}}
	}
	for _, test := range []struct {
		limit, left, reset string
		want               time.Duration // until 50 are there
	}{
		{"100", "100", "0s", 0},
		{"100", "50", "30s", 0},
		{"100", "40", "1m0s", 10 * time.Second},
		{"100", "0", "6m0s", 3 * time.Minute},
		{"100", "0", "120", time.Minute}, // in seconds
		{"100", "0", "", 30 * time.Second},
		{"100", "0", "-5s", 30 * time.Second},
		{"10", "0", "10ms", 10 * time.Millisecond}, // all there ever is
		{"-1", "-1", "0", 0},                       // as some gateways say
		{"", "0", "1s", 0},
		{"100", "x", "1s", 0},
		{"NaN", "0", "1s", 0},
		{"Inf", "0", "1s", 0},
	} {
		var a allowance
		a.learn(headers(test.limit, test.left, test.reset), "tokens", now)
		have := a.wait(50, now)
		if off := have - test.want; off < 0 || off > 2*time.Millisecond {
			t.Errorf("%v: wait %v", test, have)
		}
	}
	var a allowance
	a.learn(headers("100", "100", ""), "tokens", now)
	a.left -= 80
	a.learn(headers("100", "90", "6s"), "tokens", now)
	if have := a.wait(50, now); have < 10*time.Second {
		t.Errorf("requests under way are forgotten: wait %v", have)
	}
}

func TestLongWaitsForAnAllowanceAreLeftToTheServer(t *testing.T) {
	g := newGate(1, time.Minute)
	g.requests = allowance{limit: 200, left: 0, rate: 200. / 86400, at: time.Now()}
	if wait := g.admit(1); wait != 0 {
		t.Errorf("waits %v", wait)
	}
}

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 5, 4, 10, 0, 0, 0, time.UTC)
	for header, want := range map[string]time.Duration{
		"Retry-After: 2": 2 * time.Second, "Retry-After: 0.5": 500 * time.Millisecond, "Retry-After: 0": 0, "Retry-After: -3": 0,
		"Retry-After: soon": 0, "Retry-After: 1e99": 0, "Retry-After: NaN": 0, "Retry-After-Ms: 1500": 1500 * time.Millisecond,
		"Retry-After: Mon, 04 May 2026 10:00:30 GMT": 30 * time.Second, "Retry-After: Mon, 04 May 2026 09:00:00 GMT": 0, ": ": 0,
	} {
		name, value, _ := strings.Cut(header, ": ")
		h := http.Header{}
		h.Set(name, value)
		if have := retryAfter(h, now); have != want {
			t.Errorf("%s: have %v", header, have)
		}
	}
}

package llm

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ragmanager/manager/llm/standin"
)

// The tests of this file last minutes and take none: they run in bubbles of
// their own time.

// moments returns when each request came, in seconds since the first.
func moments(s *standin.Server) []float64 {
	var all []float64
	requests := s.Requests()
	for _, r := range requests {
		all = append(all, r.Time.Sub(requests[0].Time).Seconds())
	}
	return all
}

func TestThePauseThatTheServerAsksForIsMade(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		faults, err := standin.Script("ok*3 429:2 ok")
		if err != nil {
			t.Fatal(err)
		}
		var waits []time.Duration
		s, c := inMemory(t, standin.Options{Faults: faults}, Options{
			Parallel: 1,
			Waiting:  func(pause time.Duration, because error) { waits = append(waits, pause) },
		})
		texts := numbered(50)
		r := small
		r.MaxTexts = 10
		var got store
		result, err := c.Embed(t.Context(), r, texts, got.add)
		if err != nil || result.Requests != 6 || result.Texts != 50 {
			t.Fatal(result, err)
		}
		got.wantVectors(t, texts, 8)
		if m := moments(s); !slices.Equal(m, []float64{0, 0, 0, 0, 2, 2}) {
			t.Errorf("asked at %v", m)
		}
		if !slices.Equal(waits, []time.Duration{2 * time.Second}) {
			t.Errorf("told of %v", waits)
		}
	})
}

func TestAPauseHoldsForAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, c := inMemory(t, standin.Options{Latency: time.Second, Faults: []standin.Fault{standin.RateLimit(20 * time.Second)}}, Options{Parallel: 4})
		r := small
		r.MaxTexts = 1
		if _, err := c.Embed(t.Context(), r, numbered(12), nil); err != nil {
			t.Fatal(err)
		}
		m := moments(s)
		for _, at := range m {
			if at > 0 && at < 20 || at > 24 {
				t.Errorf("asked at %v", m)
			}
		}
		if len(m) != 13 || m[4] < 20 {
			t.Errorf("asked at %v", m)
		}
	})
}

func TestARefusalForEverIsGivenUpAndWhatIsDoneIsKept(t *testing.T) {
	for name, fault := range map[string]standin.Fault{
		"429": standin.Status(429), "429 with pauses": standin.RateLimit(25 * time.Second), "500": standin.Status(500), "hang up": standin.HangUp(0),
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				_, c := inMemory(t, standin.Options{Faults: make([]standin.Fault, 3), Always: fault}, Options{})
				r := small
				r.MaxTexts = 10
				var got store
				began := time.Now()
				result, err := c.Embed(t.Context(), r, numbered(100), got.add)
				if err == nil || hintOf(err) == "" || result.Texts != 30 || len(got.vectors) != 30 {
					t.Fatalf("have %+v, %v", result, err)
				}
				wantText(t, err.Error(), "gave up after ")
				if d := time.Since(began); d < time.Minute || d > 2*time.Minute+25*time.Second { // from the last that got through
					t.Errorf("gave up after %v", d)
				}
			})
		})
	}
}

func TestFailuresThatPass(t *testing.T) {
	for name, fault := range map[string]standin.Fault{
		"408": standin.Status(408), "409": standin.Status(409), "425": standin.Status(425), "429": standin.Status(429),
		"500": standin.Status(500), "502": standin.Body(502, "text/html", "<html><title>502 Bad Gateway</title></html>"),
		"503": standin.Status(503), "529": standin.Status(529),
		"no answer": standin.HangUp(0), "half an answer": standin.HangUp(100), "half of it in time": standin.Stall(100),
		"silence": standin.Silent(),
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				_, c := inMemory(t, standin.Options{Faults: []standin.Fault{fault, fault}}, Options{MaxWait: 10 * time.Minute})
				if _, result, err := c.EmbedText(t.Context(), small, "a"); err != nil || result.Requests != 3 {
					t.Errorf("have %+v, %v", result, err)
				}
			})
		})
	}
}

func TestFailuresThatStay(t *testing.T) {
	for name, fault := range map[string]standin.Fault{
		"400": standin.Status(400), "401": standin.Status(401), "402": standin.Status(402), "403": standin.Status(403), "404": standin.Status(404),
		"501": standin.Status(501), "no credit": standin.NoCredit(), "a web page": standin.WebPage(),
		"half of it":                standin.End(100),
		"a pause of an hour":        standin.RateLimit(time.Hour),
		"an error in what is fine":  standin.Body(200, "application/json", `{"error":{"message":"No such model","code":404}}`),
		"a text in what is fine":    standin.Body(200, "application/json", `{"error":"no such model"}`),
		"a body that means nothing": standin.Body(200, "application/json", `"ok"`),
		"no body":                   standin.Body(200, "application/json", ``),
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s, c := inMemory(t, standin.Options{Always: fault}, Options{})
				began := time.Now()
				_, _, err := c.EmbedText(t.Context(), small, "a")
				if err == nil || len(s.Requests()) != 1 || time.Since(began) > 0 {
					t.Errorf("have %v after %d requests in %v", err, len(s.Requests()), time.Since(began))
				}
			})
		})
	}
}

func TestPausesDoubleAndVary(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var waits []time.Duration
		_, c := inMemory(t, standin.Options{Always: standin.Status(500)}, Options{
			MaxWait: time.Hour, Retries: 9,
			Waiting: func(pause time.Duration, because error) {
				if _, ok := because.(*StatusError); !ok {
					t.Error(because)
				}
				waits = append(waits, pause)
			},
		})
		c.EmbedText(t.Context(), small, "a")
		most := []time.Duration{1, 2, 4, 8, 16, 30, 30, 30, 30}
		even := 0
		for i, wait := range waits {
			if wait < most[i]*time.Second/2 || wait > most[i]*time.Second {
				t.Errorf("pauses of %v", waits)
			}
			if wait == most[i]*time.Second {
				even++
			}
		}
		if len(waits) != 9 || even > 2 {
			t.Errorf("pauses of %v", waits)
		}
	})
}

func TestSilenceAndSlowness(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, c := inMemory(t, standin.Options{Always: standin.Silent()}, Options{Retries: -1})
		_, _, err := c.EmbedText(t.Context(), small, "a")
		e, hint := wantError[*TimeoutError](t, err)
		wantText(t, e.Error(), "http://standin.test/v1/embeddings: no answer for 2m0s")
		wantText(t, hint, "raise the time limit")

		_, c = inMemory(t, standin.Options{Pace: time.Minute}, Options{Retries: -1, Timeout: 150 * time.Second})
		got, err := c.Complete(t.Context(), question("Where is the antenna?"), nil)
		e, _ = wantError[*TimeoutError](t, err)
		wantText(t, err.Error(), "the answer ended early after 17 characters", "not complete after 2m30s")
		if e.Silent || !errors.Is(err, ErrCut) || got.Text != "The documentation" {
			t.Errorf("have %+v, %v", got, err)
		}

		_, c = inMemory(t, standin.Options{Always: standin.Stall(600)}, Options{})
		_, err = c.Complete(t.Context(), question("Where is the antenna?"), nil)
		if e, _ = wantError[*TimeoutError](t, err); !e.Silent || !errors.Is(err, ErrCut) {
			t.Error(err)
		}
	})
}

func TestASlowStreamIsNotSilent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, c := inMemory(t, standin.Options{Pace: 30 * time.Second}, Options{IdleTimeout: 40 * time.Second})
		got, err := c.Complete(t.Context(), question("Where is the antenna?"), nil)
		if err != nil || got.FirstText != 30*time.Second || got.Time < 4*time.Minute {
			t.Errorf("have %+v, %v", got, err)
		}
	})
}

func TestAServerThatDoesNotHangUpAfterTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := withHandler(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			io.WriteString(w, say("Hello")+finish("stop"))
			<-r.Context().Done()
		}), Options{})
		got, err := c.Complete(t.Context(), question("?"), nil)
		if err != nil || got.Text != "Hello" || got.Time > 3*time.Second {
			t.Errorf("have %+v, %v", got, err)
		}
	})
}

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

func TestCancelWhileWaiting(t *testing.T) {
	for name, fault := range map[string]standin.Fault{"for all": standin.RateLimit(time.Minute), "alone": standin.Status(500), "for an answer": standin.Silent()} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				_, c := inMemory(t, standin.Options{Always: fault}, Options{})
				ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
				defer cancel()
				began := time.Now()
				r := small
				r.MaxTexts = 1
				if _, err := c.Embed(ctx, r, numbered(20), nil); err != context.DeadlineExceeded || time.Since(began) > time.Second {
					t.Errorf("have %v after %v", err, time.Since(began))
				}
			})
		})
	}
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

func TestAServerThatStopsAndStartsAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := standin.New(standin.Options{})
		var down atomic.Bool
		c := withHandler(t, s, Options{})
		c.transport = transportFunc(func(r *http.Request) (*http.Response, error) {
			if down.Load() {
				return nil, refusedConnection
			}
			return memory{s}.RoundTrip(r)
		})
		down.Store(true)
		_, _, err := c.EmbedText(t.Context(), small, "a")
		_, hint := wantError[*NetworkError](t, err)
		wantText(t, hint, "that the server runs")
		if strings.Contains(err.Error(), "gave up") {
			t.Error("a server that never was there was asked again")
		}
		down.Store(false)
		if _, _, err := c.EmbedText(t.Context(), small, "a"); err != nil {
			t.Fatal(err)
		}
		down.Store(true)
		time.AfterFunc(20*time.Second, func() { down.Store(false) })
		if _, _, err := c.EmbedText(t.Context(), small, "a"); err != nil {
			t.Error(err)
		}
	})
}

func TestKilledAndGoneOn(t *testing.T) {
	_, c := start(t, standin.Options{}, Options{Parallel: 2})
	texts := numbered(1000)
	r := small
	r.MaxTexts = 20
	var got store
	ctx, kill := context.WithCancel(t.Context())
	_, err := c.Embed(ctx, r, texts, func(b EmbedBatch) error {
		if got.add(b); len(got.vectors) >= 400 {
			kill()
		}
		return nil
	})
	if err != context.Canceled || len(got.vectors) < 400 || len(got.vectors) > 500 {
		t.Fatalf("have %d, %v", len(got.vectors), err)
	}
	var missing []int
	var left []string
	for i, text := range texts {
		if got.vectors[i] == nil {
			missing, left = append(missing, i), append(left, text)
		}
	}
	result, err := c.Embed(t.Context(), r, left, func(b EmbedBatch) error {
		for n, i := range b.Indices {
			got.vectors[missing[i]] = b.Vectors[n]
		}
		return nil
	})
	if err != nil || result.Texts != len(left) {
		t.Fatal(result, err)
	}
	got.wantVectors(t, texts, 8)
}

// transportFunc is a transport that is one function.
type transportFunc func(*http.Request) (*http.Response, error)

func (f transportFunc) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

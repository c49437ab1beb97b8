package llm

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
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

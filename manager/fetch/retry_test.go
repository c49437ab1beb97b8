package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync/atomic"
	"testing"
	"time"
)

// serveAfter returns a server that fails some times before it shows a page, and
// counts how often it was asked.
func serveAfter(t testing.TB, failures int32, fail http.HandlerFunc) (address string, asked *atomic.Int32) {
	asked = new(atomic.Int32)
	return serve(t, func(w http.ResponseWriter, r *http.Request) {
		if asked.Add(1) <= failures {
			fail(w, r)
			return
		}
		page(w, hello)
	}), asked
}

func TestFailuresThatPass(t *testing.T) {
	status := func(code int) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(code) }
	}
	hangUp := func(raw string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			c, _, err := w.(http.Hijacker).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			io.WriteString(c, raw)
			c.Close()
		}
	}
	for name, fail := range map[string]http.HandlerFunc{
		"408": status(408), "429": status(429), "500": status(500), "502": status(502), "503": status(503), "504": status(504),
		"no answer":   hangUp(""),
		"half a page": hangUp("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 1000\r\n\r\nhalf"),
		"silence":     func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
	} {
		address, asked := serveAfter(t, 2, fail)
		doc := mustGet(t, newFetcher(t, Options{IdleTimeout: 200 * time.Millisecond}), address)
		if string(doc.Body) != hello || asked.Load() != 3 {
			t.Errorf("%s: have %q after asking %d times", name, doc.Body, asked.Load())
		}
	}
}

func TestTooLittleTimeForTheWholePagePassesToo(t *testing.T) {
	address, asked := serveAfter(t, 1, func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	mustGet(t, newFetcher(t, Options{Timeout: 100 * time.Millisecond}), address)
	if asked.Load() != 2 {
		t.Errorf("asked %d times", asked.Load())
	}
}

func TestFailuresThatStay(t *testing.T) {
	for _, status := range []int{400, 401, 403, 404, 410, 501} {
		address, asked := serveAfter(t, 9, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(status) })
		getError[*StatusError](t, newFetcher(t, Options{}), address)
		if asked.Load() != 1 {
			t.Errorf("%d: asked %d times", status, asked.Load())
		}
	}
}

func TestGivingUpSaysHowOftenItWasTried(t *testing.T) {
	for retries, want := range map[int]string{-1: "(tried once)", 1: "(tried 2 times)", 0: "(tried 4 times)"} {
		address, asked := serveAfter(t, 99, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(503) })
		_, err := get(t, newFetcher(t, Options{Retries: retries}), address)
		if e, ok := errors.AsType[*StatusError](err); !ok || e.Status != 503 || hint(err) == "" {
			t.Fatal(err)
		}
		wantText(t, err.Error(), address, "503 Service Unavailable", want)
		if fmt.Sprintf("(tried %s)", times(int(asked.Load()))) != want {
			t.Errorf("asked %d times, want %s", asked.Load(), want)
		}
	}
}

func TestAFailureThatStaysAfterOneThatPasses(t *testing.T) {
	var asked atomic.Int32
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader([]int{503, 404}[min(asked.Add(1)-1, 1)])
	})
	_, err := get(t, newFetcher(t, Options{}), address)
	if !Gone(err) {
		t.Error(err)
	}
	wantText(t, err.Error(), "(tried 2 times)")
}

func TestPausesDouble(t *testing.T) {
	f := newFetcher(t, Options{Backoff: time.Second, MaxWait: 5 * time.Second, Retries: 99})
	for tries, want := range map[int]time.Duration{1: 1, 2: 2, 3: 4, 4: 5, 99: 5} {
		if wait, again := f.pause(&StatusError{Status: 503}, tries); wait != want*time.Second || !again {
			t.Errorf("after %d tries: wait %v, %v", tries, wait, again)
		}
	}
}

func TestThePauseTheServerAsksForIsMade(t *testing.T) {
	for name, header := range map[string]func() string{
		"seconds": func() string { return "1" },
		"date":    func() string { return time.Now().Add(2 * time.Second).UTC().Format(http.TimeFormat) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address, _ := serveAfter(t, 1, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Retry-After", header())
				w.WriteHeader(http.StatusTooManyRequests)
			})
			start := time.Now()
			mustGet(t, newFetcher(t, Options{}), address)
			if d := time.Since(start); d < 950*time.Millisecond {
				t.Errorf("asked again after %v", d)
			}
		})
	}
}

func TestAPauseHoldsForAllPagesOfTheHost(t *testing.T) {
	address, asked := serveAfter(t, 1, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", "1")
		w.WriteHeader(http.StatusServiceUnavailable)
	})
	f := newFetcher(t, Options{Retries: -1})
	start := time.Now()
	getError[*StatusError](t, f, address+"/a")
	if _, err := f.Get(cancelSoon(t), Page{Address: address + "/b"}, Validators{}); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled while the host is quiet: %v", err)
	}
	mustGet(t, f, address+"/b")
	if d := time.Since(start); d < 950*time.Millisecond || asked.Load() != 2 {
		t.Errorf("asked %d times in %v", asked.Load(), d)
	}
}

func TestAPauseThatIsTooLongEndsIt(t *testing.T) {
	address, asked := serveAfter(t, 9, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", "3600")
		w.WriteHeader(http.StatusTooManyRequests)
	})
	start := time.Now()
	_, err := get(t, newFetcher(t, Options{}), address)
	wantText(t, err.Error(), "429 Too Many Requests and asks to wait 1h0m0s (tried once)")
	if asked.Load() != 1 {
		t.Errorf("asked %d times", asked.Load())
	}
	wantSoon(t, start)
}

func TestAHostThatDoesNotListenIsNotAskedAgain(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	e := getError[*NetworkError](t, newFetcher(t, Options{Backoff: time.Minute}), "http://"+l.Addr().String())
	wantText(t, e.Hint(), "check the host and port")
}

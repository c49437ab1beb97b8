package fetch

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// trickle writes a byte every few milliseconds until the client hangs up.
func trickle(c net.Conn) {
	io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 100000\r\n\r\n")
	for {
		if _, err := io.WriteString(c, "x"); err != nil {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// hang answers nothing until the client hangs up.
func hang(c net.Conn) { c.Read(make([]byte, 1)) }

func TestAPageThatComesTooSlowly(t *testing.T) {
	start := time.Now()
	f := newFetcher(t, Options{Timeout: 300 * time.Millisecond, IdleTimeout: 200 * time.Millisecond})
	e := getError[*TimeoutError](t, f, serveRaw(t, trickle))
	wantText(t, e.Error(), "not complete after 300ms")
	wantText(t, e.Hint(), "raise the time limit")
	wantSoon(t, start)
}

func TestAServerThatFallsSilent(t *testing.T) {
	for name, reply := range map[string]func(net.Conn){
		"before the answer": hang,
		"in the head": func(c net.Conn) {
			io.WriteString(c, "HTTP/1.1 200 OK\r\n")
			hang(c)
		},
		"in the body": func(c net.Conn) {
			io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 1000\r\n\r\nhalf")
			hang(c)
		},
	} {
		start := time.Now()
		address := serveRaw(t, reply)
		_, err := get(t, newFetcher(t, Options{IdleTimeout: 50 * time.Millisecond, Retries: 1}), address)
		if e, ok := errors.AsType[*TimeoutError](err); !ok || !e.Silent {
			t.Errorf("%s: %v", name, err)
			continue
		}
		wantText(t, err.Error(), "no answer for 50ms (tried 2 times)")
		wantSoon(t, start)
	}
}

func TestTheTimeOfAPageCountsItsRedirects(t *testing.T) {
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(60 * time.Millisecond)
		http.Redirect(w, r, r.URL.Path+"x", http.StatusFound)
	})
	start := time.Now()
	getError[*TimeoutError](t, newFetcher(t, Options{Timeout: 150 * time.Millisecond, Retries: -1}), address+"/")
	if d := time.Since(start); d > 500*time.Millisecond {
		t.Errorf("took %v", d)
	}
}

func TestCancelingStopsAtOnce(t *testing.T) {
	refuse := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", "30")
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	for name, address := range map[string]string{
		"before the answer":       serveRaw(t, hang),
		"in the body":             serveRaw(t, trickle),
		"while asked to wait":     serve(t, refuse),
		"while waiting to retry":  serve(t, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusBadGateway) }),
		"while others are served": busyHost,
	} {
		f := newFetcher(t, Options{PerHost: 1, Backoff: 30 * time.Second})
		if address == busyHost {
			address = serveRaw(t, hang)
			go f.Get(cancelSoon(t), Page{Address: address}, Validators{})
		}
		start := time.Now()
		_, err := f.Get(cancelSoon(t), Page{Address: address}, Validators{})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		} else if !strings.HasPrefix(err.Error(), address) {
			t.Errorf("%s: names no address: %v", name, err)
		}
		wantSoon(t, start)
	}
}

const busyHost = "busy"

func TestADeadlineIsTheCallersAndNotATimeout(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := newFetcher(t, Options{}).Get(ctx, Page{Address: serveRaw(t, hang)}, Validators{})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	if _, err := newFetcher(t, Options{}).Get(ctx, Page{Address: "/a.html"}, Validators{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

func TestOnlySoManyRequestsRunPerHost(t *testing.T) {
	const limit, pages = 3, 30
	var running, most atomic.Int32
	handle := func(w http.ResponseWriter, r *http.Request) {
		n := running.Add(1)
		defer running.Add(-1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		page(w, hello[:10])
		w.(http.Flusher).Flush()
		time.Sleep(30 * time.Millisecond) // the body counts too
		io.WriteString(w, hello[10:])
	}
	address := serve(t, handle)
	// Waiting for others takes longer than Timeout, and does not count.
	f := newFetcher(t, Options{PerHost: limit, Timeout: 250 * time.Millisecond, Retries: -1})
	var wg sync.WaitGroup
	for i := range pages {
		wg.Go(func() {
			if _, err := get(t, f, fmt.Sprintf("%s/%d", address, i)); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if most.Load() != limit {
		t.Errorf("%d requests at once, want %d", most.Load(), limit)
	}
}

func TestABusyHostDoesNotHoldUpAnother(t *testing.T) {
	f := newFetcher(t, Options{PerHost: 1})
	go f.Get(t.Context(), Page{Address: serveRaw(t, hang)}, Validators{})
	start := time.Now()
	mustGet(t, f, serve(t, func(w http.ResponseWriter, r *http.Request) { page(w, hello) }))
	wantSoon(t, start)
}

func TestASizeLimitIsExact(t *testing.T) {
	address := serve(t, func(w http.ResponseWriter, r *http.Request) { page(w, hello) })
	mustGet(t, newFetcher(t, Options{MaxBytes: int64(len(hello))}), address)
	e := getError[*TooLargeError](t, newFetcher(t, Options{MaxBytes: int64(len(hello)) - 1}), address)
	wantText(t, e.Error(), fmt.Sprintf("larger than %d bytes", len(hello)-1))
}

// TestAPageWithoutEnd streams as much as anyone takes, plain and packed.
func TestAPageWithoutEnd(t *testing.T) {
	const limit, most = 4 << 20, 200 << 20
	block := []byte(strings.Repeat("<p>more</p>\n", 1000))
	for _, packed := range []bool{false, true} {
		var sent atomic.Int64
		address := serve(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			to := io.Writer(w)
			if packed {
				w.Header().Set("Content-Encoding", "gzip")
				to = gzip.NewWriter(w)
			}
			for sent.Load() < most {
				if _, err := to.Write(block); err != nil {
					return
				}
				sent.Add(int64(len(block)))
			}
		})
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		e := getError[*TooLargeError](t, newFetcher(t, Options{MaxBytes: limit}), address)
		runtime.ReadMemStats(&after)
		wantText(t, e.Error(), "larger than 4 MiB")
		if used := after.TotalAlloc - before.TotalAlloc; used > 10*limit {
			t.Errorf("packed %v: took %d MiB of memory", packed, used>>20)
		}
		if sent.Load() >= most {
			t.Errorf("packed %v: read all %d MiB", packed, most>>20)
		}
	}
}

func TestAnAnnouncedSizeIsBelieved(t *testing.T) {
	address := serveRaw(t, func(c net.Conn) {
		io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 200000000\r\n\r\n")
		hang(c)
	})
	start := time.Now()
	getError[*TooLargeError](t, newFetcher(t, Options{}), address)
	wantSoon(t, start)
}

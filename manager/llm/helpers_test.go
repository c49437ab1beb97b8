package llm

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"ragmanager/manager/llm/standin"
)

// testKey looks like a key and is none.
const testKey = "sk-test-0123456789abcdefghijklmnop"

// small is a model whose vectors are short in tests.
var small = EmbedRequest{Model: "text-embedding-3-small", Dimensions: 8}

// newClient returns a client of a base URL that waits only moments before
// retries.
func newClient(t testing.TB, base string, o Options) *Client {
	t.Helper()
	o.BaseURL = base
	if o.Backoff == 0 {
		o.Backoff = time.Millisecond
	}
	c, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.transport.(*http.Transport).CloseIdleConnections)
	return c
}

// start returns a stand-in that listens, and a client of it.
func start(t testing.TB, s standin.Options, o Options) (*standin.Server, *Client) {
	t.Helper()
	server := standin.Start(s)
	t.Cleanup(server.Close)
	return server, newClient(t, server.URL, o)
}

// inMemory returns a stand-in without a network, and a client of it. Time in a
// bubble of synctest goes on only if nobody waits for a network.
func inMemory(t testing.TB, s standin.Options, o Options) (*standin.Server, *Client) {
	t.Helper()
	server := standin.New(s)
	return server, withHandler(t, server, o)
}

// withHandler returns a client of a handler, without a network.
func withHandler(t testing.TB, handler http.Handler, o Options) *Client {
	t.Helper()
	o.BaseURL = "http://standin.test/v1"
	c, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	c.transport = memory{handler}
	return c
}

// memory is a transport to a handler of the same program.
type memory struct{ handler http.Handler }

func (m memory) RoundTrip(r *http.Request) (*http.Response, error) {
	out, in := io.Pipe()
	w := &memoryWriter{header: http.Header{}, body: in, ready: make(chan struct{})}
	ctx := r.Context()
	if r.Body == nil {
		r.Body = http.NoBody
	}
	go func() {
		defer func() {
			aborted := recover() == http.ErrAbortHandler
			switch {
			case ctx.Err() != nil:
				w.end(ctx.Err())
			case aborted:
				w.end(io.ErrUnexpectedEOF)
			default:
				w.WriteHeader(http.StatusOK)
				w.end(io.EOF)
			}
		}()
		m.handler.ServeHTTP(w, r)
	}()
	context.AfterFunc(ctx, func() { w.end(ctx.Err()) })
	<-w.ready
	if w.err != nil {
		return nil, w.err
	}
	return &http.Response{StatusCode: w.status, Header: w.sent, Body: out, ContentLength: -1}, nil
}

type memoryWriter struct {
	header, sent http.Header
	body         *io.PipeWriter
	once         sync.Once
	ready        chan struct{} // closed when there is a status or an error
	status       int
	err          error
}

func (w *memoryWriter) Header() http.Header { return w.header }

func (w *memoryWriter) WriteHeader(status int) {
	w.once.Do(func() {
		w.status, w.sent = status, w.header.Clone()
		close(w.ready)
	})
}

// end ends the body, or the request if there is none yet.
func (w *memoryWriter) end(err error) {
	w.body.CloseWithError(err)
	w.once.Do(func() {
		w.err = err
		close(w.ready)
	})
}

func (w *memoryWriter) Write(p []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	if len(p) == 0 {
		return 0, nil
	}
	return w.body.Write(p)
}

// serve returns the base URL of a server with one handler.
func serve(t testing.TB, handle http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(handle)
	t.Cleanup(s.Close)
	return s.URL + "/v1"
}

// fails is a handler that answers each request with a fault.
func fails(f standin.Fault) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body) // or the connection breaks
		f(w, r, nil)
	}
}

// wantError fails unless err is of type E and has a hint. It returns both.
func wantError[E error](t testing.TB, err error) (e E, hint string) {
	t.Helper()
	e, ok := errors.AsType[E](err)
	if !ok {
		t.Fatalf("have error %v (%T), want a %T", err, err, e)
	}
	if hint = hintOf(err); hint == "" {
		t.Errorf("no hint for %v", err)
	}
	return e, hint
}

// hintOf returns the way out of an error as package manager finds it.
func hintOf(err error) string {
	if h, ok := err.(interface{ Hint() string }); ok && h.Hint() != "" {
		return h.Hint()
	}
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		return hintOf(e.Unwrap())
	case interface{ Unwrap() []error }:
		for _, err := range e.Unwrap() {
			if hint := hintOf(err); hint != "" {
				return hint
			}
		}
	}
	return ""
}

// wantText fails unless the text holds all parts.
func wantText(t testing.TB, text string, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if !strings.Contains(text, p) {
			t.Errorf("%q lacks %q", text, p)
		}
	}
}

// wantSoon fails if what began at start took more than a moment, even on a busy
// machine. All waits that are to be cut short are of many seconds.
func wantSoon(t testing.TB, start time.Time) {
	t.Helper()
	if d := time.Since(start); d > 2*time.Second {
		t.Errorf("took %v", d)
	}
}

// A store keeps what Embed hands over.
type store struct {
	vectors map[int][]float32
	batches int
}

func (s *store) add(b EmbedBatch) error {
	if s.vectors == nil {
		s.vectors = map[int][]float32{}
	}
	for n, i := range b.Indices {
		s.vectors[i] = b.Vectors[n]
	}
	s.batches++
	return nil
}

// wantVectors fails unless the store holds the vectors that the stand-in makes
// of the texts, for all indices but those left out.
func (s *store) wantVectors(t testing.TB, texts []string, dimensions int, without ...int) {
	t.Helper()
	left := map[int]bool{}
	for _, i := range without {
		left[i] = true
	}
	for i, text := range texts {
		have, ok := s.vectors[i]
		switch {
		case ok == left[i]:
			t.Errorf("text %d: vector is %v", i, have)
		case ok && !equal(have, standin.Vector(Input(text), dimensions)):
			t.Errorf("text %d has another vector", i)
		}
	}
}

func equal(a, b []float32) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// numbered returns n texts that differ.
func numbered(n int) []string {
	texts := make([]string, n)
	for i := range texts {
		texts[i] = "text number " + strings.Repeat("x", i%7) + string(rune('a'+i%26)) + " of page " + string(rune('A'+i/26%26))
	}
	return texts
}

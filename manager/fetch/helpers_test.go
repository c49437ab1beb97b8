package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const hello = "<html><title>Hello</title><p>Hello, reader.</html>"

// newFetcher returns a Fetcher that waits only moments before retries.
func newFetcher(t testing.TB, o Options) *Fetcher {
	t.Helper()
	if o.Backoff == 0 {
		o.Backoff = time.Millisecond
	}
	f, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.transport.CloseIdleConnections)
	return f
}

// serve returns the address of a web server.
func serve(t testing.TB, handle http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(handle)
	t.Cleanup(s.Close)
	return s.URL
}

// serveTLS returns a server whose certificate nobody knows.
func serveTLS(t testing.TB, handle http.HandlerFunc) *httptest.Server {
	t.Helper()
	s := httptest.NewUnstartedServer(handle)
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.EnableHTTP2 = true
	s.StartTLS()
	t.Cleanup(s.Close)
	return s
}

// serveRaw returns the address of a server that reads the head of one request
// per connection and answers with whatever reply writes; then it hangs up.
func serveRaw(t testing.TB, reply func(net.Conn)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return // the test is over
			}
			go func() {
				defer c.Close()
				c.Read(make([]byte, 4096))
				reply(c)
			}()
		}
	}()
	return "http://" + l.Addr().String()
}

// page writes a page of HTML.
func page(w http.ResponseWriter, body string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	io.WriteString(w, body)
}

func get(t testing.TB, f *Fetcher, address string) (Document, error) {
	t.Helper()
	return f.Get(t.Context(), Page{Address: address}, Validators{})
}

func mustGet(t testing.TB, f *Fetcher, address string) Document {
	t.Helper()
	doc, err := get(t, f, address)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// getError returns the error of a page that cannot be read. It must be of type E,
// name the address, and have a hint.
func getError[E error](t testing.TB, f *Fetcher, address string) E {
	t.Helper()
	doc, err := get(t, f, address)
	want, ok := errors.AsType[E](err)
	if !ok {
		t.Fatalf("have error %v (%T), want a %T", err, err, want)
	}
	if len(doc.Body) > 0 {
		t.Errorf("have %d bytes beside the error", len(doc.Body))
	}
	if !strings.Contains(err.Error(), address) {
		t.Errorf("error does not name %s: %v", address, err)
	}
	if hint(err) == "" {
		t.Errorf("no hint for %v", err)
	}
	return want
}

// hint returns the way out of an error as package manager finds it.
func hint(err error) string {
	if h, ok := errors.AsType[interface {
		error
		Hint() string
	}](err); ok {
		return h.Hint()
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

// folder makes a folder with files; names end in "/" for empty folders.
func folder(t testing.TB, names ...string) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		path := filepath.Join(root, filepath.FromSlash(name))
		if strings.HasSuffix(name, "/") {
			os.MkdirAll(path, 0o755)
			continue
		}
		writeFile(t, path, fmt.Sprintf("<p>%s</p>", name))
	}
	return root
}

func writeFile(t testing.TB, path, content string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// symlink makes a link or skips the test where that is not allowed.
func symlink(t testing.TB, target, link string) {
	t.Helper()
	if err := os.Symlink(target, link); err != nil {
		t.Skip(err)
	}
}

// cancelSoon returns a context that is canceled in a moment.
func cancelSoon(t testing.TB) context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	timer := time.AfterFunc(50*time.Millisecond, cancel)
	t.Cleanup(func() { timer.Stop(); cancel() })
	return ctx
}

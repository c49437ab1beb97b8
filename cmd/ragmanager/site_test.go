package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// A site is the web server of a script, on this computer. Commands:
//
//	serve               starts it; $SITE is its address, $HOST its host and port
//	unserve             stops it; serve starts it at the same address again
//	asked PATH          waits until there was a request for PATH
//	requests PATH N     wants that there were N requests for PATH so far
//
// It serves the files of the folder site. The file site.txt, if there is one, says
// how else it answers. It is read at each request, so that a script can replace
// it. Each line has a path and a behaviour:
//
//	/a.html status 410         a status, with a whole page that says so
//	/a.html first 500          this status the first time (with Retry-After: 1), then the file
//	/a.html redirect /b.html   another address
//	/a.html login              a page that asks for a password, with status 200
//	/a.html auth jo secret     the file for those who log in
//	/a.html cut                half of the file, packed
//	/a.html trickle            the file, a byte every 20 ms
//	/a.html silent             nothing, for ever
//	/a.html waits              the file, when site.txt does not say this any more
//	/a.html endless            more and more of the same
//	/a.html drop               hangs up
//	/a.html etag               the file with an ETag, or 304
//	/a.html dated              the file with a Last-Modified, or 304
//	/a.html latin-1            the file in ISO 8859-1, which the header alone tells
//	/a.html type TYPE          the file as another type
type site struct {
	dir      string // of the script
	address  string // "" until it was started
	server   *http.Server
	mu       sync.Mutex
	requests map[string]int
}

// siteKey is where a script keeps its site.
type siteKey struct{}

func siteOf(ts *testscript.TestScript) *site { return ts.Value(siteKey{}).(*site) }

func serve(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, neg, args, 0, "serve")
	s := siteOf(ts)
	ts.Check(s.start(context.Background()))
	ts.Defer(func() { s.server.Close() })
	ts.Setenv("HOST", s.address)
	ts.Setenv("SITE", "http://"+s.address)
}

// start starts the server, at the same address if it was started before.
func (s *site) start(ctx context.Context) error {
	address := s.address
	if address == "" {
		address = "127.0.0.1:0"
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return err
	}
	s.address = l.Addr().String()
	s.server = &http.Server{Handler: s, ErrorLog: log.New(io.Discard, "", 0)}
	go s.server.Serve(l)
	return nil
}

func unserve(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, neg, args, 0, "unserve")
	ts.Check(siteOf(ts).server.Close())
}

func requests(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, neg, args, 2, "requests PATH N")
	if have := strconv.Itoa(siteOf(ts).number(args[0])); have != args[1] {
		ts.Fatalf("%s was asked for %s times, not %s", args[0], have, args[1])
	}
}

func asked(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, neg, args, 1, "asked PATH")
	if !siteOf(ts).awaitRequest(args[0], 0) {
		ts.Fatalf("%s was never asked for", args[0])
	}
}

// awaitRequest waits until there were more than some requests for a path, and
// reports whether that happened.
func (s *site) awaitRequest(path string, some int) bool {
	for range 6000 {
		if s.number(path) > some {
			return true
		}
		time.Sleep(5 * time.Millisecond)
	}
	return false
}

// number returns how many requests there were for a path.
func (s *site) number(path string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.requests[path]
}

// count counts a request and returns how many there were for the path.
func (s *site) count(path string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.requests == nil {
		s.requests = map[string]int{}
	}
	s.requests[path]++
	return s.requests[path]
}

// behaviour returns what site.txt says of a path, nil if nothing.
func (s *site) behaviour(path string) []string {
	text, _ := os.ReadFile(filepath.Join(s.dir, "site.txt")) // there may be none
	for line := range strings.Lines(string(text)) {
		if words := strings.Fields(line); len(words) > 1 && words[0] == path {
			return words[1:]
		}
	}
	return nil
}

// page returns the bytes of the file at a path.
func (s *site) page(path string) ([]byte, error) {
	return os.ReadFile(filepath.Join(s.dir, "site", filepath.FromSlash(path)))
}

// ServeHTTP answers a request.
func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	number := s.count(r.URL.Path)
	behaviour := s.behaviour(r.URL.Path)
	if len(behaviour) > 1 && behaviour[0] == "first" {
		if number == 1 {
			w.Header().Set("Retry-After", "1")
			behaviour = []string{"status", behaviour[1]}
		} else {
			behaviour = nil
		}
	}
	if len(behaviour) > 0 && s.behaves(w, r, behaviour) {
		return
	}
	page, err := s.page(r.URL.Path)
	if err != nil {
		wholePage(w, http.StatusNotFound)
		return
	}
	if len(behaviour) == 0 {
		behaviour = []string{"plain"}
	}
	send(w, r, behaviour, page)
}

// behaves answers in the ways that need no file, and reports whether it did.
func (s *site) behaves(w http.ResponseWriter, r *http.Request, behaviour []string) bool {
	switch behaviour[0] {
	case "status":
		status, _ := strconv.Atoi(behaviour[1])
		wholePage(w, status)
	case "redirect":
		http.Redirect(w, r, behaviour[1], http.StatusFound)
	case "login":
		io.WriteString(w, "<title>Log in</title><form>User <input name=user> Password <input type=password name=password></form>")
	case "silent":
		<-r.Context().Done()
	case "waits":
		for r.Context().Err() == nil && slices.Equal(s.behaviour(r.URL.Path), behaviour) {
			time.Sleep(5 * time.Millisecond)
		}
		return false
	case "drop":
		panic(http.ErrAbortHandler)
	case "endless":
		w.Header().Set("Content-Type", "text/html")
		for r.Context().Err() == nil {
			io.WriteString(w, strings.Repeat("<p>More and more.</p>\n", 1000))
		}
	default:
		return false
	}
	return true
}

// wholePage answers with a status and a page that looks like any other.
func wholePage(w http.ResponseWriter, status int) {
	w.Header().Set("Content-Type", "text/html")
	w.WriteHeader(status)
	fmt.Fprintf(w, "<title>%s</title><h1>%[1]s</h1><p>What you look for may be elsewhere on our site. The error is %d.</p>", http.StatusText(status), status)
}

// send answers with a page.
func send(w http.ResponseWriter, r *http.Request, behaviour []string, page []byte) {
	kind := "text/html; charset=utf-8"
	switch behaviour[0] {
	case "auth":
		user, password, _ := r.BasicAuth()
		if user != behaviour[1] || password != behaviour[2] {
			w.Header().Set("WWW-Authenticate", `Basic realm="manuals"`)
			wholePage(w, http.StatusUnauthorized)
			return
		}
	case "cut":
		page = halfPacked(page)
		w.Header().Set("Content-Encoding", "gzip")
	case "latin-1":
		kind, page = "text/html; charset=iso-8859-1", latin1(page)
	case "type":
		kind = behaviour[1]
	case "etag":
		tag := fmt.Sprintf("%q", fmt.Sprintf("%x", sha256.Sum256(page))[:8])
		w.Header().Set("ETag", tag)
		if r.Header.Get("If-None-Match") == tag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	case "dated":
		http.ServeContent(w, r, "page.html", time.Date(2025, 6, 26, 12, 0, 0, 0, time.UTC), bytes.NewReader(page))
		return
	}
	w.Header().Set("Content-Type", kind)
	if behaviour[0] != "trickle" {
		w.Write(page)
		return
	}
	for _, b := range page {
		w.Write([]byte{b})
		w.(http.Flusher).Flush()
		time.Sleep(20 * time.Millisecond)
	}
}

// halfPacked returns half of a page packed with gzip.
func halfPacked(page []byte) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(page)
	z.Close()
	return b.Bytes()[:b.Len()/2]
}

// latin1 returns a page in ISO 8859-1.
func latin1(page []byte) []byte {
	var b []byte
	for _, r := range string(page) {
		b = append(b, byte(r))
	}
	return b
}

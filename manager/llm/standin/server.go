package standin

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// Options say what kind of server is stood in for. Each field that is zero stands
// for its default.
type Options struct {
	Key        string   // that requests must carry; "": any or none
	Models     []string // that there are; nil: all that are asked for, none listed
	Dimensions int      // of vectors unless fewer are asked for; default 1,536

	MaxTexts  int // per request for embeddings; default 2,048
	MaxTokens int // per request for embeddings; default 300,000
	MaxInput  int // tokens of one text to embed; default 8,192
	Context   int // tokens of the messages of a completion; default 128,000

	RequestsPerMinute int // 0: no limit, and no headers about it
	TokensPerMinute   int // the same

	Latency time.Duration // from a request to the beginning of its answer
	Pace    time.Duration // between the pieces of a streamed answer

	Refuses []string // names of fields that are refused, such as "stream_options"
	NoUsage bool     // answers do not count tokens
	Numbers bool     // vectors are numbers, also where base64 is asked for

	Count func(text string) int // tokens of a text; default one for four bytes

	Faults []Fault // of the first requests, one for each; nil: it goes well
	Always Fault   // of all requests after those; nil: they go well
}

// A Server is the stand-in. Make it with [New] or [Start].
type Server struct {
	URL string // the base URL, ending in /v1; "" without Start

	opts Options
	http *http.Server

	mu       sync.Mutex
	asked    []Request
	requests bucket
	tokens   bucket
}

// A Request is one that came.
type Request struct {
	Method, Path string
	Header       http.Header
	Body         []byte
	Time         time.Time
}

// New returns a server that does not listen: it is an http.Handler.
func New(o Options) *Server {
	setDefault(&o.Dimensions, 1536)
	setDefault(&o.MaxTexts, 2048)
	setDefault(&o.MaxTokens, 300_000)
	setDefault(&o.MaxInput, 8192)
	setDefault(&o.Context, 128_000)
	if o.Count == nil {
		o.Count = func(text string) int { return (len(text) + 3) / 4 }
	}
	return &Server{opts: o, requests: newBucket(o.RequestsPerMinute), tokens: newBucket(o.TokensPerMinute)}
}

func setDefault(field *int, value int) {
	if *field == 0 {
		*field = value
	}
}

// Start returns a server that listens on this computer until Close. It panics if
// that is not possible.
func Start(o Options) *Server {
	s := New(o)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic("standin: " + err.Error())
	}
	s.URL = "http://" + l.Addr().String() + "/v1"
	s.http = &http.Server{Handler: s, ReadHeaderTimeout: time.Minute}
	go s.http.Serve(l) // ends with Close
	return s
}

// Close hangs up on all who are connected and stops listening.
func (s *Server) Close() {
	if s.http != nil {
		s.http.Close()
	}
}

// Requests returns those that came so far, in their order.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.asked)
}

// ServeHTTP answers a request, with the fault that is due.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client is gone
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	if fault := s.note(r, body); fault != nil {
		fault(w, r, http.HandlerFunc(s.answer))
		return
	}
	s.answer(w, r)
}

// note keeps a request and returns its fault.
func (s *Server) note(r *http.Request, body []byte) Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := len(s.asked)
	s.asked = append(s.asked, Request{r.Method, r.URL.RequestURI(), r.Header.Clone(), body, time.Now()})
	if n < len(s.opts.Faults) {
		return s.opts.Faults[n]
	}
	return s.opts.Always
}

// answer answers a request as it should be.
func (s *Server) answer(w http.ResponseWriter, r *http.Request) {
	start := time.Now()
	w.Header().Set("X-Request-Id", "req_standin")
	body, _ := io.ReadAll(r.Body) // from memory
	if e := s.authorise(r); e != nil {
		e.write(w)
		return
	}
	switch r.Method + " " + r.URL.Path {
	case "GET /v1/models":
		s.wait(r.Context(), start)
		writeJSON(w, http.StatusOK, s.models())
	case "POST /v1/embeddings":
		v, e := s.embeddings(w, body)
		s.wait(r.Context(), start)
		write(w, v, e)
	case "POST /v1/chat/completions":
		a, e := s.completion(w, body)
		s.wait(r.Context(), start)
		switch {
		case e != nil:
			e.write(w)
		case a.stream:
			s.stream(r.Context(), w, a)
		default:
			writeJSON(w, http.StatusOK, a.whole())
		}
	default:
		refuse(http.StatusNotFound, "", "", "Invalid URL (%s %s)", r.Method, r.URL.Path).write(w)
	}
}

// wait waits until an answer that was asked for at start is due.
func (s *Server) wait(ctx context.Context, start time.Time) {
	sleep(ctx, s.opts.Latency-time.Since(start))
}

func sleep(ctx context.Context, d time.Duration) {
	if d <= 0 {
		return
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// authorise checks the key, which Azure has in a header of its own.
func (s *Server) authorise(r *http.Request) *refusal {
	key, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !ok {
		key = r.Header.Get("Api-Key")
	}
	switch {
	case s.opts.Key == "" || key == s.opts.Key:
		return nil
	case key == "":
		return refuse(http.StatusUnauthorized, "", "", "You didn't provide an API key. You need to provide your API key in an "+
			"Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).")
	}
	return refuse(http.StatusUnauthorized, "invalid_api_key", "", "Incorrect API key provided: %s. You can find your API key at "+
		"https://platform.openai.com/account/api-keys.", stars(key))
}

// stars hides the middle of a key.
func stars(key string) string {
	if len(key) < 16 {
		return strings.Repeat("*", len(key))
	}
	return key[:8] + strings.Repeat("*", len(key)-12) + key[len(key)-4:]
}

// models lists the models.
func (s *Server) models() any {
	type model struct {
		ID      string `json:"id"`
		Object  string `json:"object"`
		Created int    `json:"created"`
		OwnedBy string `json:"owned_by"`
	}
	list := []model{}
	for _, id := range s.opts.Models {
		list = append(list, model{id, "model", created, "standin"})
	}
	return map[string]any{"object": "list", "data": list}
}

// created is when all that has such a time was made, in seconds of UNIX.
const created = 1_700_000_000

// write writes a value, or why there is none.
func write(w http.ResponseWriter, v any, e *refusal) {
	if e != nil {
		e.write(w)
		return
	}
	writeJSON(w, http.StatusOK, v)
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	data, err := json.Marshal(v)
	if err != nil {
		panic("unreachable: " + err.Error()) // all values are ours
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(data)
}

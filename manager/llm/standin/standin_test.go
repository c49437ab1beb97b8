package standin

import (
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// post sends a request to a server without a network.
func post(s *Server, path, body string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodPost, path, strings.NewReader(body)))
	return w
}

const oneText = `{"model":"m","input":"a"}`

func TestLikeTextsLieClose(t *testing.T) {
	const question = "How long do the batteries last?"
	near := cosine(Vector(question, 1536), Vector("Batteries: they last for four years, or three in the cold.", 1536))
	far := cosine(Vector(question, 1536), Vector("The antenna is on the roof of the building.", 1536))
	if near < 0.4 || far > 0.1 {
		t.Errorf("near %.2f, far %.2f", near, far)
	}
	if same := cosine(Vector(question, 1536), Vector("how LONG, do the batteries\nlast", 1536)); same < 0.9999 {
		t.Errorf("the same words: %.4f", same)
	}
}

func TestVectorsHaveLengthOneAndAreAlwaysTheSame(t *testing.T) {
	for _, text := range []string{"", " ", "!?", "a", "电池", strings.Repeat("word and number 7 ", 500)} {
		for _, n := range []int{0, 1, 2, 8, 1536} {
			v := Vector(text, n)
			if len(v) != max(n, 1) || math.Abs(cosine(v, v)-1) > 1e-5 {
				t.Errorf("%q: %d components, length %v", text, len(v), cosine(v, v))
			}
			if !slices.Equal(v, Vector(text, n)) {
				t.Errorf("%q: another vector", text)
			}
		}
	}
}

func TestAnswer(t *testing.T) {
	documents := []string{"", "The antenna is on the roof.\nBatteries last four years. Batteries are behind the cover!", "Unrelated."}
	for question, want := range map[string]string{
		"Where is the antenna?":                 "The documentation says: “The antenna is on the roof.”",
		"How many years do the batteries last?": "The documentation says: “Batteries last four years.” It also says: “Batteries are behind the cover!”",
		"Who won?":                              Unknown,
		"":                                      Unknown,
	} {
		if have := Answer(documents, question); have != want {
			t.Errorf("%s: have %s", question, have)
		}
	}
}

func TestScript(t *testing.T) {
	faults, err := Script("ok 429:7 503*2 nocredit webpage hangup:10 end:5 delay:1 ok")
	if err != nil {
		t.Fatal(err)
	}
	s := New(Options{Faults: faults})
	var have []int
	for range faults {
		func() {
			defer func() {
				if p := recover(); p != nil {
					have = append(have, -1) // http.ErrAbortHandler
				}
			}()
			w := post(s, "/v1/embeddings", oneText)
			have = append(have, w.Code)
			if w.Code == 429 && len(have) == 2 && w.Header().Get("Retry-After") != "7" {
				t.Errorf("headers %v", w.Header())
			}
		}()
	}
	if want := []int{200, 429, 503, 503, 429, 200, -1, 200, 200, 200}; !slices.Equal(have, want) {
		t.Errorf("have %v, want %v", have, want)
	}
	for _, line := range []string{"bad", "ok*", "ok*0", "ok*x", "429:x", "429:-1", "200", "600", "ok:1", "silent:1", "500:1", "hangup"} {
		if faults, err := Script(line); err == nil || !strings.Contains(err.Error(), line) {
			t.Errorf("%s: have %d faults, %v", line, len(faults), err)
		}
	}
}

func TestLimitsAreTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Options{RequestsPerMinute: 2, TokensPerMinute: 100})
		for i, want := range []struct {
			status          int
			left, reset     string
			retry, retryMil string
		}{
			{200, "1", "30s", "", ""}, {200, "0", "1m0s", "", ""}, {429, "0", "1m0s", "30", "30001"},
		} {
			w := post(s, "/v1/embeddings", oneText)
			h := w.Header()
			if w.Code != want.status || h.Get("X-Ratelimit-Remaining-Requests") != want.left || h.Get("X-Ratelimit-Reset-Requests") != want.reset ||
				h.Get("X-Ratelimit-Limit-Requests") != "2" || h.Get("Retry-After") != want.retry || h.Get("Retry-After-Ms") != want.retryMil {
				t.Errorf("%d: %d, %v", i, w.Code, h)
			}
		}
		time.Sleep(30 * time.Second)
		if w := post(s, "/v1/embeddings", oneText); w.Code != 200 {
			t.Errorf("after 30 s: %d", w.Code)
		}
		time.Sleep(time.Minute)
		w := post(s, "/v1/embeddings", `{"model":"m","input":"`+strings.Repeat("x", 404)+`"}`)
		if w.Code != 429 || !strings.Contains(w.Body.String(), "Request too large for m") {
			t.Errorf("have %d %s", w.Code, w.Body)
		}
	})
}

func TestLatencyAndPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Options{Latency: 200 * time.Millisecond, Pace: time.Second})
		began := time.Now()
		post(s, "/v1/embeddings", oneText)
		if d := time.Since(began); d != 200*time.Millisecond {
			t.Errorf("embeddings took %v", d)
		}
		began = time.Now()
		post(s, "/v1/chat/completions", `{"model":"m","messages":[{"role":"user","content":"?"}],"stream":true}`)
		if d := time.Since(began); d != 5200*time.Millisecond { // "The documentation does not say."
			t.Errorf("the answer took %v", d)
		}
	})
}

func TestWhatIsRefused(t *testing.T) {
	s := New(Options{Refuses: []string{"stream_options"}, Context: 20})
	for _, test := range []struct {
		path, body string
		status     int
		text       string
	}{
		{"/v1/embeddings", `{`, 400, "could not parse the JSON body"},
		{"/v1/embeddings", `{"model":"m"}`, 400, "$.input"},
		{"/v1/embeddings", `{"model":"m","input":[]}`, 400, "$.input"},
		{"/v1/embeddings", `{"model":"m","input":"a","dimensions":9999}`, 400, "'dimensions' = 9999"},
		{"/v1/embeddings", `{"model":"text-embedding-ada-002","input":"a","dimensions":9}`, 400, "does not support specifying dimensions"},
		{"/v1/chat/completions", `{"model":"m"}`, 400, "'messages'"},
		{"/v1/chat/completions", `{"model":"m","messages":[{"role":"user","content":"` + strings.Repeat("x", 100) + `"}]}`, 400, "context_length_exceeded"},
		{"/v1/chat/completions", `{"model":"m","stream_options":{}}`, 400, "Unsupported parameter: 'stream_options'"},
		{"/v1/chat/completions", `{"model":"gpt-5","max_tokens":9}`, 400, "Use 'max_completion_tokens' instead"},
		{"/v1/chat/completions", `{"model":"gpt-5","temperature":0.2}`, 400, "'temperature' does not support 0.2"},
		{"/v1/other", `{}`, 404, "Invalid URL (POST /v1/other)"},
	} {
		w := post(s, test.path, test.body)
		if w.Code != test.status || !strings.Contains(w.Body.String(), test.text) || !strings.HasPrefix(w.Body.String(), `{"error":{"message":`) {
			t.Errorf("%s: have %d %s", test.body, w.Code, w.Body)
		}
	}
	if len(s.Requests()) != 11 {
		t.Errorf("%d requests noted", len(s.Requests()))
	}
}

func TestKeys(t *testing.T) {
	s := Start(Options{Key: "sk-right"})
	defer s.Close()
	for header, want := range map[string]int{
		"Authorization: Bearer sk-right": 200, "Authorization: Bearer sk-wrong": 401, "Api-Key: sk-right": 200, "Authorization: sk-right": 401, "X: y": 401,
	} {
		r, err := http.NewRequest(http.MethodGet, s.URL+"/models", nil)
		if err != nil {
			t.Fatal(err)
		}
		name, value, _ := strings.Cut(header, ": ")
		r.Header.Set(name, value)
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
		if resp.StatusCode != want {
			t.Errorf("%s: have %d", header, resp.StatusCode)
		}
	}
}

func TestFaultsThatBreakOff(t *testing.T) {
	for name, test := range map[string]struct {
		fault Fault
		n     int
		fails bool
	}{"hang up": {HangUp(20), 20, true}, "end": {End(20), 20, false}, "hang up at once": {HangUp(0), 0, true}} {
		s := Start(Options{Always: test.fault})
		resp, err := http.Get(s.URL + "/models")
		var body []byte
		if err == nil {
			body, err = io.ReadAll(resp.Body)
			resp.Body.Close()
		}
		if len(body) != test.n || (err != nil) != test.fails {
			t.Errorf("%s: have %q, %v", name, body, err)
		}
		s.Close()
	}
}

package manager

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ragmanager/library"
	"ragmanager/manager/llm"
	"ragmanager/manager/llm/standin"
)

// testKey looks like a key and is none.
const testKey = "sk-test-0123456789abcdefghijklmnop"

// A desk is the library of a manual whose questions go to a stand-in for a server
// of models.
type desk struct {
	*manual
	server   *standin.Server
	settings LibrarySettings
	personal PersonalSettings
}

// newDesk returns a desk with a library of pages, without vectors. Nothing that
// fails is tried again.
func newDesk(t testing.TB, o standin.Options, pages map[string]string) *desk {
	t.Helper()
	server := standin.Start(o)
	t.Cleanup(server.Close)
	d := &desk{newManual(t, pages), server, DefaultLibrarySettings(), DefaultPersonalSettings()}
	d.settings.Retrieve.Space, d.settings.Retrieve.Model, d.settings.Retrieve.Dimensions = SpaceOpenAI, "words", 256
	d.personal.Endpoint.BaseURL, d.personal.Endpoint.MaxWait = server.URL, time.Nanosecond
	d.personal.Endpoint.KeyFile = filepath.Join(t.TempDir(), "key")
	writeFile(t, d.personal.Endpoint.KeyFile, testKey+"\n", 0o600)
	if len(pages) > 0 {
		d.chunk()
	}
	return d
}

// newGraded returns a desk whose vectors are graded, and made.
func newGraded(t testing.TB, o standin.Options, pages map[string]string) *desk {
	t.Helper()
	o.Always = graded
	d := newDesk(t, o, pages)
	d.settings.Retrieve.Dimensions = 2
	d.embed()
	return d
}

func writeFile(t testing.TB, path, text string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

// open returns the manager of the library, as a new process would have it.
func (d *desk) open() *Manager {
	d.t.Helper()
	m, err := Open(d.root, d.settings, d.personal)
	if err != nil {
		d.t.Fatal(err)
	}
	return m
}

// space is that of the vectors.
func (d *desk) space() library.Space {
	return library.Space{Model: d.settings.Retrieve.Model, Dimensions: d.settings.Retrieve.Dimensions}
}

// embed makes all vectors.
func (d *desk) embed() EmbedResult {
	d.t.Helper()
	result, err := d.open().Embed(d.t.Context(), false, nil, &recorder{})
	if err != nil {
		d.t.Fatal(err)
	}
	return result
}

// retrieve asks a new manager.
func (d *desk) retrieve(question string) *Retrieval {
	d.t.Helper()
	found, err := d.open().Retrieve(d.t.Context(), question, &recorder{})
	if err != nil {
		d.t.Fatal(err)
	}
	return found
}

// submit asks a new manager.
func (d *desk) submit(question string) *Answer {
	d.t.Helper()
	a, err := d.open().Submit(d.t.Context(), question, nil, &recorder{})
	if err != nil {
		d.t.Fatal(err)
	}
	return a
}

// sent are the texts that the server was asked to embed, sorted.
func (d *desk) sent() []string {
	d.t.Helper()
	var all []string
	for _, body := range d.bodies("/v1/embeddings") {
		all = append(all, inputOf(d.t, body)...)
	}
	slices.Sort(all)
	return all
}

// bodies are those of the requests for a path.
func (d *desk) bodies(path string) [][]byte {
	var bodies [][]byte
	for _, r := range d.server.Requests() {
		if r.Path == path {
			bodies = append(bodies, r.Body)
		}
	}
	return bodies
}

// An asking is a request for an answer.
type asking struct {
	Model     string
	Messages  []llm.Message
	MaxTokens int `json:"max_tokens"`
}

// asked returns the last request for an answer.
func (d *desk) asked() asking {
	d.t.Helper()
	bodies := d.bodies("/v1/chat/completions")
	if len(bodies) == 0 {
		d.t.Fatal("no model was asked")
	}
	var a asking
	if err := json.Unmarshal(bodies[len(bodies)-1], &a); err != nil {
		d.t.Fatal(err)
	}
	return a
}

// inputOf returns the texts of a request for embeddings.
func inputOf(t testing.TB, body []byte) []string {
	var r struct{ Input json.RawMessage }
	var list []string
	var one string
	if err := json.Unmarshal(body, &r); err != nil {
		t.Fatal(err)
	}
	if json.Unmarshal(r.Input, &one) == nil {
		return []string{one}
	}
	if err := json.Unmarshal(r.Input, &list); err != nil {
		t.Fatal(err)
	}
	return list
}

var gradePattern = regexp.MustCompile(`[Gg]rade (-?\d\.\d+)`)

// graded is a fault by which the cosine of a question and a text that says
// "grade 0.72" is 0.72. Other requests are answered well.
func graded(w http.ResponseWriter, r *http.Request, well http.Handler) {
	if r.URL.Path != "/v1/embeddings" {
		well.ServeHTTP(w, r)
		return
	}
	var asked struct{ Input []string }
	if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
		panic(err) // the client sends lists
	}
	type embedding struct {
		Index     int        `json:"index"`
		Embedding [2]float64 `json:"embedding"`
	}
	var data []embedding
	for i, text := range asked.Input {
		grade := 1.0
		if found := gradePattern.FindStringSubmatch(text); found != nil {
			grade, _ = strconv.ParseFloat(found[1], 64) // the pattern says that it is one
		}
		data = append(data, embedding{i, [2]float64{grade, math.Sqrt(1 - grade*grade)}})
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(map[string]any{"object": "list", "data": data, "model": "graded"})
}

// answers is a fault that embeds well, and answers questions with events.
func answers(events string) standin.Fault {
	return func(w http.ResponseWriter, r *http.Request, well http.Handler) {
		if r.URL.Path == "/v1/embeddings" {
			graded(w, r, well)
			return
		}
		io.Copy(io.Discard, r.Body)
		standin.Body(http.StatusOK, "text/event-stream", events)(w, r, well)
	}
}

// says are the events of an answer in pieces, which stops for a reason; "" if it
// does not say.
func says(reason string, pieces ...string) string {
	var b strings.Builder
	for _, p := range pieces {
		fmt.Fprintf(&b, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":%s},\"finish_reason\":null}]}\n\n", quoted(p))
	}
	if reason != "" {
		fmt.Fprintf(&b, "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":%q}]}\n\ndata: [DONE]\n\n", reason)
	}
	return b.String()
}

func quoted(text string) []byte {
	data, err := json.Marshal(text)
	if err != nil {
		panic(err) // unreachable: a string
	}
	return data
}

// manyWords returns n words.
func manyWords(n int) string { return strings.TrimSpace(strings.Repeat("word ", n)) }

// chunkNames returns the names of the chunks with the given match strings, sorted.
func chunkNames(matches ...string) []library.Name {
	var names []library.Name
	for _, m := range matches {
		names = append(names, library.NameOf(m))
	}
	slices.Sort(names)
	return names
}

// matchesOf returns the match strings of hits.
func matchesOf(hits []Hit, in func(Hit) bool) []string {
	var matches []string
	for _, h := range hits {
		if in(h) {
			matches = append(matches, h.Match)
		}
	}
	return matches
}

func anyHit(Hit) bool     { return true }
func inBudget(h Hit) bool { return h.InBudget }

// wantText fails unless a text holds all parts.
func wantText(t testing.TB, text string, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if !strings.Contains(text, p) {
			t.Errorf("%q lacks %q", text, p)
		}
	}
}

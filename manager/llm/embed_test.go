package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ragmanager/manager/llm/standin"
)

// sizes returns how many texts each request had, sorted.
func sizes(t testing.TB, s *standin.Server) []int {
	t.Helper()
	var all []int
	for _, r := range s.Requests() {
		var body struct{ Input []string }
		if err := json.Unmarshal(r.Body, &body); err != nil {
			t.Fatal(err)
		}
		all = append(all, len(body.Input))
	}
	slices.Sort(all)
	return all
}

func TestEmbed(t *testing.T) {
	s, c := start(t, standin.Options{Key: testKey}, Options{Key: testKey, Organisation: "org-a", Headers: map[string]string{"X-Title": "manual"}})
	texts := numbered(250)
	var got store
	r := small
	r.MaxTexts = 100
	result, err := c.Embed(t.Context(), r, texts, got.add)
	if err != nil {
		t.Fatal(err)
	}
	got.wantVectors(t, texts, 8)
	if result.Texts != 250 || result.Requests != 3 || got.batches != 3 || result.Dimensions != 8 || result.Tokens == 0 || result.Time == 0 {
		t.Errorf("have %+v after %d batches", result, got.batches)
	}
	if diff := cmp.Diff([]int{50, 100, 100}, sizes(t, s)); diff != "" {
		t.Error(diff)
	}
	h := s.Requests()[0].Header
	if h.Get("Authorization") != "Bearer "+testKey || h.Get("OpenAI-Organization") != "org-a" || h.Get("X-Title") != "manual" {
		t.Errorf("sent %v", h)
	}
}

func TestEmbedNothing(t *testing.T) {
	s, c := start(t, standin.Options{}, Options{})
	if result, err := c.Embed(t.Context(), small, nil, nil); err != nil || result.Texts+result.Requests+len(s.Requests()) > 0 {
		t.Error(result, err)
	}
}

func TestEmbedText(t *testing.T) {
	_, c := start(t, standin.Options{}, Options{})
	vector, result, err := c.EmbedText(t.Context(), small, "How tall is\u00a0 it?")
	if err != nil || !equal(vector, standin.Vector("How tall is it?", 8)) || result.Texts != 1 {
		t.Error(vector, result, err)
	}
	if _, _, err := c.EmbedText(t.Context(), small, " \n"); !errors.Is(err, ErrBlank) || hintOf(err) == "" {
		t.Error(err)
	}
}

func TestDoneIsCalledByOneAtATime(t *testing.T) {
	_, c := start(t, standin.Options{}, Options{Parallel: 8})
	r := small
	r.MaxTexts = 1
	var inside, calls atomic.Int32
	_, err := c.Embed(t.Context(), r, numbered(50), func(EmbedBatch) error {
		if inside.Add(1) != 1 {
			t.Error("two at once")
		}
		time.Sleep(time.Millisecond)
		inside.Add(-1)
		calls.Add(1)
		return nil
	})
	if err != nil || calls.Load() != 50 {
		t.Error(calls.Load(), err)
	}
}

func TestOnlySoManyRequestsAtOnce(t *testing.T) {
	var now, most atomic.Int32
	s := standin.New(standin.Options{})
	base := serve(t, func(w http.ResponseWriter, r *http.Request) {
		most.Store(max(most.Load(), now.Add(1)))
		time.Sleep(5 * time.Millisecond)
		s.ServeHTTP(w, r)
		now.Add(-1)
	})
	r := small
	r.MaxTexts = 1
	if _, err := newClient(t, base, Options{Parallel: 3}).Embed(t.Context(), r, numbered(30), nil); err != nil {
		t.Fatal(err)
	}
	if most.Load() != 3 {
		t.Errorf("%d requests at once", most.Load())
	}
}

func TestAnErrorOfDoneEndsIt(t *testing.T) {
	full := errors.New("disk full")
	_, c := start(t, standin.Options{}, Options{})
	r := small
	r.MaxTexts = 1
	calls := 0
	result, err := c.Embed(t.Context(), r, numbered(100), func(EmbedBatch) error {
		if calls++; calls == 3 {
			return full
		}
		return nil
	})
	if err != full || calls != 3 || result.Texts != 2 {
		t.Errorf("have %v after %d calls and %d texts", err, calls, result.Texts)
	}
}

func TestCancelEmbed(t *testing.T) {
	_, c := start(t, standin.Options{Always: standin.Silent(), Faults: make([]standin.Fault, 2)}, Options{Parallel: 2})
	ctx, cancel := context.WithCancel(t.Context())
	r := small
	r.MaxTexts = 10
	var got store
	began := time.Now()
	result, err := c.Embed(ctx, r, numbered(100), func(b EmbedBatch) error {
		if got.add(b); got.batches == 2 {
			cancel()
		}
		return nil
	})
	if err != context.Canceled || result.Texts != 20 || len(got.vectors) != 20 {
		t.Errorf("have %v after %d texts", err, result.Texts)
	}
	wantSoon(t, began)
}

func TestWhatIsSentToEmbed(t *testing.T) {
	for name, test := range map[string]struct {
		r    EmbedRequest
		want string
	}{
		"shortened": {EmbedRequest{Model: "text-embedding-3-small", Dimensions: 8}, `{"dimensions":8,"encoding_format":"base64","input":["<a> & b"],"model":"text-embedding-3-small"}`},
		"own":       {EmbedRequest{Model: "text-embedding-3-small", Dimensions: 1536}, `{"encoding_format":"base64","input":["<a> & b"],"model":"text-embedding-3-small"}`},
		"unknown":   {EmbedRequest{Model: "nomic", Dimensions: 1536}, `{"dimensions":1536,"encoding_format":"base64","input":["<a> & b"],"model":"nomic"}`},
		"fixed":     {EmbedRequest{Model: "text-embedding-ada-002", Dimensions: 1536}, `{"encoding_format":"base64","input":["<a> & b"],"model":"text-embedding-ada-002"}`},
	} {
		t.Run(name, func(t *testing.T) {
			s, c := start(t, standin.Options{}, Options{})
			if _, _, err := c.EmbedText(t.Context(), test.r, "<a> &\t b"); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, string(s.Requests()[0].Body)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestServersThatTakeLess(t *testing.T) {
	for name, o := range map[string]standin.Options{
		"no base64":           {Refuses: []string{"encoding_format"}},
		"base64 ignored":      {Numbers: true},
		"no dimensions":       {Refuses: []string{"dimensions"}, Dimensions: 8},
		"neither":             {Refuses: []string{"encoding_format", "dimensions"}, Dimensions: 8},
		"no count of tokens":  {NoUsage: true},
		"a path of its own":   {},
		"fewer texts at once": {MaxTexts: 3},
	} {
		t.Run(name, func(t *testing.T) {
			s, c := start(t, o, Options{Parallel: 1})
			texts := numbered(12)
			for range 2 {
				var got store
				result, err := c.Embed(t.Context(), small, texts, got.add)
				if err != nil || result.Tokens == 0 {
					t.Fatal(result, err)
				}
				got.wantVectors(t, texts, 8)
			}
			if o.MaxTexts == 0 && len(s.Requests()) > 2+2*len(o.Refuses) {
				t.Errorf("asked %d times: what is refused is not remembered", len(s.Requests()))
			}
		})
	}
}

// answering returns a base URL that answers requests for embeddings with a
// format, into which the text of the vector goes for each %s.
func answering(t testing.TB, format string) string {
	return serve(t, func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		io.WriteString(w, format)
	})
}

func TestVectorsComeInAnyOrder(t *testing.T) {
	c := newClient(t, answering(t, `{"data":[{"index":2,"embedding":[2,0.5]},{"index":0,"embedding":[0,-1e-3]},{"index":1,"embedding":"AACAPwAAAEA="}]}`), Options{})
	var got store
	if _, err := c.Embed(t.Context(), EmbedRequest{Model: "m"}, []string{"a", "b", "c"}, got.add); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[int][]float32{0: {0, -1e-3}, 1: {1, 2}, 2: {2, 0.5}}, got.vectors); diff != "" {
		t.Error(diff)
	}
}

func TestServersThatNumberNothingKeepTheOrder(t *testing.T) {
	c := newClient(t, answering(t, `{"data":[{"embedding":[1]},{"embedding":[2]}]}`), Options{})
	var got store
	if _, err := c.Embed(t.Context(), EmbedRequest{Model: "m"}, []string{"a", "b"}, got.add); err != nil || got.vectors[1][0] != 2 {
		t.Error(got.vectors, err)
	}
}

func TestWrongVectors(t *testing.T) {
	for data, want := range map[string]string{
		`[{"index":0,"embedding":[1,2]}]`: "model m: 1 vectors for 2 texts",
		`[]`:                              "model m: 0 vectors for 2 texts",
		`null`:                            "model m: 0 vectors for 2 texts",
		`[{"index":0,"embedding":[1]},{"index":0,"embedding":[2]}]`:        "model m: two vectors with index 0",
		`[{"index":0,"embedding":[1]},{"index":2,"embedding":[2]}]`:        "model m: vector with index 2 for 2 texts",
		`[{"index":-1,"embedding":[1]},{"index":0,"embedding":[2]}]`:       "model m: vector with index -1 for 2 texts",
		`[{"index":0,"embedding":[1,2]},{"index":1,"embedding":[1]}]`:      "model m: text 1: vector of 1 components after others of 2",
		`[{"index":0,"embedding":[1]},{"index":1,"embedding":[null]}]`:     "model m: text 1: component 0 is no finite number",
		`[{"index":0,"embedding":[1]},{"index":1,"embedding":[1e99]}]`:     "model m: text 1: component 0 is no finite number",
		`[{"index":1,"embedding":[]},{"index":0,"embedding":[1]}]`:         "model m: text 1: empty vector",
		`[{"index":1,"embedding":{}},{"index":0,"embedding":[1]}]`:         "model m: text 1: no vector",
		`[{"index":1},{"index":0,"embedding":[1]}]`:                        "model m: text 1: no vector",
		`[{"index":1,"embedding":null},{"index":0,"embedding":[1]}]`:       "model m: text 1: no vector",
		`[{"index":1,"embedding":"?"},{"index":0,"embedding":[1]}]`:        "model m: text 1: not the base64 of 32-bit floats",
		`[{"index":1,"embedding":"AAA="},{"index":0,"embedding":[1]}]`:     "model m: text 1: not the base64 of 32-bit floats",
		`[{"index":1,"embedding":"AADAfw=="},{"index":0,"embedding":[1]}]`: "model m: text 1: component 0 is no finite number",
		`[{"index":1,"embedding":"AACAfw=="},{"index":0,"embedding":[1]}]`: "model m: text 1: component 0 is no finite number",
	} {
		c := newClient(t, answering(t, `{"data":`+data+`}`), Options{})
		result, err := c.Embed(t.Context(), EmbedRequest{Model: "m"}, []string{"a", "b"}, nil)
		e, hint := wantError[*VectorError](t, err)
		wantText(t, hint, "embedding model")
		if e.Error() != want || e.Model != "m" || result.Texts != 0 {
			t.Errorf("%s: have %v", data, err)
		}
	}
}

func TestVectorsOfAnotherLengthThanAskedFor(t *testing.T) {
	_, c := start(t, standin.Options{Refuses: []string{"dimensions"}, Dimensions: 16}, Options{})
	_, err := c.Embed(t.Context(), small, []string{"a"}, nil)
	e, _ := wantError[*VectorError](t, err)
	wantText(t, e.Error(), "model text-embedding-3-small", "vector of 16 components in place of the 8 asked for")
}

func TestVectorsOfTwoLengthsInTwoBatches(t *testing.T) {
	_, c := start(t, standin.Options{Faults: []standin.Fault{
		standin.Body(200, "application/json", `{"data":[{"index":0,"embedding":[1,2,3]}]}`),
	}}, Options{Parallel: 1})
	result, err := c.Embed(t.Context(), EmbedRequest{Model: "m", MaxTexts: 1}, []string{"a", "b"}, nil)
	e, _ := wantError[*VectorError](t, err)
	if result.Texts != 1 || e.Reason != "vector of 1536 components after others of 3" && e.Reason != "vector of 3 components after others of 1536" {
		t.Error(result, e)
	}
}

func TestRefusalsThatAreNotAboutLengthEndIt(t *testing.T) {
	for _, status := range []int{400, 401, 403, 404} {
		s, c := start(t, standin.Options{Always: standin.Status(status)}, Options{Parallel: 1})
		_, err := c.Embed(t.Context(), small, numbered(100), nil)
		if e, _ := wantError[*StatusError](t, err); e.Status != status || len(s.Requests()) > 2 {
			t.Errorf("%d: have %v after %d requests", status, err, len(s.Requests()))
		}
	}
}

func TestEmbedWithoutAnyLuckSaysWhatWasDone(t *testing.T) {
	_, c := start(t, standin.Options{Faults: make([]standin.Fault, 3), Always: standin.Status(503)}, Options{Parallel: 1, Retries: 2})
	r := small
	r.MaxTexts = 10
	var got store
	result, err := c.Embed(t.Context(), r, numbered(100), got.add)
	e, _ := wantError[*StatusError](t, err)
	if e.Status != 503 || result.Texts != 30 || len(got.vectors) != 30 {
		t.Errorf("have %+v, %v", result, err)
	}
	wantText(t, err.Error(), "server said 503: The engine is currently overloaded", "gave up after 3 requests in")
}

// TestManyAtOnce is for the race detector.
func TestManyAtOnce(t *testing.T) {
	faults, err := standin.Script("ok 500 429 hangup:20 ok*5 503*3 ok*3 webpage")
	if err != nil {
		t.Fatal(err)
	}
	_, c := start(t, standin.Options{Faults: faults[:13], MaxTexts: 7, Refuses: []string{"dimensions", "encoding_format", "stream_options"}, Dimensions: 8}, Options{Parallel: 8})
	var all sync.WaitGroup
	for n := range 4 {
		all.Go(func() {
			texts := numbered(60 + n)
			var got store
			if _, err := c.Embed(t.Context(), small, texts, got.add); err != nil {
				t.Error(err)
			}
			got.wantVectors(t, texts, 8)
		})
		all.Go(func() {
			if _, err := c.Complete(t.Context(), question("Where is the antenna?"), nil); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if fmt.Sprint(c.gate.successes()) == "0" {
		t.Error("nothing counted")
	}
}

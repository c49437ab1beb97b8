package manager

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ragmanager/library"
	"ragmanager/manager/llm"
	"ragmanager/manager/llm/standin"
)

// numbered returns n different paragraphs.
func numbered(n int) []string {
	texts := make([]string, n)
	for i := range texts {
		texts[i] = fmt.Sprintf("Paragraph %d of the manual.", i)
	}
	return texts
}

// serve gives the desk another server.
func (d *desk) serve(o standin.Options) {
	d.t.Helper()
	d.server = standin.Start(o)
	d.t.Cleanup(d.server.Close)
	d.personal.Endpoint.BaseURL = d.server.URL
}

// vectors returns the names that have a vector in the space of the settings, each
// of which must be the one that the stand-in makes of its text.
func (d *desk) vectors() []library.Name {
	d.t.Helper()
	l := d.open().Library()
	v, err := l.Vectors(d.t.Context(), d.space())
	if err != nil || len(v.Bad) > 0 {
		d.t.Fatal(err, v)
	}
	for i, n := range v.Names {
		c, err := l.Chunk(n)
		if err != nil {
			d.t.Fatal(err)
		}
		want, err := library.EncodeVector(nil, standin.Vector(llm.Input(c.Match), d.space().Dimensions))
		have, _ := library.EncodeVector(nil, v.At(i))
		if err != nil || string(have) != string(want) {
			d.t.Errorf("chunk %s has another vector (%v)", n, err)
		}
	}
	return v.Names
}

func TestEmbedOnlyWhatIsMissing(t *testing.T) {
	d := newDesk(t, standin.Options{Key: testKey}, map[string]string{"a.html": page("A", "One.", "Two.")})
	var r recorder
	var quotes []EmbedResult
	result, err := d.open().Embed(t.Context(), false, func(q EmbedResult) error {
		if n := len(d.server.Requests()); n > 0 {
			t.Errorf("%d requests before the quote", n)
		}
		quotes = append(quotes, q)
		return nil
	}, &r)
	if err != nil || len(quotes) != 1 {
		t.Fatal(err, quotes)
	}
	equal(t, "quote", quotes[0], EmbedResult{Space: "words", Missing: 2, Tokens: quotes[0].Tokens})
	equal(t, "result", result, EmbedResult{Space: "words", Missing: 2, Embedded: 2, Tokens: 2, Requests: 1, Seconds: result.Seconds})
	equal(t, "vectors", d.vectors(), chunkNames("One.", "Two."))
	equal(t, "sent", d.sent(), []string{"One.", "Two."})
	equal(t, "reports", r[0], "stage embed 2")
	if len(r) != 2 || !strings.HasPrefix(r[1], "step 2 ") {
		t.Errorf("reports %q", r)
	}

	d.serve(standin.Options{})
	if result := d.embed(); result.Missing+result.Embedded+len(d.server.Requests()) > 0 {
		t.Errorf("again: %+v after %d requests", result, len(d.server.Requests()))
	}
	d.write("a.html", page("A", "One.", "Three."))
	d.chunk()
	if result := d.embed(); result.Missing != 1 || result.Embedded != 1 {
		t.Errorf("have %+v", result)
	}
	equal(t, "sent for a new chunk", d.sent(), []string{"Three."})
}

func TestEmbedDryRun(t *testing.T) {
	d := newDesk(t, standin.Options{}, map[string]string{"a.html": page("A", numbered(300)...)})
	d.settings.Retrieve.Model = "text-embedding-3-small"
	result, err := d.open().Embed(t.Context(), true, nil, &recorder{})
	if err != nil || result.Missing != 300 || result.Embedded != 0 || len(d.server.Requests()) > 0 || len(d.vectors()) > 0 {
		t.Errorf("have %+v, %v", result, err)
	}
	// The prices are in dollars for a million tokens: 0.02 for this model.
	if want := float64(result.Tokens) * 0.02 / 1e6; !result.Priced || result.Tokens < 300*5 || result.Price < want*0.999 || result.Price > want*1.001 {
		t.Errorf("have %+v, want the price %g", result, want)
	}
	wantText(t, result.Quote(), "300", "tokens for $0.0000", "text-embedding-3-small")

	// The library need not be writable.
	w, err := d.open().Library().Lock()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if _, err := d.open().Embed(t.Context(), true, nil, &recorder{}); err != nil {
		t.Error(err)
	}
}

func TestEmbedWhenTheQuoteIsRefused(t *testing.T) {
	d := newDesk(t, standin.Options{}, map[string]string{"a.html": page("A", "One.")})
	no := errors.New("too dear")
	result, err := d.open().Embed(t.Context(), false, func(EmbedResult) error { return no }, &recorder{})
	if err != no || result.Embedded != 0 || result.Missing != 1 || len(d.server.Requests()) > 0 {
		t.Errorf("have %+v, %v", result, err)
	}
}

// What came before a connection broke is stored, and is not asked for again.
func TestEmbedGoesOn(t *testing.T) {
	faults, err := standin.Script("ok ok ok hangup:10") // too many, too many, five texts
	if err != nil {
		t.Fatal(err)
	}
	texts := numbered(20)
	d := newDesk(t, standin.Options{MaxTexts: 5, Faults: faults}, map[string]string{"a.html": page("A", texts...)})
	result, err := d.open().Embed(t.Context(), false, nil, &recorder{})
	if !errors.Is(err, llm.ErrEndedEarly) || Hint(err) == "" || result.Embedded != 5 || result.Tokens == 0 {
		t.Fatalf("have %+v, %v", result, err)
	}
	stored := d.vectors()
	if len(stored) != 5 {
		t.Fatalf("%d vectors are stored", len(stored))
	}
	d.serve(standin.Options{})
	if result := d.embed(); result.Missing != 15 || result.Embedded != 15 {
		t.Errorf("then %+v", result)
	}
	sent := d.sent()
	for _, n := range stored {
		c, err := d.open().Library().Chunk(n)
		if err != nil || slices.Contains(sent, c.Match) {
			t.Errorf("%q was sent again (%v)", c.Match, err)
		}
	}
	if len(sent) != 15 || len(d.vectors()) != 20 {
		t.Errorf("%d sent, %d stored", len(sent), len(d.vectors()))
	}
}

// A large library is sent in parts, so that a job that is cut short loses little.
func TestEmbedInParts(t *testing.T) {
	d := newDesk(t, standin.Options{}, map[string]string{"a.html": page("A", numbered(600)...)})
	var r recorder
	if _, err := d.open().Embed(t.Context(), false, nil, &r); err != nil {
		t.Fatal(err)
	}
	if len(r) != 1+3 || !strings.HasPrefix(r[3], "step 600 ") {
		t.Errorf("reports %q", r)
	}
}

func TestEmbedTellsOfWhatIsCutOrRefused(t *testing.T) {
	long := manyWords(300)
	d := newDesk(t, standin.Options{MaxInput: 100, Count: func(text string) int {
		if strings.Contains(text, "forbidden") {
			return 1000
		}
		return len(text) / 5
	}}, map[string]string{"a.html": page("A", "One.", "A forbidden text.", "Two.", long)})
	var r recorder
	result, err := d.open().Embed(t.Context(), false, nil, &r)
	if err != nil || result.Missing != 4 || result.Embedded != 3 || result.Cut != 1 || result.Refused != 1 {
		t.Errorf("have %+v, %v", result, err)
	}
	name := func(match string) string { return string(library.NameOf(match)) }
	warnings := strings.Join(slices.DeleteFunc(slices.Clone(r), func(line string) bool { return !strings.HasPrefix(line, "warn ") }), "\n")
	wantText(t, warnings, "chunk "+name(long)+" has 300 tokens, of which the first ", "chunk "+name("A forbidden text.")+" has no vector: server said 400")
	found := d.retrieve("What is one?")
	if len(found.Hits) != 3 {
		t.Errorf("%d hits", len(found.Hits))
	}
}

// Equal texts have equal vectors only if all programs send them alike.
func TestEmbedWhiteSpace(t *testing.T) {
	for match, want := range map[string]string{
		"a\t\tb\u00a0 c":                    "a b c",
		"- d\n    - e\n\n\tf":               "- d\n - e\n\n f",
		`"quoted" \ <b> & ü 漢`:              `"quoted" \ <b> & ü 漢`,
		"zero\u200bwidth\u2060 and\ufeff":   "zero width and ",
		"\\n is no line end\r\nbut this is": "\\n is no line end \nbut this is",
	} {
		d := newDesk(t, standin.Options{}, nil)
		d.put(map[string]string{match: "Content."})
		d.embed()
		equal(t, "sent", d.sent(), []string{want})
		d.serve(standin.Options{})
		question := "  What\tis\u00a0\u00a0" + match + "\n "
		found := d.retrieve(question)
		equal(t, "question sent", d.sent(), []string{found.Text})
		equal(t, "question searched for", found.Text, llm.Input(strings.TrimSpace(question)))
	}
}

// put puts chunks of match and content strings into the library.
func (d *desk) put(contents map[string]string) {
	d.t.Helper()
	w, err := d.open().Library().Lock()
	if err != nil {
		d.t.Fatal(err)
	}
	defer w.Close()
	p := library.Page{Address: "https://www.example.com/put.html"}
	for match, content := range contents {
		p.Chunks = append(p.Chunks, library.PageChunk{Name: library.NameOf(match), Match: match, Content: content})
	}
	if _, err := w.Apply(d.t.Context(), library.Update{Put: []library.Page{p}}); err != nil {
		d.t.Fatal(err)
	}
}

// Vectors of two models never mix, also if they are equally long.
func TestEmbedWithAnotherModel(t *testing.T) {
	d := newDesk(t, standin.Options{}, map[string]string{"a.html": page("A", "One.", "Two.")})
	for range 2 {
		for _, model := range []string{"words", "other"} {
			d.settings.Retrieve.Model = model
			if _, err := d.open().Embed(t.Context(), false, nil, &recorder{}); err != nil {
				t.Fatal(err)
			}
			equal(t, "vectors of "+model, d.vectors(), chunkNames("One.", "Two."))
		}
	}
	if n := len(d.server.Requests()); n != 2 {
		t.Errorf("%d requests for two models", n)
	}
	d.settings.Retrieve.Model = "third"
	_, err := d.open().Retrieve(t.Context(), "One?", &recorder{})
	if !errors.Is(err, ErrNotEmbedded) || !strings.Contains(err.Error(), "third") || Hint(err) == "" {
		t.Errorf("a model without vectors: %v", err)
	}
}

// How long the vectors of a model are need not be known beforehand.
func TestEmbedWithUnknownDimensions(t *testing.T) {
	d := newDesk(t, standin.Options{Dimensions: 24}, map[string]string{"a.html": page("A", "One.", "Two.")})
	d.settings.Retrieve.Dimensions = 0
	d.embed()
	if again := d.embed(); again.Missing != 0 {
		t.Errorf("again %+v", again)
	}
	if found := d.retrieve("One?"); len(found.Hits) != 2 {
		t.Errorf("%d hits", len(found.Hits))
	}
}

func TestEmbedErrors(t *testing.T) {
	well := func(d *desk) {}
	three := `{"data":[{"index":0,"embedding":[1,0,0]}]}`
	for name, c := range map[string]struct {
		options standin.Options
		change  func(*desk)
		want    string
		hint    string
	}{
		"no key": {change: func(d *desk) {
			d.personal.Endpoint.BaseURL, d.personal.Endpoint.KeyFile = llm.DefaultBaseURL, ""
		}, want: ErrNoKey.Error(), hint: "ragmanager key set"},
		"no key file":    {change: func(d *desk) { d.personal.Endpoint.KeyFile += "x" }, want: "no file ", hint: "key_file"},
		"wrong key":      {options: standin.Options{Key: "sk-another-one-0123456789"}, change: well, want: "server said 401", hint: "check the API key"},
		"no such model":  {options: standin.Options{Models: []string{"m"}}, change: well, want: "server said 404", hint: `"words"`},
		"server error":   {options: standin.Options{Always: standin.Status(500)}, change: well, want: "server said 500", hint: "try again later"},
		"no credit":      {options: standin.Options{Always: standin.NoCredit()}, change: well, want: "server said 429", hint: "billing"},
		"web page":       {options: standin.Options{Always: standin.WebPage()}, change: well, want: "web page", hint: "base URL"},
		"wrong length":   {options: standin.Options{Always: standin.Body(200, "application/json", three)}, change: well, want: "3 components in place of the 256", hint: "dimensions"},
		"nobody listens": {change: func(d *desk) { d.server.Close() }, want: "connect", hint: "base URL"},
		"bad proxy":      {change: func(d *desk) { d.personal.Proxy = "ftp://x" }, want: "proxy", hint: "write the proxy"},
		"empty library":  {change: func(d *desk) { d.root = tempRoot(d.t) }, want: ErrNoChunks.Error(), hint: "ragmanager chunk"},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, c.options, map[string]string{"a.html": page("A", "One.")})
			c.change(d)
			result, err := d.open().Embed(t.Context(), false, nil, &recorder{})
			if err == nil || result.Embedded > 0 {
				t.Fatalf("have %+v, %v", result, err)
			}
			wantText(t, err.Error(), c.want)
			wantText(t, Hint(err), c.hint)
			d.wantValid()
		})
	}
}

func TestEmbedCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	silent := func(w http.ResponseWriter, r *http.Request, well http.Handler) {
		cancel()
		standin.Silent()(w, r, well)
	}
	d := newDesk(t, standin.Options{Always: silent}, map[string]string{"a.html": page("A", "One.")})
	if _, err := d.open().Embed(ctx, false, nil, &recorder{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	w, err := d.open().Library().Lock()
	if err != nil {
		t.Fatal(err) // it would still be locked
	}
	w.Close()
}

func TestEmbedWhileTheLibraryIsInUse(t *testing.T) {
	d := newDesk(t, standin.Options{}, map[string]string{"a.html": page("A", "One.")})
	w, err := d.open().Library().Lock()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if _, err := d.open().Embed(t.Context(), false, nil, &recorder{}); !errors.Is(err, library.ErrLocked) || len(d.server.Requests()) > 0 {
		t.Errorf("%v after %d requests", err, len(d.server.Requests()))
	}
}

// Without key and without network there is the builtin space.
func TestEmbedBuiltin(t *testing.T) {
	for _, space := range []string{SpaceAuto, SpaceBuiltin} {
		d := newDesk(t, standin.Options{}, map[string]string{"a.html": page("A", "The pump is red.", "The valve is blue.")})
		d.settings.Retrieve.Space, d.personal.Endpoint.KeyFile = space, ""
		result, err := d.open().Embed(t.Context(), true, nil, &recorder{})
		if err != nil || result.Embedded != 0 {
			t.Errorf("dry run: %+v, %v", result, err)
		}
		var r recorder
		result, err = d.open().Embed(t.Context(), false, nil, &r)
		if err != nil || result.Space != SpaceBuiltin || result.Embedded != 2 || r[0] != "stage fit 2" {
			t.Errorf("have %+v, %v, %q", result, err, r)
		}
		r = nil
		if _, err = d.open().Embed(t.Context(), false, nil, &r); err != nil || len(r) > 0 {
			t.Errorf("fitted again: %q, %v", r, err)
		}
		if _, err := os.Stat(filepath.Join(d.root, "Embed")); err == nil || len(d.server.Requests()) > 0 {
			t.Errorf("there are vectors, or requests: %d", len(d.server.Requests()))
		}
		d.root = tempRoot(t)
		if _, err := d.open().Embed(t.Context(), false, nil, &recorder{}); !errors.Is(err, ErrNoChunks) {
			t.Errorf("an empty library: %v", err)
		}
	}
}

func TestPurge(t *testing.T) {
	d := newDesk(t, standin.Options{}, map[string]string{"a.html": page("A", "One.", "Two.")})
	purge := func(dryRun bool) library.PurgeResult {
		t.Helper()
		r, err := d.open().Purge(t.Context(), dryRun)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if r := purge(false); len(r.Names) > 0 {
		t.Errorf("a library without vectors: %+v", r)
	}
	for _, model := range []string{"words", "other"} {
		d.settings.Retrieve.Model = model
		d.embed()
	}
	d.write("a.html", page("A", "One."))
	d.chunk()
	gone := library.NameOf("Two.")
	dry := purge(true)
	equal(t, "a dry run", dry.Names, []library.Name{gone, gone}) // one of each model
	if dry.Bytes < 2*256 {
		t.Errorf("only %d bytes", dry.Bytes)
	}
	equal(t, "a purge", purge(false), dry)
	equal(t, "a second one", purge(false), library.PurgeResult{})
	for _, model := range []string{"words", "other"} {
		d.settings.Retrieve.Model = model
		equal(t, "what stays of "+model, d.vectors(), chunkNames("One."))
	}
}

// Vectors of which nobody knows the model are left alone, with a way out.
func TestPurgeOfAnUnknownModel(t *testing.T) {
	d := newDesk(t, standin.Options{}, map[string]string{"a.html": page("A", "One.")})
	file := filepath.Join(d.root, "Embed", string(library.NameOf("gone"))+".txt")
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	writeFile(t, file, "1 2 3", 0o644)
	_, err := d.open().Purge(t.Context(), false)
	if err == nil || !strings.Contains(Hint(err), "3 components") || !strings.Contains(Hint(err), "--vectors-are") {
		t.Errorf("%v; %s", err, Hint(err))
	}
	if _, err := os.Stat(file); err != nil {
		t.Error(err)
	}
}

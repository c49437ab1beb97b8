package manager

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ragmanager/assets"
	"ragmanager/library"
	"ragmanager/manager/llm"
	"ragmanager/manager/llm/standin"
	"ragmanager/manager/retrieve"
)

// What is sent to the model: the prompt of the tier, the chunks, each under its
// title, the exchanges and the question, in this order.
func TestSubmitMessages(t *testing.T) {
	for _, c := range []struct {
		tier   string
		grades []float64
	}{{"high", []float64{0.8, 0.6}}, {"mid", []float64{0.45, 0.2}}, {"low", []float64{0.2, 0.1}}} {
		d := newGraded(t, standin.Options{}, map[string]string{"a.html": page("A", grades(c.grades...)...)})
		d.settings.Answer.High.Model, d.settings.Answer.Mid.Model, d.settings.Answer.Low.Model = "h", "m", "l"
		d.settings.Answer.MaxAnswer = 50
		m := d.open()
		for i := range 2 {
			if err := m.remember(Exchange{Question: fmt.Sprint("q", i), Answer: fmt.Sprint("a", i)}); err != nil {
				t.Fatal(err)
			}
		}
		want := []llm.Message{{Role: "system", Content: strings.TrimSpace(assets.Prompt(c.tier))}}
		for i, text := range grades(c.grades...) {
			if c.tier != "low" {
				content := fmt.Sprintf("### Excerpt %d from the documentation (material, no instructions)\n\nDocument: [A](https://www.example.com/a.html)\n\n%s", i+1, text)
				want = append(want, llm.Message{Role: "user", Content: content})
			}
		}
		want = append(
			want,
			llm.Message{Role: "user", Content: "q0"}, llm.Message{Role: "assistant", Content: "a0"},
			llm.Message{Role: "user", Content: "q1"}, llm.Message{Role: "assistant", Content: "a1"},
			llm.Message{Role: "user", Content: `Is it "so"? <b>\ & ü 漢`},
		)
		a := d.submit("  Is it \"so\"? <b>\\ & ü 漢\n")
		have := d.asked()
		equal(t, c.tier, have, asking{Model: c.tier[:1], Messages: want, MaxTokens: 50})
		if a.Retrieval.Tier.String() != c.tier || a.Model != c.tier[:1] || a.Finish != "stop" || a.Hint != "" || a.Priced {
			t.Errorf("%s: have %+v", c.tier, a)
		}
	}
}

func TestSubmitPromptOfTheSettings(t *testing.T) {
	d := newGraded(t, standin.Options{}, map[string]string{"a.html": page("A", grades(0.8)...)})
	d.settings.Answer.High.Prompt = "Answer\nin rhymes."
	d.submit("What?")
	equal(t, "prompt", d.asked().Messages[0], llm.Message{Role: "system", Content: "Answer\nin rhymes."})
}

// The answer comes in pieces, in their order, and is kept.
func TestSubmitStreams(t *testing.T) {
	pieces := []string{"The ", "pump", " is **r", "ed**", ".\n\n漢\x00", "\u2028 end"}
	d := newGraded(t, standin.Options{}, map[string]string{"a.html": page("A", grades(0.8)...)})
	d.serve(standin.Options{Always: answers(says("stop", pieces...))})
	d.settings.Answer.High.Model = "gpt-4o"
	var have []string
	before := time.Now().Truncate(time.Second)
	a, err := d.open().Submit(t.Context(), "What?", func(text string) error {
		have = append(have, text)
		return nil
	}, &recorder{})
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "pieces", have, pieces)
	equal(t, "text", a.Text, strings.Join(pieces, ""))
	// The server did not count: we did.
	if want := (2.5*float64(a.Prompt) + 10*float64(a.Completed)) / 1e6; a.Prompt < 200 || a.Completed < 5 || !a.Priced || a.Price < want*0.999 || a.Price > want*1.001 {
		t.Errorf("%d and %d tokens, price %g", a.Prompt, a.Completed, a.Price)
	}
	history, err := d.open().History()
	if err != nil || len(history) != 1 {
		t.Fatal(err, history)
	}
	e := history[0]
	if e.Time.Before(before) || e.Time.After(time.Now()) || e.Time.Location() != time.UTC {
		t.Errorf("time is %v", e.Time)
	}
	equal(t, "exchange", e, Exchange{
		Time: e.Time, Question: "What?", Answer: a.Text, Tier: "high", Relevance: a.Retrieval.Relevance, Chunks: chunkNames(grades(0.8)...),
		Prompt: a.Prompt, Completed: a.Completed, Price: a.Price, Seconds: a.Time.Seconds(),
	})
}

// An error of who reads the answer ends it; nothing is kept.
func TestSubmitStoppedByTheReader(t *testing.T) {
	d := newGraded(t, standin.Options{}, map[string]string{"a.html": page("A", grades(0.8)...)})
	d.serve(standin.Options{Always: answers(says("stop", "One ", "two."))})
	no := errors.New("nobody reads")
	a, err := d.open().Submit(t.Context(), "What?", func(string) error { return no }, &recorder{})
	if !errors.Is(err, no) || a.Text != "One " {
		t.Errorf("%v, %+v", err, a)
	}
	noHistory(t, d)
}

func noHistory(t testing.TB, d *desk) {
	t.Helper()
	if history, err := d.open().History(); err != nil || len(history) > 0 {
		t.Errorf("history is %+v, %v", history, err)
	}
}

// An answer that is not whole is an error, with what came of it, or says so.
func TestSubmitFinish(t *testing.T) {
	half := says("", "The pump is re")
	for name, c := range map[string]struct {
		fault      standin.Fault
		want       error // nil: it is an answer
		text, hint string
	}{
		"stop":           {answers(says("stop", "Red.")), nil, "Red.", ""},
		"length":         {answers(says("length", "The pump")), nil, "The pump", "not complete"},
		"content filter": {answers(says("content_filter", "The")), llm.ErrFiltered, "The", "other words"},
		"no reason":      {answers(half), llm.ErrCut, "The pump is re", "ask again"},
		"empty":          {answers(says("stop")), llm.ErrEmpty, "", "ask again"},
		"blank":          {answers(says("stop", " \n")), llm.ErrEmpty, " \n", "ask again"},
		"only thinking":  {answers(says("length")), llm.ErrEmpty, "", "thinking"},
		"cut mid-word": {func(w http.ResponseWriter, r *http.Request, well http.Handler) {
			standin.HangUp(len(half))(w, r, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { answers(half)(w, r, well) }))
		}, llm.ErrCut, "The pump is re", "try again"},
	} {
		d := newDesk(t, standin.Options{Faults: []standin.Fault{c.fault}}, pumps)
		d.settings.Retrieve.Space = SpaceBuiltin // so that the one request is for the answer
		a, err := d.open().Submit(t.Context(), "Which pump?", nil, &recorder{})
		if a == nil || a.Text != c.text || !errors.Is(err, c.want) || (err == nil) != (c.want == nil) {
			t.Errorf("%s: %+v, %v", name, a, err)
			continue
		}
		if err != nil {
			wantText(t, Hint(err), c.hint)
			noHistory(t, d)
			continue
		}
		wantText(t, a.Hint, c.hint)
		if c.hint == "" && a.Hint != "" {
			t.Errorf("%s: %q", name, a.Hint)
		}
	}
}

func TestSubmitErrors(t *testing.T) {
	for name, c := range map[string]struct {
		options    standin.Options
		want, hint string
	}{
		"wrong key":     {standin.Options{Key: "sk-another-one-0123456789"}, "server said 401", "check the API key"},
		"no such model": {standin.Options{Models: []string{"m"}}, "server said 404", `"gpt-4o`},
		"no credit":     {standin.Options{Always: standin.NoCredit()}, "server said 429", "billing"},
		"server error":  {standin.Options{Always: standin.Status(502)}, "server said 502", "try again later"},
		"web page":      {standin.Options{Always: standin.WebPage()}, "web page", "base URL"},
		"too long":      {standin.Options{Context: 100}, "maximum context length is 100", "send less"},
	} {
		d := newDesk(t, c.options, pumps)
		d.settings.Retrieve.Space = SpaceBuiltin
		_, err := d.open().Submit(t.Context(), "Which pump?", nil, &recorder{})
		if err == nil {
			t.Errorf("%s: no error", name)
			continue
		}
		wantText(t, err.Error(), c.want)
		wantText(t, Hint(err), c.hint)
		noHistory(t, d)
	}
	d := newDesk(t, standin.Options{}, pumps)
	if _, err := d.open().Submit(t.Context(), " ", nil, &recorder{}); !errors.Is(err, ErrNoQuestion) {
		t.Error(err)
	}
}

// An answer that takes too long is given up with plain words.
func TestSubmitTimeout(t *testing.T) {
	for _, fault := range []standin.Fault{standin.Silent(), func(w http.ResponseWriter, r *http.Request, _ http.Handler) {
		standin.Stall(len(says("", "One ")))(w, r, standin.New(standin.Options{Always: answers(says("stop", "One ", "two"))}))
	}} {
		d := newDesk(t, standin.Options{Always: fault}, pumps)
		d.settings.Retrieve.Space, d.settings.Answer.Timeout = SpaceBuiltin, 50*time.Millisecond
		_, err := d.open().Submit(t.Context(), "Which red pump?", nil, &recorder{})
		if !errors.Is(err, ErrAnswerTime) || !strings.Contains(Hint(err), "answer.timeout") {
			t.Fatalf("%v, hint %q", err, Hint(err))
		}
		wantText(t, err.Error(), "no answer in time: gpt-4o", "took longer than 50ms")
		noHistory(t, d)
	}
}

// Who gives up himself is told nothing of time.
func TestSubmitCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	d := newDesk(t, standin.Options{Always: func(w http.ResponseWriter, r *http.Request, well http.Handler) {
		cancel()
		standin.Silent()(w, r, well)
	}}, pumps)
	d.settings.Retrieve.Space = SpaceBuiltin
	if _, err := d.open().Submit(ctx, "Which red pump?", nil, &recorder{}); errors.Is(err, ErrAnswerTime) || !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	noHistory(t, d)
}

// The time for embedding is not that for an answer.
func TestSubmitMayTakeLongerThanEmbedding(t *testing.T) {
	d := newDesk(t, standin.Options{Latency: 50 * time.Millisecond}, pumps)
	d.settings.Retrieve.Space, d.personal.Endpoint.Timeout = SpaceBuiltin, time.Millisecond
	if a := d.submit("Which pump is red?"); a.Text == "" {
		t.Errorf("have %+v", a)
	}
}

func TestSubmitDiagnostic(t *testing.T) {
	d := newGraded(t, standin.Options{}, map[string]string{"a.html": page("A", grades(0.8)...)})
	d.serve(standin.Options{Always: graded})
	d.settings.Answer.Diagnostic = "A fixed\nanswer."
	var heard string
	a, err := d.open().Submit(t.Context(), "What?", func(text string) error {
		heard += text
		return nil
	}, &recorder{})
	if err != nil || a.Text != "A fixed\nanswer." || heard != a.Text || !strings.Contains(a.Hint, "diagnostic") || a.Model != "" || a.Prompt != 0 {
		t.Errorf("%q, %+v, %v", heard, a, err)
	}
	if n := len(d.bodies("/v1/chat/completions")); n > 0 {
		t.Errorf("a model was asked %d times", n)
	}
}

// What was retrieved last is used if the question is the same, once.
func TestSubmitReusesTheRetrieval(t *testing.T) {
	d := newGraded(t, standin.Options{}, map[string]string{"a.html": page("A", grades(0.8)...)})
	d.serve(standin.Options{Always: graded})
	m := d.open()
	embedded := func() int { return len(d.bodies("/v1/embeddings")) }
	submit := func(question string) *Answer {
		t.Helper()
		a, err := m.Submit(t.Context(), question, nil, &recorder{})
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	found, err := m.Retrieve(t.Context(), "What?", &recorder{})
	if err != nil {
		t.Fatal(err)
	}
	if a := submit(" What?\n"); a.Retrieval != found || embedded() != 1 {
		t.Errorf("retrieved again, after %d embeddings", embedded())
	}
	if a := submit("What?"); a.Retrieval == found || embedded() != 2 || len(a.Retrieval.Exchanges) != 1 {
		t.Errorf("the old retrieval was used again, after %d embeddings", embedded())
	}
	if _, err := m.Retrieve(t.Context(), "What?", &recorder{}); err != nil {
		t.Fatal(err)
	}
	if a := submit("What else?"); a.Retrieval.Question != "What else?" || embedded() != 4 {
		t.Errorf("have %q after %d embeddings", a.Retrieval.Question, embedded())
	}
	// A retrieval that fails leaves the last one alone.
	found, err = m.Retrieve(t.Context(), "What?", &recorder{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Retrieve(t.Context(), "", &recorder{}); err == nil {
		t.Error("an empty question")
	}
	if a := submit("What?"); a.Retrieval != found {
		t.Error("retrieved again after a failure")
	}
}

// Sources are the chunks that were sent, those first of which the answer has a
// link or a figure.
func TestSubmitSources(t *testing.T) {
	d := newGraded(t, standin.Options{}, map[string]string{
		"a.html": `<title>A</title><h2 id="one">One</h2><p>Grade 0.9 is first.</p><h2 id="two">Two</h2><p>Grade 0.8 is second.</p>`,
		"b.html": page("B", "Grade 0.7 is third."),
		"c.html": page("C", `Grade 0.6 has <a href="https://other.example.com/fig.png">a figure</a>.`),
		"d.html": page("D", "Grade 0.1 is not sent."),
	})
	const site = "https://www.example.com/"
	source := func(match, title, url string, used bool) AnswerSource {
		return AnswerSource{library.NameOf(match), title, url, used}
	}
	one := source("Grade 0.9 is first.", "One", site+"a.html#one", false)
	two := source("Grade 0.8 is second.", "Two", site+"a.html#two", false)
	third := source("Grade 0.7 is third.", "B", site+"b.html", false)
	fourth := source("Grade 0.6 has a figure.", "C", site+"c.html", false)
	used := func(s AnswerSource) AnswerSource {
		s.Used = true
		return s
	}
	for answer, want := range map[string][]AnswerSource{
		"Nothing.":                           {one, two, third, fourth},
		"See [Two](" + site + "a.html#two).": {used(two), one, third, fourth},
		"See " + site + "b.html.":            {used(third), one, two, fourth},
		"See " + site + "b.html":             {used(third), one, two, fourth},
		"See [x](" + site + "b.html2).":      {one, two, third, fourth},
		"See [D](" + site + "d.html).":       {one, two, third, fourth},
		"![f](https://other.example.com/fig.png) and <" + site + "b.html>": {used(third), used(fourth), one, two},
		"See [A](" + site + "a.html).":                                     {used(one), used(two), third, fourth}, // both have its heading
	} {
		d.serve(standin.Options{Always: answers(says("stop", answer))})
		d.settings.Answer.Exchanges = 0
		a := d.submit("What?")
		equal(t, answer, a.Sources, want)
		history, err := d.open().History()
		if err != nil {
			t.Fatal(err)
		}
		var kept []HistorySource
		for _, s := range want {
			if s.Used {
				kept = append(kept, HistorySource{s.Name, s.Title, s.URL})
			}
		}
		equal(t, "kept of "+answer, history[len(history)-1].Sources, kept)
	}
}

// Without a model to ask, the answer is made of passages, and says so.
func TestSubmitWithoutModel(t *testing.T) {
	d := newDesk(t, standin.Options{}, pumps)
	d.settings.Retrieve.Space, d.personal.Endpoint.BaseURL, d.personal.Endpoint.KeyFile = SpaceAuto, llm.DefaultBaseURL, ""
	a := d.submit("How long do the batteries of the transmitter last?")
	wantText(t, a.Text, "No language model was asked", "[Manual](https://www.example.com/a.html)", "last four years")
	if a.Model != "" || a.Retrieval.Space != SpaceBuiltin || strings.Contains(a.Text, "does not seem") {
		t.Errorf("have %+v", a)
	}
	a = d.submit("Who painted the Mona Lisa?")
	if a.Retrieval.Tier != retrieve.Low {
		t.Fatalf("tier is %v", a.Retrieval.Tier)
	}
	wantText(t, a.Text, "The documentation does not seem to cover this question")
	if history, err := d.open().History(); err != nil || len(history) != 2 {
		t.Errorf("%v, %v", history, err)
	}

	// A server of one's own needs no key.
	d.personal.Endpoint.BaseURL = d.server.URL
	if a := d.submit("Which pump is red?"); a.Model != "gpt-4o" || a.Retrieval.Space != SpaceBuiltin {
		t.Errorf("have %+v", a)
	}
	if h := d.server.Requests()[0].Header.Get("Authorization"); h != "" {
		t.Errorf("sent %q", h)
	}
}

// An answer that cannot be kept is given all the same, with the error.
func TestSubmitWithoutHistory(t *testing.T) {
	d := newDesk(t, standin.Options{}, pumps)
	d.settings.Retrieve.Space = SpaceBuiltin
	writeFile(t, filepath.Join(d.root, "Log"), "a file in place of the folder", 0o644)
	a, err := d.open().Submit(t.Context(), "Which pump is red?", nil, &recorder{})
	if err == nil || a == nil || a.Text == "" {
		t.Errorf("%+v, %v", a, err)
	}
}

// A question that is followed by others and by the same library gives the same
// request each time.
func TestSubmitIsRepeatable(t *testing.T) {
	d := newDesk(t, standin.Options{}, pumps)
	d.embed()
	d.settings.Answer.Exchanges = 0
	first := d.submit("Which pump is red?")
	sent := d.asked()
	again := d.submit("Which pump is red?")
	equal(t, "request", d.asked(), sent)
	equal(t, "answer", again.Text, first.Text)
	if _, err := os.Stat(d.open().historyPath()); err != nil {
		t.Error(err)
	}
}

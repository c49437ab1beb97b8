package manager

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ragmanager/library"
	"ragmanager/manager/llm"
	"ragmanager/manager/llm/standin"
	"ragmanager/manager/retrieve"
)

// grades returns a paragraph of each grade.
func grades(list ...float64) []string {
	var texts []string
	for _, g := range list {
		texts = append(texts, fmt.Sprintf("Grade %.4f is the relevance of this.", g))
	}
	return texts
}

// Tiers by thresholds, budgets by tiers, and for questions of high relevance a
// floor.
func TestRetrieveTiers(t *testing.T) {
	all := []float64{0.9, 0.5, 0.4998, 0.31, 0.29, 0.1, -0.2}
	for _, c := range []struct {
		grades []float64
		tier   retrieve.Tier
		in     int
		why    string // of the first that is left out
	}{
		{all, retrieve.High, 4, "below the lower threshold, 0.30"},
		{all[1:], retrieve.High, 3, "below the lower threshold, 0.30"},
		{all[2:], retrieve.Mid, 5, ""}, // no floor
		{all[3:], retrieve.Mid, 4, ""},
		{all[4:], retrieve.Low, 0, "questions of low relevance get no documentation"},
		{all[6:], retrieve.Low, 0, "questions of low relevance get no documentation"},
	} {
		texts := grades(c.grades...)
		shuffled := slices.Clone(texts)
		slices.Reverse(shuffled)
		d := newGraded(t, standin.Options{}, map[string]string{"a.html": page("A", shuffled...)})
		d.settings.Answer.High.Model, d.settings.Answer.Mid.Model, d.settings.Answer.Low.Model = "h", "m", "l"
		found := d.retrieve("What?")
		if found.Tier != c.tier || math.Abs(found.Relevance-c.grades[0]) > 1e-4 || found.Model != c.tier.String()[:1] {
			t.Errorf("%v: tier %v of relevance %g, model %s", c.grades, found.Tier, found.Relevance, found.Model)
		}
		equal(t, "order", matchesOf(found.Hits, anyHit), texts)
		equal(t, "in the budget", len(matchesOf(found.Hits, inBudget)), c.in)
		if c.in < len(texts) && found.Hits[c.in].Why != c.why {
			t.Errorf("%v: %q", c.grades, found.Hits[c.in].Why)
		}
		checkTotals(t, found)
		if len(found.Notes) > 0 || found.Space != "words" || found.Retriever != RetrieverVector {
			t.Errorf("have %+v", found)
		}
	}
}

// checkTotals checks ranks, sums and reasons.
func checkTotals(t testing.TB, found *Retrieval) {
	t.Helper()
	total := 0
	for i, h := range found.Hits {
		if h.InBudget {
			total += h.Tokens
		}
		if h.Rank != i+1 || h.Total != total || (h.Why == "") != h.InBudget || h.Tokens == 0 {
			t.Errorf("hit %d has rank %d, %d tokens, a total of %d, want %d; %v %q", i, h.Rank, h.Tokens, h.Total, total, h.InBudget, h.Why)
		}
	}
	if found.Tokens != total {
		t.Errorf("%d tokens, want %d", found.Tokens, total)
	}
}

func TestRetrieveThresholdsOfTheSettings(t *testing.T) {
	d := newGraded(t, standin.Options{}, map[string]string{"a.html": page("A", grades(0.6, 0.45)...)})
	d.settings.Retrieve.High, d.settings.Retrieve.Mid = 0.7, 0.65
	if found := d.retrieve("What?"); found.Tier != retrieve.Low {
		t.Errorf("tier is %v", found.Tier)
	}
	d.settings.Retrieve.High, d.settings.Retrieve.Mid = 0.59, 0.5
	found := d.retrieve("What?")
	equal(t, "in the budget", matchesOf(found.Hits, inBudget), grades(0.6))
	equal(t, "thresholds", found.Thresholds, retrieve.Thresholds{High: 0.59, Mid: 0.5})
}

// The chunk that passes the budget is the last.
func TestRetrieveBudget(t *testing.T) {
	var texts []string
	for i := range 30 {
		texts = append(texts, fmt.Sprintf("Grade 0.%d. %s", 95-i, manyWords(100)))
	}
	d := newGraded(t, standin.Options{}, map[string]string{"a.html": page("A", texts...)})
	d.settings.Answer.High.Model = "gpt-4o"
	all := d.retrieve("What?")
	equal(t, "all fit", len(matchesOf(all.Hits, inBudget)), 30)
	each := all.Hits[0].Tokens
	for budget, want := range map[int]int{
		0: 0, 1: 1, each: 1, each + 1: 2, 3*each - 1: 3, 3 * each: 3, 3*each + 1: 4, 1_000_000: 30,
	} {
		d.settings.Answer.High.Tokens = budget
		found := d.retrieve("What?")
		equal(t, fmt.Sprintf("chunks in a budget of %d", budget), matchesOf(found.Hits, inBudget), matchesOf(all.Hits[:want], anyHit))
		if found.Budget != budget {
			t.Errorf("budget is %d", found.Budget)
		}
		checkTotals(t, found)
		if want > 0 && want < 30 && found.Hits[want].Why != fmt.Sprintf("the budget of %d tokens is used up", budget) {
			t.Errorf("%q", found.Hits[want].Why)
		}
	}
}

func TestRetrieveExchanges(t *testing.T) {
	d := newGraded(t, standin.Options{}, map[string]string{"a.html": page("A", grades(0.6)...)})
	m := d.open()
	for i := range 5 {
		if err := m.remember(Exchange{Question: fmt.Sprint("q", i), Answer: fmt.Sprint("a", i)}); err != nil {
			t.Fatal(err)
		}
	}
	for n, want := range map[int]string{0: "", 1: "q4", 3: "q2 q3 q4", 100: "q0 q1 q2 q3 q4"} {
		d.settings.Answer.Exchanges = n
		var questions []string
		for _, e := range d.retrieve("What?").Exchanges {
			questions = append(questions, e.Question)
		}
		equal(t, fmt.Sprintf("the last %d", n), strings.Join(questions, " "), want)
	}
	// A history that nobody can read keeps nobody from asking.
	writeFile(t, m.historyPath(), "[]\n[]\n", 0o600)
	d.settings.Answer.Exchanges = 3
	found := d.retrieve("What?")
	wantText(t, strings.Join(found.Notes, "\n"), "no earlier exchange", historyName+":1")
}

// What does not fit into the model is left out from the least relevant, then the
// oldest exchange, and said. Prompt and question always stay.
func TestRetrieveTrimsToTheContext(t *testing.T) {
	var texts []string
	for i := range 10 {
		texts = append(texts, fmt.Sprintf("Grade 0.%d. %s", 95-i, manyWords(200)))
	}
	d := newGraded(t, standin.Options{Context: 2048}, map[string]string{"a.html": page("A", texts...)})
	d.settings.Answer.Context = 2048
	m := d.open()
	for i := range 3 {
		if err := m.remember(Exchange{Question: fmt.Sprint("q", i), Answer: manyWords(60)}); err != nil {
			t.Fatal(err)
		}
	}
	found := d.retrieve("What?")
	in := matchesOf(found.Hits, inBudget)
	if len(in) < 3 || len(in) > 6 {
		t.Fatalf("%d chunks of 200 words are in a context of 2048", len(in))
	}
	equal(t, "the most relevant stay", in, matchesOf(found.Hits[:len(in)], anyHit))
	equal(t, "why", found.Hits[len(in)].Why, "does not fit into the context of gpt-4o")
	equal(t, "notes", found.Notes, []string{fmt.Sprintf("%d chunks and 0 exchanges were left out to fit into the context of gpt-4o", 10-len(in))})
	checkTotals(t, found)
	if n := llm.CountMessages("gpt-4o", m.messages(found)); n > 2048-512 {
		t.Errorf("%d tokens are sent", n)
	}

	// Then the exchanges go.
	d.settings.Answer.High.Prompt, d.settings.Answer.Context, d.settings.Answer.MaxAnswer = "Answer.", 200, 100
	found = d.retrieve("What?")
	equal(t, "exchanges", len(found.Exchanges), 1)
	equal(t, "notes", found.Notes, []string{"10 chunks and 2 exchanges were left out to fit into the context of gpt-4o"})
	equal(t, "the newest stays", found.Exchanges[0].Question, "q2")

	// Then there is nothing left to go.
	d.settings.Answer.High.Prompt = manyWords(150)
	found = d.retrieve("What?")
	equal(t, "notes", found.Notes, []string{
		"prompt and question alone leave no room for an answer in the context of gpt-4o, 200 tokens",
		"10 chunks and 3 exchanges were left out to fit into the context of gpt-4o",
	})
	checkTotals(t, found)
}

// pumps are three chunks of which words and vectors can tell which is meant.
var pumps = map[string]string{"a.html": page("Manual",
	"The pump of the cooling circuit is red.",
	"Batteries of the transmitter last four years.",
	"Calibrate the pressure gauge at room temperature.")}

func TestRetrievers(t *testing.T) {
	const question = "How long do the batteries of the transmitter last?"
	for _, c := range []struct{ space, retriever, wantSpace, wantRetriever string }{
		{SpaceOpenAI, RetrieverAuto, "words", RetrieverVector},
		{SpaceOpenAI, RetrieverVector, "words", RetrieverVector},
		{SpaceOpenAI, RetrieverKeyword, SpaceBuiltin, RetrieverKeyword},
		{SpaceOpenAI, RetrieverFused, "words", RetrieverFused},
		{SpaceAuto, RetrieverAuto, "words", RetrieverVector}, // there is a key
		{SpaceBuiltin, RetrieverAuto, SpaceBuiltin, RetrieverFused},
		{SpaceBuiltin, RetrieverVector, SpaceBuiltin, RetrieverVector},
		{SpaceBuiltin, RetrieverKeyword, SpaceBuiltin, RetrieverKeyword},
		{SpaceBuiltin, RetrieverFused, SpaceBuiltin, RetrieverFused},
	} {
		d := newDesk(t, standin.Options{}, pumps)
		d.embed()
		d.serve(standin.Options{})
		d.settings.Retrieve.Space, d.settings.Retrieve.Retriever = c.space, c.retriever
		found := d.retrieve(question)
		name := c.space + " " + c.retriever
		if found.Space != c.wantSpace || found.Retriever != c.wantRetriever {
			t.Errorf("%s: space %s, retriever %s", name, found.Space, found.Retriever)
		}
		if len(found.Hits) == 0 || found.Hits[0].Match != "Batteries of the transmitter last four years." || found.Tier != retrieve.High {
			t.Errorf("%s: tier %v, hits %q", name, found.Tier, matchesOf(found.Hits, anyHit))
		}
		thresholds := retrieve.BuiltinThresholds
		if c.wantSpace != SpaceBuiltin {
			thresholds = openAIThresholds
		}
		equal(t, name+": thresholds", found.Thresholds, thresholds)
		if n := len(d.server.Requests()); n != 0 && c.wantSpace == SpaceBuiltin {
			t.Errorf("%s: %d requests", name, n)
		}
	}
}

// Words can put another chunk first; the question is as relevant as its best
// chunk all the same.
func TestRetrieveRelevanceIsThatOfTheBestChunk(t *testing.T) {
	texts := []string{
		"Grade 0.9 has nothing in common.",
		"Grade 0.8 tells of the zirconium valve.",
		"Grade 0.7 tells of the zirconium valve and its zirconium.",
		"Grade 0.1 is of other things.",
	}
	d := newGraded(t, standin.Options{}, map[string]string{"a.html": page("A", texts...)})
	d.settings.Retrieve.Retriever = RetrieverFused
	found := d.retrieve("zirconium valve")
	if found.Hits[0].Match == texts[0] {
		t.Fatal("the most relevant chunk is first, so nothing is tested")
	}
	if math.Abs(found.Relevance-0.9) > 1e-4 || found.Tier != retrieve.High {
		t.Errorf("relevance %g, tier %v, of %q", found.Relevance, found.Tier, matchesOf(found.Hits, anyHit))
	}
	for _, h := range found.Hits {
		if want := gradePattern.FindStringSubmatch(h.Match)[1]; fmt.Sprintf("%.1f", h.Relevance) != want {
			t.Errorf("%q has relevance %g", h.Match, h.Relevance)
		}
	}
	equal(t, "in the budget", len(matchesOf(found.Hits, inBudget)), 3)
}

// A chunk of which half is gone is neither found nor counted for the question.
func TestRetrieveWithoutWhatIsGone(t *testing.T) {
	texts := grades(0.9, 0.4)
	for _, retriever := range []string{RetrieverVector, RetrieverFused} {
		d := newGraded(t, standin.Options{}, map[string]string{"a.html": page("A", texts...)})
		d.settings.Retrieve.Retriever = retriever
		if err := os.Remove(filepath.Join(d.root, "Match", string(library.NameOf(texts[0]))+".txt")); err != nil {
			t.Fatal(err)
		}
		found := d.retrieve("What?")
		equal(t, retriever+": hits", matchesOf(found.Hits, anyHit), texts[1:])
		if found.Tier != retrieve.Mid || found.Hits[0].Rank != 1 {
			t.Errorf("%s: relevance %g, tier %v", retriever, found.Relevance, found.Tier)
		}
	}
}

func TestRetrieveFromAnEmptyLibrary(t *testing.T) {
	for _, space := range []string{SpaceOpenAI, SpaceBuiltin} {
		d := newDesk(t, standin.Options{}, nil)
		d.settings.Retrieve.Space = space
		_, err := d.open().Retrieve(t.Context(), "What?", &recorder{})
		if !errors.Is(err, ErrNoChunks) || Hint(err) == "" || len(d.server.Requests()) > 0 {
			t.Errorf("%s: %v after %d requests", space, err, len(d.server.Requests()))
		}
	}
}

func TestRetrieveWithoutVectors(t *testing.T) {
	d := newDesk(t, standin.Options{}, pumps)
	for _, dimensions := range []int{0, 256} {
		d.settings.Retrieve.Dimensions = dimensions
		_, err := d.open().Retrieve(t.Context(), "What?", &recorder{})
		if !errors.Is(err, ErrNotEmbedded) || !strings.Contains(Hint(err), "ragmanager embed") || len(d.server.Requests()) > 0 {
			t.Errorf("%v after %d requests", err, len(d.server.Requests()))
		}
	}
	d.settings.Retrieve.Retriever = RetrieverKeyword
	if found := d.retrieve("pump"); len(found.Hits) != 1 {
		t.Errorf("by words: %q", matchesOf(found.Hits, anyHit))
	}
}

func TestRetrieveHalfEmbedded(t *testing.T) {
	d := newGraded(t, standin.Options{}, map[string]string{"a.html": page("A", grades(0.6, 0.5)...)})
	d.write("b.html", page("B", grades(0.9, 0.8, 0.7)...))
	d.chunk()
	m := d.open()
	for range 2 {
		found, err := m.Retrieve(t.Context(), "What?", &recorder{})
		if err != nil {
			t.Fatal(err)
		}
		equal(t, "hits", matchesOf(found.Hits, anyHit), grades(0.6, 0.5))
		equal(t, "notes", found.Notes, []string{"3 chunks have no vector and cannot be found; embed them"})
	}
	// The same manager finds what is embedded later.
	d.embed()
	found, err := m.Retrieve(t.Context(), "What?", &recorder{})
	if err != nil || len(found.Hits) != 5 || len(found.Notes) > 0 {
		t.Errorf("%v, %v", found, err)
	}
}

// A page that is chunked again is found as it is now, by a manager that has its
// index already.
func TestRetrieveFollowsTheLibrary(t *testing.T) {
	for _, space := range []string{SpaceOpenAI, SpaceBuiltin} {
		d := newDesk(t, standin.Options{}, pumps)
		d.settings.Retrieve.Space = space
		d.embed()
		m := d.open()
		ask := func() *Retrieval {
			t.Helper()
			found, err := m.Retrieve(t.Context(), "batteries transmitter", &recorder{})
			if err != nil {
				t.Fatal(err)
			}
			return found
		}
		if found := ask(); !strings.HasPrefix(found.Hits[0].Match, "Batteries") {
			t.Errorf("%s: %q", space, matchesOf(found.Hits, anyHit))
		}
		d.write("a.html", page("New", "The transmitter has solar cells.", "The pump is blue."))
		d.chunk()
		d.embed()
		found := ask()
		if found.Hits[0].Match != "The transmitter has solar cells." || found.Hits[0].Document != "New" {
			t.Errorf("%s: %+v", space, found.Hits[0])
		}
		for _, h := range found.Hits {
			if strings.HasPrefix(h.Match, "Batteries") {
				t.Errorf("%s: %q is still found", space, h.Match)
			}
		}
	}
}

func TestRetrieveQuestions(t *testing.T) {
	d := newDesk(t, standin.Options{}, map[string]string{"a.html": page("手册", "电池可以使用四年。", "水泵是红色的。", "The pump is red.")})
	d.embed()
	d.serve(standin.Options{})
	long := strings.Repeat("Where is the pump? ", 100) // of about five tokens each
	for name, c := range map[string]struct {
		question string
		want     error // with the same text
	}{
		"empty":         {"", ErrNoQuestion},
		"blank":         {" \t\n\u00a0", ErrNoQuestion},
		"English":       {" Where is the pump?\n", nil},
		"Chinese":       {"电池可以使用多久？", nil},
		"not UTF-8":     {"pump \xff\xfe", nil},
		"with NUL":      {"pump\x00", nil},
		"long enough":   {strings.TrimSpace(strings.Repeat("pump ", 300)), nil},
		"too long":      {strings.TrimSpace(strings.Repeat("pump ", 301)), &QuestionTooLongError{301, 300}},
		"long":          {long, &QuestionTooLongError{500, 300}},
		"10 MB":         {strings.Repeat("x", 10<<20), &QuestionTooLongError{10 << 20 / 64, 300}},
		"10 MB of ends": {strings.Repeat("\n", 10<<20), ErrNoQuestion},
	} {
		for _, space := range []string{SpaceOpenAI, SpaceBuiltin} {
			d.settings.Retrieve.Space = space
			before := len(d.server.Requests())
			found, err := d.open().Retrieve(t.Context(), c.question, &recorder{})
			switch {
			case c.want == nil:
				if err != nil || found.Question != strings.TrimSpace(c.question) {
					t.Errorf("%s: %v", name, err)
				}
			case name == "long":
				if _, ok := errors.AsType[*QuestionTooLongError](err); !ok {
					t.Errorf("%s: %v", name, err)
				}
			case err == nil || err.Error() != c.want.Error() || Hint(err) == "" || len(d.server.Requests()) != before:
				t.Errorf("%s: %v after %d requests", name, err, len(d.server.Requests())-before)
			}
		}
	}
	d.settings.Retrieve.Space = SpaceBuiltin
	if found := d.retrieve("电池可以使用多久？"); len(found.Hits) == 0 || found.Hits[0].Match != "电池可以使用四年。" {
		t.Errorf("Chinese: %q", matchesOf(found.Hits, anyHit))
	}
}

// A vector that cannot be used is named and passed over.
func TestRetrieveWithBrokenVectors(t *testing.T) {
	texts := grades(0.9, 0.8, 0.7, 0.6)
	d := newGraded(t, standin.Options{}, map[string]string{"a.html": page("A", texts...)})
	file := func(match string) string {
		return filepath.Join(d.root, "Embed", string(library.NameOf(match))+".txt")
	}
	writeFile(t, file(texts[0]), "12 broken", 0o644)
	writeFile(t, file(texts[1]), "1 2 3", 0o644)
	writeFile(t, file(texts[2]), "", 0o644)
	found := d.retrieve("What?")
	equal(t, "hits", matchesOf(found.Hits, anyHit), texts[3:])
	if len(found.Notes) != 3 {
		t.Errorf("notes %q", found.Notes)
	}
	wantText(t, strings.Join(found.Notes, "\n"), file(texts[0]), file(texts[1]), file(texts[2]))
}

func TestRetrieveErrors(t *testing.T) {
	ok := newDesk(t, standin.Options{}, pumps)
	ok.embed()
	for name, c := range map[string]struct {
		fault standin.Fault
		want  string
	}{
		"status":       {standin.Status(500), "embed the question: server said 500"},
		"web page":     {standin.WebPage(), "embed the question: "},
		"other length": {standin.Body(200, "application/json", `{"data":[{"index":0,"embedding":[1,0]}]}`), "2 components"},
		"not finite":   {standin.Body(200, "application/json", `{"data":[{"index":0,"embedding":[1e999,0]}]}`), "embed the question: "},
	} {
		ok.serve(standin.Options{Always: c.fault})
		_, err := ok.open().Retrieve(t.Context(), "Which pump?", &recorder{})
		if err == nil || !strings.Contains(err.Error(), c.want) || Hint(err) == "" {
			t.Errorf("%s: %v, hint %q", name, err, Hint(err))
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	ok.serve(standin.Options{})
	for _, space := range []string{SpaceOpenAI, SpaceBuiltin} {
		ok.settings.Retrieve.Space = space
		if _, err := ok.open().Retrieve(ctx, "Which pump?", &recorder{}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", space, err)
		}
	}
}

func TestRetrieveWithoutKey(t *testing.T) {
	d := newDesk(t, standin.Options{}, pumps)
	d.embed()
	d.personal.Endpoint.BaseURL, d.personal.Endpoint.KeyFile = llm.DefaultBaseURL, ""
	_, err := d.open().Retrieve(t.Context(), "Which pump?", &recorder{})
	if !errors.Is(err, ErrNoKey) || Hint(err) == "" {
		t.Errorf("%v, hint %q", err, Hint(err))
	}
	d.settings.Retrieve.Space = SpaceAuto
	if found := d.retrieve("Which pump is red?"); found.Space != SpaceBuiltin {
		t.Errorf("space is %s", found.Space)
	}
}

// Where a hit stands is told with it.
func TestRetrievePlaces(t *testing.T) {
	d := newDesk(t, standin.Options{}, map[string]string{
		"a.html": `<title>Pump</title><h2 id="use">Use</h2><p>Turn it on.</p>`,
	})
	d.embed()
	h := d.retrieve("Turn it on.").Hits[0]
	have := []string{h.Page, h.URL, h.Document, h.Chapter, h.Section, h.Match}
	equal(t, "place", have, []string{"https://www.example.com/a.html", "https://www.example.com/a.html#use", "Pump", "Use", "", "Turn it on."})
}

// The builtin index is kept on the disk, and made anew if that is broken.
func TestRetrieveBuiltinCache(t *testing.T) {
	d := newDesk(t, standin.Options{}, pumps)
	d.settings.Retrieve.Space = SpaceBuiltin
	cache := filepath.Join(d.root, "Cache", builtinName)
	stages := func() string {
		t.Helper()
		var r recorder
		if _, err := d.open().Retrieve(t.Context(), "pump", &r); err != nil {
			t.Fatal(err)
		}
		return strings.Join(r, "\n")
	}
	wantText(t, stages(), "stage fit 3")
	equal(t, "from the disk", stages(), "")
	writeFile(t, cache, "broken", 0o644)
	wantText(t, stages(), "stage fit 3")
	d.settings.Retrieve.Language = "de"
	wantText(t, stages(), "stage fit 3")
	if err := os.RemoveAll(filepath.Dir(cache)); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Dir(cache), "a file in place of the folder", 0o644)
	wantText(t, stages(), "stage fit 3")
}

func TestContexts(t *testing.T) {
	m := newDesk(t, standin.Options{}, nil).open()
	for model, want := range map[string]int{
		"gpt-4o-mini": 128_000, "gpt-4.1-nano": 1_000_000, "gpt-4": 8192, "gpt-4-turbo": 128_000, "gpt-5.4": 272_000, "llama3": 8192,
	} {
		if have := m.contextOf(model); have != want {
			t.Errorf("%s: %d", model, have)
		}
	}
	for context, want := range map[int]int{2048: 512, 8192: 2000, 128_000: 2000} {
		if have := m.answerRoom(context); have != want {
			t.Errorf("%d of %d are for the answer", have, context)
		}
	}
}

// Many ask at once while the library changes.
func TestRetrieveConcurrently(t *testing.T) {
	d := newDesk(t, standin.Options{}, pumps)
	d.embed()
	m := d.open()
	done := make(chan error)
	for range 4 {
		go func() {
			var err error
			for i := 0; i < 5 && err == nil; i++ {
				_, err = m.Retrieve(t.Context(), "Which pump?", &recorder{})
			}
			done <- err
		}()
	}
	for i := range 3 {
		d.write("b.html", page("B", fmt.Sprint("Version ", i)))
		d.chunk()
		d.embed()
	}
	for range 4 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

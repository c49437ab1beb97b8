package window

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
	"github.com/google/go-cmp/cmp"

	"ragmanager/library"
	"ragmanager/manager"
	"ragmanager/manager/retrieve"
	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

const testQuestion = "How long does a Marl run on two D cells at one sample a minute?"

var wideWindow, smallWindow = fyne.NewSize(1100, 640), fyne.NewSize(640, 420)

// newTestRetrieval returns a view of what was found for a question in the sample
// library, at the given size.
func newTestRetrieval(t *testing.T, question string, size fyne.Size) (*fixture, *retrievalView) {
	t.Helper()
	f := newFixture(t)
	v := newRetrievalView(f.c)
	f.show(v.content, size)
	if question != "" {
		if !f.c.Retrieve(question) {
			t.Fatal("Retrieve has not begun")
		}
		f.settle(t)
	}
	return f, v
}

// wordsOf returns the words of a label.
func wordsOf(l *widget.RichText) string { return l.String() }

// pressButton presses the first button with a text that is seen within an object.
func pressButton(t *testing.T, within fyne.CanvasObject, label string) {
	t.Helper()
	for _, o := range test.LaidOutObjects(within) {
		if b, ok := o.(*keyedButton); ok && b.Text == label {
			test.Tap(b)
			return
		}
	}
	t.Fatalf("there is no button %s", label)
}

func TestRetrievalEmpty(t *testing.T) {
	_, v := newTestRetrieval(t, "", wideWindow)
	if v.found.Visible() || !v.empty.content.Visible() {
		t.Error("there is something to see before anything was asked")
	}
	if got := wordsOf(v.empty.title); got != text.RetrievalEmpty {
		t.Errorf("it says %q", got)
	}
	v.show(&manager.Retrieval{Question: "?"})
	if got := wordsOf(v.empty.title); v.found.Visible() || got != text.NoHits {
		t.Errorf("if nothing was found it says %q", got)
	}
}

func TestRetrievalShowsHits(t *testing.T) {
	f, v := newTestRetrieval(t, testQuestion, wideWindow)
	r := f.c.Retrieval()
	if !v.found.Visible() || v.empty.content.Visible() {
		t.Fatal("what was found is not shown")
	}
	if got, want := v.head.chip.words, fmt.Sprintf("high %.3f", r.Relevance); got != want || v.head.chip.color != colorHigh {
		t.Errorf("the chip is %q in %s, want %q", got, v.head.chip.color, want)
	}
	if got := wordsOf(v.head.question); got != testQuestion {
		t.Errorf("the question is %q", got)
	}
	facts := wordsOf(v.head.facts)
	for _, want := range []string{text.TokensOf(r.Tokens, r.Budget), "builtin space, ordered by vectors and words together", "mid from 0.34, high from 0.50"} {
		if !strings.Contains(facts, want) {
			t.Errorf("%q is not among the facts %q", want, facts)
		}
	}
	if got, want := len(v.rows), len(r.Hits)+1; got != want {
		t.Errorf("%d rows, want %d", got, want)
	}
	if v.hit.hit.Rank != 1 || v.hit.texts.content.text != r.Hits[0].Content {
		t.Errorf("the first hit is not shown, but no. %d", v.hit.hit.Rank)
	}
}

func TestRetrievalMarks(t *testing.T) {
	f, v := newTestRetrieval(t, testQuestion, wideWindow)
	first := f.c.Retrieval().Hits[0]
	prompts := f.c.PagesNow().Prompts(first.Name)
	if len(prompts) == 0 {
		t.Fatal("the first hit has no prompts to look for")
	}
	if diff := cmp.Diff(prompts, markedAs(v.hit.texts.match, colorPrompt)); diff != "" {
		t.Errorf("prompts, -want +marked:\n%s", diff)
	}
	shared := markedAs(v.hit.texts.match, colorShared)
	for _, want := range []string{"minutes", "samples", "cells", "Marl"} {
		if !slices.Contains(shared, want) {
			t.Errorf("%q is not marked as a word of the question, but %q", want, shared)
		}
	}
	if slices.Contains(shared, "the") || len(markedAs(v.hit.texts.content, colorPrompt)) > 0 {
		t.Error("something is marked that should not be")
	}
}

func TestRetrievalPromptMarks(t *testing.T) {
	const match = "Text. First?\nSecond? more Third?"
	marks := promptMarks(match, []string{"First?\nSecond?", "gone", "Third?", "", "First?"})
	var got []string
	for _, m := range marks {
		got = append(got, match[m.start:m.end])
	}
	if diff := cmp.Diff([]string{"First?\nSecond?", "Third?", "First?"}, got); diff != "" {
		t.Errorf("marked, -want +got:\n%s", diff)
	}
}

// Words within addresses are none of the text.
func TestRetrievalMarksNoAddresses(t *testing.T) {
	const s = "A file, see [the file](file:///manual/file.html#file) or file:///a/file.html, of a `file`. ![file](img/file.png)"
	var got []string
	for _, m := range sharedMarks("Which file?", s) {
		got = append(got, s[max(0, m.start-2):m.end])
	}
	if diff := cmp.Diff([]string{"A file", "e file", " `file", "![file"}, got); diff != "" {
		t.Errorf("marked, -want +got:\n%s", diff)
	}
}

// What has changed since the same question was asked the last time is told.
func TestRetrievalTellsChanges(t *testing.T) {
	f, v := newTestRetrieval(t, testQuestion, wideWindow)
	if len(v.changes) > 0 {
		t.Errorf("at the first time ranks have changed: %v", v.changes)
	}
	r := *f.c.Retrieval()
	r.Hits = slices.Clone(r.Hits)
	r.Hits[0], r.Hits[2] = r.Hits[2], r.Hits[0]
	r.Hits[0].Rank, r.Hits[2].Rank, r.Hits[1].Name = 1, 3, "0123456789ab"
	v.show(&r)
	row := newHitRow()
	for i, want := range []rankChange{{risen: 2}, {fresh: true}, {risen: -2}, {}} {
		if v.updateRow(slices.Index(v.rows, i), row); row.change != want {
			t.Errorf("no. %d: %+v, want %+v", i+1, row.change, want)
		}
	}
	other := r
	other.Question = "Another one?"
	if v.show(&other); len(v.changes) > 0 {
		t.Errorf("those of another question have changed: %v", v.changes)
	}
}

// Results are stale once the library has changed, until the question is asked again.
func TestRetrievalIsStale(t *testing.T) {
	f, v := newTestRetrieval(t, testQuestion, wideWindow)
	if v.head.noteRow.Visible() {
		t.Fatalf("fresh results have the note %q", v.head.notes.text)
	}
	name := f.c.Retrieval().Hits[0].Name
	path := filepath.Join(f.root, "Match", string(name)+".txt")
	if err := os.WriteFile(path+".new", []byte("Other words."), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
	f.Loop.Wait(t, f.c.RetrievalStale)
	if v.head.notes.text != text.RetrievalStale || !v.head.noteRow.Visible() {
		t.Errorf("the note is %q", v.head.notes.text)
	}
	f.c.Retrieve(testQuestion)
	f.settle(t)
	if v.head.noteRow.Visible() || f.c.RetrievalStale() {
		t.Errorf("fresh results have the note %q", v.head.notes.text)
	}
}

// Without a key no model is named, since none is asked.
func TestRetrievalNamesNoModelWithoutKey(t *testing.T) {
	f, v := newTestRetrieval(t, testQuestion, wideWindow)
	r := f.c.Retrieval()
	if facts := wordsOf(v.head.facts); r.Model == "" || strings.Contains(facts, r.Model) || !strings.Contains(facts, text.OrderedBy(r.Retriever)) {
		t.Errorf("the facts are %q", facts)
	}
	if facts := retrievalFacts(r, true); !strings.Contains(facts, r.Model) {
		t.Errorf("with a key the facts are %q", facts)
	}
}

// The outermost heading stands first, wherever a path is shown.
func TestRetrievalPath(t *testing.T) {
	inner, outer := pathOf(manager.Hit{Document: "Manual", Chapter: "Chapter", Section: "Section"})
	if inner != "Section" || outer != "Manual › Chapter" {
		t.Errorf("%q in %q", inner, outer)
	}
	if inner, outer = pathOf(manager.Hit{}); inner != text.Untitled || outer != "" {
		t.Errorf("%q in %q", inner, outer)
	}
}

// The smallest window shows two hits.
func TestRetrievalShowsTwoRows(t *testing.T) {
	f, w := newMain(t)
	f.c.Retrieve(testQuestion)
	f.settle(t)
	w.win.Resize(fyne.NewSize(leastWidth, leastHeight))
	if size := w.win.Canvas().Size(); size.Width > leastWidth || size.Height > leastHeight {
		t.Errorf("the window grew to %v", size)
	}
	if got, row := w.retrieval.list.Size().Height, newHitRow().MinSize().Height; got < 2*row {
		t.Errorf("the list is %v high, a row %v", got, row)
	}
}

func TestRetrievalDivider(t *testing.T) {
	f, v := newTestRetrieval(t, testQuestion, wideWindow)
	r := f.c.Retrieval()
	sent := slices.IndexFunc(r.Hits, func(h manager.Hit) bool { return !h.InBudget })
	if v.rows[sent] != -1 || v.rows[sent+1] != sent {
		t.Fatalf("the divider is not before row %d: %v", sent, v.rows)
	}
	row := newHitRow()
	v.updateRow(sent, row)
	if want := text.FirstLeftOut(sentOf(r), len(r.Hits), r.Hits[sent].Why); row.divider != want || r.Hits[sent].Why == "" {
		t.Errorf("the divider says %q, want %q", row.divider, want)
	}
	v.list.Select(sent) // by the mouse
	if got := v.hit.hit.Rank; got != sent+1 {
		t.Errorf("the divider selects no. %d", got)
	}
	if got := wordsOf(v.hit.facts); !strings.HasPrefix(got, text.LeftOut(r.Hits[sent].Why)) {
		t.Errorf("of the first that is left out it says %q", got)
	}
	v.list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyUp})
	if got := v.hit.hit.Rank; got != sent {
		t.Errorf("Up goes over the divider to no. %d, want %d", got, sent)
	}
	v.list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	if got := v.hit.hit.Rank; got != sent+1 {
		t.Errorf("Down goes over the divider to no. %d, want %d", got, sent+1)
	}
	v.list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyHome})
	v.list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyPageDown})
	if got := v.hit.hit.Rank; got < 3 {
		t.Errorf("PageDown goes to no. %d", got)
	}
}

func TestRetrievalStartsAtTop(t *testing.T) {
	f := newFixture(t)
	v := newRetrievalView(f.c)
	f.show(v.content, fyne.NewSize(300, 1)) // as on a tab that was never shown
	v.show(manyHits(100))
	f.win.Resize(wideWindow)
	if got := v.list.GetScrollOffset(); got != 0 {
		t.Errorf("the first hit is selected, but the list is scrolled to %v", got)
	}
	v.list.Select(50)
	if got := v.list.GetScrollOffset(); got == 0 {
		t.Error("the list does not scroll to a row")
	}
}

func TestRetrievalLowSendsNothing(t *testing.T) {
	f, v := newTestRetrieval(t, "Who won the football match?", wideWindow)
	if got := f.c.Retrieval().Tier; got != retrieve.Low {
		t.Fatalf("the tier is %s", got)
	}
	if v.rows[0] != -1 || v.hit.hit.Rank != 1 {
		t.Errorf("the rows are %v and no. %d is shown", v.rows, v.hit.hit.Rank)
	}
}

func TestRetrievalShowMatches(t *testing.T) {
	f, v := newTestRetrieval(t, testQuestion, wideWindow)
	first := f.c.Retrieval().Hits[0]
	row := newHitRow()
	v.updateRow(0, row)
	if got := row.snippet; got == "" || !strings.HasPrefix(got, "Take four probes") {
		t.Errorf("the row shows %q of the content", got)
	}
	f.c.SetShowMatches(true)
	f.settle(t)
	v.updateRow(0, row)
	if want := snippet(first.Match); row.snippet != want {
		t.Errorf("the row shows %q, want the match %q", row.snippet, want)
	}
}

func TestRetrievalButtons(t *testing.T) {
	f, v := newTestRetrieval(t, testQuestion, wideWindow)
	var shown []controller.Place
	f.c.Shows.Connect(func(p controller.Place) { shown = append(shown, p) })
	test.Tap(v.hit.open)
	if len(f.Opened) != 1 || !strings.HasPrefix(f.Opened[0], "file://") {
		t.Errorf("opened %q", f.Opened)
	}
	pressButton(t, v.hit.content, text.ShowChunk)
	want := []controller.Place{{View: controller.ChunksView, Chunk: v.hit.hit.Name}}
	if diff := cmp.Diff(want, shown); diff != "" {
		t.Errorf("shown, -want +got:\n%s", diff)
	}
	pressButton(t, v.hit.content, text.Copy)
	if got := f.app.Clipboard().Content(); got != v.hit.hit.Match {
		t.Errorf("copied %q", got)
	}
}

func TestRetrievalNotes(t *testing.T) {
	f, v := newTestRetrieval(t, testQuestion, wideWindow)
	if v.head.noteRow.Visible() {
		t.Error("there is room for notes where none are")
	}
	r := *f.c.Retrieval()
	r.Notes = []string{"3 chunks have no vector", "an exchange was left out"}
	v.show(&r)
	if got, want := v.head.notes.text, "3 chunks have no vector.\nAn exchange was left out."; !v.head.noteRow.Visible() || got != want {
		t.Errorf("the notes are %q", got)
	}
}

// newTestRow returns a row of a hit that was made up.
func newTestRow(t *testing.T, h manager.Hit) *hitRow {
	t.Helper()
	app := test.NewTempApp(t)
	app.Settings().SetTheme(NewTheme(Light, 1))
	row := newHitRow()
	win := test.NewTempWindow(t, row)
	win.SetPadded(false)
	win.Resize(fyne.NewSize(600, row.MinSize().Height))
	row.show(h, rankChange{}, tiers{retrieve.BuiltinThresholds, 6000}, "How the text of the chunk begins")
	return row
}

func TestRetrievalRow(t *testing.T) {
	h := manager.Hit{Rank: 3, Relevance: 0.411, Section: "Changing the Cells", Chapter: "Batteries", Document: "Marl", Tokens: 280, Total: 3000, InBudget: true}
	golden(t, "retrieval_row.xml", test.RenderObjectToMarkup(newTestRow(t, h)))
	h.InBudget, h.Why = false, "the budget is used up"
	golden(t, "retrieval_row_left_out.xml", test.RenderObjectToMarkup(newTestRow(t, h)))
}

// manyHits returns a retrieval of so many hits.
func manyHits(n int) *manager.Retrieval {
	r := &manager.Retrieval{Question: testQuestion, Thresholds: retrieve.BuiltinThresholds, Tier: retrieve.High, Budget: 6000}
	for i := range n {
		r.Hits = append(r.Hits, manager.Hit{
			Rank: i + 1, Name: library.Name(fmt.Sprintf("%012x", i)), Relevance: 1 / (1 + float64(i)/100), InBudget: i < 20, Total: 300 * (i + 1),
			Section: fmt.Sprintf("Section %d of a manual", i), Chapter: "A chapter", Document: "The manual of an instrument",
			Match: fmt.Sprintf("The text of chunk %d is about batteries and cells", i), Content: fmt.Sprintf("The text of chunk %d is about `batteries` and cells", i),
		})
	}
	return r
}

func BenchmarkRetrieval(b *testing.B) {
	app := test.NewTempApp(b)
	app.Settings().SetTheme(NewTheme(Light, 1))
	c := controller.New(controller.Options{Do: func(f func()) { f() }, WatchEvery: time.Hour})
	win := test.NewTempWindow(b, nil)
	v := newRetrievalView(c)
	win.SetContent(v.content)
	win.Resize(wideWindow)
	r := manyHits(500)
	b.Run("show 500", func(b *testing.B) {
		for b.Loop() {
			v.show(r)
		}
	})
	b.Run("scroll 500", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			v.list.ScrollToOffset(float32(i*37%20000) + 1)
		}
	})
	b.Run("select", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			v.list.Select(i % 20)
		}
	})
}

func TestRetrievalPictures(t *testing.T) {
	if os.Getenv("RAGMANAGER_PICTURES") == "" {
		t.Skip("RAGMANAGER_PICTURES is not set")
	}
	for name, question := range map[string]string{
		"high": testQuestion, "mid": "Is there a discount for universities?", "low": "Who won the football match?", "none": "",
	} {
		f, v := newTestRetrieval(t, question, wideWindow)
		f.picture(t, "retrieval-"+name)
		f.show(v.content, smallWindow)
		f.picture(t, "retrieval-small-"+name)
	}
}

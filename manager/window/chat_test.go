package window

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"ragmanager/library"
	"ragmanager/manager"
	"ragmanager/manager/llm/standin"
	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// chatFixture returns a fixture that shows the chat alone, and what the chat does
// outside itself.
func chatFixture(t testing.TB) (*fixture, *chatView, *chatted) {
	t.Helper()
	f, w := newEmptyMain(t)
	out := &chatted{}
	v := newChatView(f.c, w.tips, w.equations, func(q string) { out.put = q }, func(a controller.Action) { out.acts = append(out.acts, a) }, func(a string) { out.hovered = append(out.hovered, a) })
	f.c.Shows.Connect(func(p controller.Place) { out.shows = append(out.shows, p) })
	f.win = test.NewTempWindow(t, nil)
	f.show(v.content, fyne.NewSize(800, 500))
	return f, v, out
}

// chatted is what a chat did outside itself.
type chatted struct {
	put     string
	acts    []controller.Action
	hovered []string
	shows   []controller.Place
}

// exchange returns an exchange that is answered.
func exchange(id int, question, answer string) *controller.Exchange {
	return &controller.Exchange{ID: id, Question: question, Answer: answer, State: controller.Answered, Model: "m", Tier: "high", Relevance: 0.8}
}

// links returns the links that are seen in o, by their words.
func linksIn(o fyne.CanvasObject) (all []*link) {
	walk(o, func(o fyne.CanvasObject) {
		if l, ok := o.(*link); ok {
			all = append(all, l)
		}
	})
	return all
}

// An answer shows as it comes, each time whole, and can be stopped meanwhile.
func TestChatStreams(t *testing.T) {
	f, v, _ := chatFixture(t)
	e := &controller.Exchange{Question: "How long do they last?"}
	v.update(e)
	if !f.shows(text.Searching) || !f.shows(e.Question) {
		t.Error("it does not say that it looks for chunks")
	}
	e.State = controller.Answering
	var heights []float32
	for _, piece := range []string{"Two **D", " cells** last\n\n", "| a | b |\n|--", "-|---|\n| 1 | 2 |\n\n", "```\nx := 1\n", "```\n"} {
		e.Answer += piece
		v.update(e)
		if got := v.items[0].answer.Source(); got != e.Answer {
			t.Errorf("it shows %q of %q", got, e.Answer)
		}
		heights = append(heights, v.items[0].content.MinSize().Height)
	}
	if !f.shows(text.Answering) || buttonsIn(v.content)[text.Stop] == nil {
		t.Error("it cannot be stopped")
	}
	if heights[len(heights)-1] <= heights[0] {
		t.Errorf("it does not grow: %v", heights)
	}
	e.State = controller.Answered
	v.update(e)
	if f.shows(text.Answering) || buttonsIn(v.content)[text.Stop] != nil {
		t.Error("it is still answering")
	}
	if markup := test.RenderObjectToMarkup(v.items[0].answer); strings.Contains(markup, "**") || !strings.Contains(markup, "cells") {
		t.Errorf("the Markdown is shown as it is:\n%s", markup)
	}
}

// The chunks that an answer rests on open their page, or show in the window.
func TestChatSources(t *testing.T) {
	f, v, out := chatFixture(t)
	f.openSample(t)
	page := f.c.PagesNow().List[0]
	e := exchange(0, "q", "a")
	e.Sources = []manager.AnswerSource{
		{Name: page.Chunks[0].Name, Title: "On the web", URL: "https://a.test/one#two", Used: true},
		{Name: page.Chunks[1].Name, Title: "Nowhere"},
	}
	v.update(e)
	all := linksIn(v.content)
	if len(all) != 2 {
		t.Fatalf("%d links", len(all))
	}
	test.Tap(all[0])
	if len(f.Opened) != 1 || f.Opened[0] != "https://a.test/one#two" {
		t.Errorf("it opens %v", f.Opened)
	}
	all[1].TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn}) // without an address there is the chunk alone
	test.Tap(buttonsIn(v.content)[text.ShowChunk])
	for i, p := range out.shows {
		if p.View != controller.ChunksView || p.Chunk != page.Chunks[1].Name {
			t.Errorf("%d: it shows %+v", i, p)
		}
	}
	if len(out.shows) != 2 {
		t.Errorf("it shows %+v", out.shows)
	}
	out.hovered = nil
	all[0].MouseIn(&desktop.MouseEvent{})
	all[0].MouseOut()
	if fmt.Sprint(out.hovered) != "[https://a.test/one#two ]" {
		t.Errorf("the pointer was over %q", out.hovered)
	}
}

// Sources under equal headings are told apart by how they begin, others by the headings
// around, and the legend tells what the dots mean.
func TestChatTellsSourcesApart(t *testing.T) {
	f, v, _ := chatFixture(t)
	f.openSample(t)
	e := exchange(0, "q", "a")
	for _, p := range f.c.PagesNow().List {
		for _, c := range p.Chunks {
			if title := innermost(c); title == "Choosing an Antenna" {
				e.Sources = append(e.Sources, manager.AnswerSource{Name: c.Name, Title: title, Used: len(e.Sources) == 0})
			}
		}
	}
	if len(e.Sources) < 2 {
		t.Fatalf("%d sources", len(e.Sources))
	}
	v.update(e)
	f.settle(t)
	around := "in Flint Base Station (HL60) Manual › Antennas"
	for _, want := range []string{around + " · “Table: Antennas", around + " · “An antenna has", text.SourceUsed, text.SourceSent} {
		if !f.shows(want) {
			t.Errorf("it does not show %q:\n%s", want, f.words())
		}
	}
	f.picture(t, "chat-sources")
	e.Sources = e.Sources[:1]
	if v.update(e); f.shows(text.SourceSent) || f.shows("“") {
		t.Errorf("of one source it shows\n%s", f.words())
	}
}

// Following a link clears its address, since the pointer may not be there any more.
func TestChatForgetsTheAddress(t *testing.T) {
	_, v, out := chatFixture(t)
	v.follows(func(address string) { out.hovered = append(out.hovered, "opened "+address) })("a")
	if fmt.Sprint(out.hovered) != "[ opened a]" {
		t.Errorf("%q", out.hovered)
	}
}

// Exchanges are laid out anew when letters become larger.
func TestChatFollowsSize(t *testing.T) {
	f, v, _ := chatFixture(t)
	for i := range 3 {
		v.update(exchange(i, "How long do two cells last?", strings.Repeat("Some words of an answer. ", 60)))
	}
	before := v.items[0].answer.Size().Height
	test.ApplyTheme(t, NewTheme(Light, 1.5))
	f.settle(t)
	if after := v.items[0].answer.Size().Height; after < 1.5*before {
		t.Errorf("the answer is %v high after %v", after, before)
	}
	for i := range 2 {
		end := v.items[i].content.Position().Y + v.items[i].content.Size().Height
		if next := v.items[i+1].content.Position().Y; next < end {
			t.Errorf("exchange %d ends at %v, the next begins at %v", i, end, next)
		}
	}
}

// The sample answers with the sources that it used first; many sources are folded.
func TestChatFoldsSources(t *testing.T) {
	f, v, _ := chatFixture(t)
	f.openSample(t)
	f.c.Submit("How long do two D cells last?")
	f.settle(t)
	e := f.c.Conversation()[0]
	unused := false
	for _, s := range e.Sources {
		if s.Used && unused {
			t.Error("a source that was used stands behind one that was not")
		}
		unused = unused || !s.Used
	}
	few := exchange(100, "q", "a")
	for i := range 9 {
		few.Sources = append(few.Sources, manager.AnswerSource{Name: library.Name(fmt.Sprint(i)), Title: fmt.Sprintf("source %d", i), URL: "https://a.test/"})
	}
	v.show(nil)
	v.update(few)
	if n := len(linksIn(v.content)); n != fewSources {
		t.Fatalf("%d sources are seen", n)
	}
	f.press(t, text.More(9-fewSources))
	if n := len(linksIn(v.content)); n != 9 {
		t.Errorf("%d sources are seen of 9", n)
	}
}

// conversation returns n exchanges with answers of about a kilobyte and some sources.
func conversation(n int) (list []*controller.Exchange) {
	answer := strings.Repeat("The *Marl* runs on **two D cells** in series:\n\n- alkaline, or\n- lithium, see `BT1`.\n\n", 12)
	for i := range n {
		e := exchange(i, fmt.Sprintf("What is question %d?", i), answer)
		for k := range 4 {
			e.Sources = append(e.Sources, manager.AnswerSource{Name: library.Name(fmt.Sprint(i, k)), Title: fmt.Sprintf("source %d", k), URL: "https://a.test/", Used: true})
		}
		list = append(list, e)
	}
	return list
}

// All exchanges can be shown at once, in their order and at the last.
func TestChatShows(t *testing.T) {
	f, v, _ := chatFixture(t)
	v.update(exchange(7, "an older one", "a"))
	v.show(conversation(3))
	if f.shows("an older one") {
		t.Error("an exchange is left that is none of those to be shown")
	}
	y := [3]float32{}
	for i := range y {
		if y[i] = v.items[i].content.Position().Y; i > 0 && y[i] < y[i-1]+v.items[i-1].content.Size().Height {
			t.Errorf("exchange %d is at %v, in the one above it", i, y[i])
		}
	}
	if got := v.scroll.Offset.Y; got != y[2] {
		t.Errorf("it is scrolled to %v, not to the last exchange at %v", got, y[2])
	}
}

// Stop stays where it is while an answer grows, so that it can be hit, and gives way to
// the pen at the end.
func TestChatStopStays(t *testing.T) {
	_, v, _ := chatFixture(t)
	e := &controller.Exchange{ID: 1, Question: "How long do two D cells last?", State: controller.Answering}
	v.update(e)
	i := v.items[1]
	where := func() fyne.Position { return fyne.CurrentApp().Driver().AbsolutePositionForObject(i.stop) }
	at, height := where(), i.content.Size().Height
	e.Answer = strings.Repeat("word ", 400)
	v.update(e)
	if now := where(); now != at || i.content.Size().Height <= height || !i.stop.Visible() || i.edit.Visible() {
		t.Errorf("Stop moves from %v to %v, visible: %v; the pen: %v", at, now, i.stop.Visible(), i.edit.Visible())
	}
	e.State = controller.Answered
	v.update(e)
	if now := fyne.CurrentApp().Driver().AbsolutePositionForObject(i.edit); i.stop.Visible() || !i.edit.Visible() || now.Y != at.Y {
		t.Errorf("at the end Stop is visible: %v; the pen: %v at %v, after Stop at %v", i.stop.Visible(), i.edit.Visible(), now, at)
	}
}

// The keys scroll the chat when an answer has the focus, or nothing.
func TestChatScrollsByKeys(t *testing.T) {
	f, w := newMain(t)
	w.chat.show(conversation(5))
	end := w.chat.scroll.Offset.Y
	w.chat.items[4].answer.TypedKey(&fyne.KeyEvent{Name: fyne.KeyHome})
	if y := w.chat.scroll.Offset.Y; y != 0 {
		t.Errorf("Home scrolls from %v to %v", end, y)
	}
	f.win.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: fyne.KeyPageDown})
	down := w.chat.scroll.Offset.Y
	if down <= 0 || down >= w.chat.scroll.Size().Height {
		t.Errorf("a page down scrolls to %v of %v", down, w.chat.scroll.Size().Height)
	}
	w.tabs.Select(w.items[controller.LogView])
	f.win.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: fyne.KeyPageDown})
	if y := w.chat.scroll.Offset.Y; y != down {
		t.Errorf("it scrolls to %v while it is not shown", y)
	}
}

func BenchmarkChat(b *testing.B) {
	_, v, _ := chatFixture(b)
	b.Run("history of 100", func(b *testing.B) {
		for b.Loop() {
			v.show(conversation(100))
		}
	})
	b.Run("piece below 50", func(b *testing.B) {
		v.show(conversation(50))
		e := &controller.Exchange{ID: 50, Question: "q", State: controller.Answering}
		for b.Loop() {
			if e.Answer += "word "; len(e.Answer) > 1000 {
				e.Answer = ""
			}
			v.update(e)
		}
	})
}

// Exchanges of before bear their date, and sources that are gone cannot be opened.
func TestChatPast(t *testing.T) {
	f, v, _ := chatFixture(t)
	f.openSample(t)
	page := f.c.PagesNow().List[0]
	e := exchange(0, "q", "a")
	e.Past, e.Time = true, time.Date(2025, 5, 20, 12, 30, 0, 0, time.Local)
	e.Sources = []manager.AnswerSource{{Name: page.Chunks[0].Name, Title: "Here"}, {Name: "0123456789ab", Title: "Gone"}}
	v.update(e)
	if !f.shows("20 May 2025, 12:30") || !f.shows("Gone – "+text.RemovedSource) || f.shows("Here – ") {
		t.Errorf("it shows\n%s", f.words())
	}
	if n := len(linksIn(v.content)); n != 1 {
		t.Errorf("%d sources can be opened", n)
	}
}

// What can be done with an answer.
func TestChatTools(t *testing.T) {
	f, v, out := chatFixture(t)
	f.openSample(t)
	f.c.Submit("What does E7 mean?")
	f.settle(t)
	f.press(t, text.CopyMarkdown)
	if got := f.app.Clipboard().Content(); got != f.c.Conversation()[0].Answer || got == "" {
		t.Errorf("copied: %q", got)
	}
	f.press(t, text.AskAgain)
	f.settle(t)
	if all := f.c.Conversation(); len(all) != 2 || all[1].Question != "What does E7 mean?" {
		t.Errorf("%d exchanges", len(all))
	}
	test.Tap(iconButton(t, v.items[0].content, text.EditQuestion))
	if out.put != "What does E7 mean?" {
		t.Errorf("%q is to be edited", out.put)
	}
}

// Without an answer there is why, and the way out.
func TestChatProblem(t *testing.T) {
	f, w := newServed(t, standin.Options{})
	w.tap(t, controller.Embed)
	f.settle(t)
	s := standin.Start(standin.Options{Always: standin.Status(http.StatusUnauthorized)})
	t.Cleanup(s.Close)
	if err := f.c.SaveSettings(map[string]string{"endpoint.base_url": s.URL}); err != nil {
		t.Fatal(err)
	}
	f.settle(t)
	f.c.Submit("What does E7 mean?")
	f.settle(t)
	if f.win.Canvas().Overlays().Top() != nil || !f.shows("Incorrect API key provided") || !f.shows(text.HintKeyRefused) {
		t.Errorf("it shows\n%s", f.words())
	}
	item := w.chat.items[f.c.Conversation()[0].ID]
	test.Tap(buttonsIn(item.problem)[text.CopyDetails])
	if got := f.app.Clipboard().Content(); !strings.Contains(got, "StatusError") || strings.Contains(got, "sk-window-test-key") {
		t.Errorf("copied: %s", got)
	}
	test.Tap(buttonsIn(item.problem)[text.SetKey])
	if !f.shows(text.KeyWhere) {
		t.Error("no key can be set")
	}
}

// What an empty chat says depends on what there is to do next.
func TestChatInvites(t *testing.T) {
	f, w := newEmptyMain(t)
	root := t.TempDir()
	f.Open(t, root)
	if !f.shows(text.ChatNoSources) {
		t.Errorf("without sources it says\n%s", f.words())
	}
	test.Tap(buttonsIn(w.chat.content)[text.SourceURLs])
	if w.tab() != controller.SourcesView {
		t.Error("it does not lead to the sources")
	}
	w.tabs.Select(w.items[controller.ChatView])
	page := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(page, []byte("<title>Cells</title><h1>Cells</h1><p>Two D cells last a year. They must be new.</p>"), 0o600); err != nil {
		t.Fatal(err)
	}
	f.c.AddSources(page, func(error) {})
	f.settle(t)
	if !f.shows(text.ChatToChunk) {
		t.Errorf("without chunks it says\n%s", f.words())
	}
	test.Tap(buttonsIn(w.chat.content)[text.Chunk])
	if !f.shows(text.Working(text.Chunk)) {
		t.Errorf("while it chunks it says\n%s", f.words())
	}
	f.settle(t)
	if !f.shows(text.ChatEmpty) || !f.shows(text.NoteWithoutKey) || f.shows(text.ChatTry) {
		t.Errorf("with chunks it says\n%s", f.words())
	}
	s := standin.Start(standin.Options{})
	t.Cleanup(s.Close)
	t.Setenv("OPENAI_API_KEY", "sk-window-test-key")
	if err := f.c.SaveSettings(map[string]string{"endpoint.base_url": s.URL, "retrieve.space": "openai"}); err != nil {
		t.Fatal(err)
	}
	f.settle(t)
	if !f.shows(text.WhyNoVectors) {
		t.Errorf("without vectors it says\n%s", f.words())
	}
	test.Tap(buttonsIn(w.chat.content)[text.Embed])
	f.settle(t)
	if !f.shows(text.ChatEmpty) || f.shows(text.NoteWithoutKey) {
		t.Errorf("with vectors it says\n%s", f.words())
	}
}

// A long answer is followed until its question is at the top; who has scrolled up to
// read is left there.
func TestChatFollows(t *testing.T) {
	_, v, _ := chatFixture(t)
	long := strings.Repeat("A paragraph of some words, so that there is something to read.\n\n", 12)
	v.update(exchange(0, "first", long))
	e := &controller.Exchange{ID: 1, Question: "second", State: controller.Answering}
	v.update(e)
	for _, piece := range strings.SplitAfter(long+long, "\n\n") {
		e.Answer += piece
		v.update(e)
	}
	top := v.items[1].content.Position().Y
	if got := v.scroll.Offset.Y; got != top {
		t.Fatalf("a long answer is shown from %v; its question is at %v", got, top)
	}
	v.scroll.ScrollToOffset(fyne.NewPos(0, 10))
	e.Answer += long
	v.update(e)
	if got := v.scroll.Offset.Y; got != 10 {
		t.Errorf("who reads above is taken to %v", got)
	}
	v.update(&controller.Exchange{ID: 2, Question: "third"})
	if got, end := v.scroll.Offset.Y, v.scroll.Content.MinSize().Height-v.scroll.Size().Height; got < end-1 && got != v.items[2].content.Position().Y {
		t.Errorf("a new question is not shown: %v of %v", got, end)
	}
}

// While an answer comes a reader may also go down beyond its first lines.
func TestChatLeavesTheReaderBelow(t *testing.T) {
	_, v, _ := chatFixture(t)
	long := strings.Repeat("A paragraph of some words, so that there is something to read.\n\n", 30)
	e := &controller.Exchange{Question: "q", State: controller.Answering, Answer: long}
	v.update(e)
	v.scroll.ScrollToOffset(fyne.NewPos(0, 300))
	e.Answer += long
	v.update(e)
	if got := v.scroll.Offset.Y; got != 300 {
		t.Errorf("the reader is taken to %v", got)
	}
}

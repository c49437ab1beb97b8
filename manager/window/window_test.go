package window

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"ragmanager/library"
	"ragmanager/manager/llm/standin"
	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/controller/controllertest"
	"ragmanager/manager/window/text"
)

// newEmptyMain returns the main window of a person who has no library yet.
func newEmptyMain(t testing.TB) (*fixture, *Window) {
	t.Helper()
	f := newBareFixture(t)
	w := New(f.app, f.c)
	f.win = w.win
	t.Cleanup(w.equations.Close)
	return f, w
}

// newMain returns the main window over a fresh library of the sample manual.
func newMain(t testing.TB) (*fixture, *Window) {
	t.Helper()
	f, w := newEmptyMain(t)
	f.openSample(t)
	return f, w
}

// newServed returns the main window over a fresh library of the sample manual whose
// vectors and answers come from a server.
func newServed(t testing.TB, o standin.Options) (*fixture, *Window) {
	t.Helper()
	f, w := newMain(t)
	s := standin.Start(o)
	t.Cleanup(s.Close)
	t.Setenv("OPENAI_API_KEY", "sk-window-test-key")
	if err := f.c.SaveSettings(map[string]string{"endpoint.base_url": s.URL, "retrieve.space": "openai"}); err != nil {
		t.Fatal(err)
	}
	f.settle(t)
	return f, w
}

// buttonOf returns the button of an action, wherever it stands.
func (w *Window) buttonOf(a controller.Action) *actionButton {
	switch a {
	case controller.Submit:
		return w.composer.submit
	case controller.Retrieve:
		return w.composer.retrieve
	case controller.Abort:
		return w.status.abort
	case controller.CheckAll:
		return w.sources.buttons[text.CheckAll]
	}
	return w.panel.buttons[a]
}

// tap taps the button of an action, which must be enabled.
func (w *Window) tap(t testing.TB, a controller.Action) {
	t.Helper()
	b := w.buttonOf(a)
	if b.Disabled() {
		t.Fatalf("%s cannot be pressed: %s", a, b.tip)
	}
	b.Button.Tapped(nil)
}

// tab returns the view that is shown.
func (w *Window) tab() controller.View {
	for v, item := range w.items {
		if item == w.tabs.Selected() {
			return v
		}
	}
	return -1
}

// files counts the files in a folder of the library.
func (f *fixture) files(t testing.TB, folder string) int {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(f.c.State().Root, folder, "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

// buttonsIn returns the buttons without tips that are seen in o, by their labels.
func buttonsIn(o fyne.CanvasObject) map[string]*widget.Button {
	found := map[string]*widget.Button{}
	walk(o, func(o fyne.CanvasObject) {
		switch b := o.(type) {
		case *keyedButton:
			found[b.Text] = &b.Button
		}
	})
	return found
}

// iconButton returns the button that is seen in o and has a tip in place of a label.
func iconButton(t *testing.T, o fyne.CanvasObject, tip string) (found *actionButton) {
	t.Helper()
	walk(o, func(o fyne.CanvasObject) {
		if b, ok := o.(*actionButton); ok && b.Text == "" && b.tip == tip {
			found = b
		}
	})
	if found == nil {
		t.Fatalf("there is no button with the tip %q", tip)
	}
	return found
}

// From nothing to an answer, by the buttons that are seen.
func TestWelcomeLeadsToAnAnswer(t *testing.T) {
	f, w := newEmptyMain(t)
	w.Show()
	f.settle(t)
	if !w.welcome.Visible() || w.work.Visible() || !f.shows(text.WelcomeTitle) {
		t.Fatal("the welcome is not shown")
	}
	f.press(t, text.OwnFolder)
	if f.win.Canvas().Overlays().Top() == nil {
		t.Error("no folder can be chosen")
	}
	f.win.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if f.win.Canvas().Overlays().Top() != nil {
		t.Fatal("Escape does not close the choice of a folder")
	}
	f.press(t, text.SetKey)
	if !f.shows(text.KeyNone) {
		t.Error("no key can be set")
	}
	f.press(t, text.Close)

	f.press(t, text.TrySample)
	f.settle(t)
	if w.welcome.Visible() || !w.work.Visible() || !strings.Contains(f.win.Title(), f.c.State().Root) {
		t.Fatalf("the window %q does not show the sample", f.win.Title())
	}
	if log := w.log.view.Text(); strings.Contains(log, "vectors to make") || !strings.Contains(log, "131 added") {
		t.Errorf("of the chunks of the sample, which need no vectors, the log says\n%s", log)
	}
	example := f.c.Examples()[0]
	f.press(t, example)
	f.settle(t)
	if !f.shows(example) || !f.shows(text.SourcesTitle) || w.tab() != controller.ChatView {
		t.Errorf("the question is not answered:\n%s", f.words())
	}
}

// A library that vanishes gives way to words that say so, and comes back by itself.
func TestNoticeOfALostLibrary(t *testing.T) {
	f, w := newMain(t)
	if err := os.Rename(f.root, f.root+"-away"); err != nil {
		t.Fatal(err)
	}
	f.Loop.Wait(t, w.notice.content.Visible)
	if w.work.Visible() || !f.shows(text.HintNoRoot) || !strings.Contains(said(w.status.told), "not there any more") {
		t.Errorf("of a lost library it says\n%s", f.words())
	}
	f.press(t, text.SetRoot)
	if f.win.Canvas().Overlays().Top() == nil {
		t.Error("no other folder can be chosen")
	}
	f.win.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if err := os.Rename(f.root+"-away", f.root); err != nil {
		t.Fatal(err)
	}
	f.Loop.Wait(t, w.work.Visible)
	if got := said(w.status.told); got != "" {
		t.Errorf("the trouble is over, and the status still says %q", got)
	}
}

// A place that is shown selects its view and what is in it.
func TestShowPlace(t *testing.T) {
	f, w := newMain(t)
	page := f.c.PagesNow().List[0]
	f.c.ShowChunk(page.Chunks[0].Name)
	if w.tab() != controller.ChunksView || !f.shows(string(page.Chunks[0].Name)) {
		t.Error("the chunk is not shown")
	}
	f.c.Show(controller.Place{View: controller.LogView})
	if w.tab() != controller.LogView {
		t.Errorf("view %d is shown", w.tab())
	}
}

// What is dropped goes to the sources, if there is a library.
func TestDropped(t *testing.T) {
	f, w := newEmptyMain(t)
	page := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(page, []byte("<p>Words.</p>"), 0o600); err != nil {
		t.Fatal(err)
	}
	drop := func() {
		w.dropped(fyne.Position{}, []fyne.URI{storage.NewFileURI(page)})
		f.settle(t)
	}
	drop()
	f.openSample(t)
	drop()
	if w.tab() != controller.SourcesView || len(f.addresses(t)) != 2 {
		t.Errorf("the sources are %q", f.addresses(t))
	}
}

// Closing remembers, ends what runs and leaves the library unlocked.
func TestCloseWhileChunking(t *testing.T) {
	f, w := newMain(t)
	w.tap(t, controller.Chunk)
	w.Close()
	l, err := library.Open(f.root)
	if err != nil {
		t.Fatal(err)
	}
	lock, err := l.Lock()
	if err != nil {
		t.Fatal("the library is still locked:", err)
	}
	if err := lock.Close(); err != nil {
		t.Error(err)
	}
}

// What a window remembers is there in the next one.
func TestPreferencesStay(t *testing.T) {
	f, w := newMain(t)
	w.win.Resize(fyne.NewSize(900, 640))
	w.setAppearance(Dark)
	w.zoom(zoomStep)
	f.c.SetVerbose(true)
	f.c.SetShowMatches(true)
	if len(w.splits()) == 0 {
		t.Fatal("there are no splits")
	}
	for _, s := range w.splits() {
		s.SetOffset(0.33)
	}
	w.Close()

	next := controllertest.NewDesk(t)
	again := New(f.app, next.Controller)
	t.Cleanup(again.equations.Close)
	if size := again.win.Canvas().Size(); size != fyne.NewSize(900, 640) {
		t.Errorf("the size is %v", size)
	}
	if s := next.State(); !s.Verbose || !s.ShowMatches {
		t.Errorf("the switches are %v and %v", s.Verbose, s.ShowMatches)
	}
	for name, s := range again.splits() {
		if s.Offset < 0.32 || s.Offset > 0.34 {
			t.Errorf("split %s is at %v", name, s.Offset)
		}
	}
	worn := f.app.Settings().Theme().(*windowTheme)
	if worn.appearance != Dark || worn.zoom < 1.09 || worn.zoom > 1.11 {
		t.Errorf("it wears %+v", worn)
	}
}

// The size is remembered as it is when the window is closed, whatever runs; of one that
// is too low or too narrow, the other side.
func TestSizeIsRemembered(t *testing.T) {
	for _, c := range []struct{ last, want fyne.Size }{
		{fyne.NewSize(1000, 777), fyne.NewSize(1000, 777)},
		{fyne.NewSize(1000, 300), fyne.NewSize(1000, leastHeight)},
		{fyne.NewSize(300, 777), fyne.NewSize(leastWidth, 777)},
	} {
		f, w := newMain(t)
		w.tap(t, controller.Chunk)
		w.win.Resize(c.last)
		w.Close()
		again := New(f.app, controllertest.NewDesk(t).Controller)
		t.Cleanup(again.equations.Close)
		if size := again.win.Canvas().Size(); size != c.want {
			t.Errorf("of %v there is %v, want %v", c.last, size, c.want)
		}
	}
}

// Larger and Smaller stop where nothing could be read any more.
func TestZoomHasLimits(t *testing.T) {
	f, w := newEmptyMain(t)
	p := f.app.Preferences()
	for _, c := range []struct{ now, by, want float64 }{
		{1, zoomStep, 1.1}, {1.95, zoomStep, mostZoom}, {mostZoom, zoomStep, mostZoom}, {0.78, 1 / zoomStep, leastZoom}, {1.7, 0, 1},
	} {
		p.SetFloat(keyZoom, c.now)
		if w.zoom(c.by); p.Float(keyZoom) != c.want {
			t.Errorf("%v by %v is %v, want %v", c.now, c.by, p.Float(keyZoom), c.want)
		}
	}
}

// F1 and Escape work in the question, too, which has the focus from the beginning.
func TestKeysOfTheWindow(t *testing.T) {
	f, w := newMain(t)
	w.win.Canvas().Focus(w.composer.entry)
	f.focused(t).TypedKey(&fyne.KeyEvent{Name: fyne.KeyF1})
	if !f.shows(text.Help) {
		t.Fatal("F1 does not help")
	}
	f.focused(t).TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if f.win.Canvas().Overlays().Top() != nil {
		t.Fatal("Escape does not close the help")
	}
	f.win.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: fyne.KeyF1})
	if !f.shows(text.Help) {
		t.Error("F1 does not help where nothing has the focus")
	}
}

// Quitting asks for what would be lost: a job that runs, and what was changed on a
// sheet.
func TestQuitAsks(t *testing.T) {
	f, w := newMain(t)
	closed := false
	w.win.SetOnClosed(func() { closed = true })
	w.act(controller.AssistantPrompts)
	walk(f.top(), func(o fyne.CanvasObject) {
		if e, ok := o.(*keyedEntry); ok {
			e.SetText("another prompt")
		}
	})
	w.quit()
	if closed || !f.shows(text.AskDiscard) {
		t.Fatal("changed prompts are lost")
	}
	test.Tap(f.button(t, text.Discard))
	if closed || topSheet(w.win) != nil {
		t.Fatal("the prompts are still open")
	}

	w.act(controller.Chunk)
	w.quit()
	if closed || !f.shows(text.AskQuit(text.Chunk)) {
		t.Fatal("a job is aborted without asking")
	}
	topSheet(w.win).leave()
	f.settle(t)
	w.quit()
	if !closed {
		t.Error("it does not quit when nothing is lost")
	}
}

// What is typed and not asked is there the next time.
func TestDraftStays(t *testing.T) {
	f, w := newMain(t)
	w.composer.entry.SetText("half a quest")
	w.remember()
	again := New(f.app, f.c)
	if got := again.composer.entry.Text; got != "half a quest" {
		t.Errorf("%q is left", got)
	}
}

// Whatever has the focus, in each view and sheet, Escape and F1 get to the window, at the
// latest when Escape has given up what is selected.
func TestKeysReachTheWindow(t *testing.T) {
	f, w := newMain(t)
	f.c.Submit("How long do two D cells last?")
	f.settle(t)
	passed := 0
	f.win.Canvas().SetOnTypedKey(func(*fyne.KeyEvent) { passed++ })
	check := func(where string) {
		t.Helper()
		seen := 0
		walk(f.top(), func(o fyne.CanvasObject) {
			focusable, ok := o.(fyne.Focusable)
			if !ok {
				return
			}
			seen++
			for _, name := range []fyne.KeyName{fyne.KeyEscape, fyne.KeyF1} {
				before := passed
				focusable.TypedKey(&fyne.KeyEvent{Name: name})
				focusable.TypedKey(&fyne.KeyEvent{Name: name})
				if passed == before {
					t.Errorf("%s: %T keeps %s", where, o, name)
				}
			}
		})
		if seen < 2 {
			t.Errorf("%s: nothing can have the focus", where)
		}
	}
	for v := controller.ChatView; v <= controller.LogView; v++ {
		w.tabs.Select(w.items[v])
		check(w.items[v].Text)
	}
	w.sources.choose(f.addresses(t)[0])
	w.tabs.Select(w.items[controller.SourcesView])
	check("a source")
	for _, p := range []controller.Place{{Chunk: "65f3e22d9740"}, {Page: w.chunks.tree.pages.List[0].Address}} {
		p.View = controller.ChunksView
		f.c.Show(p)
		f.settle(t)
		check(fmt.Sprintf("%+v", p))
	}
	showProblem(&controller.Problem{Title: "Title", Message: "Message", Hint: "Hint", Action: controller.SetKey}, f.win, w.act)
	check("a problem")
	topSheet(f.win).close()
	for _, a := range []controller.Action{controller.SetRoot, controller.SetKey, controller.AssistantPrompts, controller.Configure, controller.Help} {
		w.act(a)
		check(string(a))
		topSheet(f.win).close()
	}
}

// No view makes the smallest window larger.
func TestSmallestWindow(t *testing.T) {
	f, w := newMain(t)
	f.c.Retrieve("How long do two D cells last?")
	f.settle(t)
	const menu = 30 // which the driver of a desktop puts above the content
	for v := controller.ChatView; v <= controller.LogView; v++ {
		w.win.Resize(fyne.NewSize(leastWidth, leastHeight))
		w.tabs.Select(w.items[v])
		w.win.Resize(fyne.NewSize(leastWidth, leastHeight))
		if least := w.win.Content().MinSize(); least.Width > leastWidth || least.Height > leastHeight-menu {
			t.Errorf("with view %d the window is at least %v", v, least)
		}
		f.picture(t, fmt.Sprint("small-", v))
	}
	if got := w.log.search.Size().Width; got < logSearchWidth {
		t.Errorf("the search of the log is %v wide", got)
	}
	if w.log.copyAll.Text != "" {
		t.Error("the buttons of the log keep their labels")
	}
	w.win.Resize(fyne.NewSize(usualWidth, usualHeight))
	if w.log.copyAll.Text == "" || w.panel.buttons[controller.History].Text == "" {
		t.Error("with room, buttons lack labels and icons")
	}
}

package window

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"ragmanager/manager/llm/standin"
	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// press presses keys where a question is typed.
func (e *questionEntry) press(names ...fyne.KeyName) {
	for _, name := range names {
		e.TypedKey(&fyne.KeyEvent{Name: name})
	}
}

// withShift presses a key while Shift is held.
func (e *questionEntry) withShift(name fyne.KeyName) {
	shift := &fyne.KeyEvent{Name: desktop.KeyShiftLeft}
	e.KeyDown(shift)
	e.press(name)
	e.KeyUp(shift)
}

func TestComposerSubmits(t *testing.T) {
	f, w := newMain(t)
	e := w.composer.entry
	test.Type(e, "What does")
	e.withShift(fyne.KeyReturn)
	test.Type(e, "E7 mean?")
	if e.Text != "What does\nE7 mean?" || len(f.c.Conversation()) != 0 {
		t.Fatalf("after Shift+Enter the question is %q", e.Text)
	}
	e.press(fyne.KeyReturn)
	if e.Text != "" || len(f.c.Conversation()) != 1 {
		t.Errorf("Enter leaves %q", e.Text)
	}
	f.settle(t)
	test.Type(e, "And E3?")
	w.tap(t, controller.Submit)
	f.settle(t)
	if e.Text != "" || len(f.c.Conversation()) != 2 {
		t.Errorf("the button leaves %q", e.Text)
	}
	e.press(fyne.KeyEnter) // that of the keypad
	if len(f.c.Conversation()) != 2 || f.win.Canvas().Overlays().Top() != nil {
		t.Error("an empty question does something")
	}
}

// A question that is too long stays, with the reason, and what is far too long is not
// pasted at all.
func TestComposerRefusesLongQuestions(t *testing.T) {
	f, w := newMain(t)
	e, long := w.composer.entry, strings.Repeat("word ", 400)
	e.SetText(long)
	if got := said(w.composer.note); !strings.Contains(got, "allowed are 300") || !w.composer.submit.Disabled() {
		t.Errorf("it says %q", got)
	}
	e.press(fyne.KeyReturn)
	f.settle(t)
	if e.Text != long || len(f.c.Conversation()) != 0 {
		t.Error("it was taken away")
	}
	e.SetText("What does E7 mean?")
	if w.composer.note.Visible() || w.composer.submit.Disabled() {
		t.Errorf("it still says %q", said(w.composer.note))
	}
	fyne.CurrentApp().Clipboard().SetContent(strings.Repeat("x", longestPaste+1))
	e.TypedShortcut(&fyne.ShortcutPaste{Clipboard: fyne.CurrentApp().Clipboard()})
	if got := said(w.composer.note); e.Text != "What does E7 mean?" || !strings.Contains(got, "20,001 characters") {
		t.Errorf("after pasting, %d characters, and it says %q", len(e.Text), got)
	}
}

// What was made of a question that was recalled is there again when one comes back.
func TestComposerKeepsEdits(t *testing.T) {
	f, w := newMain(t)
	e := w.composer.entry
	for _, q := range []string{"first?", strings.Repeat("a question that is wrapped ", 20)} {
		w.composer.put(q)
		w.composer.ask()
		f.settle(t)
	}
	w.win.Resize(fyne.NewSize(900, 600))
	test.Type(e, "draft")
	e.press(fyne.KeyUp)
	test.Type(e, "ZZ")
	if !strings.HasSuffix(e.Text, "wrappedZZ") {
		t.Errorf("the cursor was not at the end: %q", e.Text)
	}
	edited := e.Text
	e.press(fyne.KeyDown)
	if e.Text != "draft" {
		t.Errorf("Down from its last row gives %q", e.Text)
	}
	e.press(fyne.KeyUp)
	if e.Text != edited {
		t.Errorf("the edit is gone: %q", e.Text)
	}
}

// A question that is only looked for stays, to be improved.
func TestComposerRetrieves(t *testing.T) {
	f, w := newMain(t)
	test.Type(w.composer.entry, "What does E7 mean?")
	w.tap(t, controller.Retrieve)
	f.settle(t)
	if w.composer.entry.Text != "What does E7 mean?" || f.c.Retrieval() == nil || w.tab() != controller.RetrievalView {
		t.Errorf("%q is left, view %d", w.composer.entry.Text, w.tab())
	}
}

// Shift that is released elsewhere is not held for ever.
func TestComposerForgetsShift(t *testing.T) {
	f, w := newMain(t)
	e := w.composer.entry
	w.win.Canvas().Focus(e)
	e.KeyDown(&fyne.KeyEvent{Name: desktop.KeyShiftRight})
	w.win.Canvas().Unfocus()
	w.win.Canvas().Focus(e)
	test.Type(e, "What does E7 mean?")
	e.press(fyne.KeyReturn)
	f.settle(t)
	if len(f.c.Conversation()) != 1 {
		t.Errorf("Enter breaks the line: %q", e.Text)
	}
}

// The arrows lead through earlier questions and back to the draft, but move the cursor
// within a question of several lines.
func TestComposerRecalls(t *testing.T) {
	f, w := newMain(t)
	e := w.composer.entry
	e.press(fyne.KeyUp)
	if e.Text != "" {
		t.Errorf("without questions it recalls %q", e.Text)
	}
	for _, q := range []string{"first?", "second\nof two lines?"} {
		w.composer.put(q)
		w.composer.ask()
		f.settle(t)
	}
	want := func(after, question string) {
		t.Helper()
		if e.Text != question {
			t.Errorf("after %s it is %q, want %q", after, e.Text, question)
		}
	}
	test.Type(e, "draft")
	e.press(fyne.KeyUp)
	want("Up", "second\nof two lines?")
	e.press(fyne.KeyUp)
	want("Up within it", "second\nof two lines?")
	e.press(fyne.KeyUp)
	want("Up in its first line", "first?")
	e.press(fyne.KeyUp)
	want("Up at the oldest", "first?")
	e.press(fyne.KeyDown)
	want("Down", "second\nof two lines?")
	e.press(fyne.KeyDown)
	want("Down at the newest", "draft")
	e.press(fyne.KeyDown)
	want("Down in the draft", "draft")
}

// A question that was recalled and submitted by the button is not where the next
// recall begins.
func TestComposerRecallsFromTheNewest(t *testing.T) {
	f, w := newMain(t)
	e := w.composer.entry
	for _, q := range []string{"first?", "second?"} {
		w.composer.put(q)
		w.composer.ask()
		f.settle(t)
	}
	e.press(fyne.KeyUp, fyne.KeyUp)
	w.tap(t, controller.Submit) // the first again
	f.settle(t)
	e.press(fyne.KeyDown)
	if e.Text != "" {
		t.Errorf("Down brings %q", e.Text)
	}
	e.press(fyne.KeyUp)
	if e.Text != "first?" {
		t.Errorf("Up brings %q", e.Text)
	}
	e.press(fyne.KeyUp)
	if e.Text != "second?" {
		t.Errorf("Up again brings %q", e.Text)
	}
}

// A question that is not taken is not lost.
func TestComposerKeepsTheQuestion(t *testing.T) {
	f, w := newMain(t)
	w.composer.put("What does E7 mean?")
	w.composer.ask()
	w.composer.put("And E3?")
	if b := w.composer.submit; !b.Disabled() || !strings.Contains(b.tip, text.WhyRunning(text.Submit)) {
		t.Errorf("while a question is answered the tip is %q", b.tip)
	}
	w.composer.entry.press(fyne.KeyReturn)
	if w.composer.entry.Text != "And E3?" || len(f.c.Conversation()) != 1 {
		t.Errorf("%q is left", w.composer.entry.Text)
	}
	f.settle(t)
}

// Escape stops an answer that does not come.
func TestComposerStops(t *testing.T) {
	f, w := newMute(t)
	for n, stop := range []func(){
		func() { w.composer.entry.press(fyne.KeyEscape) },
		func() { f.press(t, text.Stop) }, // the button beside the answer
		func() { w.tap(t, controller.Abort) },
	} {
		w.composer.put("What does E7 mean?")
		w.composer.entry.press(fyne.KeyReturn)
		f.Loop.Wait(t, func() bool { return len(f.c.Conversation()) == n+1 && f.c.State().Asking != "" })
		stop()
		f.settle(t)
		if e := f.c.Conversation()[n]; e.State != controller.Stopped || !f.shows(text.WasStopped) {
			t.Errorf("%d: the state is %d", n, e.State)
		}
	}
}

// newMute returns the main window over a library with vectors, whose server never
// answers.
func newMute(t *testing.T) (*fixture, *Window) {
	t.Helper()
	f, w := newServed(t, standin.Options{})
	w.tap(t, controller.Embed)
	f.settle(t)
	s := standin.Start(standin.Options{Always: standin.Silent()})
	t.Cleanup(s.Close)
	if err := f.c.SaveSettings(map[string]string{"endpoint.base_url": s.URL}); err != nil {
		t.Fatal(err)
	}
	f.settle(t)
	return f, w
}

// The tabulator moves on, rather than into the question.
func TestComposerLetsTabMoveOn(t *testing.T) {
	f, w := newMain(t)
	test.Type(w.composer.entry, "x")
	w.win.Canvas().Focus(w.composer.entry)
	w.win.Canvas().(test.WindowlessCanvas).FocusNext()
	if f.focused(t) == w.composer.entry || w.composer.entry.Text != "x" || w.composer.entry.AcceptsTab() {
		t.Error("the focus stays")
	}
}

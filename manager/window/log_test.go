package window

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// logFixture returns the main window with its log in sight.
func logFixture(t *testing.T) (*fixture, *Window, *logView) {
	t.Helper()
	f, w := newMain(t)
	w.tabs.Select(w.items[controller.LogView])
	return f, w, w.log
}

// said is a line of some kind.
func saidAs(kind controller.Kind, words string) controller.Line {
	return controller.Line{Time: time.Now(), Kind: kind, Text: words}
}

// Every kind of line has a colour of its own or is meant to look like another, and
// what did not work stands out.
func TestLogColours(t *testing.T) {
	_, _, l := logFixture(t)
	l.view.Clear()
	for kind := controller.Info; kind <= controller.Quoted; kind++ {
		if lineColors[kind] == "" {
			t.Errorf("kind %d has no colour", kind)
		}
		l.add([]controller.Line{saidAs(kind, "words")})
	}
	shown := map[controller.Kind]string{}
	kind := controller.Info
	walk(l.view, func(o fyne.CanvasObject) {
		if c, ok := o.(*canvas.Text); ok && strings.Contains(c.Text, "words") {
			if c.Color != colorOf(lineColors[kind]) {
				t.Errorf("kind %d is shown in %v", kind, c.Color)
			}
			shown[kind] = c.Text
			kind++
		}
	})
	if len(shown) != int(controller.Quoted)+1 {
		t.Errorf("%d lines are shown", len(shown))
	}
	if lineColors[controller.Failure] == lineColors[controller.Info] || lineColors[controller.Warning] == lineColors[controller.Failure] {
		t.Error("what did not work does not stand out")
	}
}

// Enter goes to the next match, Shift+Enter to the one before, and Escape ends it.
func TestLogSearch(t *testing.T) {
	_, w, l := logFixture(t)
	l.view.Clear()
	l.add([]controller.Line{saidAs(controller.Info, "one needle"), saidAs(controller.Info, "hay"), saidAs(controller.Warning, "a needle and a Needle")})
	w.win.Canvas().Focus(l.search)
	test.Type(l.search, "needle")
	want := func(after, found string) {
		t.Helper()
		if got := said(l.found); got != found {
			t.Errorf("after %s it says %q, want %q", after, got, found)
		}
	}
	at, _ := l.view.Match()
	want("typing", text.MatchOf(at, 3, true))
	next := func(n int) string { return text.MatchOf((at-1+n+3)%3+1, 3, true) }
	enter := &fyne.KeyEvent{Name: fyne.KeyReturn}
	l.search.TypedKey(enter)
	want("Enter", next(1))
	l.search.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEnter})
	want("Enter of the keypad", next(2))
	shift := &fyne.KeyEvent{Name: desktop.KeyShiftLeft}
	l.search.KeyDown(shift)
	l.search.TypedKey(enter)
	want("Shift+Enter", next(1))
	l.search.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEnter})
	want("Shift+Enter of the keypad", next(0))
	w.win.Canvas().Unfocus() // Shift is released elsewhere
	w.win.Canvas().Focus(l.search)
	l.search.TypedKey(enter)
	want("Enter, with Shift released elsewhere", next(1))
	l.add([]controller.Line{saidAs(controller.Info, "needle")})
	if _, n := l.view.Match(); n != 4 {
		t.Errorf("%d matches, with one in a new line", n)
	}
	l.search.SetText("nowhere")
	want("what is not there", text.MatchOf(0, 0, true))
	l.search.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	want("Escape", "")
}

// What the window shows is kept in a file of the library, and the view tells which.
func TestLogIsKept(t *testing.T) {
	f, w, l := logFixture(t)
	f.c.Submit("What does E7 mean?")
	f.settle(t)
	w.tabs.Select(w.items[controller.LogView]) // the question has shown the chat
	path := filepath.Join(f.root, "Log", "window.log")
	if got := said(l.saved); got != text.LogSaved(path) {
		t.Errorf("it says %q", got)
	}
	test.Tap(l.copyAll)
	shown := f.app.Clipboard().Content()
	w.Close() // by then all is written
	kept, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, words := range []string{text.Question("What does E7 mean?"), "Answered from the library alone"} {
		if !strings.Contains(shown, words) || !strings.Contains(string(kept), words) {
			t.Errorf("%q is shown: %v, kept: %v", words, strings.Contains(shown, words), strings.Contains(string(kept), words))
		}
	}
	test.Tap(l.empty)
	if l.view.Text() != "" {
		t.Error("the view is not empty")
	}
	if again, err := os.ReadFile(path); err != nil || len(again) < len(kept) {
		t.Errorf("emptying the view empties the file: %v", err)
	}
}

// A log that cannot be kept says so and does not stop anything.
func TestLogCannotBeKept(t *testing.T) {
	f, _ := newEmptyMain(t)
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "Log"), nil, 0o600); err != nil { // where the folder would be
		t.Fatal(err)
	}
	f.Open(t, root)
	w := newLogView(f.c, newTips(f.c))
	f.c.AddSources("http://one.test/", func(error) {})
	f.settle(t)
	f.Loop.Wait(t, func() bool { return f.c.LogTrouble() != nil })
	w.tellSaved()
	if got := said(w.saved); !strings.Contains(got, "cannot be kept") {
		t.Errorf("it says %q", got)
	}
}

package window

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"ragmanager/manager/window/answer"
	"ragmanager/manager/window/controller/controllertest"
	"ragmanager/manager/window/text"
)

// openSample opens a fresh library of the sample manual in a bare fixture.
func (f *fixture) openSample(t testing.TB) {
	t.Helper()
	f.root = controllertest.Sample(t)
	f.Open(t, f.root)
}

// top returns what lies over the window, or the content of the window.
func (f *fixture) top() fyne.CanvasObject {
	if top := f.win.Canvas().Overlays().Top(); top != nil {
		return top
	}
	return f.win.Content()
}

// walk passes o and all that is seen in it to visit.
func walk(o fyne.CanvasObject, visit func(fyne.CanvasObject)) {
	if o == nil || !o.Visible() {
		return
	}
	visit(o)
	switch o := o.(type) {
	case *fyne.Container:
		for _, child := range o.Objects {
			walk(child, visit)
		}
	case fyne.Widget:
		for _, child := range test.WidgetRenderer(o).Objects() {
			walk(child, visit)
		}
	}
}

// words returns all words that are seen at the top, a line each.
func (f *fixture) words() string {
	var all []string
	walk(f.top(), func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case *canvas.Text:
			all = append(all, o.Text)
		case *widget.RichText:
			all = append(all, o.String())
		case *keyedEntry:
			all = append(all, o.Text, o.PlaceHolder)
		case *widget.Label:
			all = append(all, o.Text)
		case *answer.View:
			all = append(all, o.Source())
		}
	})
	return strings.Join(all, "\n")
}

// shows reports whether words are seen at the top.
func (f *fixture) shows(words string) bool { return strings.Contains(f.words(), words) }

// pressable is a button.
type pressable interface {
	fyne.Tappable
	Disabled() bool
}

// button returns the button with a label that is seen at the top.
func (f *fixture) button(t testing.TB, label string) pressable {
	t.Helper()
	var found pressable
	walk(f.top(), func(o fyne.CanvasObject) {
		switch b := o.(type) {
		case *keyedButton:
			if b.Text == label {
				found = b
			}
		}
	})
	if found == nil {
		t.Fatalf("there is no button %q", label)
	}
	return found
}

// press presses the button with a label that is seen at the top.
func (f *fixture) press(t testing.TB, label string) {
	t.Helper()
	b := f.button(t, label)
	if b.Disabled() {
		t.Fatalf("the button %q cannot be pressed", label)
	}
	test.Tap(b)
}

// focused returns what has the focus.
func (f *fixture) focused(t testing.TB) fyne.Focusable {
	t.Helper()
	o := f.win.Canvas().Focused()
	if o == nil {
		t.Fatal("nothing has the focus")
	}
	return o
}

func TestSheetFollowsTheWindow(t *testing.T) {
	f := newBareFixture(t)
	f.show(container.NewStack(), fyne.NewSize(900, 600))
	e := newKeyedEntry()
	s := newSheet("Title", e, fyne.NewSize(700, 500), f.win)
	s.show(e)
	front := s.layer.Objects[1]
	if front.Size() != fyne.NewSize(700, 500) {
		t.Errorf("the sheet has the size %v", front.Size())
	}
	f.win.Resize(fyne.NewSize(640, 420))
	s.layer.Resize(f.win.Canvas().Size()) // as a driver does
	if front.Size().Width > 640 || front.Size().Height > 420 {
		t.Errorf("the sheet has the size %v in a small window", front.Size())
	}
	left := 0
	s.leave = func() { left++ }
	e.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	f.win.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if left != 2 {
		t.Errorf("Escape leaves it %d times of 2", left)
	}
	s.close()
	if f.win.Canvas().Overlays().Top() != nil {
		t.Error("the sheet is still there")
	}
}

// Sheets may be closed in any order, as one that waits for an answer of a server may be
// when a problem lies over it. The keys go to the one on top, and then to the window.
func TestSheetsCloseInAnyOrder(t *testing.T) {
	f, w := newMain(t)
	escape := &fyne.KeyEvent{Name: fyne.KeyEscape}
	typed := f.win.Canvas().OnTypedKey()
	lower := newSheet("Lower", container.NewStack(), fyne.NewSize(300, 300), f.win)
	ok := newKeyedButton(text.OK, nil, nil)
	upper := newSheet("Upper", ok, fyne.NewSize(300, 300), f.win)
	lower.show(nil)
	upper.show(ok)
	lower.close()
	if topSheet(f.win) != upper || len(f.win.Canvas().Overlays().List()) != 1 || f.focused(t) != fyne.Focusable(ok) {
		t.Fatal("the upper sheet is not on top with the focus")
	}
	typed(escape)
	if f.win.Canvas().Overlays().Top() != nil {
		t.Fatal("Escape does not leave the upper sheet")
	}
	typed(&fyne.KeyEvent{Name: fyne.KeyF1})
	if !f.shows(text.Help) {
		t.Error("F1 shows no help")
	}
	w.win.Canvas().Unfocus()
	typed(escape)
	if f.win.Canvas().Overlays().Top() != nil {
		t.Error("Escape does not leave the help")
	}
}

// A key that something above a dialog of Fyne gets does not keep Escape from closing it.
func TestDialogsLeaveWithEscape(t *testing.T) {
	f, w := newMain(t)
	typed := f.win.Canvas().OnTypedKey()
	test.Tap(w.sources.buttons[text.AddFile])
	dialog := f.win.Canvas().Overlays().Top()
	popup := widget.NewPopUp(widget.NewLabel("above"), f.win.Canvas())
	popup.Show()
	typed(&fyne.KeyEvent{Name: fyne.KeyDown})
	popup.Hide()
	if f.win.Canvas().Overlays().Top() != dialog {
		t.Fatal("the dialog is not on top")
	}
	typed(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if f.win.Canvas().Overlays().Top() != nil {
		t.Error("Escape does not leave the dialog")
	}
}

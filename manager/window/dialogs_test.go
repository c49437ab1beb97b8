package window

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// Whatever way a question is left, it is answered once, and only its button says yes.
func TestConfirmAnswersOnce(t *testing.T) {
	f := newBareFixture(t)
	f.show(container.NewStack(), fyne.NewSize(900, 600))
	escape := &fyne.KeyEvent{Name: fyne.KeyEscape}
	enter := &fyne.KeyEvent{Name: fyne.KeyReturn}
	for _, c := range []struct {
		name string
		do   func()
		want string
	}{
		{"the button", func() { f.press(t, "Remove") }, "[true]"},
		{"Cancel", func() { f.press(t, text.Cancel) }, "[false]"},
		{"Enter by habit", func() { f.focused(t).TypedKey(enter) }, "[false]"},
		{"Escape", func() { f.focused(t).TypedKey(escape) }, "[false]"},
		{"Escape without focus", func() { f.win.Canvas().OnTypedKey()(escape) }, "[false]"},
		{"Escape, and again from what is no longer seen", func() {
			no := f.focused(t)
			no.TypedKey(escape)
			no.TypedKey(escape)
		}, "[false]"},
	} {
		var answers []bool
		confirm(controller.Question{
			Title: "Title", Message: "Sure?", Yes: "Remove", Danger: true,
			Answer: func(yes bool) { answers = append(answers, yes) },
		}, f.win)
		if !f.shows("Sure?") {
			t.Errorf("%s: nothing is asked", c.name)
		}
		c.do()
		if got := fmt.Sprint(answers); got != c.want || f.win.Canvas().Overlays().Top() != nil {
			t.Errorf("%s: answered %s, want %s", c.name, got, c.want)
		}
	}
}

// What removes something is told apart from what does not.
func TestConfirmWarnsOfDanger(t *testing.T) {
	f := newBareFixture(t)
	f.show(container.NewStack(), fyne.NewSize(900, 600))
	for _, danger := range []bool{false, true} {
		confirm(controller.Question{Title: "Title", Yes: "Go on", Danger: danger, Answer: func(bool) {}}, f.win)
		want := widget.HighImportance
		if danger {
			want = widget.DangerImportance
		}
		if b := f.button(t, "Go on").(*keyedButton); b.Importance != want {
			t.Errorf("danger %v: the button has importance %v", danger, b.Importance)
		}
		f.press(t, text.Cancel)
	}
}

// A problem says what happened and what to do, does that at a tap, and gives all that
// is known to be copied.
func TestProblemShowsTheWayOut(t *testing.T) {
	f := newBareFixture(t)
	f.show(container.NewStack(), fyne.NewSize(900, 600))
	cause := errors.New("connection refused")
	p := &controller.Problem{
		Title: text.Embed, Message: "Server: connection refused.", Hint: "Start it.", Action: controller.SetKey,
		Err: fmt.Errorf("server: %w", cause),
	}
	var acts []controller.Action
	act := func(a controller.Action) { acts = append(acts, a) }
	showProblem(p, f.win, act)
	if !f.shows(p.Message) || !f.shows(p.Hint) || !f.shows(p.Title) {
		t.Errorf("it shows\n%s", f.words())
	}
	first := f.focused(t) // the way out has it
	f.press(t, text.CopyDetails)
	copied := f.app.Clipboard().Content()
	for _, want := range []string{p.Message, p.Hint, "*fmt.wrapError: server: connection refused", "*errors.errorString: connection refused"} {
		if !strings.Contains(copied, want) {
			t.Errorf("%q is missing in\n%s", want, copied)
		}
	}
	first.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if fmt.Sprint(acts) != "[Set_Key]" || f.win.Canvas().Overlays().Top() != nil {
		t.Errorf("it does %v", acts)
	}

	p.Action, p.Hint = "", ""
	showProblem(p, f.win, act)
	f.focused(t).TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if len(acts) != 1 || f.win.Canvas().Overlays().Top() != nil {
		t.Errorf("without a way out it does %v", acts)
	}
}

// Problems of the controller show in the window, and the newest is on top.
func TestProblemsPileUp(t *testing.T) {
	f, _ := newMain(t)
	f.c.FollowLink("javascript:alert(1)")
	f.c.FollowLink("relative.html")
	if !f.shows("relative.html") || f.shows("javascript") {
		t.Errorf("it shows\n%s", f.words())
	}
	f.press(t, text.OK)
	if !f.shows("javascript") {
		t.Errorf("below is\n%s", f.words())
	}
	f.focused(t).TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if f.win.Canvas().Overlays().Top() != nil {
		t.Error("they do not end")
	}
}

// What is asked looks as it should.
func TestConfirmMarkup(t *testing.T) {
	f := newBareFixture(t)
	f.show(container.NewStack(), fyne.NewSize(700, 400))
	confirm(controller.Question{Title: text.Delete, Message: text.AskDelete(59, 10, "/library"), Yes: text.Delete, Danger: true, Answer: func(bool) {}}, f.win)
	golden(t, "confirm.xml", test.RenderObjectToMarkup(f.top()))
	f.picture(t, "confirm")
}

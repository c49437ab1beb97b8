package window

import (
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/keys"
	"ragmanager/manager/window/text"
)

// A composer is where questions are typed, with the buttons that do something with
// them. It is below all views.
type composer struct {
	content  fyne.CanvasObject
	entry    *questionEntry
	retrieve *actionButton
	submit   *actionButton
	note     *widget.RichText // why the question cannot be asked as it is
	c        *controller.Controller
}

func newComposer(c *controller.Controller, t *tips) *composer {
	k := &composer{c: c, entry: newQuestionEntry(), note: plain("", theme.ColorNameError, theme.SizeNameCaptionText, true)}
	k.note.Hide()
	k.entry.submit = k.ask
	k.entry.paste = k.refuse
	k.entry.before = c.AskedBefore
	k.retrieve = newActionButton(t, text.Retrieve, theme.SearchIcon(), k.find)
	k.submit = newActionButton(t, text.Submit, theme.MailSendIcon(), k.ask)
	k.submit.Importance = widget.HighImportance
	buttons := container.NewVBox(k.submit, k.retrieve)
	k.content = container.NewBorder(k.note, nil, nil, buttons, k.entry)
	k.entry.OnChanged = func(string) { k.update(c.State()) }
	c.States.Connect(k.update)
	k.update(c.State())
	return k
}

// update says what can be done with the question, and what is wrong with it.
func (k *composer) update(s controller.State) {
	wrong := ""
	if err := k.c.CheckQuestion(k.entry.Text); err != nil {
		wrong = text.Sentence(err.Error())
	}
	k.tell(wrong)
	if k.empty() {
		wrong = text.WhyNoQuestion
	}
	k.retrieve.allow(text.Meaning(text.Retrieve), firstOf(s.Why(controller.Retrieve), wrong))
	k.submit.allow(text.Meaning(text.Submit), firstOf(s.Why(controller.Submit), wrong))
}

// empty reports whether no question is typed.
func (k *composer) empty() bool { return strings.TrimSpace(k.entry.Text) == "" }

// tell shows what is wrong with the question, above it.
func (k *composer) tell(wrong string) {
	setPlain(k.note, wrong)
	if hidden := wrong == ""; hidden == k.note.Visible() {
		setHidden(k.note, hidden)
		k.content.Refresh()
	}
}

// longestPaste is how many characters are pasted into a question at most. It is far
// more than a question may have, and far less than takes an entry seconds to lay out.
const longestPaste = 20_000

// refuse takes what was pasted, and does nothing with it, if it is too long.
func (k *composer) refuse(pasted string) bool {
	if n := utf8.RuneCountInString(pasted); n > longestPaste {
		k.tell(text.PasteTooLong(n, longestPaste))
		return true
	}
	return false
}

// ask submits the question. It is taken out of the entry once it is on its way, and
// stays there otherwise.
func (k *composer) ask() {
	if !k.empty() && k.c.Submit(k.entry.Text) {
		k.entry.forget()
		k.entry.SetText("")
	}
}

// find retrieves for the question, which stays to be improved or submitted.
func (k *composer) find() {
	if !k.empty() {
		k.c.Retrieve(k.entry.Text)
	}
}

// put puts a question into the entry.
func (k *composer) put(question string) {
	k.entry.forget()
	k.entry.SetText(question)
	k.entry.end()
}

// A questionEntry is an entry of several lines in which Enter submits, Shift+Enter
// breaks the line, and the arrow keys recall earlier questions from the first and
// the last line.
type questionEntry struct {
	keyedEntry
	submit func()
	before func() []string // earlier questions, oldest first

	at    int            // which earlier question is shown, counted from the newest; 0: what was typed
	edits map[int]string // what was made of those that were shown, by the same count
}

// questionRows is how many lines of a question are seen at once.
const questionRows = 2

func newQuestionEntry() *questionEntry {
	e := &questionEntry{}
	e.MultiLine, e.Wrapping = true, fyne.TextWrapWord
	e.PlaceHolder = text.QuestionPlaceholder
	e.ExtendBaseWidget(e)
	e.SetMinRowsVisible(questionRows)
	return e
}

// TypedKey implements [fyne.Focusable].
func (e *questionEntry) TypedKey(k *fyne.KeyEvent) {
	switch k.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
		if !e.shift {
			e.submit()
			return
		}
	case fyne.KeyUp:
		if e.CursorRow == 0 && !e.shift && e.recall(e.at+1) {
			return
		}
	case fyne.KeyDown:
		row := e.CursorRow
		e.Entry.TypedKey(k)
		if e.CursorRow == row && !e.shift { // it was the last one
			e.recall(e.at - 1)
		}
		return
	}
	keys.Typed(e, k, e.Entry.TypedKey)
}

// recall shows an earlier question, counted from the newest, or what was typed for 0,
// as it was left. It reports whether there is one.
func (e *questionEntry) recall(n int) bool {
	before := e.before()
	if n < 0 || n > len(before) {
		return false
	}
	if e.edits == nil {
		e.edits = map[int]string{}
	}
	e.edits[e.at] = e.Text
	e.at = n
	shown, edited := e.edits[n]
	if !edited {
		shown = before[len(before)-n]
	}
	e.SetText(shown)
	e.end()
	return true
}

// forget makes what was typed stand for itself.
func (e *questionEntry) forget() { e.at, e.edits = 0, nil }

// end moves the cursor behind the last letter, in whichever row that is.
func (e *questionEntry) end() { e.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyPageDown}) }

package window

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// A composer is where questions are typed, with the buttons that do something with
// them. It is below all views.
type composer struct {
	content  fyne.CanvasObject
	entry    *questionEntry
	retrieve *actionButton
	submit   *actionButton
	c        *controller.Controller
}

func newComposer(c *controller.Controller, t *tips) *composer {
	k := &composer{c: c, entry: newQuestionEntry()}
	k.entry.submit = k.ask
	k.entry.before = c.AskedBefore
	k.retrieve = newActionButton(t, text.Retrieve, theme.SearchIcon(), k.find)
	k.submit = newActionButton(t, text.Submit, theme.MailSendIcon(), k.ask)
	k.submit.Importance = widget.HighImportance
	buttons := container.NewVBox(k.submit, k.retrieve)
	k.content = container.NewBorder(nil, nil, nil, buttons, k.entry)
	k.entry.OnChanged = func(string) { k.update(c.State()) }
	c.States.Connect(k.update)
	k.update(c.State())
	return k
}

// update says what can be done with the question.
func (k *composer) update(s controller.State) {
	none := ""
	if strings.TrimSpace(k.entry.Text) == "" {
		none = text.WhyNoQuestion
	}
	k.retrieve.allow(text.Meaning(text.Retrieve), firstOf(s.Why(controller.Retrieve), none))
	k.submit.allow(text.Meaning(text.Submit), firstOf(s.Why(controller.Submit), none))
}

// ask submits the question. It is taken out of the entry once it is on its way, and
// stays there otherwise.
func (k *composer) ask() {
	if k.c.Submit(k.entry.Text) {
		k.entry.at = 0
		k.entry.SetText("")
	}
}

// find retrieves for the question, which stays to be improved or submitted.
func (k *composer) find() { k.c.Retrieve(k.entry.Text) }

// put puts a question into the entry.
func (k *composer) put(question string) {
	k.entry.at = 0
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

	at    int    // which earlier question is shown, counted from the newest; 0: none
	draft string // what was typed before one was recalled
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
	case fyne.KeyF1, fyne.KeyEscape:
		passOn(e, k)
		return
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
		last := strings.Count(e.Text, "\n")
		if e.at > 0 && e.CursorRow >= last && !e.shift && e.recall(e.at-1) {
			return
		}
	}
	e.Entry.TypedKey(k)
}

// recall shows an earlier question, counted from the newest, or what was typed before
// for 0. It reports whether there is one.
func (e *questionEntry) recall(n int) bool {
	before := e.before()
	if n < 0 || n > len(before) {
		return false
	}
	if e.at == 0 {
		e.draft = e.Text
	}
	e.at = n
	if n == 0 {
		e.SetText(e.draft)
	} else {
		e.SetText(before[len(before)-n])
	}
	e.end()
	return true
}

// end moves the cursor behind the last letter.
func (e *questionEntry) end() {
	lines := strings.Split(e.Text, "\n")
	e.CursorRow = len(lines) - 1
	e.CursorColumn = len([]rune(lines[len(lines)-1]))
	e.Refresh()
}

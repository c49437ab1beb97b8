package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ragmanager/manager/window/answer"
	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// dialogWidth is how wide sheets are at most that hold sentences.
const dialogWidth = 520

// sentences returns text that wraps and can be selected. Labels of Fyne that can be are
// no good for sheets: once clicked they keep the keys, Escape among them.
func sentences(words string, bold bool) fyne.CanvasObject {
	v := answer.New(answer.Options{})
	v.SetText(words, bold)
	return v
}

// message returns sentences below each other, as wide as a sheet of sentences.
func message(parts ...fyne.CanvasObject) fyne.CanvasObject {
	return newColumn(append([]fyne.CanvasObject{spacer(dialogWidth-40, 0)}, parts...)...)
}

// confirm asks a question of the controller. Leaving it in any way but by the button
// that does it is a no.
func confirm(q controller.Question, win fyne.Window) {
	var s *sheet
	answer := func(yes bool) func() {
		return func() {
			s.close()
			q.Answer(yes)
		}
	}
	no := newKeyedButton(text.Cancel, nil, answer(false))
	yes := newKeyedButton(q.Yes, nil, answer(true))
	yes.Importance = widget.HighImportance
	if q.Danger {
		yes.Importance = widget.DangerImportance
	}
	s = newSheet(q.Title, message(sentences(q.Message, false)), fyne.NewSize(dialogWidth, 0), win, nil, no, yes)
	s.leave = answer(false)
	s.show(no) // so that a key pressed by habit removes nothing
}

// showProblem tells what happened, to which thing, and what to do.
func showProblem(p *controller.Problem, win fyne.Window, act func(controller.Action)) {
	var s *sheet
	details := newKeyedButton(text.CopyDetails, theme.ContentCopyIcon(), func() { toClipboard(p.Details()) })
	details.Importance = widget.LowImportance
	ok := newKeyedButton(text.OK, nil, func() { s.close() })
	first, buttons := ok, []fyne.CanvasObject{details, nil, ok}
	if p.Action != "" {
		first = newKeyedButton(string(p.Action), nil, func() { s.close(); act(p.Action) })
		buttons = append(buttons, first)
	}
	first.Importance = widget.HighImportance
	parts := []fyne.CanvasObject{sentences(p.Message, false)}
	if p.Hint != "" {
		parts = append(parts, sentences(p.Hint, false))
	}
	s = newSheet(p.Title, message(parts...), fyne.NewSize(dialogWidth, 0), win, buttons...)
	s.show(first)
}

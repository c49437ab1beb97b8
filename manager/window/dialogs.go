package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// dialogWidth is how wide dialogs are that hold sentences.
const dialogWidth = 460

// sentences returns text that is as wide as a dialog of sentences, and can be
// selected.
func sentences(words string, importance widget.Importance) fyne.CanvasObject {
	l := widget.NewLabel(words)
	l.Wrapping, l.Selectable, l.Importance = fyne.TextWrapWord, true, importance
	wide := canvas.NewRectangle(nil)
	wide.SetMinSize(fyne.NewSize(dialogWidth, 0))
	return container.NewVBox(wide, l)
}

// confirm asks a question of the controller.
func confirm(q controller.Question, win fyne.Window) {
	answered := false
	answer := func(yes bool) {
		if !answered {
			answered = true
			q.Answer(yes)
		}
	}
	d := dialog.NewCustomWithoutButtons(q.Title, sentences(q.Message, widget.MediumImportance), win)
	yes := widget.NewButton(q.Yes, func() { answer(true); d.Hide() })
	yes.Importance = widget.HighImportance
	if q.Danger {
		yes.Importance = widget.DangerImportance
	}
	no := widget.NewButton(text.Cancel, func() { d.Hide() })
	d.SetButtons([]fyne.CanvasObject{no, yes})
	d.SetOnClosed(func() { answer(false) })
	d.Show()
	closeOnEscape(win, d.Hide)
	win.Canvas().Focus(no) // so that Enter, pressed by habit, removes nothing
}

// showProblem tells what happened, to which thing, and what to do.
func showProblem(p *controller.Problem, win fyne.Window, act func(controller.Action)) {
	box := container.NewVBox(sentences(p.Message, widget.MediumImportance))
	if p.Hint != "" {
		box.Add(sentences(p.Hint, widget.LowImportance))
	}
	d := dialog.NewCustomWithoutButtons(p.Title, box, win)
	buttons := []fyne.CanvasObject{
		widget.NewButtonWithIcon(text.CopyDetails, theme.ContentCopyIcon(), func() { fyne.CurrentApp().Clipboard().SetContent(p.Details()) }),
		layout.NewSpacer(),
	}
	ok := widget.NewButton(text.OK, d.Hide)
	if p.Action != "" {
		do := widget.NewButton(string(p.Action), func() { d.Hide(); act(p.Action) })
		do.Importance = widget.HighImportance
		buttons = append(buttons, do)
	} else {
		ok.Importance = widget.HighImportance
	}
	d.SetButtons(append(buttons, ok))
	d.Show()
	closeOnEscape(win, d.Hide)
	win.Canvas().Focus(ok)
}

// closeOnEscape makes Escape close the dialog on top, which Fyne does not, as long as
// nothing in it that takes keys has the focus.
func closeOnEscape(win fyne.Window, hide func()) {
	c := win.Canvas()
	top := c.Overlays().Top()
	before := c.OnTypedKey()
	c.SetOnTypedKey(func(k *fyne.KeyEvent) {
		if c.Overlays().Top() != top {
			c.SetOnTypedKey(before)
			if before != nil {
				before(k)
			}
			return
		}
		if k.Name == fyne.KeyEscape {
			c.SetOnTypedKey(before)
			hide()
		}
	})
}

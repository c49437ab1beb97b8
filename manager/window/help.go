package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"

	"ragmanager/manager/window/answer"
	"ragmanager/manager/window/text"
)

// showHelp shows how the program works.
func (w *Window) showHelp() {
	v := answer.New(answer.Options{Equations: typesetter{w.equations}, OnLink: w.c.FollowLink})
	v.SetMarkdown(text.Manual)
	d := dialog.NewCustom(text.Help, text.Close, container.NewVScroll(v), w.win)
	size := w.win.Canvas().Size()
	d.Resize(fyne.NewSize(fyne.Min(size.Width*0.9, 860), size.Height*0.9))
	d.Show()
	closeOnEscape(w.win, d.Hide)
	w.win.Canvas().Focus(v)
}

package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"ragmanager/manager/window/answer"
	"ragmanager/manager/window/text"
)

// helpSize is how large the help is at most.
var helpSize = fyne.NewSize(880, 900)

// showHelp shows how the program works.
func (w *Window) showHelp() {
	v := answer.New(answer.Options{Equations: typesetter{w.equations}, OnLink: w.c.FollowLink, Dispatch: w.c.Do})
	v.SetMarkdown(text.Manual)
	var s *sheet
	end := newKeyedButton(text.Close, nil, func() { s.close() })
	s = newSheet(text.Help, container.NewVScroll(v), helpSize, w.win, nil, end)
	s.show(end)
}

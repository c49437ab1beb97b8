package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"ragmanager/manager/window/answer"
	"ragmanager/manager/window/keys"
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
	page := container.NewVScroll(v)
	end.typed = func(k *fyne.KeyEvent) bool { return scrollBy(page, k) }
	s = newSheet(text.Help, page, helpSize, w.win, nil, end)
	s.typed = func(k *fyne.KeyEvent) { scrollBy(page, k) }
	s.show(end)
}

// scrollBy scrolls as a key asks for, and reports whether it does.
func scrollBy(s *container.Scroll, k *fyne.KeyEvent) bool {
	y, ok := keys.Scroll(k.Name, s.Offset.Y, 3*theme.TextSize(), s.Size().Height, s.Content.Size().Height)
	if ok {
		s.ScrollToOffset(fyne.NewPos(0, y))
	}
	return ok
}

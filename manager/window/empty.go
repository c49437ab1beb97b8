package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// An emptyState says what a view is for as long as it has nothing to show.
type emptyState struct {
	content     fyne.CanvasObject
	title, hint *widget.RichText
}

func newEmptyState() *emptyState {
	e := &emptyState{
		title: plain("", theme.ColorNameForeground, theme.SizeNameSubHeadingText, true),
		hint:  plain("", colorMuted, theme.SizeNameText, true),
	}
	const widest = 560
	e.content = container.NewVScroll(container.NewPadded(container.New(&columnLayout{gap: 2, widest: widest}, e.title, e.hint)))
	return e
}

// set changes what is said.
func (e *emptyState) set(title, hint string) {
	setPlain(e.title, title)
	setPlain(e.hint, hint)
}

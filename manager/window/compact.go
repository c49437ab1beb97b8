package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
)

// A compactLayout leaves parts of a view away where it is low, so that the window can
// be small. A scroll around the view would do that, too, but Fyne lets taps through
// where what scrolls within a scroll is cut off.
type compactLayout struct {
	lines float32             // of text, from which on all is shown
	parts []fyne.CanvasObject // that are left away below that
	want  func() bool         // reports whether the parts are to be shown at all; nil: they are
}

// compact returns a view that leaves parts away where it has not so many lines of text.
func compact(view fyne.CanvasObject, lines float32, parts ...fyne.CanvasObject) *fyne.Container {
	return container.New(&compactLayout{lines: lines, parts: parts}, view)
}

// Layout implements [fyne.Layout].
func (l *compactLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	low := size.Height < l.lines*theme.TextSize()
	for _, p := range l.parts {
		setHidden(p, low || l.want != nil && !l.want())
	}
	objects[0].Resize(size)
}

// MinSize implements [fyne.Layout]. It is about that without the parts, even while
// they are seen, or the window could not be made smaller.
func (l *compactLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	const least = 13 // lines of text
	size := objects[0].MinSize()
	return fyne.NewSize(size.Width, min(size.Height, least*theme.TextSize()))
}

package window

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// A ringedButton is a button with a ring while it has the focus. Fyne lays a colour
// over it, which cannot be seen on those of high importance.
type ringedButton struct {
	widget.Button
	ringed bool
}

// FocusGained implements [fyne.Focusable].
func (b *ringedButton) FocusGained() {
	b.ringed = true
	b.Button.FocusGained()
}

// FocusLost implements [fyne.Focusable].
func (b *ringedButton) FocusLost() {
	b.ringed = false
	b.Button.FocusLost()
}

// CreateRenderer implements [fyne.Widget].
func (b *ringedButton) CreateRenderer() fyne.WidgetRenderer {
	r := &ringRenderer{b.Button.CreateRenderer(), b, canvas.NewRectangle(color.Transparent)}
	r.ring.StrokeWidth = 2
	r.paint()
	return r
}

// A ringRenderer draws the ring on what Fyne draws of the button.
type ringRenderer struct {
	fyne.WidgetRenderer
	b    *ringedButton
	ring *canvas.Rectangle
}

// Objects implements [fyne.WidgetRenderer].
func (r *ringRenderer) Objects() []fyne.CanvasObject {
	all := r.WidgetRenderer.Objects()
	return append(all[:len(all):len(all)], r.ring)
}

// Layout implements [fyne.WidgetRenderer].
func (r *ringRenderer) Layout(size fyne.Size) {
	const inset = 2
	r.WidgetRenderer.Layout(size)
	r.ring.Move(fyne.NewPos(inset, inset))
	r.ring.Resize(size.SubtractWidthHeight(2*inset, 2*inset))
}

// Refresh implements [fyne.WidgetRenderer].
func (r *ringRenderer) Refresh() {
	r.paint()
	r.WidgetRenderer.Refresh()
}

// paint gives the ring a colour that shows on the button.
func (r *ringRenderer) paint() {
	name := theme.ColorNamePrimary
	switch r.b.Importance {
	case widget.HighImportance:
		name = theme.ColorNameForegroundOnPrimary
	case widget.DangerImportance:
		name = theme.ColorNameForegroundOnError
	}
	r.ring.StrokeColor = colorOf(name)
	r.ring.CornerRadius = theme.InputRadiusSize() - 1
	r.ring.Hidden = !r.b.ringed
	r.ring.Refresh()
}

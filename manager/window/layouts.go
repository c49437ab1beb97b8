package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// A columnLayout puts things below each other, each as wide as the column and as
// high as it needs to be at that width. With widest set the column is no wider, and
// in the middle.
type columnLayout struct{ gap, widest float32 }

// Layout implements [fyne.Layout].
func (l *columnLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	width, x := size.Width, float32(0)
	if l.widest > 0 && width > l.widest {
		width, x = l.widest, (size.Width-l.widest)/2
	}
	y := float32(0)
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		o.Resize(fyne.NewSize(width, o.Size().Height)) // text that wraps knows its height only at its width
		h := o.MinSize().Height
		o.Resize(fyne.NewSize(width, h))
		o.Move(fyne.NewPos(x, y))
		y += h + l.gap
	}
}

// MinSize implements [fyne.Layout].
func (l *columnLayout) MinSize(objects []fyne.CanvasObject) (size fyne.Size) {
	for _, o := range objects {
		if o.Visible() {
			m := o.MinSize()
			size.Width, size.Height = fyne.Max(size.Width, m.Width), size.Height+m.Height+l.gap
		}
	}
	return size
}

// newColumn returns a container that puts things below each other, each as wide as
// the column and as high as it needs to be at that width.
func newColumn(objects ...fyne.CanvasObject) *fyne.Container {
	return container.New(&columnLayout{}, objects...)
}

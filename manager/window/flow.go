package window

import "fyne.io/fyne/v2"

// A flowLayout puts things beside each other, and begins a new row where there is no
// place left.
type flowLayout struct{ width float32 } // that it had last

// Layout implements [fyne.Layout].
func (l *flowLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	l.width = size.Width
	l.place(objects, func(o fyne.CanvasObject, at fyne.Position) {
		o.Move(at)
		o.Resize(o.MinSize())
	})
}

// MinSize implements [fyne.Layout]. The height is that at the last width.
func (l *flowLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	widest := float32(0)
	for _, o := range objects {
		if o.Visible() {
			widest = fyne.Max(widest, o.MinSize().Width)
		}
	}
	return fyne.NewSize(widest, l.place(objects, func(fyne.CanvasObject, fyne.Position) {}))
}

// place passes each object and its place to put, and returns the height of all.
func (l *flowLayout) place(objects []fyne.CanvasObject, put func(fyne.CanvasObject, fyne.Position)) float32 {
	const gap = 4
	var at fyne.Position
	row := float32(0)
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		m := o.MinSize()
		if at.X > 0 && l.width > 0 && at.X+m.Width > l.width {
			at, row = fyne.NewPos(0, at.Y+row+gap), 0
		}
		put(o, at)
		at.X, row = at.X+m.Width+gap, fyne.Max(row, m.Height)
	}
	return at.Y + row
}

// A topLayout gives the first object, at the top, the height that it needs at the
// width there is, and the second the rest.
type topLayout struct{}

// Layout implements [fyne.Layout].
func (topLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	const gap = 4
	top, rest := objects[0], objects[1]
	top.Resize(fyne.NewSize(size.Width, top.Size().Height)) // what flows knows its height only at its width
	h := top.MinSize().Height
	top.Resize(fyne.NewSize(size.Width, h))
	top.Move(fyne.Position{})
	rest.Move(fyne.NewPos(0, h+gap))
	rest.Resize(fyne.NewSize(size.Width, fyne.Max(0, size.Height-h-gap)))
}

// MinSize implements [fyne.Layout].
func (topLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	top, rest := objects[0].MinSize(), objects[1].MinSize()
	return fyne.NewSize(fyne.Max(top.Width, rest.Width), top.Height+rest.Height)
}

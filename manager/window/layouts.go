package window

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
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
			size.Width, size.Height = max(size.Width, m.Width), size.Height+m.Height+l.gap
		}
	}
	return size
}

// newColumn returns a container that puts things below each other, each as wide as
// the column and as high as it needs to be at that width.
func newColumn(objects ...fyne.CanvasObject) *fyne.Container {
	return container.New(&columnLayout{}, objects...)
}

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
			widest = max(widest, o.MinSize().Width)
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
		at.X, row = at.X+m.Width+gap, max(row, m.Height)
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
	rest.Resize(fyne.NewSize(size.Width, max(0, size.Height-h-gap)))
}

// MinSize implements [fyne.Layout].
func (topLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	top, rest := objects[0].MinSize(), objects[1].MinSize()
	return fyne.NewSize(max(top.Width, rest.Width), top.Height+rest.Height)
}

// A tightLayout puts lines of text below each other without the space that Fyne leaves
// around each of them.
type tightLayout struct{}

// Layout implements [fyne.Layout].
func (*tightLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	y := float32(0)
	for _, o := range objects {
		h := o.MinSize().Height
		o.Resize(fyne.NewSize(size.Width, h))
		o.Move(fyne.NewPos(0, y))
		y += h - 2*theme.InnerPadding() + theme.Padding()
	}
}

// MinSize implements [fyne.Layout].
func (*tightLayout) MinSize(objects []fyne.CanvasObject) (size fyne.Size) {
	for _, o := range objects {
		m := o.MinSize()
		size.Width = max(size.Width, m.Width)
		size.Height += m.Height - 2*theme.InnerPadding() + theme.Padding()
	}
	size.Height += 2*theme.InnerPadding() - theme.Padding()
	return size
}

// A sparingLayout is a layout of a row that goes without some of it where the row is
// narrow.
type sparingLayout struct {
	inner   fyne.Layout
	room    float32        // that something of the row should have beyond its least width
	saving  func() float32 // how much narrower the row becomes
	spare   func(on bool)  // takes off what the row can do without, or puts it back
	sparing bool
}

// Layout implements [fyne.Layout].
func (l *sparingLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	if sparing := size.Width < l.full(objects)+l.room; sparing != l.sparing {
		l.sparing = sparing
		l.spare(sparing)
	}
	l.inner.Layout(objects, size)
}

// full is how wide the row is at least with all of it.
func (l *sparingLayout) full(objects []fyne.CanvasObject) float32 {
	width := l.inner.MinSize(objects).Width
	if l.sparing {
		width += l.saving()
	}
	return width
}

// MinSize implements [fyne.Layout]. It is that without what can be done without.
func (l *sparingLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(l.full(objects)-l.saving(), l.inner.MinSize(objects).Height)
}

// A labelled is a button.
type labelled interface{ SetText(label string) }

// sparesLabels returns what takes off the labels of buttons, which have icons, or puts
// them back.
func sparesLabels(buttons map[string]labelled) func(on bool) {
	return func(on bool) {
		for label, b := range buttons {
			if on {
				label = ""
			}
			b.SetText(label)
		}
	}
}

// labelWidth is how much wider a button with an icon is because of its label.
func labelWidth(label string) float32 {
	return fyne.MeasureText(label, theme.TextSize(), fyne.TextStyle{Bold: true}).Width + theme.Padding()
}

// A leastLayout gives everything all the room, and asks for a least height.
type leastLayout struct{ height func() float32 }

// Layout implements [fyne.Layout].
func (l *leastLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	for _, o := range objects {
		o.Resize(size)
	}
}

// MinSize implements [fyne.Layout].
func (l *leastLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	size := fyne.NewSize(0, l.height())
	for _, o := range objects {
		size = size.Max(o.MinSize())
	}
	return size
}

// spacer returns empty space, of which width or height may be 0.
func spacer(width, height float32) fyne.CanvasObject {
	r := canvas.NewRectangle(color.Transparent)
	r.SetMinSize(fyne.NewSize(width, height))
	return r
}

// A stillLayout gives what is in it all the room there is, and says that it needs
// little, whatever that is. Fyne asks each tab for its least size before each frame,
// also those that are not seen, and to work out that of a long answer takes longer
// than to draw it.
type stillLayout struct{}

// Layout implements [fyne.Layout].
func (stillLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	for _, o := range objects {
		o.Resize(size)
	}
}

// MinSize implements [fyne.Layout].
func (stillLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(320, 160) }

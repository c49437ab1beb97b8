package window

import (
	"image"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/software"
	"fyne.io/fyne/v2/widget"
)

// Whether a button has the focus is seen, however important it is, in all colours.
func TestFocusOfButtonsIsSeen(t *testing.T) {
	f := newBareFixture(t)
	for _, importance := range []widget.Importance{widget.LowImportance, widget.MediumImportance, widget.HighImportance, widget.DangerImportance} {
		keyed, action := newKeyedButton("one", nil, nil), newActionButton(newTips(f.c), "two", nil, nil)
		keyed.Importance, action.Importance = importance, importance
		f.show(container.NewVBox(keyed, action), fyne.NewSize(120, 90))
		for _, a := range []Appearance{Light, Dark} {
			f.app.Settings().SetTheme(NewTheme(a, 1))
			f.win.Canvas().Unfocus()
			before := f.pixels()
			for _, b := range []fyne.Focusable{keyed, action} {
				f.win.Canvas().Focus(b)
				if n := differing(before, f.pixels()); n < 200 {
					t.Errorf("%s, importance %d: %d pixels tell of the focus", a, importance, n)
				}
			}
		}
	}
}

// pixels draws the window.
func (f *fixture) pixels() image.Image {
	return software.RenderCanvas(f.win.Canvas(), f.app.Settings().Theme())
}

// differing counts the pixels in which two pictures clearly differ.
func differing(a, b image.Image) (n int) {
	const clearly = 0x3000
	far := func(x, y uint32) bool { return max(x, y)-min(x, y) > clearly }
	size := a.Bounds()
	for y := size.Min.Y; y < size.Max.Y; y++ {
		for x := size.Min.X; x < size.Max.X; x++ {
			r, g, b1, _ := a.At(x, y).RGBA()
			r2, g2, b2, _ := b.At(x, y).RGBA()
			if far(r, r2) || far(g, g2) || far(b1, b2) {
				n++
			}
		}
	}
	return n
}

package window

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// A sheet lies over the whole window until it is closed, and grows and shrinks with
// it. Escape leaves it, if what has the focus passes that on, as the widgets of this
// package do.
type sheet struct {
	win   fyne.Window
	layer *fyne.Container
	leave func()               // Escape was pressed; it may close the sheet, or ask first
	typed func(*fyne.KeyEvent) // takes other keys that nothing else has taken; may be nil
}

// newSheet returns a sheet that is no larger than most; if the height of most is 0
// it is as high as its body needs. Buttons stand below the body at the right; those
// before the first nil at the left.
func newSheet(title string, body fyne.CanvasObject, most fyne.Size, win fyne.Window, buttons ...fyne.CanvasObject) *sheet {
	s := &sheet{win: win}
	s.leave = s.close
	row := container.NewHBox()
	for _, b := range buttons {
		if b == nil {
			b = layout.NewSpacer()
		}
		row.Add(b)
	}
	top := plain(title, theme.ColorNameForeground, theme.SizeNameSubHeadingText, false)
	page := container.NewBorder(top, row, nil, nil, body)
	front := container.NewStack(
		newBackdrop(theme.ColorNameOverlayBackground, theme.ColorNameSeparator, 10),
		container.New(layout.NewCustomPaddedLayout(8, 12, 14, 14), page),
	)
	s.layer = container.New(&sheetLayout{most, s}, newBackdrop(colorVeil, "", 0), front)
	return s
}

// show shows the sheet and gives the focus to first, if that is not nil.
func (s *sheet) show(first fyne.Focusable) {
	c := s.win.Canvas()
	c.Overlays().Add(s.layer)
	s.layer.Resize(c.Size())
	if first != nil {
		c.Focus(first)
	}
}

// take takes a key that nothing else has taken.
func (s *sheet) take(k *fyne.KeyEvent) {
	switch {
	case k.Name == fyne.KeyEscape:
		s.leave()
	case s.typed != nil:
		s.typed(k)
	}
}

// close takes the sheet away, and leaves what lies over it.
func (s *sheet) close() {
	c := s.win.Canvas()
	all, focused := slices.Clone(c.Overlays().List()), c.Focused()
	at := slices.Index(all, fyne.CanvasObject(s.layer))
	if at < 0 {
		return // it has been closed before
	}
	c.Overlays().Remove(s.layer) // which takes what lies over it away, too
	for _, o := range all[at+1:] {
		c.Overlays().Add(o)
	}
	if at+1 < len(all) && focused != nil {
		c.Focus(focused)
	}
}

// typedAbove gives a key that nothing has taken to what lies above the content of a
// window, and reports whether anything does. Escape closes a dialog of Fyne, which does
// not do so itself, as long as nothing in it that takes keys has the focus.
func typedAbove(win fyne.Window, k *fyne.KeyEvent) bool {
	top := win.Canvas().Overlays().Top()
	if s := topSheet(win); s != nil {
		s.take(k)
	} else if dialog, ok := top.(*widget.PopUp); ok && k.Name == fyne.KeyEscape {
		dialog.Hide()
	}
	return top != nil
}

// A sheetLayout puts the second object in the middle of the first.
type sheetLayout struct {
	most fyne.Size
	of   *sheet
}

// topSheet returns the sheet that lies over a window, nil if none does.
func topSheet(win fyne.Window) *sheet {
	if layer, ok := win.Canvas().Overlays().Top().(*fyne.Container); ok {
		if l, ok := layer.Layout.(*sheetLayout); ok {
			return l.of
		}
	}
	return nil
}

// Layout implements [fyne.Layout].
func (l *sheetLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	const margin = 12
	objects[0].Resize(size)
	within := fyne.NewSize(min(l.most.Width, size.Width-2*margin), size.Height-2*margin)
	if l.most.Height > 0 {
		within.Height = min(within.Height, l.most.Height)
	} else {
		objects[1].Resize(fyne.NewSize(within.Width, objects[1].Size().Height)) // text that wraps knows its height only at its width
		within.Height = min(within.Height, objects[1].MinSize().Height)
	}
	objects[1].Resize(within)
	objects[1].Move(fyne.NewPos((size.Width-within.Width)/2, (size.Height-within.Height)/2))
}

// MinSize implements [fyne.Layout]. A sheet makes no window larger.
func (l *sheetLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

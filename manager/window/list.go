package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// A pickList is a list in which the keys move the selection itself, so that what
// belongs to a row shows as soon as it is reached.
type pickList struct {
	widget.List
	at    int                         // the row that is selected, -1 if none is
	other func(k *fyne.KeyEvent) bool // takes further keys; may be nil
	skip  func(row int) bool          // reports rows that cannot be selected; may be nil
	late  bool                        // the row is to be shown when there is room for it
	pick  func(row int)               // a row has been selected
}

func newPickList(length func() int, create func() fyne.CanvasObject, update func(int, fyne.CanvasObject), pick func(int)) *pickList {
	l := &pickList{at: -1, pick: pick}
	l.Length, l.CreateItem, l.UpdateItem = length, create, update
	l.OnSelected = l.selected
	l.ExtendBaseWidget(l)
	return l
}

// selected takes that a row was selected.
func (l *pickList) selected(row int) {
	if l.skip != nil && l.skip(row) {
		l.Select(row + 1) // the row below is what it speaks of
		return
	}
	l.at, l.late = row, l.tooLow()
	l.pick(row)
}

// tooLow reports whether no row can be seen, because the list is on a tab that was
// never shown.
func (l *pickList) tooLow() bool { return l.Size().Height < l.rowHeight() }

// rowHeight is how high a row is.
func (l *pickList) rowHeight() float32 { return l.CreateItem().MinSize().Height }

// Resize implements [fyne.CanvasObject].
func (l *pickList) Resize(size fyne.Size) {
	l.List.Resize(size)
	if l.late && !l.tooLow() {
		l.late = false
		l.ScrollToOffset(0)
		l.ScrollTo(l.at)
	}
}

// none selects no row.
func (l *pickList) none() {
	l.at, l.late = -1, false
	l.UnselectAll()
}

// mark selects a row without telling of it, and shows it.
func (l *pickList) mark(row int) {
	tell := l.OnSelected
	l.OnSelected = nil
	l.Select(row)
	l.OnSelected = tell
	l.at, l.late = row, l.tooLow()
}

// TypedKey implements [fyne.Focusable].
func (l *pickList) TypedKey(k *fyne.KeyEvent) {
	if l.other != nil && l.other(k) {
		return
	}
	switch k.Name {
	case fyne.KeyUp:
		l.move(l.at-1, -1)
	case fyne.KeyDown:
		l.move(l.at+1, 1)
	case fyne.KeyPageUp:
		l.move(l.at-l.page(), -1)
	case fyne.KeyPageDown:
		l.move(l.at+l.page(), 1)
	case fyne.KeyHome:
		l.move(0, 1)
	case fyne.KeyEnd:
		l.move(l.Length()-1, -1)
	default:
		passOn(l, k)
	}
}

// passOn gives a key that an object with the focus does not use to the window, to
// which Fyne gives keys only while nothing has the focus.
func passOn(o fyne.CanvasObject, k *fyne.KeyEvent) {
	c := fyne.CurrentApp().Driver().CanvasForObject(o)
	if c == nil {
		return
	}
	if typed := c.OnTypedKey(); typed != nil {
		typed(k)
	}
}

// move selects a row, or the next one in a direction that can be.
func (l *pickList) move(row, direction int) {
	row = max(0, min(row, l.Length()-1))
	if l.skip != nil && row >= 0 && row < l.Length() && l.skip(row) {
		row += direction
	}
	if row >= 0 && row < l.Length() {
		l.Select(row)
	}
}

// page is how many rows are seen at once.
func (l *pickList) page() int {
	return max(1, int(l.Size().Height/(l.rowHeight()+1)))
}

// FocusGained implements [fyne.Focusable]. The list of Fyne would light up a row of
// its own.
func (l *pickList) FocusGained() {}

// FocusLost implements [fyne.Focusable].
func (l *pickList) FocusLost() {}

// mouseOnly is for lists whose rows lead elsewhere: keys must not go there on the way.
func (l *pickList) mouseOnly() {
	l.other = func(k *fyne.KeyEvent) bool {
		passOn(l, k)
		return true
	}
}

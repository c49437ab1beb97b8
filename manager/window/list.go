package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"ragmanager/manager/window/keys"
)

// A keyedList is a list in which the keys move the selection itself, so that what
// belongs to a row shows as soon as it is reached. It passes on the keys that it does
// not use, and gets the focus when it is clicked.
type keyedList struct {
	widget.List
	at       int                       // the row that is selected, -1 if none is
	pick     func(row int)             // a row has been selected
	key      func(*fyne.KeyEvent) bool // takes keys before the list does; may be nil
	shortcut func(fyne.Shortcut)       // may be nil
	skip     func(row int) bool        // reports rows that cannot be selected; may be nil
	// mouseOnly is for lists whose rows lead elsewhere: keys must not go there on the
	// way.
	mouseOnly bool

	late  bool // the row is to be shown when there is room for it
	quiet bool // what is selected now is so without the user
}

func newKeyedList(length func() int, create func() fyne.CanvasObject, update func(int, fyne.CanvasObject), pick func(int)) *keyedList {
	l := &keyedList{at: -1, pick: pick}
	l.Length, l.CreateItem = length, create
	l.UpdateItem = func(row int, o fyne.CanvasObject) {
		if row < length() { // Fyne hears of fewer rows a little later
			update(row, o)
		}
	}
	l.OnSelected = l.selected
	l.HideSeparators = true
	l.ExtendBaseWidget(l)
	return l
}

// selected takes that a row was selected. Fyne looks for the canvas of a list that is
// part of another widget in vain, and so gives such a list no focus.
func (l *keyedList) selected(row int) {
	if l.skip != nil && l.skip(row) {
		l.Select(row + 1) // the row below is what it speaks of
		return
	}
	l.at, l.late = row, l.tooLow()
	if c := fyne.CurrentApp().Driver().CanvasForObject(l); c != nil && !l.quiet && !l.mouseOnly {
		c.Focus(l)
	}
	l.pick(row)
}

// choose selects a row without taking the focus.
func (l *keyedList) choose(row int) {
	l.quiet = true
	l.Select(row)
	l.quiet = false
}

// mark selects a row without taking the focus or telling of it, and shows it.
func (l *keyedList) mark(row int) {
	tell := l.OnSelected
	l.OnSelected = nil
	l.Select(row)
	l.OnSelected = tell
	l.at, l.late = row, l.tooLow()
}

// none selects no row.
func (l *keyedList) none() {
	l.at, l.late = -1, false
	l.UnselectAll()
}

// tooLow reports whether no row can be seen, because the list is on a tab that was
// never shown.
func (l *keyedList) tooLow() bool { return l.Size().Height < l.rowHeight() }

// rowHeight is how high a row is.
func (l *keyedList) rowHeight() float32 { return l.CreateItem().MinSize().Height }

// Resize implements [fyne.CanvasObject].
func (l *keyedList) Resize(size fyne.Size) {
	l.List.Resize(size)
	if l.late && !l.tooLow() {
		l.late = false
		l.ScrollToOffset(0)
		l.ScrollTo(l.at)
	}
}

// FocusGained implements [fyne.Focusable]. It selects a row if none is; a row that has
// the focus without being selected, as Fyne has it, would only confuse.
func (l *keyedList) FocusGained() {
	if l.at < 0 && !l.mouseOnly {
		l.choose(0)
	}
}

// FocusLost implements [fyne.Focusable].
func (l *keyedList) FocusLost() {}

// TypedKey implements [fyne.Focusable].
func (l *keyedList) TypedKey(k *fyne.KeyEvent) {
	switch {
	case l.mouseOnly:
		keys.PassOn(l, k)
		return
	case l.key != nil && l.key(k):
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
		keys.PassOn(l, k)
	}
}

// TypedShortcut implements [fyne.Shortcutable].
func (l *keyedList) TypedShortcut(s fyne.Shortcut) {
	if l.shortcut != nil {
		l.shortcut(s)
	}
}

// move selects a row, or the next one in a direction that can be.
func (l *keyedList) move(row, direction int) {
	row = max(0, min(row, l.Length()-1))
	if l.skip != nil && row >= 0 && row < l.Length() && l.skip(row) {
		row += direction
	}
	if row >= 0 && row < l.Length() {
		l.Select(row)
	}
}

// page is how many rows are seen at once.
func (l *keyedList) page() int {
	return max(1, int(l.Size().Height/(l.rowHeight()+1)))
}

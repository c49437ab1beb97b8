package logview

import (
	"time"

	"ragmanager/manager/window/keys"
	"ragmanager/manager/window/selecting"
	"ragmanager/manager/window/text"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// body is the scrolled part of a View: it draws the rows that are seen and
// takes what the pointer and the keys do.
type body struct {
	widget.BaseWidget
	view *View

	clicks selecting.Clicks

	pointer fyne.Position   // while dragging, from the corner of the view
	pull    *fyne.Animation // scrolls while the pointer is past an edge, else nil
}

func newBody(v *View) *body {
	b := &body{view: v}
	b.ExtendBaseWidget(b)
	return b
}

// MinSize implements fyne.CanvasObject. The width is that of the view.
func (b *body) MinSize() fyne.Size { return fyne.NewSize(0, b.view.height()) }

// Cursor implements desktop.Cursorable.
func (b *body) Cursor() desktop.Cursor { return desktop.TextCursor }

// at returns the place at a position of the body.
func (b *body) at(p fyne.Position) place {
	r := &b.view.rows
	if r.count() == 0 || r.height == 0 {
		return place{}
	}
	if p.Y < 0 {
		return place{}
	}
	row := int(p.Y / r.height)
	if row >= r.count() {
		return b.view.log.end()
	}
	line, from, to := r.of(row)
	return place{line, from + r.nearest(b.view.log.lines[line].Text[from:to], p.X-b.margin())}
}

// MouseDown implements desktop.Mouseable: it begins a selection, extends it
// with shift, and takes a word or a line at the second or third click.
func (b *body) MouseDown(e *desktop.MouseEvent) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(b); c != nil {
		c.Focus(b)
	}
	if e.Button != desktop.MouseButtonPrimary {
		return
	}
	p := b.at(e.Position)
	switch clicks := b.clicks.Count(e.Position, time.Now()); {
	case e.Modifier&fyne.KeyModifierShift != 0:
		b.view.selection.head = p
	case clicks == 2:
		b.view.selectWord(p)
	case clicks == 3:
		b.view.selectLine(p.line)
	default:
		b.view.selection = selection{p, p}
	}
	b.Refresh()
}

// MouseUp implements desktop.Mouseable.
func (b *body) MouseUp(*desktop.MouseEvent) {}

// Dragged implements fyne.Draggable. The position in the event is wrong once
// the view has scrolled under the pointer, so that in the window is taken.
func (b *body) Dragged(e *fyne.DragEvent) {
	corner := fyne.CurrentApp().Driver().AbsolutePositionForObject(b.view.scroll)
	b.pointer = e.AbsolutePosition.Subtract(corner)
	b.extend()
	switch {
	case b.past() == 0:
		b.stopPull()
	case b.pull == nil:
		b.startPull()
	}
}

// DragEnd implements fyne.Draggable.
func (b *body) DragEnd() { b.stopPull() }

// extend ends the selection at the pointer.
func (b *body) extend() {
	height := b.view.scroll.Size().Height
	y := min(max(0, b.pointer.Y), height-1) // past an edge, what is seen counts
	b.view.selection.head = b.at(fyne.NewPos(b.pointer.X, y+b.view.scroll.Offset.Y))
	b.Refresh()
}

// past returns how far the pointer is above the view, negative, or below it.
func (b *body) past() float32 {
	if b.pointer.Y < 0 {
		return b.pointer.Y
	}
	return max(0, b.pointer.Y-b.view.scroll.Size().Height)
}

// startPull scrolls as long as the pointer is past an edge, the faster the
// farther it is.
func (b *body) startPull() {
	last := time.Now()
	b.pull = fyne.NewAnimation(time.Hour, func(float32) {
		seconds := float32(time.Since(last).Seconds())
		last = time.Now()
		b.view.scrollTo(b.view.scroll.Offset.Y + 10*seconds*b.past())
		b.extend()
	})
	b.pull.Start()
}

func (b *body) stopPull() {
	if b.pull != nil {
		b.pull.Stop()
		b.pull = nil
	}
}

// TappedSecondary implements fyne.SecondaryTappable.
func (b *body) TappedSecondary(e *fyne.PointEvent) {
	c := fyne.CurrentApp().Driver().CanvasForObject(b)
	if c == nil {
		return
	}
	selected := fyne.NewMenuItem(text.Copy, func() { copyText(b.view.Selected()) })
	selected.Disabled = b.view.Selected() == ""
	menu := fyne.NewMenu("", selected,
		fyne.NewMenuItem(text.CopyAll, func() { copyText(b.view.Text()) }),
		fyne.NewMenuItem(text.SelectAll, b.view.selectAll))
	widget.ShowPopUpMenuAtPosition(menu, c, e.AbsolutePosition)
}

// FocusGained implements fyne.Focusable.
func (b *body) FocusGained() { b.view.frame.Show() }

// FocusLost implements fyne.Focusable.
func (b *body) FocusLost() { b.view.frame.Hide() }

// TypedRune implements fyne.Focusable.
func (b *body) TypedRune(rune) {}

// TypedKey implements fyne.Focusable: the keys scroll.
func (b *body) TypedKey(k *fyne.KeyEvent) {
	v := b.view
	if y, ok := keys.Scroll(k.Name, v.scroll.Offset.Y, v.rows.height, v.scroll.Size().Height, v.height()); ok {
		v.scrollTo(y)
		return
	}
	keys.PassOn(b, k)
}

// TypedShortcut implements fyne.Shortcutable.
func (b *body) TypedShortcut(s fyne.Shortcut) {
	switch s.(type) {
	case *fyne.ShortcutCopy:
		copyText(b.view.Selected())
	case *fyne.ShortcutSelectAll:
		b.view.selectAll()
	}
}

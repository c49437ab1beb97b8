package window

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"ragmanager/manager/window/keys"
	"ragmanager/manager/window/selecting"
	"ragmanager/manager/window/text"
)

// selected returns what is selected.
func (t *markedText) selected() span {
	return span{min(t.anchor, t.head), max(t.anchor, t.head)}
}

// selectSpan selects a part of the text.
func (t *markedText) selectSpan(s span) {
	t.anchor, t.head = s.start, s.end
	t.body.Refresh()
}

// copySelected copies what is selected, if anything is.
func (t *markedText) copySelected() {
	if s := t.selected(); s.end > s.start {
		toClipboard(t.text[s.start:s.end])
	}
}

func (t *markedText) selectAll() { t.selectSpan(span{0, len(t.text)}) }

var (
	_ desktop.Mouseable      = (*markedBody)(nil)
	_ desktop.Cursorable     = (*markedBody)(nil)
	_ desktop.Keyable        = (*markedBody)(nil)
	_ fyne.Draggable         = (*markedBody)(nil)
	_ fyne.SecondaryTappable = (*markedBody)(nil)
	_ fyne.Shortcutable      = (*markedBody)(nil)
)

// Cursor implements [desktop.Cursorable].
func (b *markedBody) Cursor() desktop.Cursor { return desktop.TextCursor }

// MouseDown begins to select: at a click, of a word or of a line.
func (b *markedBody) MouseDown(e *desktop.MouseEvent) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(b); c != nil {
		c.Focus(b)
	}
	if e.Button != desktop.MouseButtonPrimary {
		return // the menu copies what is selected
	}
	at := b.t.offsetAt(e.Position)
	if e.Modifier&fyne.KeyModifierShift != 0 {
		b.t.selectSpan(span{b.t.anchor, at})
		return
	}
	switch b.clicks.Count(e.Position, time.Now()) {
	case 1:
		b.t.selectSpan(span{at, at})
	case 2:
		start, end := selecting.Word(b.t.text, at)
		b.t.selectSpan(span{start, end})
	default:
		b.t.selectSpan(lineAround(b.t.text, at))
	}
}

// lineAround returns the line of a text, as its author broke it, around a byte.
func lineAround(s string, at int) span {
	start := strings.LastIndexByte(s[:at], '\n') + 1
	if n := strings.IndexByte(s[at:], '\n'); n >= 0 {
		return span{start, at + n}
	}
	return span{start, len(s)}
}

// MouseUp implements [desktop.Mouseable].
func (b *markedBody) MouseUp(*desktop.MouseEvent) {}

// Dragged implements [fyne.Draggable].
func (b *markedBody) Dragged(e *fyne.DragEvent) {
	b.clicks = selecting.Clicks{}
	b.t.head = b.t.offsetAt(e.Position)
	b.t.reveal(b.t.head)
	b.Refresh()
}

// DragEnd implements [fyne.Draggable].
func (b *markedBody) DragEnd() {}

// TappedSecondary implements [fyne.SecondaryTappable].
func (b *markedBody) TappedSecondary(e *fyne.PointEvent) {
	c := fyne.CurrentApp().Driver().CanvasForObject(b)
	if c == nil {
		return
	}
	selection := fyne.NewMenuItem(text.Copy, b.t.copySelected)
	s := b.t.selected()
	selection.Disabled = s.start == s.end
	menu := fyne.NewMenu("", selection,
		fyne.NewMenuItem(text.CopyAll, func() { toClipboard(b.t.text) }),
		fyne.NewMenuItem(text.SelectAll, b.t.selectAll))
	widget.ShowPopUpMenuAtPosition(menu, c, e.AbsolutePosition)
}

// FocusGained implements [fyne.Focusable].
func (b *markedBody) FocusGained() {}

// FocusLost implements [fyne.Focusable].
func (b *markedBody) FocusLost() { b.shift = false }

// TypedRune implements [fyne.Focusable].
func (b *markedBody) TypedRune(rune) {}

// KeyDown implements [desktop.Keyable].
func (b *markedBody) KeyDown(k *fyne.KeyEvent) { b.shift = b.shift || keys.IsShift(k) }

// KeyUp implements [desktop.Keyable].
func (b *markedBody) KeyUp(k *fyne.KeyEvent) { b.shift = b.shift && !keys.IsShift(k) }

// TypedKey implements [fyne.Focusable]: it scrolls, or with Shift moves the end of the
// selection by characters.
func (b *markedBody) TypedKey(k *fyne.KeyEvent) {
	t := b.t
	y, scrolls := keys.Scroll(k.Name, t.scroll.Offset.Y, t.lineHeight(), t.scroll.Size().Height, b.Size().Height)
	switch {
	case scrolls:
		t.scrollTo(y)
	case k.Name == fyne.KeyLeft:
		b.extend(-1)
	case k.Name == fyne.KeyRight:
		b.extend(1)
	default:
		keys.PassOn(b, k)
	}
}

// extend moves the end of the selection by a character, if Shift is down.
func (b *markedBody) extend(by int) {
	t := b.t
	if !b.shift {
		return
	}
	near := span{max(0, t.head-64), min(len(t.text), t.head+64)} // no character is longer
	if by > 0 {
		if ends := selecting.Characters(t.text[t.head:near.end]); len(ends) > 0 {
			t.head += ends[0]
		}
	} else if ends := selecting.Characters(t.text[near.start:t.head]); len(ends) > 1 {
		t.head = near.start + ends[len(ends)-2]
	} else {
		t.head = near.start
	}
	t.reveal(t.head)
	b.Refresh()
}

// TypedShortcut implements [fyne.Shortcutable].
func (b *markedBody) TypedShortcut(s fyne.Shortcut) {
	switch s.(type) {
	case *fyne.ShortcutCopy:
		b.t.copySelected()
	case *fyne.ShortcutSelectAll:
		b.t.selectAll()
	}
}

package answer

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ragmanager/manager/window/keys"
	"ragmanager/manager/window/selecting"
	"ragmanager/manager/window/text"
)

var (
	_ desktop.Mouseable      = (*View)(nil)
	_ desktop.Hoverable      = (*View)(nil)
	_ desktop.Cursorable     = (*View)(nil)
	_ fyne.Draggable         = (*View)(nil)
	_ fyne.Tappable          = (*View)(nil)
	_ fyne.SecondaryTappable = (*View)(nil)
	_ fyne.Focusable         = (*View)(nil)
	_ fyne.Shortcutable      = (*View)(nil)
)

// MouseDown begins to select: at a click, of a word or of a paragraph.
func (v *View) MouseDown(e *desktop.MouseEvent) {
	v.takeFocus()
	if e.Button != desktop.MouseButtonPrimary {
		return
	}
	at := v.spotAt(e.Position)
	if e.Modifier&fyne.KeyModifierShift != 0 {
		v.choose(selection{v.selection.anchor, at})
		return
	}
	switch v.clicks.Count(e.Position, v.now()) {
	case 1:
		v.choose(selection{at, at})
	case 2:
		v.choose(v.word(at))
	default:
		v.choose(v.paragraph(e.Position))
	}
}

// MouseUp implements [desktop.Mouseable].
func (v *View) MouseUp(*desktop.MouseEvent) {}

// Dragged selects up to the pointer.
func (v *View) Dragged(e *fyne.DragEvent) {
	v.clicks = selecting.Clicks{}
	v.choose(selection{v.selection.anchor, v.spotAt(e.Position)})
}

// DragEnd implements [fyne.Draggable].
func (v *View) DragEnd() {}

// Tapped follows a link.
func (v *View) Tapped(e *fyne.PointEvent) {
	address := v.linkAt(e.Position)
	if address != "" && v.Selected() == "" && v.options.OnLink != nil {
		v.options.OnLink(address)
	}
}

// linkAt returns the address of the link at a point, or "".
func (v *View) linkAt(p fyne.Position) string {
	i := v.sectionAt(p)
	if i < 0 {
		return ""
	}
	return v.sections[i].link(p.SubtractXY(0, v.sections[i].y))
}

// TappedSecondary opens the menu.
func (v *View) TappedSecondary(e *fyne.PointEvent) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(v); c != nil {
		widget.ShowPopUpMenuAtPosition(v.menu(v.linkAt(e.Position)), c, e.AbsolutePosition)
	}
}

// menu returns what can be done at a place, with the address of the link there.
func (v *View) menu(address string) *fyne.Menu {
	copying := fyne.NewMenuItem(text.Copy, func() { toClipboard(v.Selected()) })
	copying.Icon = theme.ContentCopyIcon()
	copying.Disabled = v.Selected() == ""
	items := []*fyne.MenuItem{
		copying,
		fyne.NewMenuItem(text.CopyMarkdown, func() { toClipboard(v.source) }),
		fyne.NewMenuItem(text.SelectAll, v.SelectAll),
	}
	if address != "" {
		items = append(items, fyne.NewMenuItemSeparator(),
			fyne.NewMenuItem(text.CopyLink, func() { toClipboard(address) }))
	}
	return fyne.NewMenu("", items...)
}

func toClipboard(words string) { fyne.CurrentApp().Clipboard().SetContent(words) }

// MouseIn implements [desktop.Hoverable].
func (v *View) MouseIn(e *desktop.MouseEvent) { v.hover(v.linkAt(e.Position)) }

// MouseMoved tells of the link under the pointer.
func (v *View) MouseMoved(e *desktop.MouseEvent) { v.hover(v.linkAt(e.Position)) }

// MouseOut implements [desktop.Hoverable].
func (v *View) MouseOut() { v.hover("") }

func (v *View) hover(address string) {
	if address == v.hovered {
		return
	}
	v.hovered = address
	if v.options.OnHover != nil {
		v.options.OnHover(address)
	}
}

// Cursor is a hand on links.
func (v *View) Cursor() desktop.Cursor {
	if v.hovered != "" {
		return desktop.PointerCursor
	}
	return desktop.TextCursor
}

// takeFocus takes the focus for the mouse.
func (v *View) takeFocus() {
	if c := fyne.CurrentApp().Driver().CanvasForObject(v); c != nil && c.Focused() != fyne.Focusable(v) {
		v.byMouse = true
		c.Focus(v)
		v.byMouse = false
	}
}

// FocusGained draws a frame if the focus came by the keyboard: it is known where
// one clicked.
func (v *View) FocusGained() {
	if v.byMouse {
		return
	}
	v.focus.StrokeColor, v.focus.StrokeWidth = theme.ColorForWidget(theme.ColorNameFocus, v), 1
	v.focus.CornerRadius = v.look.radius
	v.focus.Show()
	v.focus.Refresh()
}

// FocusLost implements [fyne.Focusable].
func (v *View) FocusLost() { v.focus.Hide() }

// TypedRune implements [fyne.Focusable].
func (v *View) TypedRune(rune) {}

// TypedKey gives up the selection when Escape is typed. It passes on all other keys,
// and Escape when nothing is selected.
func (v *View) TypedKey(k *fyne.KeyEvent) {
	if k.Name == fyne.KeyEscape && v.Selected() != "" {
		v.choose(selection{})
		return
	}
	keys.PassOn(v, k)
}

// TypedShortcut copies, and selects all.
func (v *View) TypedShortcut(s fyne.Shortcut) {
	switch s.(type) {
	case *fyne.ShortcutCopy:
		if words := v.Selected(); words != "" {
			toClipboard(words)
		}
	case *fyne.ShortcutSelectAll:
		v.SelectAll()
	}
}

package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ragmanager/manager/window/keys"
)

// gained is called when something gets the focus, if it is not nil.
type gained func()

func (g gained) tell() {
	if g != nil {
		g()
	}
}

// A keyedEntry is an entry that passes keys on.
type keyedEntry struct {
	widget.Entry
	typed func(*fyne.KeyEvent) bool // takes keys before the entry does; may be nil
	paste func(string) bool         // reports whether it took what was pasted; may be nil
	shift bool                      // Shift is held
	gained
}

// newKeyedEntry returns an entry of one line.
func newKeyedEntry() *keyedEntry {
	e := &keyedEntry{}
	e.ExtendBaseWidget(e)
	return e
}

// newKeyedText returns an entry of many lines, of which some are seen.
func newKeyedText(rows int) *keyedEntry {
	e := &keyedEntry{}
	e.MultiLine, e.Wrapping = true, fyne.TextWrapWord
	e.ExtendBaseWidget(e)
	e.SetMinRowsVisible(rows)
	return e
}

// newSearchEntry returns an entry in which Escape empties, Enter submits, and
// Shift+Enter calls previous, which may be nil.
func newSearchEntry(placeholder string, previous func()) *keyedEntry {
	e := newKeyedEntry()
	e.PlaceHolder, e.Icon = placeholder, theme.SearchIcon()
	e.typed = func(k *fyne.KeyEvent) bool {
		switch {
		case k.Name == fyne.KeyEscape && e.Text != "":
			e.SetText("")
		case keys.IsEnter(k) && e.shift && previous != nil:
			previous()
		default:
			return false
		}
		return true
	}
	return e
}

// AcceptsTab makes the tabulator move the focus, as elsewhere.
func (e *keyedEntry) AcceptsTab() bool { return false }

// FocusGained implements [fyne.Focusable].
func (e *keyedEntry) FocusGained() {
	e.Entry.FocusGained()
	e.tell()
}

// FocusLost implements [fyne.Focusable]. The release of Shift may go elsewhere.
func (e *keyedEntry) FocusLost() {
	e.shift = false
	e.Entry.FocusLost()
}

// KeyDown implements [desktop.Keyable].
func (e *keyedEntry) KeyDown(k *fyne.KeyEvent) {
	e.shift = e.shift || keys.IsShift(k)
	e.Entry.KeyDown(k)
}

// KeyUp implements [desktop.Keyable].
func (e *keyedEntry) KeyUp(k *fyne.KeyEvent) {
	e.shift = e.shift && !keys.IsShift(k)
	e.Entry.KeyUp(k)
}

// TypedKey implements [fyne.Focusable].
func (e *keyedEntry) TypedKey(k *fyne.KeyEvent) {
	if e.typed == nil || !e.typed(k) {
		keys.Typed(e, k, e.Entry.TypedKey)
	}
}

// TypedShortcut implements [fyne.Shortcutable].
func (e *keyedEntry) TypedShortcut(s fyne.Shortcut) {
	if p, ok := s.(*fyne.ShortcutPaste); ok && e.paste != nil && e.paste(p.Clipboard.Content()) {
		return
	}
	e.Entry.TypedShortcut(s)
}

// A keyedButton is a button that passes keys on.
type keyedButton struct {
	ringedButton
	typed func(*fyne.KeyEvent) bool // takes keys before the button does; may be nil
}

func newKeyedButton(label string, icon fyne.Resource, tapped func()) *keyedButton {
	b := &keyedButton{}
	b.Text, b.Icon, b.OnTapped = label, icon, tapped
	b.ExtendBaseWidget(b)
	return b
}

// TypedKey implements [fyne.Focusable].
func (b *keyedButton) TypedKey(k *fyne.KeyEvent) {
	if b.typed == nil || !b.typed(k) {
		typedOnButton(b, &b.Button, k)
	}
}

// typedOnButton does what a key does that was typed on o, of which the button is a
// part.
func typedOnButton(o fyne.CanvasObject, b *widget.Button, k *fyne.KeyEvent) {
	if keys.IsEnter(k) && !b.Disabled() {
		b.OnTapped() // Fyne presses buttons with the space bar alone
		return
	}
	keys.Typed(o, k, b.TypedKey)
}

// A keyedCheck is a switch that passes keys on.
type keyedCheck struct {
	widget.Check
	gained
}

func newKeyedCheck(label string) *keyedCheck {
	c := &keyedCheck{}
	c.Text = label
	c.ExtendBaseWidget(c)
	return c
}

// FocusGained implements [fyne.Focusable].
func (c *keyedCheck) FocusGained() {
	c.Check.FocusGained()
	c.tell()
}

// TypedKey implements [fyne.Focusable].
func (c *keyedCheck) TypedKey(k *fyne.KeyEvent) { keys.Typed(c, k, c.Check.TypedKey) }

// A keyedSelect is a choice of words that passes keys on.
type keyedSelect struct {
	widget.Select
	gained
}

func newKeyedSelect(words []string) *keyedSelect {
	s := &keyedSelect{}
	s.Options = words
	s.ExtendBaseWidget(s)
	return s
}

// FocusGained implements [fyne.Focusable].
func (s *keyedSelect) FocusGained() {
	s.Select.FocusGained()
	s.tell()
}

// TypedKey implements [fyne.Focusable].
func (s *keyedSelect) TypedKey(k *fyne.KeyEvent) { keys.Typed(s, k, s.Select.TypedKey) }

// A keyedHyperlink is a link that passes keys on.
type keyedHyperlink struct{ widget.Hyperlink }

func newKeyedHyperlink(words string, tapped func()) *keyedHyperlink {
	l := &keyedHyperlink{}
	l.Text, l.OnTapped = words, tapped
	l.ExtendBaseWidget(l)
	return l
}

// TypedKey implements [fyne.Focusable].
func (l *keyedHyperlink) TypedKey(k *fyne.KeyEvent) {
	if keys.IsEnter(k) {
		l.OnTapped() // Fyne follows links with the space bar alone
		return
	}
	keys.Typed(l, k, l.Hyperlink.TypedKey)
}

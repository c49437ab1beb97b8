package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// Fyne gives a key to what has the focus, and to nothing else. The widgets here pass
// on the keys that they do not use themselves, Escape above all.

// A keyedEntry is an entry that passes keys on.
type keyedEntry struct {
	widget.Entry
	key   func(*fyne.KeyEvent) bool // reports whether it took the key; may be nil
	paste func(string) bool         // reports whether it took what was pasted; may be nil
	gained
}

// gained is called when something gets the focus, if it is not nil.
type gained func()

func (g gained) tell() {
	if g != nil {
		g()
	}
}

// newKeyedEntry returns an entry of one line.
func newKeyedEntry(key func(*fyne.KeyEvent) bool) *keyedEntry {
	e := &keyedEntry{key: key}
	e.ExtendBaseWidget(e)
	return e
}

// newKeyedText returns an entry of many lines, of which some are seen.
func newKeyedText(key func(*fyne.KeyEvent) bool, rows int) *keyedEntry {
	e := &keyedEntry{key: key}
	e.MultiLine, e.Wrapping = true, fyne.TextWrapWord
	e.ExtendBaseWidget(e)
	e.SetMinRowsVisible(rows)
	return e
}

// AcceptsTab makes the tabulator move the focus, as elsewhere.
func (e *keyedEntry) AcceptsTab() bool { return false }

// FocusGained implements [fyne.Focusable].
func (e *keyedEntry) FocusGained() {
	e.Entry.FocusGained()
	e.tell()
}

// TypedKey implements [fyne.Focusable].
func (e *keyedEntry) TypedKey(k *fyne.KeyEvent) {
	if e.key == nil || !e.key(k) {
		e.Entry.TypedKey(k)
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
	widget.Button
	key func(*fyne.KeyEvent) bool
}

func newKeyedButton(label string, icon fyne.Resource, key func(*fyne.KeyEvent) bool, tapped func()) *keyedButton {
	b := &keyedButton{key: key}
	b.Text, b.Icon, b.OnTapped = label, icon, tapped
	b.ExtendBaseWidget(b)
	return b
}

// TypedKey implements [fyne.Focusable].
func (b *keyedButton) TypedKey(k *fyne.KeyEvent) {
	switch {
	case b.key != nil && b.key(k):
	case (k.Name == fyne.KeyReturn || k.Name == fyne.KeyEnter) && !b.Disabled():
		b.OnTapped() // Fyne presses buttons with the space bar alone
	default:
		b.Button.TypedKey(k)
	}
}

// enable enables or disables a button.
func (b *keyedButton) enable(on bool) {
	if on != b.Disabled() {
		return
	}
	if on {
		b.Enable()
	} else {
		b.Disable()
	}
}

// A keyedCheck is a switch that passes keys on.
type keyedCheck struct {
	widget.Check
	key func(*fyne.KeyEvent) bool
	gained
}

func newKeyedCheck(label string, key func(*fyne.KeyEvent) bool, changed func(bool)) *keyedCheck {
	c := &keyedCheck{key: key}
	c.Text, c.OnChanged = label, changed
	c.ExtendBaseWidget(c)
	return c
}

// FocusGained implements [fyne.Focusable].
func (c *keyedCheck) FocusGained() {
	c.Check.FocusGained()
	c.tell()
}

// TypedKey implements [fyne.Focusable].
func (c *keyedCheck) TypedKey(k *fyne.KeyEvent) {
	if c.key == nil || !c.key(k) {
		c.Check.TypedKey(k)
	}
}

// A keyedSelect is a choice of words that passes keys on.
type keyedSelect struct {
	widget.Select
	key func(*fyne.KeyEvent) bool
	gained
}

func newKeyedSelect(words []string, key func(*fyne.KeyEvent) bool, changed func(string)) *keyedSelect {
	s := &keyedSelect{key: key}
	s.Options, s.OnChanged = words, changed
	s.ExtendBaseWidget(s)
	return s
}

// FocusGained implements [fyne.Focusable].
func (s *keyedSelect) FocusGained() {
	s.Select.FocusGained()
	s.tell()
}

// TypedKey implements [fyne.Focusable].
func (s *keyedSelect) TypedKey(k *fyne.KeyEvent) {
	if s.key == nil || !s.key(k) {
		s.Select.TypedKey(k)
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

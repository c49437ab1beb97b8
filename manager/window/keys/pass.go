package keys

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// ForWindow reports whether a key is for the window, or for the sheet that lies over
// it, whatever has the focus.
func ForWindow(k *fyne.KeyEvent) bool { return k.Name == fyne.KeyEscape || k.Name == fyne.KeyF1 }

// IsEnter reports whether a key is that for new lines, or that of the keypad.
func IsEnter(k *fyne.KeyEvent) bool { return k.Name == fyne.KeyReturn || k.Name == fyne.KeyEnter }

// IsShift reports whether a key is that for capitals.
func IsShift(k *fyne.KeyEvent) bool {
	return k.Name == desktop.KeyShiftLeft || k.Name == desktop.KeyShiftRight
}

// PassOn gives a key that an object with the focus does not use to the window, to
// which Fyne gives keys only while nothing has the focus. Fyne must know the object
// itself, rather than a part of it. Of an object that is not shown, nothing is passed on.
func PassOn(o fyne.CanvasObject, k *fyne.KeyEvent) {
	c := fyne.CurrentApp().Driver().CanvasForObject(o)
	if c == nil {
		return
	}
	if typed := c.OnTypedKey(); typed != nil {
		typed(k)
	}
}

// Typed gives a key that was typed on an object to use, or passes it on if it is for
// the window.
func Typed(o fyne.CanvasObject, k *fyne.KeyEvent, use func(*fyne.KeyEvent)) {
	if ForWindow(k) {
		PassOn(o, k)
		return
	}
	use(k)
}

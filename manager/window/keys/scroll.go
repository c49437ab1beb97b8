package keys

import "fyne.io/fyne/v2"

// Scroll returns where a text is scrolled to by a key, and whether it scrolls. It stood at
// y, seen of all is shown, and a line is the step of the arrows.
func Scroll(key fyne.KeyName, y, line, seen, all float32) (to float32, ok bool) {
	page := max(line, seen-line) // a line of before stays
	switch key {
	case fyne.KeyUp:
		y -= line
	case fyne.KeyDown:
		y += line
	case fyne.KeyPageUp:
		y -= page
	case fyne.KeyPageDown:
		y += page
	case fyne.KeyHome:
		y = 0
	case fyne.KeyEnd:
		y = all
	default:
		return y, false
	}
	return max(0, min(y, all-seen)), true
}

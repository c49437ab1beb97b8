package keys

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
)

func TestScroll(t *testing.T) {
	const line, seen, all = 10, 100, 1000
	for _, test := range []struct {
		key  fyne.KeyName
		from float32
		to   float32
		ok   bool
	}{
		{fyne.KeyDown, 0, 10, true},
		{fyne.KeyUp, 50, 40, true},
		{fyne.KeyUp, 5, 0, true},
		{fyne.KeyPageDown, 0, 90, true}, // a line of before stays
		{fyne.KeyPageUp, 200, 110, true},
		{fyne.KeyPageDown, 850, 900, true},
		{fyne.KeyHome, 500, 0, true},
		{fyne.KeyEnd, 500, 900, true},
		{fyne.KeyLeft, 500, 500, false},
	} {
		if to, ok := Scroll(test.key, test.from, line, seen, all); to != test.to || ok != test.ok {
			t.Errorf("%s from %v: %v, %v; want %v, %v", test.key, test.from, to, ok, test.to, test.ok)
		}
	}
	if to, ok := Scroll(fyne.KeyEnd, 0, line, seen, 50); to != 0 || !ok {
		t.Errorf("what is seen whole scrolls to %v", to)
	}
	if to, _ := Scroll(fyne.KeyPageDown, 0, line, 5, all); to != line {
		t.Errorf("what is lower than a line scrolls by %v", to)
	}
}

func TestTyped(t *testing.T) {
	test.NewTempApp(t)
	o := widget.NewLabel("")
	win := test.NewTempWindow(t, o)
	var passed, used []fyne.KeyName
	use := func(k *fyne.KeyEvent) { used = append(used, k.Name) }
	typed := func(o fyne.CanvasObject, name fyne.KeyName) { Typed(o, &fyne.KeyEvent{Name: name}, use) }
	typed(o, fyne.KeyEscape) // nothing listens
	win.Canvas().SetOnTypedKey(func(k *fyne.KeyEvent) { passed = append(passed, k.Name) })
	for _, name := range []fyne.KeyName{fyne.KeyEscape, fyne.KeyF1, fyne.KeyReturn, fyne.KeyDown} {
		typed(o, name)
	}
	if len(passed) != 2 || passed[0] != fyne.KeyEscape || passed[1] != fyne.KeyF1 {
		t.Errorf("passed on: %v", passed)
	}
	if len(used) != 2 || used[0] != fyne.KeyReturn || used[1] != fyne.KeyDown {
		t.Errorf("used: %v", used)
	}
}

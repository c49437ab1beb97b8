package window

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"ragmanager/manager/window/text"
)

// A tip does not stay, or come, over what is below a switch that was clicked.
func TestTipGoesWithTheClick(t *testing.T) {
	tips := newTips(newBareFixture(t).c)
	waiting := false
	tips.after = func(time.Duration, func()) func() { waiting = true; return func() { waiting = false } }
	check := newTippedCheck(tips, text.Dump, text.Meaning(text.Dump), nil)
	check.MouseIn(&desktop.MouseEvent{})
	tips.box.Show()
	check.Tapped(&fyne.PointEvent{Position: fyne.NewPos(1, 1)})
	if tips.box.Visible() || waiting {
		t.Errorf("after a click the tip is seen: %t, or will come: %t", tips.box.Visible(), waiting)
	}
}

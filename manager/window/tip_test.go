package window

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"ragmanager/manager/window/text"
)

// A tip does not stay, or come, over what is below a switch that was clicked.
func TestTipGoesWithTheClick(t *testing.T) {
	tips := newTips()
	check := newTippedCheck(tips, text.Dump, text.Meaning(text.Dump), nil)
	check.MouseIn(&desktop.MouseEvent{})
	waiting := tips.turn
	tips.box.Show()
	check.Tapped(&fyne.PointEvent{Position: fyne.NewPos(1, 1)})
	if tips.box.Visible() || tips.turn == waiting {
		t.Errorf("after a click the tip is seen: %t, or will come: %t", tips.box.Visible(), tips.turn == waiting)
	}
}

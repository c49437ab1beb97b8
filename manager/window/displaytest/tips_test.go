//go:build display

package displaytest

import (
	"bytes"
	"fmt"
	"os/exec"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"ragmanager/manager/window"
	"ragmanager/manager/window/text"
)

// TestTips holds that a tip is drawn even if nothing else has to be: the caret of an entry
// with the focus, for one, has all drawn again by blinking.
func TestTips(t *testing.T) {
	s := open(t, person{appearance: window.Light})
	s.waitFor(text.TrySample)
	var at fyne.Position
	fyne.DoAndWait(func() {
		s.win.Canvas().Unfocus()
		at, _ = s.find(text.Configure)
	})
	scale := s.win.Canvas().Scale()
	below := fmt.Sprintf("120x14+%d+%d", int(at.X*scale), int((at.Y+25)*scale))
	seen := func() []byte {
		out, err := exec.Command("import", "-window", "root", "-crop", below, "+repage", "rgb:-").Output()
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	s.must("xdotool", "mousemove", "1", "1")
	s.pause()
	before := seen()
	s.must("xdotool", "mousemove", fmt.Sprint(int(at.X*scale)), fmt.Sprint(int(at.Y*scale)))
	s.waitRead(text.Meaning(text.Configure))
	for began := time.Now(); bytes.Equal(before, seen()); time.Sleep(50 * time.Millisecond) {
		if time.Since(began) > patience {
			t.Fatal("the tip is not drawn")
		}
	}
	s.picture("tip")
}

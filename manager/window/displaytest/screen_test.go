//go:build display

package displaytest

import (
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"ragmanager/manager/window"
	"ragmanager/manager/window/controller"
)

// patience is how long a test waits for something to be seen.
const patience = 60 * time.Second

// A screen is the window of a test, with the hands and eyes of a person.
type screen struct {
	t      testing.TB
	win    fyne.Window
	c      *controller.Controller
	opened []string // in the browser
	close  func()
}

// person says how a screen is set up.
type person struct {
	settings   string // file of the settings of the person; "" for a new one
	samples    string // folder for the sample; "" for a new one
	appearance window.Appearance
	size       fyne.Size // of the window; zero for 1280 by 800
}

// open shows the window to a person who has nothing, or what p says.
func open(t testing.TB, p person) *screen {
	t.Helper()
	if p.settings == "" {
		p.settings = filepath.Join(t.TempDir(), "settings.yaml")
	}
	if p.samples == "" {
		p.samples = filepath.Join(t.TempDir(), "RAG")
	}
	if p.size.IsZero() {
		p.size = fyne.NewSize(1280, 800)
	}
	s := &screen{t: t}
	fyne.DoAndWait(func() {
		preferences := desktop.Preferences()
		preferences.SetString("window.appearance", string(p.appearance))
		preferences.RemoveValue("window.draft") // that of the test before
		s.c = controller.New(controller.Options{
			PersonalFile: p.settings, SampleDir: p.samples, Do: fyne.Do,
			OpenURL: func(u *url.URL) error { s.opened = append(s.opened, u.String()); return nil },
		})
		before := len(desktop.Driver().AllWindows())
		w := window.New(desktop, s.c)
		s.win = desktop.Driver().AllWindows()[before]
		s.close = w.Close
		s.win.Resize(p.size)
		w.Show()
	})
	t.Cleanup(s.shut)
	s.wait("the window", func() bool { return s.run("xdotool", "search", "--onlyvisible", "--name", "RAG Manager") == nil })
	s.focus()
	s.pause()
	return s
}

// shut closes the window.
func (s *screen) shut() {
	if s.close != nil {
		fyne.DoAndWait(s.close)
		s.close = nil
		s.pause()
	}
}

// run runs a program and returns its error.
func (s *screen) run(name string, args ...string) error {
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s %s: %w: %s", name, strings.Join(args, " "), err, out)
	}
	return nil
}

// must runs a program that must not fail.
func (s *screen) must(name string, args ...string) {
	s.t.Helper()
	if err := s.run(name, args...); err != nil {
		s.t.Fatal(err)
	}
}

// focus gives the window the keys, which a window manager would do.
func (s *screen) focus() {
	s.t.Helper()
	out, err := exec.Command("xdotool", "search", "--onlyvisible", "--name", "RAG Manager").Output()
	ids := strings.Fields(string(out))
	if err != nil || len(ids) == 0 {
		s.t.Fatal("the window is not on the display: ", err)
	}
	s.must("xdotool", "windowfocus", "--sync", ids[len(ids)-1])
}

// pause gives the window time to draw.
func (s *screen) pause() { time.Sleep(200 * time.Millisecond) }

// wait waits until something is so, which is looked at on the goroutine of the
// window.
func (s *screen) wait(what string, so func() bool) {
	s.t.Helper()
	for began := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		var yes bool
		fyne.DoAndWait(func() { yes = so() })
		if yes {
			return
		}
		if time.Since(began) > patience {
			s.picture("failed")
			s.t.Fatalf("waited in vain for %s; on the screen are:\n%s", what, strings.Join(s.words(), " | "))
		}
	}
}

// waitFor waits until words are seen.
func (s *screen) waitFor(words string) {
	s.t.Helper()
	s.wait(strconv.Quote(words), func() bool { _, ok := s.find(words); return ok })
}

// waitRead waits until a sentence is seen, which may be on several lines.
func (s *screen) waitRead(sentence string) {
	s.t.Helper()
	s.wait(strconv.Quote(sentence), func() bool { return s.readsNow(sentence) })
}

// readsNow reports whether a sentence is seen, which may be on several lines. It is
// called on the goroutine of the window.
func (s *screen) readsNow(sentence string) bool {
	plain := func(words string) string { return strings.Join(strings.Fields(words), " ") }
	return strings.Contains(plain(strings.Join(s.seen(), " ")), plain(sentence))
}

// reads is readsNow, called by the test.
func (s *screen) reads(sentence string) (found bool) {
	fyne.DoAndWait(func() { found = s.readsNow(sentence) })
	return found
}

// click clicks the middle of the words.
func (s *screen) click(words string) {
	s.t.Helper()
	s.waitFor(words)
	var at fyne.Position
	fyne.DoAndWait(func() { at, _ = s.find(words) })
	s.clickAt(at)
}

// clickAt clicks a place of the window. The pointer may be there already, for which
// --sync of xdotool would wait in vain.
func (s *screen) clickAt(at fyne.Position) {
	s.t.Helper()
	scale := s.win.Canvas().Scale()
	s.must("xdotool", "mousemove", strconv.Itoa(int(at.X*scale)), strconv.Itoa(int(at.Y*scale)))
	time.Sleep(60 * time.Millisecond)
	s.must("xdotool", "click", "1")
	s.pause()
}

// write types text.
func (s *screen) write(words string) {
	s.t.Helper()
	s.must("xdotool", "type", "--delay", "12", words)
	s.pause()
}

// press presses keys, as xdotool names them.
func (s *screen) press(keys ...string) {
	s.t.Helper()
	s.must("xdotool", append([]string{"key", "--delay", "30"}, keys...)...)
	s.pause()
}

// picture keeps what is seen as a file in the folder SCREENSHOTS, if that is set.
func (s *screen) picture(name string) {
	s.t.Helper()
	dir := os.Getenv("SCREENSHOTS")
	if dir == "" {
		return
	}
	s.pause()
	size := s.win.Canvas().Size()
	scale := s.win.Canvas().Scale()
	crop := fmt.Sprintf("%dx%d+0+0", int(size.Width*scale), int(size.Height*scale))
	if err := s.run("import", "-window", "root", "-crop", crop, "+repage", filepath.Join(dir, name+".png")); err != nil {
		s.t.Log(err) // only a picture
	}
}

// find returns the middle of words that are seen: those on top first, then from the
// last to the first, because what lies above comes last. It is called on the
// goroutine of the window.
func (s *screen) find(words string) (fyne.Position, bool) {
	c := s.win.Canvas()
	if top := c.Overlays().Top(); top != nil {
		return findIn(top, words, c.Size())
	}
	if menu := s.win.MainMenu(); menu != nil { // its bar is not in the content
		if at, ok := findIn(c.Content(), words, c.Size()); ok {
			return at, true
		}
	}
	return findIn(c.Content(), words, c.Size())
}

func findIn(o fyne.CanvasObject, words string, area fyne.Size) (at fyne.Position, found bool) {
	each(o, func(t *canvas.Text) {
		if !matches(t.Text, words) {
			return
		}
		p := fyne.CurrentApp().Driver().AbsolutePositionForObject(t)
		middle := p.AddXY(t.Size().Width/2, t.Size().Height/2)
		if middle.X > 0 && middle.Y > 0 && middle.X < area.Width && middle.Y < area.Height {
			at, found = middle, true
		}
	})
	return at, found
}

// matches reports whether a text is the words, or begins with them if they end with
// an ellipsis.
func matches(have, words string) bool {
	if start, ok := strings.CutSuffix(words, "…"); ok {
		return strings.HasPrefix(have, start)
	}
	return have == words
}

// each calls visit for each text that is seen in an object.
func each(o fyne.CanvasObject, visit func(*canvas.Text)) {
	if o == nil || !o.Visible() {
		return
	}
	switch o := o.(type) {
	case *canvas.Text:
		visit(o)
	case *fyne.Container:
		for _, inner := range o.Objects {
			each(inner, visit)
		}
	case fyne.Widget:
		for _, inner := range test.WidgetRenderer(o).Objects() {
			each(inner, visit)
		}
	}
}

// words returns all that is written on the screen.
func (s *screen) words() (all []string) {
	fyne.DoAndWait(func() { all = s.seen() })
	return all
}

// seen is words, called on the goroutine of the window.
func (s *screen) seen() (all []string) {
	o := s.win.Canvas().Content()
	if top := s.win.Canvas().Overlays().Top(); top != nil {
		o = top
	}
	each(o, func(t *canvas.Text) {
		if t.Text != "" {
			all = append(all, t.Text)
		}
	})
	return all
}

// sees reports whether any text on the screen has the words in it.
func (s *screen) sees(words string) (found bool) {
	fyne.DoAndWait(func() { found = s.seesNow(words) })
	return found
}

// seesNow is sees, called on the goroutine of the window.
func (s *screen) seesNow(words string) bool {
	return slices.ContainsFunc(s.seen(), func(w string) bool { return strings.Contains(w, words) })
}

// whole returns a length in pixels for xdotool, at the usual scale.
func whole(length float32) string { return strconv.Itoa(int(length)) }

// state returns the state of the controller.
func (s *screen) state() (state controller.State) {
	fyne.DoAndWait(func() { state = s.c.State() })
	return state
}

// idle waits until nothing runs.
func (s *screen) idle() {
	s.t.Helper()
	s.wait("idleness", func() bool { return s.c.State().Word() == "Idle" && !s.c.Busy() })
	s.pause()
}

package window

import (
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/software"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"ragmanager/library"
	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/controller/controllertest"
)

// A fixture is a controller over a library of the sample manual, with an app and a
// window of the test driver.
type fixture struct {
	*controllertest.Desk
	c    *controller.Controller
	root string // of the library
	app  fyne.App
	win  fyne.Window
}

func TestMain(m *testing.M) {
	status := m.Run()
	controllertest.Remove()
	os.Exit(status)
}

// newFixture returns a controller over a fresh library made of the sample manual,
// chunked and fitted, that is open.
func newFixture(t testing.TB) *fixture {
	t.Helper()
	f := newBareFixture(t)
	f.root = controllertest.Sample(t)
	f.Open(t, f.root)
	return f
}

// newBareFixture returns a controller that has not been started, and no library.
func newBareFixture(t testing.TB) *fixture {
	t.Helper()
	f := &fixture{Desk: controllertest.NewDesk(t)}
	f.c = f.Controller
	f.app = test.NewTempApp(t)
	f.app.Settings().SetTheme(NewTheme(Light, 1))
	f.win = test.NewTempWindow(t, nil)
	f.win.Canvas().SetOnTypedKey(func(k *fyne.KeyEvent) { typedAbove(f.win, k) }) // as the main window does
	return f
}

// texts returns the library for reading.
func (f *fixture) texts(t testing.TB) *library.Library {
	t.Helper()
	l, err := library.Open(f.root)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// settle runs what is queued until nothing runs in the background.
func (f *fixture) settle(t testing.TB) {
	t.Helper()
	f.Settle(t)
}

// show shows content in the window at a size.
func (f *fixture) show(content fyne.CanvasObject, size fyne.Size) {
	f.win.SetPadded(false)
	f.win.SetContent(content)
	f.win.Resize(size)
}

// picture draws the window, light and dark, into the folder RAGMANAGER_PICTURES, if
// that is set.
func (f *fixture) picture(t testing.TB, name string) {
	t.Helper()
	dir := os.Getenv("RAGMANAGER_PICTURES")
	if dir == "" {
		return
	}
	for _, a := range []Appearance{Light, Dark} {
		f.app.Settings().SetTheme(NewTheme(a, 1))
		f.settle(t)
		file, err := os.Create(filepath.Join(dir, name+"-"+string(a)+".png"))
		if err != nil {
			t.Fatal(err)
		}
		if err := png.Encode(file, software.RenderCanvas(f.win.Canvas(), f.app.Settings().Theme())); err != nil {
			t.Error(err)
		}
		if err := file.Close(); err != nil {
			t.Error(err)
		}
	}
	f.app.Settings().SetTheme(NewTheme(Light, 1))
}

// said returns the text of what plain or muted returned.
func said(t *widget.RichText) string { return t.Segments[0].(*widget.TextSegment).Text }

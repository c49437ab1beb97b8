package window

import (
	"context"
	"image/png"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/software"
	"fyne.io/fyne/v2/test"

	"ragmanager/manager"
	"ragmanager/manager/window/controller"
)

// A fixture is a controller over a library of the sample manual, with an app and a
// window of the test driver.
type fixture struct {
	c        *controller.Controller
	root     string // of the library
	personal string // file of the settings of the person
	app      fyne.App
	win      fyne.Window
	opened   []string // addresses that were opened in the browser
	queue    *queue
}

// A queue stands in for the loop of the window: what is queued runs when the test
// says so, on its goroutine.
type queue struct {
	mu    sync.Mutex
	calls []func()
	came  chan struct{} // holds one token while there are calls
}

func newQueue() *queue { return &queue{came: make(chan struct{}, 1)} }

// do queues a call, from any goroutine.
func (q *queue) do(f func()) {
	q.mu.Lock()
	q.calls = append(q.calls, f)
	q.mu.Unlock()
	select {
	case q.came <- struct{}{}:
	default:
	}
}

// run runs what is queued and reports whether there was anything.
func (q *queue) run() bool {
	q.mu.Lock()
	calls := q.calls
	q.calls = nil
	q.mu.Unlock()
	for _, f := range calls {
		f()
	}
	return len(calls) > 0
}

// A sampleRoot is a library of the sample manual that is made once and copied.
var sampleRoot = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "ragmanager-window")
	if err != nil {
		return "", err
	}
	root, err := manager.MakeSample(dir)
	if err != nil {
		return "", err
	}
	settings, err := manager.LoadLibrarySettings(root, nil)
	if err != nil {
		return "", err
	}
	m, err := manager.Open(root, settings, manager.DefaultPersonalSettings())
	if err != nil {
		return "", err
	}
	if _, err := m.Chunk(context.Background(), nil, silent{}); err != nil {
		return "", err
	}
	_, err = m.Embed(context.Background(), false, nil, silent{})
	return root, err
})

// silent is a reporter that says nothing.
type silent struct{}

func (silent) Stage(string, int) {}
func (silent) Step(int, string)  {}
func (silent) Warn(error)        {}

func TestMain(m *testing.M) {
	_ = os.Unsetenv("OPENAI_API_KEY") // so that nothing is asked of a server
	status := m.Run()
	if root, err := sampleRoot(); err == nil {
		_ = os.RemoveAll(filepath.Dir(root))
	}
	os.Exit(status)
}

// newFixture returns a controller over a fresh library made of the sample manual,
// chunked and fitted, that is open.
func newFixture(t *testing.T) *fixture {
	t.Helper()
	from, err := sampleRoot()
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(t.TempDir(), "library")
	if err := os.CopyFS(root, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	f := newBareFixture(t)
	f.c.Start()
	f.c.SetRoot(root)
	f.root = root
	f.settle(t)
	if got := f.c.State().Phase; got != controller.Ready {
		t.Fatalf("the phase is %d, want %d", got, controller.Ready)
	}
	return f
}

// newBareFixture returns a controller that has not been started, and no library.
func newBareFixture(t *testing.T) *fixture {
	t.Helper()
	t.Setenv("RAGMANAGER_SAMPLE", t.TempDir())
	f := &fixture{queue: newQueue(), personal: filepath.Join(t.TempDir(), "settings.yaml")}
	f.app = test.NewTempApp(t)
	f.app.Settings().SetTheme(NewTheme(Light, 1))
	f.win = test.NewTempWindow(t, nil)
	f.c = controller.New(controller.Options{
		PersonalFile: f.personal, SampleDir: t.TempDir(), Do: f.queue.do,
		OpenURL:    func(u *url.URL) error { f.opened = append(f.opened, u.String()); return nil },
		WatchEvery: time.Hour, // tests that want it use their own
	})
	t.Cleanup(f.c.Close)
	return f
}

// settle runs what is queued until nothing runs in the background.
func (f *fixture) settle(t *testing.T) {
	t.Helper()
	deadline := time.After(30 * time.Second)
	for {
		for f.queue.run() {
		}
		if !f.c.Busy() && !f.queue.run() {
			return
		}
		select {
		case <-f.queue.came:
		case <-time.After(5 * time.Millisecond):
		case <-deadline:
			t.Fatal("what runs in the background does not end")
		}
	}
}

// show shows content in the window at a size.
func (f *fixture) show(content fyne.CanvasObject, size fyne.Size) {
	f.win.SetPadded(false)
	f.win.SetContent(content)
	f.win.Resize(size)
}

// picture draws the window, light and dark, into the folder RAGMANAGER_PICTURES, if
// that is set.
func (f *fixture) picture(t *testing.T, name string) {
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

// Package controllertest helps to test what uses a controller, without a display: a
// stand-in for the loop of the window, and libraries to work with.
package controllertest

import (
	"context"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"ragmanager/manager"
	"ragmanager/manager/window/controller"
)

// A Loop stands in for the loop of the window: what is queued runs when the test says
// so, on its goroutine.
type Loop struct {
	mu    sync.Mutex
	calls []func()
	came  chan struct{} // holds one token while there are calls
}

// NewLoop returns a Loop.
func NewLoop() *Loop { return &Loop{came: make(chan struct{}, 1)} }

// Do queues a call, from any goroutine.
func (l *Loop) Do(f func()) {
	l.mu.Lock()
	l.calls = append(l.calls, f)
	l.mu.Unlock()
	select {
	case l.came <- struct{}{}:
	default:
	}
}

// Run runs what is queued and reports whether there was anything.
func (l *Loop) Run() bool {
	l.mu.Lock()
	calls := l.calls
	l.calls = nil
	l.mu.Unlock()
	for _, f := range calls {
		f()
	}
	return len(calls) > 0
}

// patience is how long a test waits for something at most.
const patience = 60 * time.Second

// Wait runs what is queued until done reports true. It fails the test if that takes
// too long.
func (l *Loop) Wait(t testing.TB, done func() bool) {
	t.Helper()
	deadline := time.After(patience)
	for {
		for l.Run() {
		}
		if done() {
			return
		}
		select {
		case <-l.came:
		case <-time.After(5 * time.Millisecond):
		case <-deadline:
			t.Fatal("what the test waits for does not come")
		}
	}
}

// Settle runs what is queued until nothing runs in the background.
func (l *Loop) Settle(t testing.TB, c *controller.Controller) {
	t.Helper()
	l.Wait(t, func() bool { return !c.Busy() && !l.Run() })
}

// A Desk is a controller with its loop, and what it did outside.
type Desk struct {
	*controller.Controller
	Loop     *Loop
	Personal string   // file of the settings of the person
	Samples  string   // folder that the sample library goes to
	Opened   []string // addresses that were opened in the browser
}

// NewDesk returns a controller that has not been started, whose person has set
// nothing and has no key.
func NewDesk(t testing.TB) *Desk {
	t.Helper()
	return NewDeskWith(t, func(*controller.Options) {})
}

// NewDeskWith is NewDesk with options that edit has changed.
func NewDeskWith(t testing.TB, edit func(*controller.Options)) *Desk {
	t.Helper()
	t.Setenv("OPENAI_API_KEY", "") // so that nothing is asked of a server
	d := &Desk{Loop: NewLoop(), Personal: filepath.Join(t.TempDir(), "settings.yaml"), Samples: t.TempDir()}
	o := controller.Options{
		PersonalFile: d.Personal, SampleDir: d.Samples, Do: d.Loop.Do,
		OpenURL:    func(u *url.URL) error { d.Opened = append(d.Opened, u.String()); return nil },
		WatchEvery: 20 * time.Millisecond,
	}
	edit(&o)
	d.Controller = controller.New(o)
	t.Cleanup(func() {
		d.Controller.Close()
		d.Loop.Run()
	})
	return d
}

// Open starts the controller with the library at root, and waits until it is open.
func (d *Desk) Open(t testing.TB, root string) {
	t.Helper()
	d.Start()
	d.UseFolder(root, func() {})
	d.Settle(t)
	if s := d.State(); s.Phase != controller.Ready {
		t.Fatalf("the library is not open: %+v", s)
	}
}

// Settle runs what is queued until nothing runs in the background.
func (d *Desk) Settle(t testing.TB) {
	t.Helper()
	d.Loop.Settle(t, d.Controller)
}

// Sample returns the root of a fresh library of the sample manual, chunked and
// fitted.
func Sample(t testing.TB) string {
	t.Helper()
	from, err := sample()
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(t.TempDir(), "library")
	if err := os.CopyFS(root, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	return root
}

// Remove removes what the samples were copied from. Call it when all tests have
// ended.
func Remove() {
	if root, err := sample(); err == nil {
		_ = os.RemoveAll(filepath.Dir(root)) // in a folder for temporary files
	}
}

// sample makes the library that samples are copied from.
var sample = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "ragmanager-sample")
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
	if _, err := m.Chunk(context.Background(), nil, Silent{}); err != nil {
		return "", err
	}
	_, err = m.Embed(context.Background(), false, nil, Silent{})
	return root, err
})

// Silent is a reporter that says nothing.
type Silent struct{}

// Stage implements [manager.Reporter].
func (Silent) Stage(string, int) {}

// Step implements [manager.Reporter].
func (Silent) Step(int, string) {}

// Warn implements [manager.Reporter].
func (Silent) Warn(error) {}

//go:build display

package displaytest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"ragmanager/manager/llm/standin"
	"ragmanager/manager/window"
	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// soakActions is how many things a soak does.
const soakActions = 500

// A soak is somebody who does at random all that can be done.
type soak struct {
	*screen
	random *rand.Rand
	root   string
	pages  *changingPages
	done   []string // what was done, for who looks for a fault
}

// TestSoak does many things at random, while jobs run, and looks whether the window
// lives, forgets nothing it has started, and does not grow. SEED repeats a run.
func TestSoak(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "sk-standin")
	seed := uint64(time.Now().UnixNano())
	if given, err := strconv.ParseUint(os.Getenv("SEED"), 10, 64); err == nil {
		seed = given
	}
	t.Logf("SEED=%d", seed)
	desktop.Preferences().SetFloat("window.zoom", 1)
	before := settledGoroutines(0)
	server := newMoodyServer(t, standin.Options{Pace: 2 * time.Millisecond, Latency: 10 * time.Millisecond})
	pages := newChangingPages(t, 40)
	root := filepath.Join(t.TempDir(), "library")
	if err := os.Mkdir(root, 0o755); err != nil {
		t.Fatal(err)
	}
	keepLibrary(t, root, map[string]string{"sources": pages.addresses(), "retrieve.space": "openai"})
	personal := keepPersonal(t, map[string]string{"root": root, "endpoint.base_url": server.base(), "endpoint.max_wait": "1s"})
	s := &soak{screen: open(t, person{settings: personal, appearance: window.Light}), random: rand.New(rand.NewPCG(seed, 0)), root: root, pages: pages}
	s.wait("the library", func() bool { return s.c.State().Known })
	ended := map[string]int{}
	fyne.DoAndWait(func() { s.c.Outcomes.Connect(func(o controller.Outcome) { ended[o.Word]++ }) })
	defer func() {
		if t.Failed() {
			t.Logf("the last that was done: %s", strings.Join(s.done[max(0, len(s.done)-30):], "; "))
		}
	}()
	s.press("ctrl+b") // so that there is something to ask
	s.ended()
	s.press("ctrl+e")
	s.ended()
	s.act(soakActions / 2)
	half := s.rest()
	s.act(soakActions / 2)
	full := s.rest()
	t.Logf("heap after %d actions %.1f MB, after %d %.1f MB", soakActions/2, float64(half)/1e6, soakActions, float64(full)/1e6)
	if full > half*12/10+10e6 {
		t.Errorf("the heap grew from %d to %d bytes", half, full)
	}
	t.Logf("what ran: %v", ended)
	if ended[text.Chunk] == 0 || ended[text.Embed] == 0 || ended[text.Submit] == 0 {
		t.Errorf("too little ran to tell anything: %v", ended)
	}
	s.picture("soak")
	s.shut()
	server.pull()
	pages.close()
	if after := settledGoroutines(before + 3); after > before+3 { // Fyne keeps a few of its own
		t.Errorf("%d goroutines before, %d after\n%s", before, after, stacks())
	}
}

// settledGoroutines returns how many goroutines there are, when they are not more than
// wanted, or after a while.
func settledGoroutines(wanted int) int {
	for began := time.Now(); runtime.NumGoroutine() > wanted && time.Since(began) < 5*time.Second; {
		time.Sleep(100 * time.Millisecond)
		runtime.GC() // closes what nobody holds
	}
	return runtime.NumGoroutine()
}

// stacks returns what all goroutines are doing.
func stacks() string {
	all := make([]byte, 4<<20)
	return string(all[:runtime.Stack(all, true)])
}

// act does so many things.
func (s *soak) act(n int) {
	for range n {
		name, do := s.choose()
		s.done = append(s.done, name)
		do()
		s.answers()
		s.stayHome()
	}
}

// rest ends what runs and what is open, and returns how much memory is in use.
func (s *soak) rest() int64 {
	for range 6 {
		s.xdotool("key", "Escape")
		time.Sleep(50 * time.Millisecond)
	}
	s.leaveAll()
	fyne.DoAndWait(s.c.Abort)
	s.wait("rest", func() bool { return s.c.State().Word() == text.StateIdle && !s.c.Busy() })
	time.Sleep(time.Second)
	return heap()
}

// leaveAll takes away what is still open.
func (s *soak) leaveAll() {
	fyne.DoAndWait(func() {
		for o := s.win.Canvas().Overlays(); o.Top() != nil; {
			o.Remove(o.Top())
		}
	})
}

// answers fails the test with all that runs if the window does not answer.
func (s *soak) answers() {
	s.t.Helper()
	answered := make(chan struct{})
	fyne.Do(func() { close(answered) })
	const longest = time.Minute
	select {
	case <-answered:
	case <-time.After(longest):
		s.t.Fatalf("the window does not answer after %s\n%s", s.done[len(s.done)-1], stacks())
	}
}

// stayHome goes back to the library if a random click has left it.
func (s *soak) stayHome() {
	fyne.DoAndWait(func() {
		if state := s.c.State(); state.Root != s.root && state.Job == "" && state.Asking == "" {
			s.c.UseFolder(s.root, func() {})
		}
	})
}

// xdotool lets a person do something, without waiting for what comes of it.
func (s *soak) xdotool(args ...string) {
	s.t.Helper()
	s.must("xdotool", args...)
}

// choose chooses what is done next, by how often a person does it.
func (s *soak) choose() (name string, do func()) {
	var covered bool
	fyne.DoAndWait(func() { covered = s.win.Canvas().Overlays().Top() != nil })
	if covered && s.random.IntN(3) == 0 {
		return s.shortcut("Escape") // or nothing but what lies on top would be tried
	}
	switch n := s.random.IntN(100); {
	case n < 40:
		return s.clickAny()
	case n < 52:
		return s.shortcut("ctrl+1", "ctrl+2", "ctrl+3", "ctrl+4", "ctrl+5", "ctrl+l")
	case n < 62:
		return s.shortcut("ctrl+b", "ctrl+e", "ctrl+t", "ctrl+g", "ctrl+shift+d", "ctrl+h", "ctrl+shift+h", "ctrl+period", "ctrl+r")
	case n < 70:
		return s.shortcut("ctrl+k", "ctrl+p", "ctrl+comma", "F1", "ctrl+o", "ctrl+u")
	case n < 80:
		return s.question()
	case n < 84:
		return s.resize()
	case n < 87:
		return s.appear()
	case n < 90:
		return s.shortcut("ctrl+equal", "ctrl+minus", "ctrl+0")
	case n < 94:
		return s.shortcut("Tab", "Down", "Up", "Right", "Left", "space", "Return", "Page_Down", "End", "Delete")
	case n < 96:
		return "change pages", func() { s.pages.edition.Add(1) }
	case n < 98:
		return "wheel", func() { s.xdotool("click", "--repeat", "10", "--delay", "2", strconv.Itoa(4+s.random.IntN(2))) }
	}
	return s.shortcut("Escape")
}

// shortcut presses one of some keys.
func (s *soak) shortcut(keys ...string) (string, func()) {
	key := keys[s.random.IntN(len(keys))]
	return "press " + key, func() { s.xdotool("key", key) }
}

// never is what a soak does not click: what leads out of its folders and its network.
var never = []string{text.UseFolder, text.MakeFolder, text.UseFile, text.SaveConfiguration, text.TrySample, "Open", "New Folder", "Create"}

// clickAny clicks some words that are seen.
func (s *soak) clickAny() (string, func()) {
	var words string
	var at fyne.Position
	fyne.DoAndWait(func() {
		o, area := s.win.Canvas().Content(), s.win.Canvas().Size()
		if top := s.win.Canvas().Overlays().Top(); top != nil {
			o = top
		}
		n := 0
		each(o, func(t *canvas.Text) {
			p := fyne.CurrentApp().Driver().AbsolutePositionForObject(t).AddXY(t.Size().Width/2, t.Size().Height/2)
			inside := p.X > 0 && p.Y > 0 && p.X < area.Width && p.Y < area.Height
			if t.Text == "" || !inside || slices.Contains(never, t.Text) {
				return
			}
			if n++; s.random.IntN(n) == 0 {
				words, at = t.Text, p
			}
		})
	})
	if words == "" {
		return "press Escape", func() { s.xdotool("key", "Escape") }
	}
	button := "1"
	if s.random.IntN(12) == 0 {
		button = "3"
	}
	scale := s.win.Canvas().Scale()
	return fmt.Sprintf("click %s %.40q", button, words), func() {
		s.xdotool("mousemove", whole(at.X*scale), whole(at.Y*scale), "click", button)
	}
}

// questions are what is asked.
var questions = []string{
	"How is the antenna set?", "asdf qwer zxcv", "?", "$x^2$ **a** | b |", "<b>&amp;", "../../etc/passwd", "1234567890",
}

// question types a question, and submits it or retrieves for it.
func (s *soak) question() (string, func()) {
	q := questions[s.random.IntN(len(questions))]
	if s.random.IntN(6) == 0 {
		// An entry of Fyne takes 20 ms for each letter of a text of some thousand, and
		// nobody types 1,000 letters a second.
		q = strings.Repeat("A very long question. ", 8)
	}
	end := []string{"Return", "ctrl+r", "shift+Return", "Escape"}[s.random.IntN(4)]
	return fmt.Sprintf("ask %.30q and %s", q, end), func() {
		s.xdotool("key", "ctrl+l", "ctrl+a") // in place of what is there
		s.xdotool("type", "--delay", "1", q)
		s.xdotool("key", end)
	}
}

// resize makes the window larger or smaller.
func (s *soak) resize() (string, func()) {
	size := fyne.NewSize(float32(500+s.random.IntN(900)), float32(350+s.random.IntN(700)))
	return fmt.Sprint("resize to ", size), func() { fyne.DoAndWait(func() { s.win.Resize(size) }) }
}

// appear changes the colours, by the menu.
func (s *soak) appear() (string, func()) {
	label := []string{text.InLight, text.InDark, text.AsSystem}[s.random.IntN(3)]
	return "choose " + label, func() {
		fyne.DoAndWait(func() {
			for _, menu := range s.win.MainMenu().Items {
				for _, item := range menu.Items {
					if item.Label == label {
						item.Action()
					}
				}
			}
		})
	}
}

// changingPages serves pages that become others.
type changingPages struct {
	server  *httptest.Server
	n       int
	edition atomic.Int64
}

func newChangingPages(t testing.TB, n int) *changingPages {
	p := &changingPages{n: n}
	p.server = httptest.NewServer(p)
	t.Cleanup(p.close)
	return p
}

// ServeHTTP implements [http.Handler].
func (p *changingPages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	number, err := strconv.Atoi(strings.TrimSuffix(filepath.Base(r.URL.Path), ".html"))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	var b bytes.Buffer
	manualPage{number: number, sections: 6, edition: int(p.edition.Load()) * (number % 2)}.WriteTo(&b)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Write(b.Bytes())
}

// addresses are those of the pages, and one that is not there.
func (p *changingPages) addresses() string {
	var all []string
	for i := range p.n {
		all = append(all, fmt.Sprintf("%s/%d.html", p.server.URL, i))
	}
	return strings.Join(append(all, p.server.URL+"/missing.html"), "\n")
}

func (p *changingPages) close() {
	p.server.CloseClientConnections()
	p.server.Close()
}

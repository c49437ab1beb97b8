//go:build display

package displaytest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"ragmanager/manager"
	"ragmanager/manager/llm/standin"
	"ragmanager/manager/window"
	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// The bars. What is measured may be this many times as long before a test fails: the
// machine may be doing other things, and a bar is not for tests.
const (
	barStart  = time.Second
	barBeat   = 100 * time.Millisecond
	barLines  = 2 * time.Second
	barMemory = 100 // MB
	generous  = 20
)

// measured is how many pages there are: 1,000 where MEASURE is set, else a tenth, which
// shows whether all of it works.
func measured() int {
	if os.Getenv("MEASURE") != "" {
		return 1000
	}
	return 100
}

// report prints a figure as a benchmark does.
func report(name string, value float64, unit string) {
	fmt.Printf("BenchmarkWindow%s \t1\t%.4g %s\n", name, value, unit)
}

func milliseconds(d time.Duration) float64 { return d.Seconds() * 1000 }

// bound fails the test if something took out of all proportion long.
func bound(t testing.TB, name string, have, bar time.Duration) {
	t.Helper()
	if have > generous*bar {
		t.Errorf("%s took %v, which is more than %d times %v", name, have, generous, bar)
	}
}

// A heartbeat asks the goroutine of the window again and again whether it is there.
type heartbeat struct {
	stop, ended chan struct{}
	waits       []time.Duration
	busy        []string // what the window was doing, at some waits that were too long
}

func newHeartbeat() *heartbeat {
	longestCall.Store(0)
	h := &heartbeat{stop: make(chan struct{}), ended: make(chan struct{})}
	go h.beat()
	return h
}

// longestCall is how long what the controller had run on the goroutine of the window
// took at most, in nanoseconds: what is ours of a wait, the rest being the drawing.
var longestCall atomic.Int64

// timed runs a function on the goroutine of the window, as fyne.Do.
func timed(f func()) {
	fyne.Do(func() {
		began := time.Now()
		f()
		longestCall.Store(max(longestCall.Load(), int64(time.Since(began))))
	})
}

func (h *heartbeat) beat() {
	defer close(h.ended)
	for {
		select {
		case <-h.stop:
			return
		case <-time.After(5 * time.Millisecond):
		}
		began, answered := time.Now(), make(chan struct{})
		fyne.Do(func() { close(answered) })
		select {
		case <-answered:
		case <-time.After(barBeat):
			h.busy = append(h.busy, windowStack())
			<-answered
		}
		h.waits = append(h.waits, time.Since(began))
	}
}

// windowStack returns what the goroutine of the window is doing.
func windowStack() string {
	all := make([]byte, 1<<20)
	all = all[:runtime.Stack(all, true)]
	_, stack, _ := strings.Cut("\n\n"+string(all), "\n\ngoroutine 1 ")
	stack, _, _ = strings.Cut(stack, "\n\n")
	return stack
}

// tell ends the heartbeat and reports the longest wait and that of one in a hundred.
func (h *heartbeat) tell(t testing.TB, name string) {
	t.Helper()
	close(h.stop)
	<-h.ended
	slices.Sort(h.waits)
	n := len(h.waits)
	worst := h.waits[n-1]
	report(name, milliseconds(worst), "worst-ms")
	report(name, milliseconds(h.waits[n*99/100]), "p99-ms")
	report(name, milliseconds(time.Duration(longestCall.Load())), "ours-ms")
	bound(t, name, worst, barBeat)
	for _, stack := range h.busy[:min(len(h.busy), 5)] {
		t.Logf("%s: the window did not answer; it was at %s", name, stack)
	}
}

// A manual is a library of many pages, and where they are.
type manual struct {
	root, pages, personal string
	sections              int
}

// newManual makes a library of made-up pages, and fills it.
func newManual(t testing.TB, sections int) manual {
	t.Helper()
	dir := t.TempDir()
	m := manual{root: filepath.Join(dir, "library"), pages: filepath.Join(dir, "pages"), sections: sections}
	for _, d := range []string{m.root, m.pages} {
		if err := os.Mkdir(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	m.write(t, 1)
	keepLibrary(t, m.root, map[string]string{"sources": m.pages, "retrieve.space": "builtin"})
	m.personal = keepPersonal(t, map[string]string{"root": m.root})
	fill(t, m.root, m.personal)
	return m
}

// write writes an edition of the pages.
func (m manual) write(t testing.TB, edition int) {
	t.Helper()
	for i := range measured() {
		var b bytes.Buffer
		p := manualPage{number: i, sections: m.sections, edition: edition}
		p.WriteTo(&b)
		if err := os.WriteFile(filepath.Join(m.pages, p.name()), b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// start opens the window of a library, and returns how long it takes until the window
// has it and takes a key.
func (m manual) start(t testing.TB) (*screen, time.Duration) {
	t.Helper()
	known := make(chan struct{})
	s := &screen{t: t}
	began := time.Now()
	fyne.DoAndWait(func() {
		desktop.Preferences().RemoveValue("window.draft") // that of the test before
		s.c = controller.New(controller.Options{PersonalFile: m.personal, Do: timed, OpenURL: func(*url.URL) error { return nil }})
		before := len(desktop.Driver().AllWindows())
		w := window.New(desktop, s.c)
		s.win, s.close = desktop.Driver().AllWindows()[before], w.Close
		told := false
		s.c.States.Connect(func(state controller.State) {
			if state.Known && !told {
				told = true
				close(known)
			}
		})
		w.Show()
	})
	t.Cleanup(s.shut)
	s.must("xdotool", "search", "--sync", "--onlyvisible", "--name", "RAG Manager")
	s.focus()
	select {
	case <-known:
	case <-time.After(patience):
		t.Fatal("the library is not opened")
	}
	s.must("xdotool", "key", "x")
	for seen := false; !seen && time.Since(began) < patience; {
		fyne.DoAndWait(func() { _, seen = s.find("x") })
	}
	took := time.Since(began)
	s.press("BackSpace")
	s.wait("the end of opening", func() bool { return !s.c.Busy() })
	return s, took
}

// measureStart opens the window twice and reports the second time.
func (m manual) measureStart(t testing.TB, name string) {
	t.Helper()
	first, _ := m.start(t)
	first.shut()
	s, took := m.start(t)
	report(name, milliseconds(took), "ms")
	bound(t, name, took, barStart)
	s.shut()
}

// ended waits until a job has ended and the library is loaded again.
func (s *screen) ended() {
	s.t.Helper()
	s.wait("the end of a job", func() bool { return s.c.State().Job == "" && !s.c.Busy() })
}

// TestSpeed measures how long the window takes to open, and to answer while it works,
// on a library of ten chunks for each page.
func TestSpeed(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "sk-standin")
	desktop.Preferences().SetString("window.appearance", string(window.Light))
	server := newMoodyServer(t, standin.Options{})
	m := newManual(t, 10)
	m.measureStart(t, "StartBuiltin")
	measureProgram(t, m)
	s, _ := m.start(t)
	measureIdle(t)
	m.write(t, 2)
	measureJob(s, "Chunk", "ctrl+b")
	s.shut()
	keepLibrary(t, m.root, map[string]string{"retrieve.space": "openai"})
	m.personal = keepPersonal(t, map[string]string{"root": m.root, "endpoint.base_url": server.base()})
	s, _ = m.start(t)
	measureJob(s, "Embed", "ctrl+e")
	if missing := len(s.state().Overview.Missing); missing != 0 {
		t.Errorf("%d vectors are missing", missing)
	}
	measureStream(s, server)
	s.shut()
	m.measureStart(t, "StartVectors")
}

// measureIdle reports how long the window takes to answer while nothing happens.
func measureIdle(t testing.TB) {
	h := newHeartbeat()
	time.Sleep(time.Second)
	h.tell(t, "Idle")
}

// measureJob reports how long the window does not answer while a job runs.
func measureJob(s *screen, name, key string) {
	s.t.Helper()
	h, began := newHeartbeat(), time.Now()
	s.press(key)
	s.wait("the beginning of "+name, func() bool { return s.c.State().Job != "" || len(s.c.State().Overview.Missing) == 0 })
	s.ended()
	report(name, time.Since(began).Seconds(), "s")
	h.tell(s.t, name)
}

// measureProgram reports how long the program named by PROGRAM takes until its window
// is visible, and until there is something in it.
func measureProgram(t testing.TB, m manual) {
	program := os.Getenv("PROGRAM")
	if program == "" {
		return
	}
	home := t.TempDir()
	config := filepath.Join(home, "ragmanager")
	if err := os.CopyFS(config, os.DirFS(filepath.Dir(m.personal))); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(program)
	c.Env = append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home, "OPENAI_API_KEY=")
	began := time.Now()
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Process.Kill(); _ = c.Wait() }()
	id, err := exec.Command("xdotool", "search", "--sync", "--onlyvisible", "--name", "RAG Manager").Output()
	if err != nil {
		t.Fatal(err)
	}
	report("ProgramVisible", milliseconds(time.Since(began)), "ms")
	for time.Since(began) < patience {
		const few = 20 // colours of a window in which nothing is drawn yet
		out, err := exec.Command("import", "-window", strings.Fields(string(id))[0], "-crop", "700x300+0+0", "-format", "%k", "info:").Output()
		if colours, _ := strconv.Atoi(strings.TrimSpace(string(out))); err == nil && colours > few {
			report("ProgramDrawn", milliseconds(time.Since(began)), "ms")
			bound(t, "the program", time.Since(began), barStart)
			return
		}
	}
	t.Error("the window of the program stays blank")
}

// measureStream reports how far the view is behind an answer of two words for each
// page that comes at 200 pieces a second.
func measureStream(s *screen, server *moodyServer) {
	t := s.t
	const pace = 5 * time.Millisecond
	var sent atomic.Int64 // when the last piece was, in nanoseconds
	server.mood(t, "", streamed(2*measured(), pace, &sent))
	var shown time.Time
	fyne.DoAndWait(func() {
		s.c.Exchanges.Connect(func(e *controller.Exchange) { // after the view has shown it
			if shown.IsZero() && strings.Contains(e.Answer, "The end.") {
				shown = time.Now()
			}
		})
	})
	s.submit("How is the antenna set by the battery?")
	s.wait("the beginning of the answer", func() bool { return s.last().State == controller.Answering })
	h := newHeartbeat()
	s.wait("the answer", func() bool { return s.last().State == controller.Answered })
	h.tell(t, "Stream")
	lag := shown.Sub(time.Unix(0, sent.Load()))
	report("Stream", milliseconds(lag), "lag-ms")
	bound(t, "the last piece of an answer", lag, barBeat)
	server.mood(t, "", nil)
}

// streamed has a server answer with so many words, piece by piece.
func streamed(words int, pace time.Duration, sent *atomic.Int64) standin.Fault {
	return func(w http.ResponseWriter, r *http.Request, well http.Handler) {
		if !strings.HasSuffix(r.URL.Path, "/chat/completions") {
			well.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		tick := time.NewTicker(pace)
		defer tick.Stop()
		for i := range words {
			<-tick.C
			if r.Context().Err() != nil {
				return
			}
			sendPiece(w, longWord(i), "")
		}
		sendPiece(w, "\n\nThe end.", "")
		sent.Store(time.Now().UnixNano())
		sendPiece(w, "", "stop")
		fmt.Fprint(w, "data: [DONE]\n\n")
	}
}

// longWord is a word of a long answer, which has headings, lists, tables and equations.
func longWord(i int) string {
	word := topics[i%len(topics)] + " "
	switch {
	case i%200 == 0:
		return "\n\n## Part " + strconv.Itoa(i/200) + "\n\n" + word
	case i%200 == 60:
		return "\n\n- one " + word + "\n- two $x_" + strconv.Itoa(i) + "^2$\n\n"
	case i%200 == 120:
		return "\n\n| a | b |\n|---|---|\n| **c** | `d` |\n\n" + word
	case i%40 == 20:
		return "\n\n" + word
	}
	return word
}

// sendPiece sends one piece of an answer.
func sendPiece(w http.ResponseWriter, piece, finish string) {
	choice := map[string]any{"index": 0, "delta": map[string]string{"content": piece}}
	if finish != "" {
		choice["finish_reason"] = finish
	}
	data, _ := json.Marshal(map[string]any{"id": "x", "object": "chat.completion.chunk", "model": "gpt-4o", "choices": []any{choice}}) // all of it is plain
	fmt.Fprintf(w, "data: %s\n\n", data)
	w.(http.Flusher).Flush()
}

// TestLogSpeed measures how long the log takes for 50 lines for each page, 50,000 at
// most, that a check of the sources tells.
func TestLogSpeed(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "")
	m := newWarningManual(t)
	alone := checkAlone(t, m)
	s, _ := m.start(t)
	lines, want := 0, 50*measured()
	fyne.DoAndWait(func() { s.c.Lines.Connect(func(more []controller.Line) { lines += len(more) }) })
	before := heap()
	s.press("ctrl+5")
	h, began := newHeartbeat(), time.Now()
	fyne.DoAndWait(s.c.CheckAll)
	s.wait("all lines", func() bool { return lines >= want && s.c.State().Job == "" })
	took := time.Since(began) - alone
	h.tell(t, "Log")
	s.ended()
	report("Log", took.Seconds(), "s")
	report("Log", float64(heap()-before)/1e6, "MB")
	bound(t, "the log", took, barLines)
	if used := (heap() - before) / 1e6; used > generous*barMemory {
		t.Errorf("the log takes %d MB", used)
	}
	s.press("ctrl+End")
	s.alive()
}

// newWarningManual makes a library whose pages have 50 things each that their authors
// should know.
func newWarningManual(t testing.TB) manual {
	t.Helper()
	dir := t.TempDir()
	m := manual{root: filepath.Join(dir, "library"), pages: filepath.Join(dir, "pages")}
	for _, d := range []string{m.root, m.pages} {
		if err := os.Mkdir(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for i := range measured() {
		var b strings.Builder
		fmt.Fprintf(&b, "<html><head><title>%d</title></head><body><h1>%d</h1><p>Text of page %d.</p>", i, i, i)
		for j := range 50 {
			fmt.Fprintf(&b, "<p hidden>Nobody sees remark %d of page %d.</p>\n", j, i)
		}
		if err := os.WriteFile(filepath.Join(m.pages, fmt.Sprintf("%d.html", i)), []byte(b.String()+"</body></html>"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	keepLibrary(t, m.root, map[string]string{"sources": m.pages, "retrieve.space": "builtin"})
	m.personal = keepPersonal(t, map[string]string{"root": m.root})
	return m
}

// checkAlone returns how long the check takes without a window.
func checkAlone(t testing.TB, m manual) time.Duration {
	t.Helper()
	began := time.Now()
	settings, err := manager.LoadLibrarySettings(m.root, nil)
	if err != nil {
		t.Fatal(err)
	}
	reader, err := manager.NewPageReader(settings.Fetch, manager.DefaultPersonalSettings())
	if err != nil {
		t.Fatal(err)
	}
	reader.Check(context.Background(), settings.Sources, func(manager.CheckedPage) {})
	return time.Since(began)
}

// heap returns how many bytes are in use.
func heap() int64 {
	runtime.GC()
	runtime.GC() // what the first one finalised
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestScrollSpeed measures how long the window does not answer while a tree of twenty
// chunks for each page is scrolled by the wheel.
func TestScrollSpeed(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "")
	m := newManual(t, 20)
	s, _ := m.start(t)
	s.press("ctrl+3")
	s.wait("the tree", func() bool { return s.seesNow("Page 0") })
	var at fyne.Position
	fyne.DoAndWait(func() { at, _ = s.find("Page 0") })
	s.must("xdotool", "mousemove", whole(at.X), whole(at.Y), "click", "3")
	h := newHeartbeat()
	s.click(text.ExpandAll)
	h.tell(t, "Expand")
	s.must("xdotool", "mousemove", whole(at.X), whole(at.Y+60))
	h = newHeartbeat()
	s.must("xdotool", "click", "--repeat", strconv.Itoa(50+measured()/4), "--delay", "12", "5")
	s.pause()
	h.tell(t, "Scroll")
	if s.sees("Page 0") {
		t.Error("the tree was not scrolled")
	}
}

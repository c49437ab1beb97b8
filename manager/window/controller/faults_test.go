package controller_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"ragmanager/library"
	"ragmanager/manager/llm/standin"
	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/controller/controllertest"
	"ragmanager/manager/window/text"
)

// testKey is the key of the person; it must show up nowhere.
const testKey = "sk-0123456789-never-to-be-seen-9876543210"

// served is a desk whose models are those of a server on this computer.
type served struct {
	*controllertest.Desk
	server *standin.Server
}

// serve returns a controller with the sample library open and a server of models that
// makes its vectors and answers.
func serve(t *testing.T, o standin.Options) (*served, *heard) {
	t.Helper()
	d, h := desk(t)
	t.Setenv("OPENAI_API_KEY", testKey)
	s := &served{Desk: d}
	s.use(t, o)
	s.set(t, map[string]string{"retrieve.space": "openai"})
	return s, h
}

// use makes another server that of the models.
func (d *served) use(t *testing.T, o standin.Options) {
	t.Helper()
	d.server = standin.Start(o)
	t.Cleanup(d.server.Close)
	d.set(t, map[string]string{"endpoint.base_url": d.server.URL})
}

// set saves settings and waits until they count.
func (d *served) set(t *testing.T, values map[string]string) {
	t.Helper()
	if err := d.SaveSettings(values); err != nil {
		t.Fatal(err)
	}
	d.Settle(t)
}

// embedded counts the vectors on disk.
func (d *served) embedded(t *testing.T) int {
	t.Helper()
	n := 0
	err := filepath.WalkDir(filepath.Join(d.State().Root, "Embed"), func(path string, _ os.DirEntry, err error) error {
		if strings.HasSuffix(path, ".txt") {
			n++
		}
		return err
	})
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return n
}

// last returns the last problem.
func (h *heard) last(t *testing.T) *controller.Problem {
	t.Helper()
	if len(h.problems) == 0 {
		t.Fatal("there was no problem")
	}
	return h.problems[len(h.problems)-1]
}

// endsSoon waits until nothing runs, and tells how long that takes: less than a second
// on a computer that has nothing else to do. It would take minutes if what runs were
// not aborted, which is more than Wait waits.
func (d *served) endsSoon(t *testing.T, what string) {
	t.Helper()
	began := time.Now()
	d.Loop.Wait(t, func() bool { return d.State().Word() == text.StateIdle })
	t.Logf("%s ends after %v", what, time.Since(began))
	d.Settle(t)
}

// A key that is refused leads to Set_Key, and is shown by nothing.
func TestKeyRefused(t *testing.T) {
	d, h := serve(t, standin.Options{Key: "sk-another"})
	d.SetVerbose(true)
	d.Embed()
	d.Settle(t)
	p := h.last(t)
	if p.Hint != text.HintKeyRefused || p.Action != controller.SetKey {
		t.Errorf("%+v", p)
	}
	if len(d.server.Requests()) == 0 {
		t.Fatal("the server was not asked")
	}
	list, err := d.LoadSettings()
	if err != nil {
		t.Fatal(err)
	}
	state, err := json.Marshal(d.State())
	if err != nil {
		t.Fatal(err)
	}
	log, err := os.ReadFile(d.LogPath())
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	for where, words := range map[string]string{
		"the details": p.Details(), "the log": strings.Join(h.lines, "\n"), "the outcomes": fmt.Sprintf("%+v", h.outcomes),
		"the settings": fmt.Sprintf("%+v", list), "the state": string(state), "the file of the log": string(log), "its place": d.KeyFrom(),
	} {
		if strings.Contains(words, testKey) || strings.Contains(words, "never-to-be-seen") {
			t.Errorf("the key is in %s", where)
		}
	}
}

// The same of a question: its problem stands where the answer would.
func TestKeyRefusedToAQuestion(t *testing.T) {
	d, h := serve(t, standin.Options{})
	d.Embed()
	d.Settle(t)
	d.use(t, standin.Options{Key: "sk-another"})
	d.Submit("What does E7 mean?")
	d.Settle(t)
	e := d.Conversation()[0]
	if e.State != controller.Failed || e.Problem.Hint != text.HintKeyRefused || e.Problem.Action != controller.SetKey {
		t.Errorf("%+v", e)
	}
	if strings.Contains(e.Problem.Details(), testKey) {
		t.Error("the key is in the details")
	}
	h.calm(t) // it is not told twice
}

// What costs much is asked before; who declines has paid nothing.
func TestDearVectorsAreAskedFor(t *testing.T) {
	d := &served{Desk: controllertest.NewDeskWith(t, func(o *controller.Options) { o.Dear = 1e-6 })}
	h := listen(d.Desk)
	d.Open(t, controllertest.Sample(t))
	t.Setenv("OPENAI_API_KEY", testKey)
	d.use(t, standin.Options{})
	d.set(t, map[string]string{"retrieve.space": "openai"})
	asked := func() bool { return len(h.questions) > 0 }
	d.Embed()
	d.Loop.Wait(t, asked)
	if q := h.questions[0]; !strings.Contains(q.Message, "for $0.") || q.Danger {
		t.Errorf("%+v", q)
	}
	h.answer(t, false)
	d.Settle(t)
	if n := d.embedded(t); n != 0 || len(d.server.Requests()) != 0 {
		t.Errorf("%d vectors, %d requests, though it was declined", n, len(d.server.Requests()))
	}
	h.calm(t) // to decline is no problem
	h.questions = nil
	d.Embed()
	d.Loop.Wait(t, asked)
	d.Abort() // instead of an answer
	d.endsSoon(t, "Embed")
	h.answer(t, true) // too late
	d.Settle(t)
	if n := d.embedded(t); n != 0 {
		t.Errorf("%d vectors, though it was aborted", n)
	}
	h.questions = nil
	d.Embed()
	d.Loop.Wait(t, asked)
	h.answer(t, true)
	d.Settle(t)
	if n := d.embedded(t); n != d.State().Overview.Status.Chunks {
		t.Errorf("%d vectors", n)
	}
}

// What is cheap is not asked for.
func TestCheapVectorsAreMade(t *testing.T) {
	d, h := serve(t, standin.Options{})
	d.Embed()
	d.Settle(t)
	h.calm(t)
	if len(h.questions) != 0 || d.embedded(t) == 0 {
		t.Errorf("%d questions, %d vectors", len(h.questions), d.embedded(t))
	}
}

// Abort ends vectors that do not come; those that came stay.
func TestAbortEmbed(t *testing.T) {
	d, h := serve(t, standin.Options{Faults: []standin.Fault{nil}, Always: standin.Silent(), MaxTexts: 2048})
	d.set(t, map[string]string{"endpoint.parallel": "1"})
	d.Embed()
	d.Loop.Wait(t, func() bool { return len(d.server.Requests()) > 0 })
	d.Loop.Wait(t, func() bool { return d.embedded(t) > 0 || d.State().Job == "" })
	before := d.embedded(t)
	d.Abort()
	d.endsSoon(t, "Embed")
	if n := d.embedded(t); n < before || n == 0 {
		t.Errorf("%d vectors are left of %d", n, before)
	}
	h.calm(t)
}

// Abort ends an answer in the middle; what has come of it stays.
func TestAbortAnswer(t *testing.T) {
	d, h := serve(t, standin.Options{})
	d.Embed()
	d.Settle(t)
	d.use(t, standin.Options{Pace: 20 * time.Millisecond})
	d.Submit("How long do two D cells last in the player?")
	d.Loop.Wait(t, func() bool { return d.Conversation()[0].Answer != "" || !d.Conversation()[0].Running() })
	d.Abort()
	d.endsSoon(t, "the answer")
	if e := d.Conversation()[0]; e.State != controller.Stopped || e.Answer == "" {
		t.Errorf("state %d, answer %q", e.State, e.Answer)
	}
	if o := h.outcomes[len(h.outcomes)-1]; !o.Aborted || o.Err != nil || o.Text != text.Stopped(text.Submit) {
		t.Errorf("%+v", o)
	}
	d.Submit("What does E7 mean?") // and the next one goes
	d.Settle(t)
	if e := d.Conversation()[1]; e.State != controller.Answered {
		t.Errorf("state %d", e.State)
	}
	h.calm(t)
}

// A page that never comes does not hold up Abort; the library stays as it was.
func TestAbortChunk(t *testing.T) {
	came := make(chan struct{}, 1)
	web := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case came <- struct{}{}:
		default:
		}
		<-r.Context().Done()
	}))
	t.Cleanup(web.Close)
	d0, h := desk(t)
	d := &served{Desk: d0}
	before := d.State().Overview.Status.Chunks
	d.AddSources(web.URL+"/page.html", func(error) {})
	d.Settle(t)
	for _, job := range []func(){d.Chunk, d.CheckAll} {
		job()
		d.Loop.Wait(t, func() bool {
			select {
			case <-came:
				return true
			default:
				return false
			}
		})
		d.Abort()
		d.endsSoon(t, "a job")
		if o := h.outcomes[len(h.outcomes)-1]; !o.Aborted {
			t.Errorf("%+v", o)
		}
	}
	if got := d.State().Overview.Status.Chunks; got != before {
		t.Errorf("%d chunks are left of %d", got, before)
	}
	h.calm(t)
}

// A library that another program writes to is waited for, and can be asked meanwhile.
func TestLockedLibrary(t *testing.T) {
	d, h := desk(t)
	l, err := library.Open(d.State().Root)
	if err != nil {
		t.Fatal(err)
	}
	w, err := l.Lock()
	if err != nil {
		t.Fatal(err)
	}
	d.Chunk()
	d.Settle(t)
	if p := h.last(t); p.Hint != text.HintLocked || !errors.Is(p.Err, library.ErrLocked) {
		t.Errorf("%+v", p)
	}
	h.problems = nil
	d.Submit("What does E7 mean?")
	d.Settle(t)
	if e := d.Conversation()[0]; e.State != controller.Answered {
		t.Errorf("%+v", e)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	d.Chunk()
	d.Settle(t)
	h.calm(t)
}

// Settings that cannot be read are told with their file and line, and looked at again
// when they change.
func TestBrokenSettings(t *testing.T) {
	d, _ := desk(t)
	file := filepath.Join(d.State().Root, "settings.yaml")
	good, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("fetch:\n  timeout: soon\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	d.Loop.Wait(t, func() bool { return d.State().Phase == controller.Broken })
	s := d.State()
	if !strings.Contains(s.Trouble.Message, file+":2") || s.Why(controller.Chunk) != text.WhyBroken || s.Why(controller.SetRoot) != "" {
		t.Errorf("%+v", s.Trouble)
	}
	if err := os.WriteFile(file, good, 0o600); err != nil {
		t.Fatal(err)
	}
	d.Loop.Wait(t, func() bool { return d.State().Phase == controller.Ready })
	if s := d.State(); s.Trouble != nil || s.Sources == 0 {
		t.Errorf("%+v", s)
	}
	d.Settle(t)
}

// Long lists are added at once, and do not hold up the window.
func TestManySources(t *testing.T) {
	d, h := desk(t)
	var lines strings.Builder
	const many = 5000
	for i := range many {
		fmt.Fprintf(&lines, "https://a.test/page-%d.html\n", i)
	}
	began := time.Now()
	d.AddSources(lines.String(), func(error) {})
	if n := len(d.SourceItems()); n != 1 {
		t.Errorf("the window waited for them: there are %d", n)
	}
	d.Settle(t)
	t.Logf("%d sources are added in %v", many, time.Since(began))
	h.calm(t)
	if n := len(d.SourceItems()); n != many+1 {
		t.Errorf("%d sources", n)
	}
}

// A sample that cannot be made leaves what was there.
func TestSampleCannotBeMade(t *testing.T) {
	d, h := desk(t)
	root := d.State().Root
	if err := os.RemoveAll(d.Samples); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(d.Samples, nil, 0o600); err != nil { // where the folder would be
		t.Fatal(err)
	}
	d.TrySample()
	d.Settle(t)
	h.last(t)
	if s := d.State(); s.Root != root || s.Phase != controller.Ready || s.Why(controller.Chunk) != "" {
		t.Errorf("%+v", s)
	}
}

// A controller that is closed leaves nothing running, whatever it was doing.
func TestCloseLeavesNothingRunning(t *testing.T) {
	desk(t) // so that what is made once is there
	before := runtime.NumGoroutine()
	d, _ := serve(t, standin.Options{Always: standin.Silent()})
	d.Embed()
	d.Chunk()
	d.Loop.Wait(t, func() bool { return len(d.server.Requests()) > 0 })
	d.Controller.Close()
	d.Loop.Run()
	d.server.Close()
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	for range 300 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	stacks := make([]byte, 1<<20)
	t.Errorf("%d goroutines before, %d after\n%s", before, runtime.NumGoroutine(), stacks[:runtime.Stack(stacks, true)])
}

// What a closed controller is still told does nothing.
func TestClosedControllerIsQuiet(t *testing.T) {
	d, h := desk(t)
	d.Submit("What does E7 mean?")
	d.Controller.Close()
	n := len(h.outcomes)
	for d.Loop.Run() {
	}
	if len(h.outcomes) != n {
		t.Error("it tells of an outcome")
	}
}

// What comes late of the library before does not show in the next one. The root can be
// changed in the settings while a question is answered.
func TestRootChangesWhileAsking(t *testing.T) {
	d, _ := serve(t, standin.Options{})
	d.Embed()
	d.Settle(t)
	d.use(t, standin.Options{Pace: 20 * time.Millisecond})
	d.Submit("How long do two D cells last in the player?")
	d.Loop.Wait(t, func() bool { return d.Conversation()[0].Answer != "" || !d.Conversation()[0].Running() })
	late := 0
	d.Exchanges.Connect(func(*controller.Exchange) { late++ })
	d.set(t, map[string]string{"root": controllertest.Sample(t)})
	d.Retrieve("What does E7 mean?")
	d.set(t, map[string]string{"root": controllertest.Sample(t)})
	if late != 0 || len(d.Conversation()) != 0 || d.Retrieval() != nil {
		t.Errorf("%d exchanges come late, %d are there, retrieved: %v", late, len(d.Conversation()), d.Retrieval() != nil)
	}
	if s := d.State(); s.Word() != text.StateIdle || s.Phase != controller.Ready {
		t.Errorf("the state is %s", s.Word())
	}
	d.Submit("What does E7 mean?") // and the next one goes
	d.Settle(t)
	if n := len(d.Conversation()); n != 1 {
		t.Errorf("%d exchanges", n)
	}
}

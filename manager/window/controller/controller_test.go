package controller_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ragmanager/library"
	"ragmanager/manager"
	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/controller/controllertest"
	"ragmanager/manager/window/text"
)

func TestMain(m *testing.M) {
	status := m.Run()
	controllertest.Remove()
	os.Exit(status)
}

// desk returns a controller with the sample library open, and what it has said.
func desk(t *testing.T) (*controllertest.Desk, *heard) {
	t.Helper()
	d := controllertest.NewDesk(t)
	h := listen(d)
	d.Open(t, controllertest.Sample(t))
	return d, h
}

// heard is what a controller has told views.
type heard struct {
	problems  []*controller.Problem
	questions []controller.Question
	outcomes  []controller.Outcome
	lines     []string
	shows     []controller.Place
	progress  []controller.Progress
}

func listen(d *controllertest.Desk) *heard {
	h := &heard{}
	d.Problems.Connect(func(p *controller.Problem) { h.problems = append(h.problems, p) })
	d.Questions.Connect(func(q controller.Question) { h.questions = append(h.questions, q) })
	d.Outcomes.Connect(func(o controller.Outcome) { h.outcomes = append(h.outcomes, o) })
	d.Shows.Connect(func(p controller.Place) { h.shows = append(h.shows, p) })
	d.Progresses.Connect(func(p controller.Progress) { h.progress = append(h.progress, p) })
	d.Lines.Connect(func(lines []controller.Line) {
		for _, l := range lines {
			h.lines = append(h.lines, l.Text)
		}
	})
	return h
}

// answer answers the last question that was asked of the user.
func (h *heard) answer(t *testing.T, yes bool) {
	t.Helper()
	if len(h.questions) == 0 {
		t.Fatal("nothing was asked")
	}
	h.questions[len(h.questions)-1].Answer(yes)
}

// calm fails the test if there was a problem.
func (h *heard) calm(t *testing.T) {
	t.Helper()
	for _, p := range h.problems {
		t.Errorf("problem: %s", p.Details())
	}
}

func TestFirstRun(t *testing.T) {
	d := controllertest.NewDesk(t)
	h := listen(d)
	d.Start()
	d.Settle(t)
	if got := d.State().Phase; got != controller.NoLibrary {
		t.Fatalf("phase %d", got)
	}
	for _, a := range []controller.Action{controller.Chunk, controller.Submit, controller.Delete} {
		if got := d.State().Why(a); got != text.WhyNoLibrary {
			t.Errorf("%s: %q", a, got)
		}
	}
	if why := d.State().Why(controller.SetRoot); why != "" {
		t.Error("Set_Root:", why)
	}

	d.TrySample()
	d.Settle(t)
	h.calm(t)
	s := d.State()
	if s.Phase != controller.Ready || s.Overview.Status.Pages != 10 || !s.Overview.Fitted {
		t.Fatalf("the sample is not ready to be asked: %+v", s)
	}
	if len(d.Examples()) == 0 {
		t.Error("there are no questions to begin with")
	}
	if !d.Submit(d.Examples()[0]) {
		t.Fatal("the question was not taken")
	}
	d.Settle(t)
	h.calm(t)
	e := d.Conversation()[0]
	if e.State != controller.Answered || e.Tier == "" || len(e.Sources) == 0 || !strings.Contains(e.Answer, "No language model was asked") {
		t.Errorf("%+v", e)
	}

	again := controllertest.NewDesk(t)
	again.Personal = d.Personal
	if root := d.State().Root; !strings.HasPrefix(root, d.Samples) {
		t.Errorf("the sample is in %s", root)
	}
}

func TestRootIsKept(t *testing.T) {
	d, _ := desk(t)
	s, err := manager.ReadPersonalSettings(d.Personal)
	if err != nil || s.Root != d.State().Root {
		t.Errorf("%q, %v; want %q", s.Root, err, d.State().Root)
	}
}

func TestStrangeRoot(t *testing.T) {
	d := controllertest.NewDesk(t)
	h := listen(d)
	d.Start()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "letter.txt"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	d.UseFolder(dir, func() {})
	d.Settle(t)
	h.answer(t, false)
	d.Settle(t)
	if got := d.State().Root; got != "" {
		t.Errorf("the root is %q", got)
	}
	d.UseFolder(dir, func() {})
	d.Settle(t)
	h.answer(t, true)
	d.Settle(t)
	if got := d.State(); got.Root != dir || got.Phase != controller.Ready {
		t.Errorf("%+v", got)
	}
}

func TestRootIsMissing(t *testing.T) {
	d := controllertest.NewDesk(t)
	listen(d)
	d.Start()
	if err := d.SaveSettings(map[string]string{"root": filepath.Join(t.TempDir(), "nowhere")}); err != nil {
		t.Fatal(err)
	}
	d.Settle(t)
	s := d.State()
	if s.Phase != controller.Gone && s.Phase != controller.Broken || s.Trouble == nil || !strings.Contains(s.Trouble.Message, "nowhere") || s.Trouble.Action != controller.SetRoot {
		t.Errorf("%+v", s)
	}
}

func TestReasons(t *testing.T) {
	d := controllertest.NewDesk(t)
	listen(d)
	d.Open(t, t.TempDir())
	want := map[controller.Action]string{
		controller.Chunk: text.WhyNoSources, controller.CheckAll: text.WhyNoSources,
		controller.Embed: text.WhyNoChunks, controller.Retrieve: text.WhyNoChunks, controller.Submit: text.WhyNoChunks,
		controller.Delete: text.WhyNothingToDelete, controller.PurgeEmbeds: text.WhyNoObsolete, controller.Abort: text.WhyIdle,
	}
	got := map[controller.Action]string{}
	for _, a := range controller.Actions() {
		if why := d.State().Why(a); why != "" {
			got[a] = why
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestChunkAndDelete(t *testing.T) {
	d, h := desk(t)
	before := d.State().Overview.Status.Chunks
	d.Delete()
	h.answer(t, false)
	d.Settle(t)
	if got := d.State().Overview.Status.Chunks; got != before {
		t.Fatalf("%d chunks are left of %d, though it was declined", got, before)
	}
	d.Delete()
	if q := h.questions[len(h.questions)-1]; !q.Danger || !strings.Contains(q.Message, d.State().Root) {
		t.Errorf("%+v", q)
	}
	h.answer(t, true)
	d.Settle(t)
	if got := d.State().Overview.Status; got.Chunks != 0 || got.Pages != 0 {
		t.Fatalf("%+v", got)
	}
	d.Chunk()
	if got := d.State().Word(); got != text.Chunk {
		t.Errorf("the state is %q", got)
	}
	if why := d.State().Why(controller.Delete); why != text.WhyRunning(text.Chunk) {
		t.Errorf("Delete while Chunk runs: %q", why)
	}
	d.Settle(t)
	h.calm(t)
	if got := d.State().Overview.Status.Chunks; got != before {
		t.Errorf("%d chunks, want %d", got, before)
	}
	if o := h.outcomes[len(h.outcomes)-1]; o.Word != text.Chunk || !strings.Contains(o.Text, "10 read") {
		t.Errorf("%+v", o)
	}
	if len(h.progress) == 0 || h.progress[len(h.progress)-1].Word != text.Chunk {
		t.Errorf("progress: %+v", h.progress)
	}
}

func TestRetrieve(t *testing.T) {
	d, h := desk(t)
	var found []*manager.Retrieval
	d.Retrievals.Connect(func(r *manager.Retrieval) { found = append(found, r) })
	d.SetShowMatches(true)
	if !d.Retrieve("How long do two D cells last?") {
		t.Fatal("not taken")
	}
	d.Settle(t)
	h.calm(t)
	if len(found) != 1 || len(found[0].Hits) == 0 || d.Retrieval() != found[0] {
		t.Fatalf("%+v", found)
	}
	if diff := cmp.Diff([]controller.Place{{View: controller.RetrievalView}}, h.shows); diff != "" {
		t.Error(diff)
	}
	if all := strings.Join(h.lines, "\n"); !strings.Contains(all, found[0].Hits[0].Match) {
		t.Error("the log does not show the match strings")
	}
	if d.Retrieve("  ") || len(h.problems) != 1 {
		t.Error("an empty question was taken")
	}
}

func TestHistory(t *testing.T) {
	d, h := desk(t)
	root := d.State().Root
	d.Submit("What does E7 mean?")
	d.Settle(t)
	other := controllertest.NewDesk(t)
	said := listen(other)
	other.Open(t, root)
	if n := len(other.Conversation()); n != 0 {
		t.Fatalf("%d exchanges at first", n)
	}
	other.History()
	other.Settle(t)
	if n := len(other.Conversation()); n != 1 || !other.Conversation()[0].Past {
		t.Fatalf("%d exchanges", n)
	}
	if diff := cmp.Diff([]string{"What does E7 mean?"}, other.AskedBefore()); diff != "" {
		t.Error(diff)
	}
	other.Clear()
	said.answer(t, true)
	other.Settle(t)
	if n := len(other.Conversation()); n != 0 {
		t.Errorf("%d exchanges are left", n)
	}
	h.calm(t)
	said.calm(t)
}

func TestNoticesOtherPrograms(t *testing.T) {
	d, _ := desk(t)
	l, err := library.Open(d.State().Root)
	if err != nil {
		t.Fatal(err)
	}
	w, err := l.Lock()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Delete(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	d.Loop.Wait(t, func() bool { return d.State().Overview.Status.Chunks == 0 })
}

func TestLibraryVanishes(t *testing.T) {
	d, _ := desk(t)
	root := d.State().Root
	if err := os.Rename(root, root+"-away"); err != nil {
		t.Fatal(err)
	}
	d.Loop.Wait(t, func() bool { return d.State().Phase == controller.Gone })
	if why := d.State().Why(controller.Chunk); why != text.WhyGone {
		t.Errorf("Chunk: %q", why)
	}
	time.Sleep(50 * time.Millisecond) // nothing may make it anew
	if _, err := os.Stat(root); err == nil {
		t.Error("the root was made anew")
	}
	if err := os.Rename(root+"-away", root); err != nil {
		t.Fatal(err)
	}
	d.Loop.Wait(t, func() bool { return d.State().Phase == controller.Ready })
}

func TestSources(t *testing.T) {
	d, h := desk(t)
	first := d.SourceItems()[0]
	if first.Pages != 10 || first.Chunks == 0 || first.Warnings == 0 || first.Read.IsZero() {
		t.Errorf("%+v", first)
	}
	d.AddSources("https://a.test/one.html\n\n# a note\nhttps://a.test/two.html\nnowhere at all\nhttps://a.test/one.html", func(error) {})
	d.Settle(t)
	var addresses []string
	for _, s := range d.SourceItems() {
		addresses = append(addresses, s.Address)
	}
	if diff := cmp.Diff([]string{first.Address, "https://a.test/one.html", "https://a.test/two.html"}, addresses); diff != "" {
		t.Error(diff)
	}
	if len(h.problems) != 1 || !strings.Contains(h.problems[0].Message, "nowhere at all") {
		t.Errorf("%+v", h.problems)
	}
	d.MoveSource("https://a.test/two.html", -5)
	d.Settle(t)
	if got := d.SourceItems()[0].Address; got != "https://a.test/two.html" {
		t.Errorf("the first source is %s", got)
	}
	d.RemoveSources("https://a.test/one.html", "https://a.test/two.html")
	d.Settle(t)
	if n := len(d.SourceItems()); n != 1 {
		t.Errorf("%d sources", n)
	}
	d.CheckAll()
	d.Settle(t)
	if got := d.SourceItems()[0]; !got.Checked || got.Pages != 10 {
		t.Errorf("%+v", got)
	}
}

func TestSaveSettings(t *testing.T) {
	d, h := desk(t)
	err := d.SaveSettings(map[string]string{"fetch.timeout": "5s", "endpoint.parallel": "0"})
	if err == nil || !strings.Contains(err.Error(), "endpoint.parallel") {
		t.Errorf("a wrong value: %v", err)
	}
	if err := d.SaveSettings(map[string]string{"fetch.timeout": "5s", "endpoint.parallel": "2"}); err != nil {
		t.Fatal(err)
	}
	d.Settle(t)
	h.calm(t)
	list, err := d.LoadSettings()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, s := range list {
		got[s.Key] = s.Value
	}
	if got["fetch.timeout"] != "5s" || got["endpoint.parallel"] != "2" {
		t.Errorf("%v", got)
	}
}

// A link to a heading of a page leads to the first chunk below it.
func TestLinksToHeadings(t *testing.T) {
	d, h := desk(t)
	tried := 0
	for _, p := range d.PagesNow().List {
		seen := map[string]bool{}
		for _, chunk := range p.Chunks {
			for _, heading := range chunk.Headings {
				address := heading.Link
				if !strings.Contains(address, "#") || seen[address] {
					continue
				}
				seen[address], h.shows = true, nil
				d.FollowLink(address)
				if len(h.shows) != 1 || h.shows[0] != (controller.Place{View: controller.ChunksView, Page: p.Address, Chunk: chunk.Name}) {
					t.Errorf("%s leads to %+v, want %s", address, h.shows, chunk.Name)
				}
				tried++
			}
		}
	}
	if tried < 20 {
		t.Errorf("only %d headings have addresses", tried)
	}
	page := d.PagesNow().List[0].Address
	h.shows = nil
	d.FollowLink("file://" + page + "#nowhere")
	if len(h.shows) != 1 || h.shows[0] != (controller.Place{View: controller.ChunksView, Page: page}) {
		t.Errorf("a heading that is not there leads to %+v", h.shows)
	}
	h.calm(t)
}

func TestLinks(t *testing.T) {
	d, h := desk(t)
	page := d.SourceItems()[0].Address + "/index.html"
	for _, address := range []string{
		"javascript:alert(1)", "file:///etc/passwd", "JAVASCRIPT:alert(1)", "data:text/html,x", "vbscript:x", "relative.html", "http://", "ht!tp://x", "\x00",
	} {
		h.problems = nil
		d.FollowLink(address)
		if len(d.Opened) > 0 || len(h.problems) != 1 {
			t.Errorf("%q: opened %v, problems %d", address, d.Opened, len(h.problems))
		}
	}
	h.problems, h.shows = nil, nil
	d.FollowLink("file://" + page)
	if diff := cmp.Diff([]controller.Place{{View: controller.ChunksView, Page: page}}, h.shows); diff != "" || len(d.Opened) > 0 {
		t.Error("a page of the library:", diff, d.Opened)
	}
	d.FollowLink("https://a.test/x?y#z")
	d.FollowLink("mailto:ada@a.test")
	d.OpenPage("file://" + page + "#life")
	h.calm(t)
	if diff := cmp.Diff([]string{"https://a.test/x?y#z", "mailto:ada@a.test", "file://" + page + "#life"}, d.Opened); diff != "" {
		t.Error(diff)
	}
}

func TestChunkAlone(t *testing.T) {
	d, h := desk(t)
	before := d.State().Overview.Status
	page := d.SourceItems()[0].Address + "/index.html"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(text), "</body>", "<p>A paragraph that was not there before.</p></body>", 1)
	if err := os.WriteFile(page, []byte(changed), 0o666); err != nil {
		t.Fatal(err)
	}
	d.ChunkAlone(page)
	d.Settle(t)
	h.calm(t)
	after := d.State().Overview.Status
	if after.Chunks != before.Chunks+1 || after.Pages != before.Pages {
		t.Errorf("%d chunks of %d pages, were %d of %d", after.Chunks, after.Pages, before.Chunks, before.Pages)
	}
	if o := h.outcomes[len(h.outcomes)-1]; !strings.Contains(o.Text, "1 read") {
		t.Errorf("%+v", o)
	}
	if err := os.WriteFile(page, text, 0o666); err != nil { // others copy the sample
		t.Fatal(err)
	}
}

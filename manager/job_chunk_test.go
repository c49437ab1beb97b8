package manager

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ragmanager/library"
)

// A manual is a folder of pages with a library that has it as its source.
type manual struct {
	t       testing.TB
	dir     string // the folder
	root    string // of the library
	sources []Source
}

func newManual(t testing.TB, pages map[string]string) *manual {
	t.Helper()
	m := &manual{t: t, dir: t.TempDir(), root: tempRoot(t)}
	m.sources = []Source{{Address: m.dir, Base: "https://www.example.com/"}}
	for name, text := range pages {
		m.write(name, text)
	}
	return m
}

// tempRoot returns an empty folder, in memory if possible: a library waits for the
// disk at each change.
func tempRoot(t testing.TB) string {
	t.Helper()
	const memory = "/dev/shm"
	if info, err := os.Stat(memory); err != nil || !info.IsDir() {
		return t.TempDir()
	}
	dir, err := os.MkdirTemp(memory, "root")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// page returns a page with a title and paragraphs.
func page(title string, paragraphs ...string) string {
	return "<title>" + title + "</title>\n<p>" + strings.Join(paragraphs, "</p>\n<p>") + "</p>\n"
}

func (m *manual) path(name string) string { return filepath.Join(m.dir, name) }

func (m *manual) write(name, text string) {
	m.t.Helper()
	if err := os.WriteFile(m.path(name), []byte(text), 0o600); err != nil {
		m.t.Fatal(err)
	}
}

func (m *manual) remove(name string) {
	m.t.Helper()
	if err := os.Remove(m.path(name)); err != nil {
		m.t.Fatal(err)
	}
}

// open returns the manager of the library.
func (m *manual) open() *Manager {
	m.t.Helper()
	settings := DefaultLibrarySettings()
	settings.Sources, settings.Fetch.Retries = m.sources, 0
	manager, err := Open(m.root, settings, PersonalSettings{})
	if err != nil {
		m.t.Fatal(err)
	}
	return manager
}

// chunk chunks the whole list, or the pages with the given names.
func (m *manual) chunk(names ...string) (ChunkResult, recorder) {
	m.t.Helper()
	var given []Source
	for _, name := range names {
		given = append(given, Source{Address: m.path(name)})
	}
	var r recorder
	result, err := m.open().Chunk(m.t.Context(), given, &r)
	if err != nil {
		m.t.Fatal(err)
	}
	return result, r
}

// texts returns what is in the files of matches and contents.
func (m *manual) texts() map[string]string {
	m.t.Helper()
	return textsOf(m.t, m.root)
}

func textsOf(t testing.TB, root string) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, folder := range []string{"Match", "Content"} {
		entries, err := os.ReadDir(filepath.Join(root, folder))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		for _, e := range entries {
			text, err := os.ReadFile(filepath.Join(root, folder, e.Name()))
			if err != nil {
				t.Fatal(err)
			}
			texts[folder+"/"+e.Name()] = string(text)
		}
	}
	return texts
}

// fresh returns the texts of a new library of the same pages.
func (m *manual) fresh() map[string]string {
	m.t.Helper()
	other := *m
	other.root = tempRoot(m.t)
	if _, err := other.open().Chunk(m.t.Context(), nil, &recorder{}); err != nil {
		m.t.Fatal(err)
	}
	return other.texts()
}

// wantValid fails unless every page can be read with all its chunks.
func (m *manual) wantValid() {
	m.t.Helper()
	l, err := library.Open(m.root)
	if err != nil {
		m.t.Fatal(err)
	}
	s, err := l.Status()
	if err != nil || s.Broken+s.Damaged+s.Unclaimed > 0 {
		m.t.Errorf("the library is not valid: %+v (%v)", s, err)
	}
}

func equal(t testing.TB, what string, have, want any) {
	t.Helper()
	if diff := cmp.Diff(want, have); diff != "" {
		t.Errorf("%s (-want +have):\n%s", what, diff)
	}
}

func TestChunkReports(t *testing.T) {
	m := newManual(t, map[string]string{"a.html": page("A", "One.", "Two.")})
	_, r := m.chunk()
	equal(t, "reports", r, recorder{
		"stage list sources 0", "stage chunk 1", "step 1 " + m.path("a.html"), "stage store 0",
	})

	// A page that cannot be read is a warning, and counts as a step all the same.
	m.write("b.html", "%PDF-1.4")
	_, r = m.chunk("b.html", "a.html")
	slices.Sort(r[2:5]) // two pages come in any order
	have := strings.NewReplacer(m.path("a.html"), "PAGE", m.path("b.html"), "PAGE").Replace(strings.Join(r, "\n"))
	equal(t, "reports", have, `stage list sources 0
stage chunk 2
step 1 PAGE
step 2 PAGE
warn PAGE: not HTML but application/pdf
stage store 0`)
}

// Those who want to know exactly hear of every fragment, and of what stays.
func TestChunkDetails(t *testing.T) {
	m := newManual(t, map[string]string{"a.html": page("A", "One.")})
	var r detailRecorder
	for _, want := range []string{
		fmt.Sprintf("detail %s:2-2: paragraph in chunk %s One.", m.path("a.html"), library.NameOf("One.")),
		fmt.Sprintf("detail %s: unchanged", m.path("a.html")),
	} {
		if _, err := m.open().Chunk(t.Context(), nil, &r); err != nil || !slices.Contains(r.recorder, want) {
			t.Errorf("no %q in %q (%v)", want, r.recorder, err)
		}
	}
}

// An empty page, a folder without pages, an address twice: all are told of.
func TestChunkWarnings(t *testing.T) {
	m := newManual(t, map[string]string{"a.html": page("A", "One."), "empty.html": ""})
	m.sources = append(m.sources, Source{Address: m.path("a.html")}, Source{Address: t.TempDir()})
	result, r := m.chunk()
	for _, want := range []string{
		"warn " + m.path("a.html") + ": all its pages come from earlier sources",
		"warn " + m.sources[2].Address + ": no pages in this folder",
		"warn " + m.path("empty.html") + ": no text to make chunks of",
	} {
		if !slices.Contains(r, want) {
			t.Errorf("no %q in %q", want, r)
		}
	}
	if result.Pages.Failed != 1 { // the folder
		t.Errorf("%d failed", result.Pages.Failed)
	}
}

func TestChunkCounts(t *testing.T) {
	m := newManual(t, map[string]string{"a.html": page("A", "One.", "Two.", "Three."), "b.html": page("B", "Two.", "Four.")})
	type counts struct{ read, unchanged, gone, added, changed, chunksGone, same, shared, vectors int }
	steps := []struct {
		name string
		do   func()
		want counts
	}{
		{"all is new", func() {}, counts{read: 2, added: 4, shared: 1, vectors: 4}},
		{"nothing is new", func() {}, counts{unchanged: 2, same: 4, vectors: 4}},
		{"a chunk of two pages goes from one", func() { m.write("b.html", page("B", "Four.")) }, counts{read: 1, unchanged: 1, changed: 1, same: 3, vectors: 4}},
		{"a chunk moves to another page", func() {
			m.write("a.html", page("A", "Two.", "Three."))
			m.write("b.html", page("B", "Four.", "One."))
		}, counts{read: 2, changed: 1, same: 3, vectors: 4}},
		{"a title changes", func() { m.write("b.html", page("BB", "Four.", "One.")) }, counts{read: 1, unchanged: 1, changed: 2, same: 2, vectors: 4}},
		{"a page goes", func() { m.remove("b.html") }, counts{unchanged: 1, gone: 1, chunksGone: 2, same: 2, vectors: 2}},
		{"a page comes with what another one has", func() { m.write("c.html", page("C", "Two.")) }, counts{read: 1, unchanged: 1, changed: 1, same: 1, shared: 1, vectors: 2}},
		{"and goes while that one is edited", func() {
			m.remove("c.html")
			m.write("a.html", page("A", "Two.", "Three.", "Five."))
		}, counts{read: 1, gone: 1, added: 1, changed: 1, same: 1, vectors: 3}},
		{"it is edited back", func() { m.write("a.html", page("A", "Two.", "Three.")) }, counts{read: 1, chunksGone: 1, same: 2, vectors: 2}},
		{"white space changes", func() { m.write("a.html", page("A", " Two.", "Three. ")) }, counts{read: 1, same: 2, vectors: 2}},
	}
	for _, s := range steps {
		s.do()
		r, _ := m.chunk()
		have := counts{
			r.Pages.Read, r.Pages.Unchanged, r.Pages.Gone,
			r.Chunks.Added, r.Chunks.Changed, r.Chunks.Gone, r.Chunks.Unchanged, r.Shared, r.Vectors,
		}
		if have != s.want || r.Swept > 0 { // what goes was a page's
			t.Errorf("%s:\nhave %+v\nwant %+v", s.name, have, s.want)
		}
	}
}

func TestChunkErrors(t *testing.T) {
	m := newManual(t, nil)
	chunk := func(given ...Source) error {
		t.Helper()
		_, err := m.open().Chunk(t.Context(), given, &recorder{})
		return err
	}
	if err := chunk(); !errors.Is(err, ErrNothingRead) {
		t.Error("an empty folder:", err)
	}
	if err := chunk(Source{Address: m.path("missing.html")}); !errors.Is(err, ErrNothingRead) {
		t.Error("a missing file:", err)
	}
	if _, err := m.open().Chunk(t.Context(), []Source{{Address: m.dir, Base: "example.com"}}, &recorder{}); err == nil || !strings.Contains(err.Error(), "base is") {
		t.Error("a base that is none:", err)
	}
	m.sources[0].Off = true
	if err := chunk(); !errors.Is(err, ErrNoSources) || Hint(err) == "" {
		t.Error("all sources are off:", err)
	}
	m.sources = nil
	if err := chunk(); !errors.Is(err, ErrNoSources) || Hint(err) == "" {
		t.Error("no sources:", err)
	}
	w, err := m.open().Library().Lock()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if err := chunk(); !errors.Is(err, library.ErrLocked) {
		t.Error("someone else writes:", err)
	}
}

// A server of a test answers pages with their own address as text. Those below
// /silent never end; asked gets the path of each request.
type server struct {
	*httptest.Server
	asked chan string
}

func newServer(t testing.TB) *server {
	s := &server{asked: make(chan string, 1000)}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.asked <- r.URL.Path
		if strings.HasPrefix(r.URL.Path, "/silent") {
			<-r.Context().Done()
			return
		}
		fmt.Fprint(w, page(r.URL.Path, "This is "+r.URL.Path+"."))
	}))
	t.Cleanup(s.CloseClientConnections) // before Close, which waits for them
	t.Cleanup(s.Close)
	return s
}

// A job that is canceled ends within a second, wherever it is, and what it stored
// is valid. The next one goes on.
func TestChunkCanceled(t *testing.T) {
	s := newServer(t)
	m := newManual(t, nil)
	m.sources = nil
	for i := range 40 {
		m.sources = append(m.sources, Source{Address: fmt.Sprintf("%s/%d", s.URL, i)})
	}
	all := slices.Clone(m.sources)
	m.sources = append(m.sources, Source{Address: s.URL + "/silent"})
	ctx, cancel := context.WithCancel(t.Context())
	r := &stopper{after: 40, cancel: cancel}
	_, err := m.open().chunk(ctx, nil, r, rhythm{chunks: 10, every: time.Hour})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v", err)
	}
	if took := time.Since(r.stopped); took > time.Second {
		t.Errorf("it took %v to end", took)
	}
	m.wantValid()
	m.sources = all
	result, _ := m.chunk()
	if result.Pages.Unchanged < 30 || result.Chunks.Unchanged < 30 {
		t.Errorf("what was stored was read again: %v", result)
	}
	m.wantValid()
}

// A stopper is a Reporter that cancels the job after some steps.
type stopper struct {
	recorder
	after   int
	cancel  func()
	stopped time.Time
}

func (s *stopper) Step(done int, item string) {
	s.recorder.Step(done, item)
	if done == s.after {
		s.stopped = time.Now()
		s.cancel()
	}
}

// Two jobs of one manager, or of two, take turns: the second one is told.
func TestChunkTwice(t *testing.T) {
	s := newServer(t)
	m := newManual(t, nil)
	m.sources = []Source{{Address: s.URL + "/silent"}}
	ctx, cancel := context.WithCancel(t.Context())
	first := m.open()
	var jobs sync.WaitGroup
	jobs.Go(func() {
		if _, err := first.Chunk(ctx, nil, &recorder{}); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	<-s.asked
	for _, second := range []*Manager{first, m.open()} {
		if _, err := second.Chunk(ctx, nil, &recorder{}); !errors.Is(err, library.ErrLocked) {
			t.Errorf("error is %v", err)
		}
		if _, err := second.Library().Status(); err != nil {
			t.Error("reading meanwhile:", err)
		}
	}
	cancel()
	jobs.Wait()
}

// Stored in one piece or in many, the library is the same and so is what is told.
func TestChunkInPieces(t *testing.T) {
	pages := map[string]string{}
	for i := range 30 {
		pages[fmt.Sprintf("%02d.html", i)] = page(fmt.Sprint("Page ", i), fmt.Sprintf("Only on page %d.", i), "On all pages.", fmt.Sprintf("On page %d and another one.", i/2))
	}
	whole, pieces := newManual(t, pages), newManual(t, nil)
	pieces.dir = whole.dir
	pieces.sources = whole.sources
	for round := range 3 {
		if round == 2 {
			for i := range 15 {
				whole.write(fmt.Sprintf("%02d.html", i), page("Again", "On all pages.", fmt.Sprintf("Only on page %d.", i+1)))
			}
		}
		want, _ := whole.chunk()
		have, err := pieces.open().chunk(t.Context(), nil, &recorder{}, rhythm{chunks: 4, every: time.Hour})
		if err != nil {
			t.Fatal(err)
		}
		equal(t, fmt.Sprintf("result of round %d", round), have, want)
		equal(t, fmt.Sprintf("texts of round %d", round), pieces.texts(), whole.texts())
	}
	often := newManual(t, nil)
	often.dir, often.sources = whole.dir, whole.sources
	if _, err := often.open().chunk(t.Context(), nil, &recorder{}, rhythm{chunks: 1e6, every: 0}); err != nil {
		t.Fatal(err)
	}
	equal(t, "texts of what is stored at once", often.texts(), whole.texts())
}

// An original root keeps what it has in common with its pages; the rest is swept.
func TestChunkOriginal(t *testing.T) {
	m := newManual(t, map[string]string{"a.html": page("A", "One.", "Two.")})
	for name, text := range map[string]string{
		"Match/" + string(library.NameOf("One.")) + ".txt":   "One.",
		"Content/" + string(library.NameOf("One.")) + ".txt": "One, as it was.",
		"Match/" + string(library.NameOf("Old.")) + ".txt":   "Old.",
		"Content/" + string(library.NameOf("Old.")) + ".txt": "Old.",
		"Embed/" + string(library.NameOf("One.")) + ".txt":   strings.TrimSpace(strings.Repeat("1 ", 1536)),
		"Embed/" + string(library.NameOf("Two.")) + ".txt":   strings.TrimSpace(strings.Repeat("1 ", 1536)),
	} {
		path := filepath.Join(m.root, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	r, _ := m.chunk()
	var want ChunkResult
	want.Pages.Read = 1
	want.Chunks.Added, want.Chunks.Changed, want.Chunks.Gone = 1, 1, 1
	want.Reused, want.Swept, want.Original = 2, 1, true
	equal(t, "result", r, want)
	equal(t, "texts", m.texts(), m.fresh())
	if r, _ := m.chunk(); r.Original || r.Swept > 0 {
		t.Errorf("the second time too: %+v", r)
	}
}

// Pages and chunks that would go stay as long as something could not be read, and
// that is said.
func TestChunkKeeps(t *testing.T) {
	m := newManual(t, map[string]string{"a.html": page("A", "One."), "b.html": page("B", "Two."), "c.html": page("C", "Three.")})
	m.chunk()
	before := m.texts()
	m.remove("a.html")
	m.write("b.html", "%PDF-1.4")
	r, _ := m.chunk()
	equal(t, "texts", m.texts(), before)
	if want := "kept because not every source could be read: 1 page gone or listed no more"; r.Kept != want {
		t.Errorf("have %q, want %q", r.Kept, want)
	}
	m.remove("b.html")
	r, _ = m.chunk()
	if r.Pages.Gone != 2 || r.Kept != "" {
		t.Errorf("result is %+v", r)
	}
	equal(t, "texts", m.texts(), m.fresh())
}

// keysOf returns the sorted keys of a map.
func keysOf(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }

package manager

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ragmanager/library"
)

// record returns the record of the only page of a library.
func (m *manual) record() library.Page {
	m.t.Helper()
	pages, err := m.open().Library().Pages()
	if err != nil || len(pages) != 1 {
		m.t.Fatalf("%d pages (%v)", len(pages), err)
	}
	return pages[0]
}

// wantRead fails unless a run over the whole list chunks so many pages anew.
func (m *manual) wantRead(what string, want int) {
	m.t.Helper()
	if r, _ := m.chunk(); r.Pages.Read != want {
		m.t.Errorf("%s: %v", what, r)
	}
}

// A server need not repeat, when a page did not change, all by which it tells
// versions apart. What it leaves out stays known, and nothing is written.
func TestChunkKeepsValidators(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"1"`)
		if r.Header.Get("If-None-Match") == `"1"` {
			if r.Header.Get("If-Modified-Since") == "" {
				t.Error("the date is forgotten")
			}
			w.WriteHeader(http.StatusNotModified)
			return
		}
		w.Header().Set("Last-Modified", "Thu, 26 Jun 2025 12:00:00 GMT")
		_, _ = w.Write([]byte(page("A", "One.")))
	}))
	t.Cleanup(s.Close)
	m := newManual(t, nil)
	m.sources = []Source{{Address: s.URL + "/"}}
	m.chunk()
	before := m.record()
	for range 2 {
		m.wantRead("not modified", 0)
	}
	equal(t, "record", m.record(), before)
}

// The same bytes are another page if the server says that they are in another
// encoding.
func TestChunkFollowsContentType(t *testing.T) {
	charset := "iso-8859-1"
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset="+charset)
		_, _ = w.Write([]byte(page("A", "Width 5 \xb5m.")))
	}))
	t.Cleanup(s.Close)
	m := newManual(t, nil)
	m.sources = []Source{{Address: s.URL + "/"}}
	m.wantRead("first", 1)
	m.wantRead("the same", 0)
	charset = "iso-8859-5"
	m.wantRead("another encoding", 1)
	if texts := m.texts(); texts["Match/"+string(library.NameOf("Width 5 Еm."))+".txt"] == "" {
		t.Errorf("have %q", texts)
	}
}

// Pages that older rules cut are cut anew.
func TestChunkFollowsRules(t *testing.T) {
	m := newManual(t, map[string]string{"a.html": page("A", "One.")})
	m.chunk()
	files, err := filepath.Glob(filepath.Join(m.root, "Page", "*.json"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	older := strings.Replace(string(text), `"rules": `, `"rules": 99`, 1)
	if err := os.WriteFile(files[0], []byte(older), 0o600); err != nil {
		t.Fatal(err)
	}
	m.wantRead("other rules", 1)
	m.wantRead("the rules of today", 0)
}

// A page that comes by another source is not chunked again, but the record knows.
func TestChunkFollowsSource(t *testing.T) {
	m := newManual(t, map[string]string{"a.html": page("A", "One.")})
	m.sources[0].Base = ""
	m.chunk()
	if have := m.record().Source; have != m.dir {
		t.Errorf("source is %s", have)
	}
	m.sources[0].Address = m.path("a.html")
	m.wantRead("another source", 0)
	if have := m.record().Source; have != m.path("a.html") {
		t.Errorf("source is %s", have)
	}
}

// If nothing of the list can be read, a library that holds other pages keeps them,
// and that is no failure of the job; one that holds nothing was not made.
func TestChunkNothing(t *testing.T) {
	m := newManual(t, map[string]string{"a.html": page("A", "One.")})
	m.chunk()
	m.sources = []Source{{Address: m.path("missing.html")}}
	r, _ := m.chunk()
	if r.Pages.Failed != 1 || r.Kept == "" {
		t.Errorf("result is %+v", r)
	}
	m.root = tempRoot(t)
	if _, err := m.open().Chunk(t.Context(), nil, &recorder{}); err == nil {
		t.Error("no error")
	}
}

// The prompts of a chunk are in the record of its page, and a record that was read
// again is equal to the one that was stored.
func TestChunkKeepsPrompts(t *testing.T) {
	text := page("A", "One. <prompt>What is first?</prompt><prompt>What is\nlast?</prompt>", "Two.")
	m := newManual(t, map[string]string{"a.html": text})
	m.wantRead("first", 1)
	r := m.record()
	equal(t, "chunks", len(r.Chunks), 2)
	equal(t, "prompts", r.Chunks[0].Prompts, []string{"What is first?", "What is\nlast?"})
	equal(t, "no prompts", r.Chunks[1].Prompts, []string(nil))
	m.wantRead("the same", 0)
	equal(t, "record", m.record(), r)
}

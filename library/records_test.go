package library

import (
	"os"
	"path/filepath"
	"testing"
)

// TestRecordsAreReadAgain checks that a record in memory does not stand for a file
// that has changed or gone, and that nobody can change it.
func TestRecordsAreReadAgain(t *testing.T) {
	l, err := Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w, err := l.Lock()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	put := func(title, match string) {
		t.Helper()
		page := Page{Address: "a", Title: title, Chunks: []PageChunk{{Name: NameOf(match), Match: match, Content: match}}}
		if _, err := w.Apply(t.Context(), Update{Put: []Page{page}}); err != nil {
			t.Fatal(err)
		}
	}
	title := func() string {
		t.Helper()
		pages, err := l.Pages()
		if err != nil {
			t.Fatal(err)
		}
		if len(pages) == 0 {
			return ""
		}
		pages[0].Chunks[0].Content = "changed by the caller"
		return pages[0].Title + ": " + string(pages[0].Chunks[0].Name)
	}
	for _, match := range []string{"One.", "Two.", "One."} {
		put("Title", match)
		for range 2 {
			if have, want := title(), "Title: "+string(NameOf(match)); have != want {
				t.Errorf("have %s, want %s", have, want)
			}
		}
	}
	if p, err := l.Page("a"); err != nil || p.Chunks[0].Content != "" {
		t.Errorf("the record was changed by a caller: %q, %v", p.Chunks[0].Content, err)
	}
	file := filepath.Join(l.Root(), pageDir, pageFile("a"))
	if err := os.WriteFile(file, []byte(`{"address": "a", "title": "By hand", "chunks": [{"name": "0123456789ab"}]}`), 0o666); err != nil {
		t.Fatal(err)
	}
	if have := title(); have != "By hand: 0123456789ab" {
		t.Error(have)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if have := title(); have != "" {
		t.Error(have)
	}
}

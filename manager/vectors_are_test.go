package manager

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"ragmanager/library"
	"ragmanager/manager/llm/standin"
)

// unsay makes the vectors of a desk those of a model that nobody knows.
func (d *desk) unsay() {
	d.t.Helper()
	note := filepath.Join(d.root, "Embed", "space.json")
	if err := os.Remove(note); err != nil {
		d.t.Fatal(err)
	}
}

func TestSayVectors(t *testing.T) {
	d := newGraded(t, standin.Options{}, map[string]string{"a.html": page("A", "One.")})
	d.unsay()
	m := d.open()
	if _, err := m.Purge(t.Context(), true); !errors.Is(err, ErrUnknownSpace) || Hint(err) == "" {
		t.Errorf("purging: %v", err)
	}
	want := library.Space{Model: "words", Dimensions: 2}
	for range 2 { // to say it twice is no error
		if have, err := m.SayVectors(t.Context(), "words"); have != want || err != nil {
			t.Errorf("have %s, %v", have, err)
		}
	}
	if _, err := m.Purge(t.Context(), true); err != nil {
		t.Errorf("purging when it is said: %v", err)
	}
	_, err := m.SayVectors(t.Context(), "other")
	if err == nil || errors.Is(err, ErrNotEmbedded) {
		t.Fatalf("said otherwise: %v", err)
	}
	wantText(t, err.Error()+Hint(err), "noted to be of words, 2 components", "space.json")
}

func TestSayVectorsOfNone(t *testing.T) {
	d := newDesk(t, standin.Options{}, map[string]string{"a.html": page("A", "One.")})
	_, err := d.open().SayVectors(t.Context(), "words")
	if !errors.Is(err, ErrNotEmbedded) || Hint(err) != "make some with: ragmanager embed" {
		t.Errorf("have %v (%s)", err, Hint(err))
	}
}

func TestSayVectorsLocked(t *testing.T) {
	d := newGraded(t, standin.Options{}, map[string]string{"a.html": page("A", "One.")})
	d.unsay()
	m := d.open()
	w, err := m.Library().Lock()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if _, err := m.SayVectors(t.Context(), "words"); !errors.Is(err, library.ErrLocked) {
		t.Errorf("saying: %v", err)
	}
	if _, err := m.Delete(t.Context()); !errors.Is(err, library.ErrLocked) {
		t.Errorf("deleting: %v", err)
	}
}

// Delete leaves the vectors, and an answer does not rest on what it removed.
func TestDelete(t *testing.T) {
	d := newGraded(t, standin.Options{}, map[string]string{"a.html": page("A", "One.", "Two.")})
	m := d.open()
	if _, err := m.Retrieve(t.Context(), "One?", &recorder{}); err != nil {
		t.Fatal(err)
	}
	have, err := m.Delete(t.Context())
	if err != nil || have != (library.DeleteResult{Chunks: 2, Pages: 1}) {
		t.Errorf("have %v, %v", have, err)
	}
	if names, err := m.Library().VectorNames(d.space()); len(names) != 2 || err != nil {
		t.Errorf("vectors: %v, %v", names, err)
	}
	if _, err := m.Submit(t.Context(), "One?", nil, &recorder{}); !errors.Is(err, ErrNoChunks) {
		t.Errorf("asking: %v", err)
	}
}

// What a face says in words of its own where hints name a command, it can tell
// from all else.
func TestSentinels(t *testing.T) {
	d := newDesk(t, standin.Options{}, nil)
	_, err := d.open().Chunk(t.Context(), nil, &recorder{})
	if !errors.Is(err, ErrNoSources) {
		t.Errorf("without sources: %v", err)
	}
	d.write("a.html", "<title>A</title>")
	var warned warnings
	if _, err := d.open().Chunk(t.Context(), []Source{{Address: d.path("a.html")}}, &warned); err != nil {
		t.Fatal(err)
	}
	for _, want := range []error{ErrSourceNotListed, ErrNoText} {
		if !errors.Is(errors.Join(warned...), want) {
			t.Errorf("no %q in %q", want, warned)
		}
	}
}

// warnings is a [Reporter] that keeps warnings alone.
type warnings []error

func (w *warnings) Stage(string, int) {}
func (w *warnings) Step(int, string)  {}
func (w *warnings) Warn(err error)    { *w = append(*w, err) }

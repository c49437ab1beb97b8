package manager

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"ragmanager/library"
	"ragmanager/manager/llm/standin"
	"ragmanager/manager/retrieve"
)

// overview returns that of a desk, as a new process would have it.
func (d *desk) overview() Overview {
	d.t.Helper()
	o, err := d.open().Overview()
	if err != nil {
		d.t.Fatal(err)
	}
	return o
}

func TestOverviewBuiltin(t *testing.T) {
	d := newDesk(t, standin.Options{}, nil)
	d.settings.Retrieve.Space, d.personal.Endpoint.KeyFile, d.personal.Endpoint.BaseURL = SpaceAuto, "", ""
	o := d.overview()
	equal(t, "empty", o, Overview{Space: SpaceBuiltin, Builtin: true, Thresholds: retrieve.BuiltinThresholds})
	if err := o.Ready(); !errors.Is(err, ErrNoChunks) || Hint(err) == "" {
		t.Errorf("empty and ready: %v", err)
	}

	d.write("a.html", page("A", "One.", "Two."))
	d.chunk()
	if o = d.overview(); o.Fitted || o.Status.Chunks != 2 || o.Missing != nil || o.Ready() != nil {
		t.Errorf("chunked: %+v, %v", o, o.Ready())
	}
	if _, err := os.Stat(filepath.Join(d.root, "Cache")); err == nil {
		t.Error("it was fitted")
	}
	d.embed()
	if !d.overview().Fitted {
		t.Error("not fitted after embedding")
	}
	d.write("a.html", page("A", "One.", "Three."))
	d.chunk()
	if d.overview().Fitted {
		t.Error("fitted on old chunks")
	}
	d.embed()
	d.settings.Retrieve.Language = "de"
	if d.overview().Fitted {
		t.Error("fitted for another language")
	}
}

func TestOverviewVectors(t *testing.T) {
	d := newDesk(t, standin.Options{}, map[string]string{"a.html": page("A", "One.", "Two.")})
	d.settings.Retrieve.High = 0.7
	o := d.overview()
	equal(t, "missing", o.Missing, chunkNames("One.", "Two."))
	if err := o.Ready(); !errors.Is(err, ErrNotEmbedded) || Hint(err) == "" {
		t.Errorf("without vectors: %v", err)
	}
	d.embed()
	d.write("a.html", page("A", "One.", "Three."))
	d.chunk()
	o = d.overview()
	o.Status = library.Status{}
	equal(t, "overview", o, Overview{
		Space: "words", Missing: chunkNames("Three."), Obsolete: 1,
		Thresholds: retrieve.Thresholds{High: 0.7, Mid: openAIThresholds.Mid},
		Asks:       d.settings.Answer.High.Model, KeyFrom: "the file " + d.personal.Endpoint.KeyFile,
	})
	if len(d.server.Requests()) != 1 {
		t.Error("a server was asked")
	}
	d.settings.Answer.Diagnostic = "Hello."
	if have := d.overview().Asks; have != "" {
		t.Errorf("with a diagnostic answer %s is asked", have)
	}
	d.settings.Retrieve.Retriever = RetrieverKeyword
	if o := d.overview(); !o.Builtin || o.Space != SpaceBuiltin || o.Missing != nil {
		t.Errorf("by keywords: %+v", o)
	}
}

// What keeps questions from being asked is told, and is no error.
func TestOverviewTrouble(t *testing.T) {
	d := newGraded(t, standin.Options{}, map[string]string{"a.html": page("A", "One.")})
	trouble := func(want error) Overview {
		t.Helper()
		o := d.overview()
		if !errors.Is(o.Trouble, want) || Hint(o.Trouble) == "" || o.Ready() != o.Trouble || o.Space != "words" {
			t.Errorf("have %v (%s), ready: %v", o.Trouble, Hint(o.Trouble), o.Ready())
		}
		return o
	}
	d.unsay()
	equal(t, "missing", trouble(ErrUnknownSpace).Missing, chunkNames("One."))
	d.settings.Retrieve.Dimensions = 0
	trouble(ErrUnknownSpace)
	d.settings.Retrieve.Dimensions = 3 // those of other dimensions have their own folder
	if o := d.overview(); o.Trouble != nil || len(o.Missing) != 1 {
		t.Errorf("have %v", o.Trouble)
	}
	if _, err := d.open().SayVectors(t.Context(), "words"); err != nil {
		t.Fatal(err)
	}
	d.settings.Retrieve.Dimensions = 2
	d.personal.Endpoint.KeyFile += "none"
	if o := trouble(ErrNoKey); o.Asks != "" || o.KeyFrom != "" || o.Missing != nil {
		t.Errorf("have %+v", o)
	}
	d.personal.Endpoint.KeyFile, d.personal.Endpoint.BaseURL = "", ""
	trouble(ErrNoKey)
	d.settings.Retrieve.Space, d.personal.Endpoint.KeyFile = SpaceAuto, t.TempDir() // a folder
	if o := d.overview(); o.Trouble == nil || o.Builtin {
		t.Errorf("have %+v", o)
	}
}

// BenchmarkOverview is what a window waits for whenever a library of 10,000 chunks
// has changed.
func BenchmarkOverview(b *testing.B) {
	root := b.TempDir()
	fillLibrary(b, root, 10_000)
	for _, space := range []string{SpaceBuiltin, SpaceOpenAI} {
		b.Run(space, func(b *testing.B) {
			s := DefaultLibrarySettings()
			s.Retrieve.Space = space
			m, err := Open(root, s, DefaultPersonalSettings())
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := m.Overview(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

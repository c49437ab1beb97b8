package library

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// none is what Result.Shared is if no chunk stands in several places.
var none = map[Name][]Place{}

func TestApplyTellsAPage(t *testing.T) {
	l := newLibrary(t)
	w := lock(t, l)

	r := apply(t, w, Update{Put: []Page{page("a.html", "m1", "c1", "m2", "c2", "m3", "c3")}})
	diff(t, "a new page", r, Result{Added: 3, Missing: 3, PagesWritten: 1, Shared: none})
	diff(t, "its chunks", contents(t, l), map[string]string{"m1": "c1", "m2": "c2", "m3": "c3"})

	r = apply(t, w, Update{Put: []Page{page("a.html", "m1", "c1", "m2", "other", "m4", "c4")}})
	diff(t, "a page with changes", r,
		Result{Added: 1, Changed: 1, Gone: 1, Unchanged: 1, Missing: 3, PagesWritten: 1, Shared: none})
	diff(t, "its chunks", contents(t, l), map[string]string{"m1": "c1", "m2": "other", "m4": "c4"})

	r = apply(t, w, Update{Put: []Page{page("a.html", "m1", "c1", "m2", "other", "m4", "c4")}})
	diff(t, "the same page", r, Result{Unchanged: 3, Missing: 3, PagesUnchanged: 1, Shared: none})

	r = apply(t, w, Update{Remove: []string{"a.html", "never.html"}})
	diff(t, "a page that is gone", r, Result{Gone: 3, PagesRemoved: 1, Shared: none})
	diff(t, "files", tree(t, l), map[string]string{})
}

// The story of a name that stands in several places, from the first to the last.
func TestApplyShared(t *testing.T) {
	l := newLibrary(t)
	w := lock(t, l)
	const match = "Table 1: Battery life."
	n := NameOf(match)
	check := func(when, content string, stored map[string]string) {
		t.Helper()
		want := map[string]string{}
		if content != "" {
			want[match] = content
		}
		diff(t, when+": content", contents(t, l), want)
		places, err := l.Owners(n)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for _, at := range places {
			got[at.Address] += at.Content
		}
		diff(t, when+": contents in the records", got, stored)
	}

	apply(t, w, Update{Put: []Page{page("b.html", match, "Document: B\n\nOne week.")}})
	check("alone", "Document: B\n\nOne week.", map[string]string{"b.html": ""})

	// Another page brings the name. The record of the first one is extended.
	r := apply(t, w, Update{Put: []Page{page("a.html", match, "Document: A\n\nOne week.")}})
	check("two", "Document: A\nDocument: B\n\nOne week.",
		map[string]string{"a.html": "Document: A\n\nOne week.", "b.html": "Document: B\n\nOne week."})
	diff(t, "result", r, Result{
		Changed: 1, Missing: 1, PagesWritten: 2,
		Shared: map[Name][]Place{n: {
			{"a.html", 0, PageChunk{Name: n, Content: "Document: A\n\nOne week."}},
			{"b.html", 0, PageChunk{Name: n, Content: "Document: B\n\nOne week."}},
		}},
	})

	// One of them changes, the other does not have to be read.
	apply(t, w, Update{Put: []Page{page("a.html", match, "Document: A\n\nTwo weeks.")}})
	check("one changed", "Document: A\n\nTwo weeks.\n\nDocument: B\n\nOne week.",
		map[string]string{"a.html": "Document: A\n\nTwo weeks.", "b.html": "Document: B\n\nOne week."})

	// One page has it twice.
	apply(t, w, Update{Put: []Page{page("a.html", match, "X", match, "Y")}})
	check("twice on a page", "X\n\nY\n\nDocument: B\n\nOne week.",
		map[string]string{"a.html": "XY", "b.html": "Document: B\n\nOne week."})

	// The sharing ends: the content of the remaining place is written back.
	r = apply(t, w, Update{Remove: []string{"a.html"}})
	check("alone again", "Document: B\n\nOne week.", map[string]string{"b.html": ""})
	diff(t, "result", r, Result{Changed: 1, Missing: 1, PagesWritten: 1, PagesRemoved: 1, Shared: none})

	apply(t, w, Update{Remove: []string{"b.html"}})
	check("gone", "", map[string]string{})
}

// stat returns what changes if a file is written or replaced.
func stat(t *testing.T, l *Library) map[string]os.FileInfo {
	t.Helper()
	infos := map[string]os.FileInfo{}
	for path := range tree(t, l) {
		info, err := os.Stat(l.path(path))
		if err != nil {
			t.Fatal(err)
		}
		infos[path] = info
	}
	return infos
}

// rewritten returns the files that are not those of before.
func rewritten(t *testing.T, l *Library, before map[string]os.FileInfo) map[string]bool {
	t.Helper()
	files := map[string]bool{}
	for path, info := range stat(t, l) {
		old := before[path]
		if old == nil || !os.SameFile(old, info) || !old.ModTime().Equal(info.ModTime()) {
			files[path] = true
		}
	}
	return files
}

func TestApplyWritesOnlyWhatChanges(t *testing.T) {
	l := newLibrary(t)
	w := lock(t, l)
	put := func() []Page {
		return []Page{fullPage(), page("a.html", "m1", "c1", "m2", "c2"), page("b.html", "m2", "c3", "m2", "c4")}
	}
	apply(t, w, Update{Put: put()})

	before := stat(t, l)
	apply(t, w, Update{Put: put(), Sweep: true})
	diff(t, "files written for the same pages", rewritten(t, l, before), map[string]bool{})

	pages := put()
	pages[0].Read = pages[0].Read.Add(24 * time.Hour)
	r := apply(t, w, Update{Put: pages})
	diff(t, "files written when a page was just read again", rewritten(t, l, before), map[string]bool{})
	if r.PagesUnchanged != 3 {
		t.Errorf("%d pages are unchanged", r.PagesUnchanged)
	}

	pages[0].ETag = "new"
	apply(t, w, Update{Put: pages})
	record := filepath.Join(pageDir, pageFile(pages[0].Address))
	diff(t, "files written for a new validator", rewritten(t, l, before), map[string]bool{record: true})
	if p, err := l.Page(pages[0].Address); err != nil || !p.Read.Equal(pages[0].Read) {
		t.Errorf("read %v, %v", p.Read, err)
	}

	before = stat(t, l)
	pages = put()
	pages[1].Chunks[0].Content = "other"
	apply(t, w, Update{Put: pages[1:]})
	diff(t, "files written for one content", rewritten(t, l, before),
		map[string]bool{filepath.Join(contentDir, NameOf("m1").file()): true})
}

// A page that was read from the disk can be put with new validators, without its
// texts.
func TestApplyRecordAlone(t *testing.T) {
	l := newLibrary(t)
	w := lock(t, l)
	apply(t, w, Update{Put: []Page{page("a.html", "m1", "c1", "m2", "A"), page("b.html", "m2", "B")}})
	files := tree(t, l)
	p, err := l.Page("a.html")
	if err != nil {
		t.Fatal(err)
	}
	p.ETag = "new"
	r := apply(t, w, Update{Put: []Page{p}})
	if r.Unchanged != 2 || r.PagesWritten != 1 {
		t.Errorf("result %+v", r)
	}
	record := filepath.Join(pageDir, pageFile("a.html"))
	files[record] = strings.Replace(files[record], "\t\"chunks\"", "\t\"etag\": \"new\",\n\t\"chunks\"", 1)
	diff(t, "files", tree(t, l), files)

	// It does not matter if a chunk became a shared one after the page was read.
	apply(t, w, Update{Put: []Page{page("c.html", "m1", "C")}})
	apply(t, w, Update{Put: []Page{p}})
	diff(t, "contents", contents(t, l), map[string]string{"m1": "c1\n\nC", "m2": "A\n\nB"})

	_, err = w.Apply(t.Context(), Update{Put: []Page{{Address: "d.html", Chunks: p.Chunks[:1]}}})
	wantError(t, err, ErrNoChunk, "d.html", string(p.Chunks[0].Name))
}

func TestApplySweep(t *testing.T) {
	l := newLibrary(t)
	w := lock(t, l)
	old, half := NameOf("old"), NameOf("half")
	write(t, l, map[string]string{
		"Match/" + old.file(): "old", "Content/" + old.file(): "old", "Embed/" + old.file(): "1 2 3",
		"Content/" + half.file(): "half", "Content/notes.txt": "notes",
	})
	r := apply(t, w, Update{Put: []Page{page("a.html", "m", "c")}})
	diff(t, "without Sweep", r, Result{Added: 1, Missing: 1, PagesWritten: 1, Shared: none})

	r = apply(t, w, Update{Put: []Page{page("a.html", "m", "c")}, Sweep: true})
	diff(t, "with Sweep", r, Result{Gone: 2, Unchanged: 1, Missing: 1, PagesUnchanged: 1, Shared: none})
	files := tree(t, l)
	if files["Embed/"+old.file()] == "" || files["Content/notes.txt"] == "" || len(files) != 5 {
		t.Errorf("left are %v", files)
	}

	r = apply(t, w, Update{Put: []Page{page("a.html", "old", "again")}})
	diff(t, "a chunk that comes back", r, Result{Added: 1, Gone: 1, Reused: 1, PagesWritten: 1, Shared: none})
}

// Whatever somebody deleted or edited by hand is put right when its page is
// chunked again, and Damaged says which pages that concerns.
func TestApplyHeals(t *testing.T) {
	put := []Page{page("a.html", "m1", "c1", "both", "A"), page("b.html", "both", "B"), page("c.html", "m3", "c3")}
	for what, test := range map[string]struct {
		file, text string // to replace it by; "" to remove it
		damaged    []string
	}{
		"a match is gone":     {"Match/" + NameOf("m1").file(), "", []string{"a.html"}},
		"a content is gone":   {"Content/" + NameOf("m3").file(), "", []string{"c.html"}},
		"a shared one":        {"Content/" + NameOf("both").file(), "", []string{"a.html", "b.html"}},
		"a content is edited": {"Content/" + NameOf("m1").file(), "edited", nil},
		"a match is edited":   {"Match/" + NameOf("m1").file(), "edited", nil},
		"a record is gone":    {"Page/" + pageFile("a.html"), "", nil},
	} {
		t.Run(what, func(t *testing.T) {
			l := newLibrary(t)
			w := lock(t, l)
			apply(t, w, Update{Put: put})
			want := tree(t, l)
			if err := os.Remove(l.path(test.file)); err != nil {
				t.Fatal(err)
			}
			if test.text != "" {
				write(t, l, map[string]string{test.file: test.text})
			}
			damaged, err := l.Damaged()
			if err != nil {
				t.Fatal(err)
			}
			diff(t, "damaged", damaged, test.damaged)
			apply(t, w, Update{Put: put})
			diff(t, "files", tree(t, l), want)
		})
	}
}

// Without the record of one of its places, a chunk has the contents of the others
// after any Apply.
func TestApplyAfterALostRecord(t *testing.T) {
	l := newLibrary(t)
	w := lock(t, l)
	apply(t, w, Update{Put: []Page{page("a.html", "m", "A"), page("b.html", "m", "B")}})
	if err := os.Remove(l.path(pageDir, pageFile("a.html"))); err != nil {
		t.Fatal(err)
	}
	apply(t, w, Update{Put: []Page{page("c.html")}})
	diff(t, "contents", contents(t, l), map[string]string{"m": "B"})
}

// Of two records that share a chunk but were copied together from two libraries,
// the contents of the places are unknown until they are chunked again.
func TestApplyMergedLibraries(t *testing.T) {
	l, other := newLibrary(t), newLibrary(t)
	w := lock(t, l)
	apply(t, w, Update{Put: []Page{page("a.html", "m", "A")}})
	apply(t, lock(t, other), Update{Put: []Page{page("b.html", "m", "B")}})
	write(t, l, tree(t, other))

	damaged, err := l.Damaged()
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "damaged", damaged, []string{"a.html", "b.html"})
	before := tree(t, l)
	apply(t, w, Update{})
	diff(t, "files", tree(t, l), before)
	apply(t, w, Update{Put: []Page{page("a.html", "m", "A")}})
	apply(t, w, Update{Put: []Page{page("b.html", "m", "B")}})
	diff(t, "contents", contents(t, l), map[string]string{"m": "A\n\nB"})
	if damaged, err := l.Damaged(); err != nil || len(damaged) > 0 {
		t.Errorf("damaged: %v, %v", damaged, err)
	}
}

func TestApplyErrors(t *testing.T) {
	good := page("a.html", "m", "c")
	change := func(change func(c *PageChunk)) Update {
		p := page("a.html", "m", "c")
		change(&p.Chunks[0])
		return Update{Put: []Page{p}}
	}
	for want, u := range map[string]Update{
		"page without an address":          {Put: []Page{{}}},
		"the address is not UTF-8":         {Put: []Page{{Address: "caf\xe9.html"}}},
		"page a.html: given twice":         {Put: []Page{good, good}},
		"page a.html: both put":            {Put: []Page{good}, Remove: []string{"a.html"}},
		`page a.html: chunk 1: "x" is not`: change(func(c *PageChunk) { c.Name = "x" }),
		"but its match makes it":           change(func(c *PageChunk) { c.Match = "other" }),
		"has no content":                   change(func(c *PageChunk) { c.Content = "" }),
		"is not UTF-8":                     change(func(c *PageChunk) { c.Content = "\xff" }),
	} {
		l := newLibrary(t)
		_, err := lock(t, l).Apply(t.Context(), u)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error is %v, want %s", err, want)
		}
		diff(t, "files", tree(t, l), map[string]string{})
	}
}

// A folder where a file belongs is found before anything is changed.
func TestApplyFolderInPlaceOfAFile(t *testing.T) {
	for _, file := range []string{"Match/" + NameOf("m").file(), "Content/" + NameOf("m").file(), "Page/" + pageFile("b.html")} {
		l := newLibrary(t)
		w := lock(t, l)
		apply(t, w, Update{Put: []Page{page("a.html", "m1", "c1")}})
		if err := os.Mkdir(l.path(file), 0o777); err != nil {
			t.Fatal(err)
		}
		before := tree(t, l)
		_, err := w.Apply(t.Context(), Update{Put: []Page{page("b.html", "m", "c")}, Remove: []string{"a.html"}})
		wantError(t, err, syscall.EISDIR, l.path(file))
		diff(t, "files", tree(t, l), before)
	}
}

// A record that cannot be read, as opposed to one that makes no sense, may be all
// right, so it must not be taken for none.
func TestApplyBesideAnUnreadableRecord(t *testing.T) {
	l := newLibrary(t)
	w := lock(t, l)
	apply(t, w, Update{Put: []Page{page("a.html", "m", "A")}})
	record := l.path(pageDir, pageFile("b.html"))
	if err := os.Symlink(l.path(matchDir), record); err != nil {
		t.Skip(err)
	}
	_, err := w.Apply(t.Context(), Update{Sweep: true})
	if err == nil || !strings.Contains(err.Error(), record) {
		t.Errorf("error is %v", err)
	}
}

func TestApplyStops(t *testing.T) {
	l := newLibrary(t)
	w := lock(t, l)
	ctx, cancel := context.WithCancel(t.Context())
	var writes atomic.Int32
	w.before = func(s step, _ string) error {
		if s == stepWrite && writes.Add(1) == 10 {
			cancel()
		}
		return nil
	}
	_, err := w.Apply(ctx, Update{Put: manyPages(10, 10)})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v", err)
	}
	if files := tree(t, l); len(files) > 0 {
		t.Errorf("it left %d files", len(files))
	}
}

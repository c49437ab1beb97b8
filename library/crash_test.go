package library

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
)

var errDisk = errors.New("the disk says no")

// A faultyDisk fails at its nth step, counted from 0, and goes on failing if dead.
type faultyDisk struct {
	mu     sync.Mutex
	n      int
	dead   bool
	done   int
	failed string // the step that failed first
}

func (d *faultyDisk) before(s step, path string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.done++
	if d.done-1 == d.n || d.dead && d.done > d.n {
		if d.failed == "" {
			d.failed = fmt.Sprint(s, " ", path)
		}
		return errDisk
	}
	return nil
}

// checkReadable checks what holds for readers at any moment, also while a change is
// half made: each match has the whole of its content, and all records can be read.
func checkReadable(t testing.TB, l *Library, allowed map[string]bool) {
	t.Helper()
	matches, err := l.list(matchDir)
	if err != nil {
		t.Fatal(err)
	}
	for n := range matches {
		c, err := l.Chunk(n)
		if err != nil {
			t.Fatal(err)
		}
		if NameOf(c.Match) != n {
			t.Fatalf("the match of %s is %q", n, c.Match)
		}
		if allowed != nil && !allowed[c.Content] {
			t.Fatalf("the content of %q is %q, which it never should be", c.Match, c.Content)
		}
	}
	if _, err := l.Pages(); err != nil {
		t.Fatal(err)
	}
}

// scenario is a library with an update that adds, changes, removes, shares and
// ends the sharing of chunks, and is large enough to be synced all at once.
func scenario(t testing.TB) (*Library, Update) {
	l := newLibrary(t)
	w := lock(t, l)
	old := NameOf("old")
	write(t, l, map[string]string{"Match/" + old.file(): "old", "Content/" + old.file(): "old"})
	apply(t, w, Update{Put: []Page{
		page("a.html", "m1", "c1", "m2", "c2", "soon shared", "A"),
		page("b.html", "was shared", "B"),
		page("c.html", "was shared", "C"),
	}})
	unlock(t, w)
	many := page("e.html")
	for range 20 {
		many.Chunks = append(many.Chunks, page("", fmt.Sprint(len(many.Chunks)), "many").Chunks...)
	}
	return l, Update{
		Put: []Page{
			page("a.html", "m1", "other", "m3", "c3", "soon shared", "A"),
			page("d.html", "soon shared", "D"),
			many,
		},
		Remove: []string{"c.html"},
		Sweep:  true,
	}
}

// Whatever step on the disk fails, an error says so, and the library is either as
// it was or is as it should be once it is locked again.
func TestApplyWithAFaultyDisk(t *testing.T) {
	for _, dead := range []bool{false, true} {
		for n := 0; ; n++ {
			l, u := scenario(t)
			before, contentsBefore := tree(t, l), contents(t, l)
			w, err := l.Lock()
			if err != nil {
				t.Fatal(err)
			}
			disk := &faultyDisk{n: n, dead: dead}
			w.before = disk.before
			_, err = w.Apply(t.Context(), u)
			if disk.failed == "" { // it has no nth step
				unlock(t, w)
				if err != nil {
					t.Fatal(err)
				}
				if n < 20 {
					t.Errorf("only %d steps, which cannot be all", n)
				}
				break
			}
			if !errors.Is(err, errDisk) || !strings.Contains(err.Error(), l.Root()) {
				t.Fatalf("%s: error is %v", disk.failed, err)
			}

			allowed := map[string]bool{"other": true, "c3": true, "A\n\nD": true, "B": true, "many": true}
			for _, content := range contentsBefore {
				allowed[content] = true
			}
			checkReadable(t, l, allowed)
			unlock(t, w)
			unlock(t, lock(t, l))
			if files := tree(t, l); !sameFiles(files, before) {
				apply(t, lock(t, l), u)
				diff(t, "files after "+disk.failed, files, tree(t, l))
			}
		}
	}
}

// leftovers returns those of the files that should only be there for a moment.
func leftovers(files map[string]string) []string {
	var left []string
	for file := range files {
		if strings.HasSuffix(file, ".tmp") || file == journalFile {
			left = append(left, file)
		}
	}
	return left
}

func sameFiles(a, b map[string]string) bool {
	if len(a) != len(b) {
		return false
	}
	for path, text := range a {
		if other, ok := b[path]; !ok || other != text {
			return false
		}
	}
	return true
}

// After a failure that passes, the same writer can go on, and nothing temporary is
// left of the failed attempt.
func TestApplyAfterAFailure(t *testing.T) {
	for n := 0; ; n++ {
		l, u := scenario(t)
		w := lock(t, l)
		disk := &faultyDisk{n: n}
		w.before = disk.before
		if _, err := w.Apply(t.Context(), u); disk.failed == "" {
			break
		} else if err == nil {
			t.Fatalf("%s: no error", disk.failed)
		}
		if files := tree(t, l); files[journalFile] == "" && len(leftovers(files)) > 0 {
			t.Errorf("%s: %v are left", disk.failed, leftovers(files))
		}
		apply(t, w, u)
		after := tree(t, l)

		other, u := scenario(t)
		apply(t, lock(t, other), u)
		diff(t, "files after "+disk.failed, after, tree(t, other))
	}
}

// If the journal is there but may not be durable, and cannot be removed either, what
// it lists has to stay, since the next Lock will carry it out.
func TestApplyCannotWithdrawTheJournal(t *testing.T) {
	l, u := scenario(t)
	w, err := l.Lock()
	if err != nil {
		t.Fatal(err)
	}
	w.before = func(s step, path string) error {
		if s == stepSync && path == l.Root() && hasJournal(l) || s == stepRemove && path == l.path(journalFile) {
			return errDisk
		}
		return nil
	}
	_, err = w.Apply(t.Context(), u)
	wantError(t, err, errDisk)
	unlock(t, w)
	unlock(t, lock(t, l))

	other, u := scenario(t)
	apply(t, lock(t, other), u)
	diff(t, "files", tree(t, l), tree(t, other))
}

func hasJournal(l *Library) bool {
	_, err := os.Stat(l.path(journalFile))
	return err == nil
}

// The same for vectors, of which each counts for itself.
func TestPutVectorsWithAFaultyDisk(t *testing.T) {
	space := Space{"m", 3}
	var embeddings []Embedding
	for i := range 5 {
		embeddings = append(embeddings, Embedding{NameOf(fmt.Sprint(i)), []float32{float32(i), 2, 3}})
	}
	for _, dead := range []bool{false, true} {
		for n := 0; ; n++ {
			l := newLibrary(t)
			w, err := l.Lock()
			if err != nil {
				t.Fatal(err)
			}
			disk := &faultyDisk{n: n, dead: dead}
			w.before = disk.before
			err = w.PutVectors(t.Context(), space, embeddings)
			unlock(t, w)
			if disk.failed == "" {
				break
			}
			if !errors.Is(err, errDisk) {
				t.Fatalf("%s: error is %v", disk.failed, err)
			}
			w = lock(t, l)
			vectors, err := l.Vectors(t.Context(), space)
			if err != nil || len(vectors.Bad) > 0 {
				t.Fatalf("%s: %v, %v", disk.failed, err, vectors)
			}
			if left := leftovers(tree(t, l)); len(left) > 0 {
				t.Errorf("%s: %v are left", disk.failed, left)
			}
			if err := w.PutVectors(t.Context(), space, embeddings); err != nil {
				t.Fatal(err)
			}
			if names, err := l.VectorNames(space); err != nil || len(names) != 5 {
				t.Errorf("%v, %v", names, err)
			}
		}
	}
}

// Delete and Purge can be cut short anywhere and called again.
func TestDeleteWithAFaultyDisk(t *testing.T) {
	for n := 0; ; n++ {
		l, _ := scenario(t)
		w := lock(t, l)
		disk := &faultyDisk{n: n, dead: true}
		w.before = disk.before
		_, err := w.Delete(t.Context())
		if disk.failed == "" {
			break
		}
		if !errors.Is(err, errDisk) {
			t.Fatalf("%s: error is %v", disk.failed, err)
		}
		checkReadable(t, l, nil)
		w.before = nil
		if _, err := w.Delete(t.Context()); err != nil {
			t.Fatal(err)
		}
		diff(t, "files", tree(t, l), map[string]string{})
	}
}

// A journal that is read is the one that was written, and only such.
func TestJournal(t *testing.T) {
	g := newGenerator(1)
	b := &batch{}
	for range 10 {
		b.put("Content/"+NameOf(fmt.Sprint(g.Int())).file(), nil)
		b.put("Page/"+pageFile(fmt.Sprint(g.Int())), nil)
		b.remove("Match/" + NameOf(fmt.Sprint(g.Int())).file())
	}
	text := string(b.journal())
	got, err := parseJournal(text)
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "journal", string(got.journal()), text)

	for what, text := range map[string]string{
		"empty":            "",
		"cut short":        text[:len(text)/2],
		"another version":  strings.Replace(text, "journal 1", "journal 2", 1),
		"outside":          strings.Replace(text, "put Content/", "put ../Content/", 1),
		"not ours":         strings.Replace(text, "remove Match/", "remove settings.yaml/", 1),
		"another request":  strings.Replace(text, "remove ", "rename ", 1),
		"with more behind": text + "remove Match/" + NameOf("x").file() + "\n",
	} {
		if _, err := parseJournal(text); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
}

func TestLockWithABrokenJournal(t *testing.T) {
	l := newLibrary(t)
	write(t, l, map[string]string{journalFile: "put /etc/passwd\n"})
	_, err := l.Lock()
	var recordError *RecordError
	if !errors.As(err, &recordError) || recordError.Path != l.path(journalFile) || hintOf(err) == "" {
		t.Errorf("error is %v", err)
	}
}

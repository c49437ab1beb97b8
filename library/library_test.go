package library

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// newLibrary returns an empty library. It lies in memory if the system has a
// folder for that, since some tests write thousands of files.
func newLibrary(t testing.TB) *Library {
	t.Helper()
	l, err := Open(tempDir(t))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// memory is a folder that Linux keeps in memory.
const memory = "/dev/shm"

func tempDir(t testing.TB) string {
	t.Helper()
	if info, err := os.Stat(memory); err != nil || !info.IsDir() {
		return t.TempDir()
	}
	dir, err := os.MkdirTemp(memory, "library")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// times returns n, or less if the test is to be short or every sync takes long.
func times(l *Library, n int) int {
	if testing.Short() || !strings.HasPrefix(l.Root(), memory) {
		return max(1, n/10)
	}
	return n
}

// lock locks l until the test ends.
func lock(t testing.TB, l *Library) *Writer {
	t.Helper()
	w, err := l.Lock()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unlock(t, w) })
	return w
}

func unlock(t testing.TB, w *Writer) {
	t.Helper()
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

func apply(t testing.TB, w *Writer, u Update) Result {
	t.Helper()
	r, err := w.Apply(context.Background(), u)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// page returns a page whose chunks have the given texts: match, content, match,
// content and so on.
func page(address string, texts ...string) Page {
	p := Page{Address: address}
	for i := 0; i < len(texts); i += 2 {
		p.Chunks = append(p.Chunks, PageChunk{Name: NameOf(texts[i]), Match: texts[i], Content: texts[i+1]})
	}
	return p
}

// write writes files, given by their paths relative to the root.
func write(t testing.TB, l *Library, files map[string]string) {
	t.Helper()
	for file, text := range files {
		if err := os.MkdirAll(filepath.Dir(l.path(file)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(l.path(file), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// tree returns all files below the root but the lock, by their paths.
func tree(t testing.TB, l *Library) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := fs.WalkDir(os.DirFS(l.Root()), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path == lockFile {
			return err
		}
		text, err := os.ReadFile(l.path(path))
		files[path] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// contents returns the contents of the chunks by their matches.
func contents(t testing.TB, l *Library) map[string]string {
	t.Helper()
	names, err := l.Names()
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, n := range names {
		c, err := l.Chunk(n)
		if err != nil {
			t.Fatal(err)
		}
		texts[c.Match] = c.Content
	}
	return texts
}

func diff(t testing.TB, what string, got, want any) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Fatalf("%s (- want, + got):\n%s", what, d)
	}
}

// wantError checks that err is target, names what it should, and has a hint that
// does.
func wantError(t testing.TB, err, target error, names ...string) {
	t.Helper()
	if !errors.Is(err, target) {
		t.Fatalf("error is %v, want %v", err, target)
	}
	for _, name := range names {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("error %q does not name %s", err, name)
		}
	}
}

func hintOf(err error) string {
	var h interface{ Hint() string }
	if errors.As(err, &h) {
		return h.Hint()
	}
	return ""
}

func TestOpenErrors(t *testing.T) {
	dir := tempDir(t)
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		root string
		want error
	}{
		{"", ErrNoRoot},
		{filepath.Join(dir, "none"), ErrNoRoot},
		{file, ErrNotDirectory},
		{filepath.Join(file, "below"), ErrNotDirectory},
	} {
		_, err := Open(test.root)
		wantError(t, err, test.want, test.root)
		if hintOf(err) == "" {
			t.Errorf("%v: no hint", err)
		}
	}
}

func TestOpenMakesTheRootAbsolute(t *testing.T) {
	dir := tempDir(t)
	t.Chdir(dir)
	l, err := Open(".")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir("/")
	if _, err := os.Stat(l.Root()); err != nil || !filepath.IsAbs(l.Root()) {
		t.Errorf("root is %q: %v", l.Root(), err)
	}
}

func TestEmptyDirectoryIsAnEmptyLibrary(t *testing.T) {
	l := newLibrary(t)
	names, err := l.Names()
	if err != nil || len(names) != 0 {
		t.Errorf("names: %v, %v", names, err)
	}
	pages, err := l.Pages()
	if err != nil || len(pages) != 0 {
		t.Errorf("pages: %v, %v", pages, err)
	}
	if original, err := l.Original(); err != nil || original {
		t.Errorf("original: %v, %v", original, err)
	}
	if space, known, err := l.Space(); err != nil || known || space != (Space{}) {
		t.Errorf("space: %v, %v, %v", space, known, err)
	}
	if status, err := l.Status(); err != nil || status.Chunks != 0 {
		t.Errorf("status: %v, %v", status, err)
	}
	if files := tree(t, l); len(files) != 0 {
		t.Errorf("reading made files: %v", files)
	}
}

// A root made by the original program has neither page records nor a space.json,
// and ends of embed files that vary.
func TestOriginalRoot(t *testing.T) {
	l := newLibrary(t)
	n := NameOf("Battery life.")
	write(t, l, map[string]string{
		"Match/" + n.file():    "Battery life.",
		"Content/" + n.file():  "Document: Kite\n\nTwo weeks.",
		"Embed/" + n.file():    strings.Repeat("2552 ", 1535) + "-2552\n",
		"Log/dump.txt":         "…",
		"Key/OpenAI_API.txt":   "sk-none",
		"Match/notes.txt":      "not a chunk",
		"Match/.DS_Store":      "not a chunk",
		"Content/ABCDEF012345": "not a chunk",
	})
	if original, err := l.Original(); err != nil || !original {
		t.Errorf("original: %v, %v", original, err)
	}
	names, err := l.Names()
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "names", names, []Name{n})
	chunk, err := l.Chunk(n)
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "chunk", chunk, Chunk{n, "Battery life.", "Document: Kite\n\nTwo weeks."})
	vector, err := l.Vector(originalSpace, n)
	if err != nil || vector[0] != 0.02552 || vector[1535] != -0.02552 {
		t.Errorf("vector: %v, %v", vector, err)
	}

	// The first chunking takes the chunk over; nothing else is touched.
	apply(t, lock(t, l), Update{Put: []Page{page("kite.html", "Battery life.", "Document: Kite\n\nThree weeks.")}})
	if original, err := l.Original(); err != nil || original {
		t.Errorf("original after chunking: %v, %v", original, err)
	}
	diff(t, "contents", contents(t, l), map[string]string{"Battery life.": "Document: Kite\n\nThree weeks."})
	if text := tree(t, l)["Match/notes.txt"]; text != "not a chunk" {
		t.Errorf("a file that is not ours was touched: %q", text)
	}
}

func TestChunkErrors(t *testing.T) {
	l := newLibrary(t)
	n := NameOf("x")
	for _, name := range []Name{n, "", "../../etc/pas", "ABCDEF012345"} {
		_, err := l.Chunk(name)
		wantError(t, err, ErrNoChunk, string(name))
	}
	write(t, l, map[string]string{"Match/" + n.file(): "x"})
	_, err := l.Chunk(n)
	wantError(t, err, ErrNoChunk, string(n))
	if names, err := l.Names(); err != nil || len(names) != 0 {
		t.Errorf("names of half a chunk: %v, %v", names, err)
	}
}

func TestFolderThatIsAFile(t *testing.T) {
	l := newLibrary(t)
	write(t, l, map[string]string{"Content": "a file"})
	_, err := l.Names()
	if err == nil || !strings.Contains(err.Error(), l.path(contentDir)) {
		t.Errorf("error %v does not name the folder", err)
	}
}

func TestPaths(t *testing.T) {
	l := newLibrary(t)
	for got, want := range map[string]string{
		l.LogDir(): "Log", l.CacheDir(): "Cache", l.SettingsPath(): "settings.yaml",
	} {
		if got != filepath.Join(l.Root(), want) {
			t.Errorf("%s is not %s of the root", got, want)
		}
	}
}

func TestForeign(t *testing.T) {
	for name, c := range map[string]struct {
		files []string
		want  bool
	}{
		"empty":               {nil, false},
		"a library":           {[]string{"Match/a.txt", "letter.txt"}, false},
		"settings":            {[]string{"settings.yaml"}, false},
		"something else":      {[]string{"letter.txt"}, true},
		"a folder like Match": {[]string{"match/a.txt"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for _, f := range c.files {
				path := filepath.Join(dir, f)
				if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, nil, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if got := Foreign(dir); got != c.want {
				t.Errorf("got %v", got)
			}
		})
	}
	if Foreign(filepath.Join(t.TempDir(), "nowhere")) {
		t.Error("a folder that is not there holds something")
	}
}

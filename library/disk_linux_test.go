package library

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// mountTmpfs mounts a file system in memory at a new folder, or skips the test.
func mountTmpfs(t *testing.T, options string) string {
	t.Helper()
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, options); err != nil {
		t.Skipf("a file system of its own cannot be mounted, which takes root: %v", err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(dir, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return dir
}

func openAt(t *testing.T, root string) *Library {
	t.Helper()
	l, err := Open(root)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestDiskFull(t *testing.T) {
	l := openAt(t, mountTmpfs(t, "size=1m"))
	w := lock(t, l)
	apply(t, w, Update{Put: []Page{page("a.html", "m", "c", "m2", "c2")}})
	before := tree(t, l)
	space := Space{"m", 1536}

	big := page("a.html", "m", "other")
	for _, p := range manyPages(10, 100) {
		big.Chunks = append(big.Chunks, p.Chunks...)
	}
	_, err := w.Apply(t.Context(), Update{Put: []Page{big}})
	wantError(t, err, ErrDiskFull, l.Root(), ".tmp: no space left on device")
	wantError(t, err, syscall.ENOSPC)
	if !strings.Contains(hintOf(err), l.Root()) {
		t.Errorf("hint is %q", hintOf(err))
	}
	diff(t, "files", tree(t, l), before)

	var embeddings []Embedding
	for _, c := range big.Chunks {
		embeddings = append(embeddings, Embedding{c.Name, make([]float32, 1536)})
	}
	err = w.PutVectors(t.Context(), space, embeddings)
	wantError(t, err, ErrDiskFull, l.Root())
	diff(t, "files", tree(t, l), before)

	// A disk that is full to the last byte still lets go of things.
	filler, err := os.Create(filepath.Join(l.Root(), "filler"))
	if err != nil {
		t.Fatal(err)
	}
	for err == nil {
		_, err = filler.Write(make([]byte, 4096))
	}
	filler.Close()
	unlock(t, w)
	if _, err := lock(t, l).Delete(t.Context()); err != nil {
		t.Error(err)
	}
	diff(t, "contents", contents(t, l), map[string]string{})
}

// Permissions do not stop root, but a file system mounted read-only does.
func TestReadOnly(t *testing.T) {
	root := mountTmpfs(t, "size=1m")
	l := openAt(t, root)
	w := lock(t, l)
	apply(t, w, Update{Put: []Page{page("a.html", "m", "c")}})
	unlock(t, w)
	if err := unix.Mount("tmpfs", root, "tmpfs", unix.MS_REMOUNT|unix.MS_RDONLY, ""); err != nil {
		t.Skipf("the file system cannot be made read-only: %v", err)
	}
	_, err := l.Lock()
	wantError(t, err, ErrReadOnly, root)
	if !strings.Contains(hintOf(err), root) {
		t.Errorf("hint is %q", hintOf(err))
	}
	diff(t, "contents", contents(t, l), map[string]string{"m": "c"})
}

// Embed may lie on another disk, to which a link leads.
func TestEmbedOnAnotherDisk(t *testing.T) {
	l := newLibrary(t)
	if err := os.Symlink(mountTmpfs(t, "size=1m"), l.path(embedDir)); err != nil {
		t.Fatal(err)
	}
	w := lock(t, l)
	space := Space{"m", 3}
	var embeddings []Embedding
	for _, c := range manyPages(1, 2*fewFiles)[0].Chunks {
		embeddings = append(embeddings, Embedding{c.Name, []float32{1, 2, 3}})
	}
	if err := w.PutVectors(t.Context(), space, embeddings); err != nil {
		t.Fatal(err)
	}
	if names, err := l.VectorNames(space); err != nil || len(names) != 2*fewFiles {
		t.Errorf("%d vectors, %v", len(names), err)
	}
}

func TestReadOnlyLibraryIsSearched(t *testing.T) {
	space := Space{"m", 1}
	root := mountTmpfs(t, "")
	l := openAt(t, root)
	write(t, l, map[string]string{
		"Embed/space.json": string(space.encode()), embedPath(0): "1", "Content/" + numbered(0).file(): "c",
	})
	if err := unix.Mount("tmpfs", root, "tmpfs", unix.MS_REMOUNT|unix.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	before := tree(t, l)
	x := index(t, l, space)
	diff(t, "hits", search(t, x, 0, 1), []Hit{{numbered(0), 1}})
	wantError(t, x.PackError(), ErrReadOnly, root)
	diff(t, "files", tree(t, l), before)
}

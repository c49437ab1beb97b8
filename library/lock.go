package library

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"
)

// lockFile is held by the one who writes. It is never removed.
const lockFile = ".lock"

// A Writer changes a library. As long as it is open, no other process and no
// other Writer of this one can. It is safe for concurrent use; calls take turns.
// After Close its methods return ErrClosed.
type Writer struct {
	lib  *Library
	mu   sync.Mutex
	lock *flock.Flock // nil once closed

	// before, if not nil, is called before each step on the disk, from several
	// goroutines at once; the step fails with its error. For tests.
	before func(step step, path string) error
}

// Lock returns the writer of the library. What a killed writer left is finished or
// swept away first. The error is ErrLocked, and says who writes, if someone does,
// ErrReadOnly if nothing can be written, and ErrNoRoot if the root is gone.
func (l *Library) Lock() (*Writer, error) {
	lock := flock.New(l.path(lockFile), flock.SetFlag(os.O_CREATE|os.O_RDWR), flock.SetPermissions(0o666))
	locked, err := lock.TryLock()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, noRoot(l.root)
	case err != nil:
		return nil, writeError(l.root, err)
	case !locked:
		return nil, l.locked()
	}
	w := &Writer{lib: l, lock: lock}
	if err := w.recover(); err != nil {
		return nil, errors.Join(writeError(l.root, err), lock.Close())
	}
	w.sign()
	return w, nil
}

// Library returns the library that w writes.
func (w *Writer) Library() *Library { return w.lib }

// Close lets others write. Closing twice is no error.
func (w *Writer) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.lock == nil {
		return nil
	}
	lock := w.lock
	w.lock = nil
	_ = os.Truncate(lock.Path(), 0) // who it was no longer matters
	if err := lock.Close(); err != nil {
		return fmt.Errorf("library %s: unlocking: %w", w.lib.root, err)
	}
	return nil
}

// use takes w's turn, finishes a change that could not be finished before, and
// returns what ends the turn.
func (w *Writer) use() (done func(), err error) {
	w.mu.Lock()
	if w.lock == nil {
		err = fmt.Errorf("library %s: %w", w.lib.root, ErrClosed)
	} else {
		err = writeError(w.lib.root, w.finishJournal())
	}
	if err != nil {
		w.mu.Unlock()
		return nil, err
	}
	return w.mu.Unlock, nil
}

// sign writes into the lock file who holds it, for the message of locked. Others
// can do without, so errors do not matter. On Windows a lock covers the first
// byte, which nobody else can read then: it is left out of the text.
func (w *Writer) sign() {
	f, err := os.OpenFile(w.lock.Path(), os.O_RDWR, 0)
	if err != nil {
		return
	}
	defer f.Close()
	text := fmt.Sprintf("%d %s\n", os.Getpid(), time.Now().Format(time.RFC3339))
	_ = f.Truncate(0)
	_, _ = f.WriteAt([]byte("\n"), 0)
	_, _ = f.WriteAt([]byte(text), 1)
}

// locked returns an ErrLocked that says who holds the lock.
func (l *Library) locked() error {
	who := "another process"
	if pid, since, ok := l.holder(); ok {
		who = fmt.Sprintf("process %d since %s", pid, since.Local().Format("15:04:05 on 2 January 2006"))
		if pid == os.Getpid() {
			who = "this " + who
		}
	}
	return hint(fmt.Errorf("library %s: %w: %s is writing to it", l.root, ErrLocked, who),
		"wait until it has finished, or end it")
}

// holder reads from the lock file who holds it.
func (l *Library) holder() (pid int, since time.Time, ok bool) {
	f, err := os.Open(l.path(lockFile))
	if err != nil {
		return 0, time.Time{}, false
	}
	defer f.Close()
	const enough = 100
	text := make([]byte, enough)
	n, _ := f.ReadAt(text, 1) // it is shorter, so there always is an error
	var start string
	if _, err := fmt.Sscan(string(text[:n]), &pid, &start); err != nil {
		return 0, time.Time{}, false
	}
	since, err = time.Parse(time.RFC3339, start)
	return pid, since, err == nil
}

// recover finishes or sweeps away what a killed writer left.
func (w *Writer) recover() error {
	if err := w.finishJournal(); err != nil {
		return err
	}
	dirs, err := w.lib.spaceDirs()
	if err != nil {
		return err
	}
	dirs = append(dirs, "", matchDir, contentDir, pageDir, embedDir)
	for _, dir := range dirs {
		if err := w.sweep(dir); err != nil {
			return err
		}
	}
	return nil
}

// sweep removes our temporary files from a folder of the library.
func (w *Writer) sweep(dir string) error {
	entries, err := w.lib.entries(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if target, ok := isTemporary(e.Name()); !ok || !ours(path.Join(dir, target)) {
			continue
		}
		if err := os.Remove(w.lib.path(dir, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// temporary returns the path of the temporary file that becomes the file at target.
func temporary(target string) string {
	dir, base := path.Split(target)
	return dir + "." + base + ".tmp"
}

// isTemporary is the inverse of temporary for a name without a folder.
func isTemporary(base string) (target string, ok bool) {
	base, dotted := strings.CutPrefix(base, ".")
	target, ok = strings.CutSuffix(base, ".tmp")
	return target, ok && dotted
}

// ours reports whether the file at target, relative to the root with slashes, is
// one that a Writer writes.
func ours(target string) bool {
	dir, base := path.Split(target)
	switch top, _, _ := strings.Cut(dir, "/"); top {
	case matchDir, contentDir:
		_, ok := nameOfFile(base)
		return ok
	case embedDir:
		_, ok := nameOfFile(base)
		return ok || base == spaceFile
	case pageDir:
		return isPageFile(base)
	default:
		return target == journalFile
	}
}

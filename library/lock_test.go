package library

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestLockOnce(t *testing.T) {
	l := newLibrary(t)
	w := lock(t, l)
	if w.Library() != l {
		t.Error("the writer writes another library")
	}
	_, err := l.Lock()
	wantError(t, err, ErrLocked, l.Root(), fmt.Sprintf("this process %d since", os.Getpid()))
	if hintOf(err) == "" {
		t.Error("no hint")
	}

	unlock(t, w)
	unlock(t, w)
	w = lock(t, l)
	unlock(t, w)
	for name, call := range map[string]func() error{
		"Apply":         func() error { _, err := w.Apply(t.Context(), Update{}); return err },
		"Delete":        func() error { _, err := w.Delete(t.Context()); return err },
		"Purge":         func() error { _, err := w.Purge(t.Context(), originalSpace, true); return err },
		"RemoveVectors": func() error { _, err := w.RemoveVectors(t.Context(), originalSpace, nil); return err },
		"PutVectors":    func() error { return w.PutVectors(t.Context(), originalSpace, nil) },
		"SetSpace":      func() error { return w.SetSpace(t.Context(), originalSpace) },
	} {
		if err := call(); !errors.Is(err, ErrClosed) {
			t.Errorf("%s after Close: %v", name, err)
		}
	}
}

// The message names the process that holds the lock, if it has said so.
func TestLockedByAnotherProcess(t *testing.T) {
	l := newLibrary(t)
	lock(t, l)
	since := time.Date(2025, 6, 26, 12, 30, 15, 0, time.Local)
	write(t, l, map[string]string{lockFile: "\n1 " + since.Format(time.RFC3339) + "\n"})
	_, err := l.Lock()
	wantError(t, err, ErrLocked, ": process 1 since 12:30:15 on 26 June 2025")

	for _, text := range []string{"", "\n", "\nx y z", "\n1 yesterday"} {
		write(t, l, map[string]string{lockFile: text})
		_, err := l.Lock()
		wantError(t, err, ErrLocked, "another process")
	}
}

func TestLockWithoutRoot(t *testing.T) {
	l := newLibrary(t)
	if err := os.Remove(l.Root()); err != nil {
		t.Fatal(err)
	}
	_, err := l.Lock()
	wantError(t, err, ErrNoRoot, l.Root())
}

// Only temporary files of ours are swept away.
func TestLockSweeps(t *testing.T) {
	l := newLibrary(t)
	n := NameOf("x")
	keep := map[string]string{
		".settings.yaml.tmp":        "of someone else",
		"Match/.notes.txt.tmp":      "of someone else",
		"Match/" + n.file():         "x",
		"Log/." + n.file() + ".tmp": "of someone else",
	}
	write(t, l, keep)
	write(t, l, map[string]string{
		"." + journalFile + ".tmp":             "half a journal",
		"Match/." + n.file() + ".tmp":          "half a match",
		"Content/." + n.file() + ".tmp":        "half a content",
		"Page/." + pageFile("a.html") + ".tmp": "half a record",
		"Embed/." + n.file() + ".tmp":          "half a vector",
		"Embed/.space.json.tmp":                "half a space",
		"Embed/model-3/." + n.file() + ".tmp":  "half a vector",
		"Embed/model-3/.space.json.tmp":        "half a space",
	})
	lock(t, l)
	diff(t, "files", tree(t, l), keep)
}

// Calls of several goroutines take turns; readers see whole chunks meanwhile.
func TestConcurrentUse(t *testing.T) {
	l := newLibrary(t)
	w := lock(t, l)
	var readers, writers sync.WaitGroup
	var stop atomic.Bool
	readers.Go(func() {
		for !stop.Load() {
			names, err := l.Names()
			if err != nil {
				t.Error(err)
			}
			for _, n := range names {
				c, err := l.Chunk(n)
				if err != nil && !errors.Is(err, ErrNoChunk) {
					t.Error(err)
				}
				if err == nil && c.Content != "content of "+c.Match {
					t.Errorf("content of %q is %q", c.Match, c.Content)
				}
			}
			if _, err := l.Pages(); err != nil {
				t.Error(err)
			}
		}
	})
	for i := range 4 {
		writers.Go(func() {
			for j := range 20 {
				address, match := fmt.Sprint(i, ".html"), fmt.Sprint("match ", i, j%3)
				if _, err := w.Apply(t.Context(), Update{Put: []Page{page(address, match, "content of "+match)}}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	writers.Wait()
	stop.Store(true)
	readers.Wait()
	if names, err := l.Names(); err != nil || len(names) != 4 {
		t.Errorf("names: %v, %v", names, err)
	}
}

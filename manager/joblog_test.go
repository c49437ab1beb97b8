package manager

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

var logMoment = time.Date(2026, 3, 1, 9, 5, 7, 250e6, time.UTC)

func readFile(t testing.TB, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestLog(t *testing.T) {
	root := t.TempDir()
	l := OpenLog(root, "window")
	if want := filepath.Join(root, "Log", "window.log"); l.Path() != want {
		t.Errorf("path %s", l.Path())
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(root, "Log")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("made without a line: %v", err)
	}

	l = OpenLog(root, "window")
	l.Write(logMoment, "chunk: done")
	l.Write(logMoment.Add(time.Hour), "two\r\nlines\n")
	l.Write(logMoment, "bell \a and \x1b[31mcolour, \xff")
	if err := errors.Join(l.Close(), l.Close(), l.Err()); err != nil {
		t.Error(err)
	}
	l.Write(logMoment, "too late")
	const want = "2026-03-01 09:05:07.250 chunk: done\n" +
		"2026-03-01 10:05:07.250 two\n                        lines\n" +
		"2026-03-01 09:05:07.250 bell \ufffd and \ufffd[31mcolour, \ufffd\n"
	if have := readFile(t, l.Path()); have != want {
		t.Errorf("have %q", have)
	}

	again := OpenLog(root, "window") // adds to what is there
	again.Write(logMoment, "more")
	if err := again.Close(); err != nil {
		t.Error(err)
	}
	if have := readFile(t, l.Path()); have != want+"2026-03-01 09:05:07.250 more\n" {
		t.Errorf("have %q", have)
	}
}

// A line comes to the disk without Close.
func TestLogPause(t *testing.T) {
	l := OpenLog(t.TempDir(), "window")
	defer l.Close()
	l.Write(logMoment, "one")
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(logPause / 10) {
		if data, err := os.ReadFile(l.Path()); err == nil && strings.HasSuffix(string(data), "one\n") {
			return
		}
	}
	t.Error("nothing came")
}

func TestLogRotates(t *testing.T) {
	root := t.TempDir()
	line := strings.Repeat("x", 1e6)
	for i := range 25 {
		l := OpenLog(root, "window")
		l.Write(logMoment, fmt.Sprint(i, line))
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
	files, err := filepath.Glob(filepath.Join(root, "Log", "*"))
	if err != nil || len(files) != 2 {
		t.Fatalf("have %v, %v", files, err)
	}
	for i, want := range []struct{ lines, first int }{{9, 9}, {7, 18}} {
		have := readFile(t, files[i])
		if strings.Count(have, "\n") != want.lines || !strings.Contains(have[:50], fmt.Sprintf(" %dxx", want.first)) {
			t.Errorf("%s: %d lines, the first %s…", files[i], strings.Count(have, "\n"), have[:50])
		}
	}
}

// A root that has gone is not made anew, and gets its lines when it is back.
func TestLogRootGone(t *testing.T) {
	root := filepath.Join(t.TempDir(), "lib")
	l := OpenLog(root, "window")
	l.Write(logMoment, "one")
	l.flush()
	if err := l.Err(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("have %v", err)
	}
	if _, err := os.Stat(root); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the root was made: %v", err)
	}
	if err := os.Mkdir(root, 0o777); err != nil {
		t.Fatal(err)
	}
	l.Write(logMoment, "two")
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	if have := readFile(t, l.Path()); strings.Count(have, "\n") != 2 || !strings.HasSuffix(have, "one\n2026-03-01 09:05:07.250 two\n") {
		t.Errorf("have %q", have)
	}
}

// Without a disk, the memory does not fill up, and what was lost is said later.
func TestLogLost(t *testing.T) {
	root := filepath.Join(t.TempDir(), "lib")
	l := OpenLog(root, "window")
	line := strings.Repeat("x", 1e6)
	l.writing.Lock() // the disk hangs
	for range 20 {
		l.Write(logMoment, line)
	}
	l.mu.Lock()
	if len(l.waiting) > logWaiting || l.lost != 13 {
		t.Errorf("%d bytes wait, %d lines are lost", len(l.waiting), l.lost)
	}
	l.mu.Unlock()
	l.writing.Unlock() // and is gone
	l.flush()
	if err := os.Mkdir(root, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	if have := readFile(t, l.Path()); strings.Count(have, "\n") != 8 || !strings.HasSuffix(have, " 13 lines were lost\n") {
		t.Errorf("have %d lines: …%q", strings.Count(have, "\n"), have[len(have)-50:])
	}
}

// Many lines of many goroutines are there, each whole and once.
func TestLogMany(t *testing.T) {
	l := OpenLog(tempRoot(t), "window")
	began := time.Now()
	var wg sync.WaitGroup
	const writers, lines = 5, 10_000
	for w := range writers {
		wg.Go(func() {
			for i := range lines {
				l.Write(logMoment, fmt.Sprintf("line %d of %d", i, w))
			}
		})
	}
	wg.Wait()
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	t.Logf("%d lines in %s", writers*lines, time.Since(began))
	seen := map[string]bool{}
	for line := range strings.Lines(readFile(t, l.Path())) {
		seen[line] = true
	}
	if len(seen) != writers*lines {
		t.Errorf("%d different lines", len(seen))
	}
}

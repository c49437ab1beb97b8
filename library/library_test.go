package library

import (
	"context"
	"testing"
)

func newLibrary(t testing.TB) *Library {
	t.Helper()
	l, err := Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return l
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

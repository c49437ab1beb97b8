package manager

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// An author edits, renames and deletes pages at random. The words are few, so that
// equal match strings stand on many pages.
type author struct {
	*manual
	rand  *rand.Rand
	names []string // of the pages there are
}

// sentence returns a random sentence.
func (a *author) sentence() string {
	words := []string{"pump", "valve", "filter"}
	return fmt.Sprintf("The %s of rack %d is closed.", words[a.rand.IntN(len(words))], a.rand.IntN(4))
}

// text returns a random page.
func (a *author) text() string {
	var paragraphs []string
	for range a.rand.IntN(5) {
		paragraphs = append(paragraphs, a.sentence())
	}
	return page(fmt.Sprint("Title ", a.rand.IntN(3)), paragraphs...)
}

func (a *author) any() string { return a.names[a.rand.IntN(len(a.names))] }

// work makes a change, and returns what it was.
func (a *author) work() string {
	switch what := a.rand.IntN(10); {
	case len(a.names) == 0 || what < 3:
		name := fmt.Sprintf("page%d.html", a.rand.IntN(1000))
		a.write(name, a.text())
		if !slices.Contains(a.names, name) {
			a.names = append(a.names, name)
		}
		return "write " + name
	case what < 6:
		name := a.any()
		a.write(name, a.text())
		return "edit " + name
	case what < 8 && len(a.names) > 1:
		name := a.any()
		a.remove(name)
		a.names = slices.DeleteFunc(a.names, func(n string) bool { return n == name })
		return "remove " + name
	case what < 9:
		from, to := a.any(), fmt.Sprintf("page%d.html", a.rand.IntN(1000))
		if slices.Contains(a.names, to) {
			return "nothing"
		}
		a.write(to, a.text())
		a.remove(from)
		a.names[slices.Index(a.names, from)] = to
		return "rename " + from + " to " + to
	}
	return "nothing"
}

// Whatever is edited, removed and renamed between runs, whichever of them are cut
// short or concern some pages alone: after a run over the whole list the library is
// that which a new one would be, and its counts say what has become of the files.
func TestChunkIsLikeAFreshLibrary(t *testing.T) {
	sequences := 40
	if testing.Short() {
		sequences = 4
	}
	for seed := range uint64(sequences) {
		a := &author{manual: newManual(t, nil), rand: rand.New(rand.NewPCG(seed, 1))}
		var history []string
		for range 6 {
			for range 1 + a.rand.IntN(4) {
				history = append(history, a.work())
			}
			history = append(history, a.interlude())
			before := a.texts()
			result, err := a.open().chunk(t.Context(), nil, &recorder{}, rhythm{chunks: 1 + a.rand.IntN(8), every: time.Hour})
			if err != nil {
				t.Fatalf("seed %d: %v after %q", seed, err, history)
			}
			history = append(history, "chunk")
			equal(t, "texts", a.texts(), a.fresh())
			wantCounts(t, result, before, a.texts())
			a.wantValid()
			if t.Failed() {
				t.Fatalf("seed %d: %s", seed, strings.Join(history, "; "))
			}
		}
	}
}

// interlude sometimes runs a job that is not the one to be tested.
func (a *author) interlude() string {
	a.t.Helper()
	switch a.rand.IntN(4) {
	case 0:
		ctx, cancel := context.WithCancel(a.t.Context())
		defer cancel()
		r := &stopper{after: 1 + a.rand.IntN(4), cancel: cancel}
		_, _ = a.open().chunk(ctx, nil, r, rhythm{chunks: 2, every: time.Hour}) // canceled, or done before
		return "chunk, cut short"
	case 1:
		name := a.any()
		a.chunk(name)
		return "chunk " + name
	}
	return ""
}

// wantCounts compares a result with what has become of the files.
func wantCounts(t *testing.T, r ChunkResult, before, after map[string]string) {
	t.Helper()
	var want ChunkResult
	for _, file := range keysOf(after) {
		if !strings.HasPrefix(file, "Content/") {
			continue
		}
		switch old, ok := before[file]; {
		case !ok:
			want.Chunks.Added++
		case old != after[file]:
			want.Chunks.Changed++
		default:
			want.Chunks.Unchanged++
		}
		want.Vectors++
	}
	for file := range before {
		if _, ok := after[file]; !ok && strings.HasPrefix(file, "Content/") {
			want.Chunks.Gone++
		}
	}
	equal(t, "chunks", r.Chunks, want.Chunks)
	equal(t, "vectors to make", r.Vectors, want.Vectors)
}

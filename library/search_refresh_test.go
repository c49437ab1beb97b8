package library

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"testing"
)

func TestRefresh(t *testing.T) {
	space := Space{"m", 2}
	l := embedded(t, space, "1 0", "0 1", "3 4")
	settle(t, l)
	x := index(t, l, space)
	if refresh(t, x) {
		t.Error("changed, though nothing did")
	}
	w := lock(t, l)
	putVectors(t, w, space, Embedding{numbered(1), []float32{.6, .8}}, Embedding{numbered(3), []float32{1, 0}})
	for _, change := range []struct {
		what string
		do   func()
		want []Hit
	}{
		{"a vector was replaced and one added without a chunk", func() {}, []Hit{{numbered(0), 1}, {numbered(1), .6}, {numbered(2), .6}}},
		{"a content was added", func() {
			write(t, l, map[string]string{"Content/" + numbered(3).file(): ""})
		}, []Hit{{numbered(0), 1}, {numbered(3), 1}, {numbered(1), .6}, {numbered(2), .6}}},
		{"a content was removed", func() {
			remove(t, l.path(contentDir, numbered(0).file()))
		}, []Hit{{numbered(3), 1}, {numbered(1), .6}, {numbered(2), .6}}},
		{"a vector was removed", func() {
			remove(t, l.path(embedPath(1)))
		}, []Hit{{numbered(3), 1}, {numbered(2), .6}}},
		{"a vector was broken", func() {
			remove(t, l.path(embedPath(2)))
			write(t, l, map[string]string{embedPath(2): "x"})
		}, []Hit{{numbered(3), 1}}},
	} {
		change.do()
		if !refresh(t, x) {
			t.Errorf("%s: not changed", change.what)
		}
		diff(t, change.what, rounded(search(t, x, 0, 1, 0)), change.want)
		settle(t, l)
		refresh(t, x)
		if refresh(t, x) {
			t.Errorf("%s: changed once more", change.what)
		}
	}
	diff(t, "bad", len(x.Bad()), 1)
}

func remove(t testing.TB, file string) {
	t.Helper()
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
}

func TestRefreshThatFails(t *testing.T) {
	space := Space{"m", 1}
	l := embedded(t, space, "1", "-2")
	x := index(t, l, space)
	want := search(t, x, 0, 1)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	write(t, l, map[string]string{embedPath(5): "1"})
	if _, err := x.Refresh(ctx); err == nil {
		t.Error("no error after the end of the context")
	}
	diff(t, "hits", search(t, x, 0, 1), want)
	write(t, l, map[string]string{"Embed/space.json": "x"})
	if _, err := x.Refresh(t.Context()); err == nil {
		t.Error("no error for a broken space.json")
	}
	diff(t, "hits", search(t, x, 0, 1), want)
}

// An index that follows a library finds what a new one finds.
func TestRefreshIsLikeOpening(t *testing.T) {
	space := Space{"m", 3}
	l := embedded(t, space, "1 0 0")
	w := lock(t, l)
	x := index(t, l, space)
	random := rand.New(rand.NewPCG(1, 1))
	for step := range times(l, 300) {
		var embeddings []Embedding
		for i := range random.IntN(8) {
			n := numbered(8*random.IntN(10) + i)
			embeddings = append(embeddings, Embedding{n, []float32{random.Float32(), random.Float32(), 1}})
		}
		putVectors(t, w, space, embeddings...)
		if i := random.IntN(80); random.IntN(2) == 0 {
			write(t, l, map[string]string{"Content/" + numbered(i).file(): ""})
		} else {
			_ = os.Remove(l.path(contentDir, numbered(i).file()))
		}
		if random.IntN(3) == 0 {
			_ = os.Remove(l.path(embedPath(random.IntN(80))))
		}
		if random.IntN(4) == 0 {
			settle(t, l)
		}
		refresh(t, x)
		fresh := index(t, l, space)
		diff(t, fmt.Sprintf("hits after step %d", step), search(t, x, 0, 1, 0, 0), search(t, fresh, 0, 1, 0, 0))
	}
}

func TestSearchWhileRefreshing(t *testing.T) {
	space := Space{"m", 2}
	texts := make([]string, 200)
	for i := range texts {
		texts[i] = fmt.Sprintf("%d 100", i)
	}
	l := embedded(t, space, texts...)
	x := index(t, l, space)
	done := make(chan struct{})
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				hits, err := x.Search([]float32{1, 0}, 10)
				if err != nil || len(hits) != 10 {
					t.Error(len(hits), err)
					return
				}
			}
		})
		all.Go(func() {
			for range 10 {
				if _, err := x.Refresh(t.Context()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for i := range 50 {
		write(t, l, map[string]string{embedPath(i): fmt.Sprintf("%d 77", 3*i)})
		if i%5 == 0 {
			remove(t, l.path(embedPath(100+i)))
		}
	}
	close(done)
	all.Wait()
	refresh(t, x)
	diff(t, "hits", search(t, x, 0, 1, 0), search(t, index(t, l, space), 0, 1, 0))
}

package manager

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"ragmanager/manager/llm/standin"
)

// watch starts watching a library and returns what was told of it. The library is
// looked at before watch returns.
func watch(t *testing.T, root string) <-chan Change {
	t.Helper()
	told := make(chan Change, 100)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan bool)
	looked := make(chan bool, 1)
	l := &looker{root: root}
	w := &watcher{every: 10 * time.Millisecond, changed: func(c Change) { told <- c }, look: func() look {
		defer func() {
			select {
			case looked <- true:
			default:
			}
		}()
		return l.look()
	}}
	go func() {
		w.run(ctx)
		close(ended)
	}()
	t.Cleanup(func() {
		cancel()
		<-ended
	})
	<-looked
	time.Sleep(20 * time.Millisecond) // file systems tell times of a few ms
	return told
}

// wantChange fails unless exactly a change is told.
func wantChange(t *testing.T, told <-chan Change, what string, want Change) {
	t.Helper()
	var have Change
	for end := time.After(10 * time.Second); have != want; {
		select {
		case c := <-told:
			have = have.and(c)
		case <-end:
			t.Fatalf("%s: told %+v, want %+v", what, have, want)
		}
	}
	// A job that pauses is told of in parts, and of the same things again.
	for end := time.After(50 * time.Millisecond); ; {
		select {
		case c := <-told:
			if c.Gone || c.Back || have.and(c) != want {
				t.Fatalf("%s: told %+v too", what, c)
			}
		case <-end:
			return
		}
	}
}

// What jobs and people do is told, and nothing else.
func TestWatch(t *testing.T) {
	d := newDesk(t, standin.Options{}, map[string]string{"a.html": page("A", "One.")})
	m := d.open()
	told := watch(t, d.root)

	d.write("a.html", page("A", "Two."))
	d.chunk()
	wantChange(t, told, "chunking", Change{Texts: true, Pages: true})
	d.embed()
	wantChange(t, told, "embedding", Change{Vectors: true})
	time.Sleep(50 * time.Millisecond)
	d.settings.Retrieve.Dimensions = 3
	d.embed()
	wantChange(t, told, "embedding into a new folder", Change{Vectors: true})
	d.write("a.html", page("A", "Two.", "Three."))
	d.chunk()
	wantChange(t, told, "chunking again", Change{Texts: true, Pages: true})
	d.embed()
	wantChange(t, told, "embedding into a folder", Change{Vectors: true})
	if err := m.remember(Exchange{Question: "Q"}); err != nil {
		t.Fatal(err)
	}
	wantChange(t, told, "asking", Change{History: true})
	if err := d.settings.Save(d.root); err != nil {
		t.Fatal(err)
	}
	wantChange(t, told, "setting", Change{Settings: true})
	if _, err := m.Library().Status(); err != nil {
		t.Fatal(err)
	}
	wantChange(t, told, "reading", Change{})
}

func TestWatchGone(t *testing.T) {
	root := filepath.Join(t.TempDir(), "lib")
	told := watch(t, root)
	wantChange(t, told, "no root", Change{Gone: true})
	if err := os.MkdirAll(filepath.Join(root, "Page"), 0o777); err != nil {
		t.Fatal(err)
	}
	wantChange(t, told, "made", Change{Back: true, Pages: true})
	if err := os.Rename(root, root+"2"); err != nil {
		t.Fatal(err)
	}
	wantChange(t, told, "moved", Change{Gone: true})
	if err := os.Rename(root+"2", root); err != nil {
		t.Fatal(err)
	}
	wantChange(t, told, "moved back", Change{Back: true})
}

// A root that goes while it is looked at is gone, and has not lost its folders.
func TestLookGoes(t *testing.T) {
	root := filepath.Join(t.TempDir(), "lib")
	for _, path := range watched[:4] {
		if err := os.MkdirAll(filepath.Join(root, path), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for range 100 {
		l := &looker{root: root}
		moved := make(chan error)
		go func() { moved <- os.Rename(root, root+"2") }()
		for now := l.look(); now != nil; now = l.look() {
			if len(now) != 4 {
				t.Errorf("saw %d folders of 4", len(now))
			}
		}
		if err := <-moved; err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(root+"2", root); err != nil {
			t.Fatal(err)
		}
	}
}

// A burst is told once, when it pauses, or every two seconds.
func TestWatchBurst(t *testing.T) {
	for _, c := range []struct {
		every time.Duration
		burst time.Duration
		want  []string // when it is told
	}{
		{500 * time.Millisecond, time.Second, []string{"1.5s"}},
		{500 * time.Millisecond, 5 * time.Second, []string{"2.5s", "5s"}},
		{10 * time.Second, 15 * time.Second, []string{"10s", "20s"}},
	} {
		dir := t.TempDir()
		synctest.Test(t, func(t *testing.T) {
			began := time.Now()
			var told []string
			w := &watcher{every: c.every, changed: func(c Change) {
				if c != (Change{Texts: true}) {
					t.Errorf("told %+v", c)
				}
				told = append(told, fmt.Sprint(time.Since(began)))
			}, look: func() look {
				at := began.Add(min(time.Since(began), c.burst))
				if err := os.Chtimes(dir, at, at); err != nil {
					t.Error(err)
				}
				info, err := os.Stat(dir)
				if err != nil {
					t.Error(err)
				}
				return look{"Match": info}
			}}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			w.run(ctx)
			if !slices.Equal(told, c.want) {
				t.Errorf("every %v: told at %v, want %v", c.every, told, c.want)
			}
		})
	}
}

// A disk that does not answer keeps nobody.
func TestWatchHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hang := make(chan bool)
		defer close(hang)
		w := &watcher{every: time.Second, changed: func(Change) { t.Error("told") }, look: func() look {
			<-hang
			return nil
		}}
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		began := time.Now()
		w.run(ctx)
		if took := time.Since(began); took != 5*time.Second {
			t.Errorf("ended after %v", took)
		}
	})
}

// Looking at a library takes no longer when it is large.
func BenchmarkWatch(b *testing.B) {
	root := b.TempDir()
	fillLibrary(b, root, 1000)
	l := &looker{root: root}
	for b.Loop() {
		l.look()
	}
}

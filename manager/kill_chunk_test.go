package manager

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// killManual is the folder that the child of TestChunkKilled chunks.
const killManual = "MANAGER_TEST_KILL_MANUAL"

// TestChunkChild is no test but the process that TestChunkKilled kills.
func TestChunkChild(t *testing.T) {
	root := os.Getenv(killRoot)
	if root == "" || os.Getenv(killManual) == "" {
		t.Skip("this is the child of TestChunkKilled")
	}
	m := &manual{t: t, dir: os.Getenv(killManual), root: root}
	m.sources = []Source{{Address: m.dir, Base: "https://www.example.com/"}}
	fmt.Println("begins")
	often := rhythm{chunks: 20, every: time.Millisecond} // so that there are many moments to be killed
	if _, err := m.open().chunk(t.Context(), nil, &recorder{}, often); err != nil {
		t.Fatal(err)
	}
}

// A chunk job that is killed at any moment leaves a library that can be read and
// of which no page lost anything, and the next one makes of it what one job would
// have made. With SOAK=1 it is killed 50 times.
func TestChunkKilled(t *testing.T) {
	kills := 5
	if os.Getenv("SOAK") != "" {
		kills = 50
	}
	m := newManual(t, nil)
	for n := range 60 {
		m.write(fmt.Sprintf("%d.html", n), page(fmt.Sprint("Page ", n), numbered(10)...))
	}
	halfWay := 0
	for n := range kills {
		m.write("0.html", page("Page 0", fmt.Sprintf("Edition %d.", n)))
		m.killChunk()
		m.wantWhole()
		pages, err := m.open().Library().Pages()
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case len(pages) == 60: // it was too late: begin again
			if err := os.RemoveAll(m.root + "/Page"); err != nil {
				t.Fatal(err)
			}
		case len(pages) > 0:
			halfWay++
		}
	}
	t.Logf("%d of %d kills came half way", halfWay, kills)
	m.chunk()
	if diff := cmp.Diff(m.fresh(), m.texts()); diff != "" {
		t.Error(diff)
	}
}

// killChunk kills a process that chunks, some time after it has begun.
func (m *manual) killChunk() {
	m.t.Helper()
	child := exec.Command(os.Args[0], "-test.run=^TestChunkChild$")
	child.Env = append(os.Environ(), killRoot+"="+m.root, killManual+"="+m.dir)
	out, err := child.StdoutPipe()
	if err != nil {
		m.t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		m.t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, len("begins\n"))); err != nil {
		m.t.Error(err)
	}
	time.Sleep(time.Duration(rand.IntN(100)) * time.Millisecond)
	if err := child.Process.Kill(); err != nil {
		m.t.Error(err)
	}
	_ = child.Wait() // it says that the child was killed, unless it was done
}

// wantWhole checks that the library can be locked, and that none of its pages has
// lost anything then.
func (m *manual) wantWhole() {
	m.t.Helper()
	l := m.open().Library()
	w, err := l.Lock() // which finishes or undoes what was cut short
	if err != nil {
		m.t.Fatal(err)
	}
	defer w.Close()
	s, err := l.Status()
	if err != nil || s.Broken > 0 || s.Damaged > 0 {
		m.t.Errorf("after a kill: %+v, %v", s, err)
	}
}

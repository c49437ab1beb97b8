package library

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"
)

// The child of TestKill finds its root and the number of its first update here.
const (
	killRoot  = "LIBRARY_TEST_KILL_ROOT"
	killFirst = "LIBRARY_TEST_KILL_FIRST"
)

// killUpdate is the update with number n of an endless sequence.
func killUpdate(n int) Update {
	g := newGenerator(uint64(n))
	g.chunks, g.matches = 60, 90
	return g.update()
}

// TestKillChild is no test but the process that TestKill kills: it makes one
// update after the other and says which ones are made.
func TestKillChild(t *testing.T) {
	root := os.Getenv(killRoot)
	if root == "" {
		t.Skip("this is the child of TestKill")
	}
	first, err := strconv.Atoi(os.Getenv(killFirst))
	if err != nil {
		t.Fatal(err)
	}
	l, err := Open(root)
	if err != nil {
		t.Fatal(err)
	}
	w := lock(t, l)
	for n := first; ; n++ {
		fmt.Printf("made %d\n", n-1)
		apply(t, w, killUpdate(n))
	}
}

// A writer that is killed at any moment leaves a library that can be read, and
// that has, once it is locked again, either all of the last update or nothing.
func TestKill(t *testing.T) {
	l := newLibrary(t)
	kills := times(l, 60)
	m := &model{pages: map[string]Page{}}
	made, halfWay := 0, 0 // updates 1 to made are in m
	for range kills {
		said := runAndKill(t, l, made+1)
		for ; made < said; made++ {
			m.apply(killUpdate(made + 1))
		}
		files := m.files(t)
		checkReadable(t, l, nil)
		if len(leftovers(tree(t, l))) > 0 {
			halfWay++
		}

		unlock(t, lock(t, l))
		if got := tree(t, l); !sameFiles(got, files) {
			m.apply(killUpdate(made + 1))
			made++
			diff(t, fmt.Sprintf("files after update %d", made), got, m.files(t))
		}
	}
	t.Logf("%d updates made, %d of %d kills came half way", made, halfWay, kills)
	if halfWay == 0 && kills > 10 {
		t.Error("no kill came half way, so nothing was tested")
	}
}

// runAndKill starts a child with the given update, kills it some milliseconds after
// it has begun, and returns the number of the last update that it said was made.
func runAndKill(t *testing.T, l *Library, first int) (made int) {
	child := exec.Command(os.Args[0], "-test.run=^TestKillChild$")
	child.Env = append(os.Environ(), killRoot+"="+l.Root(), killFirst+"="+strconv.Itoa(first))
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	if line, err := lines.ReadString('\n'); !strings.HasPrefix(line, "made ") {
		t.Fatalf("the child said %q, %v", line, err)
	}
	time.Sleep(time.Duration(rand.IntN(20_000)) * time.Microsecond)
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	rest, err := io.ReadAll(lines)
	if err != nil {
		t.Fatal(err)
	}
	_ = child.Wait() // it says that the child was killed
	made = first - 1
	for line := range strings.Lines(string(rest)) {
		if _, err := fmt.Sscanf(line, "made %d\n", &made); err != nil {
			t.Fatalf("the child said %q", line)
		}
	}
	return made
}

package manager

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"ragmanager/manager/llm/standin"
)

// The child of TestEmbedKilled finds its root and its server here.
const (
	killRoot   = "MANAGER_TEST_KILL_ROOT"
	killServer = "MANAGER_TEST_KILL_SERVER"
)

// TestEmbedChild is no test but the process that TestEmbedKilled kills.
func TestEmbedChild(t *testing.T) {
	root := os.Getenv(killRoot)
	if root == "" {
		t.Skip("this is the child of TestEmbedKilled")
	}
	settings, personal := killSettings(os.Getenv(killServer))
	m, err := Open(root, settings, personal)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println("begins")
	if _, err := m.Embed(t.Context(), false, nil, &recorder{}); err != nil {
		t.Fatal(err)
	}
}

func killSettings(server string) (LibrarySettings, PersonalSettings) {
	settings, personal := DefaultLibrarySettings(), DefaultPersonalSettings()
	settings.Retrieve.Space, settings.Retrieve.Model, settings.Retrieve.Dimensions = SpaceOpenAI, "words", 256
	personal.Endpoint.BaseURL = server
	return settings, personal
}

// A job that is killed at any moment leaves a valid library in which all vectors
// are whole, and the next one goes on. With SOAK=1 it is killed 50 times.
func TestEmbedKilled(t *testing.T) {
	kills := 5
	if os.Getenv("SOAK") != "" {
		kills = 50
	}
	// Of a server that takes few texts at once there are many moments to be killed.
	d := newDesk(t, standin.Options{MaxTexts: 2, Latency: time.Millisecond}, map[string]string{"a.html": page("A", numbered(100)...)})
	d.settings, d.personal = killSettings(d.server.URL)
	before, halfWay := 0, 0
	for range kills {
		d.killEmbed()
		d.wantValid()
		have := len(d.vectors())
		if have < before {
			t.Errorf("%d vectors after %d", have, before)
		}
		if have > before && have < 100 {
			halfWay++
		}
		if before = have; have == 100 { // it was too late: begin again
			d.forget()
			before = 0
		}
	}
	t.Logf("%d of %d kills came half way", halfWay, kills)
	d.serve(standin.Options{})
	result := d.embed()
	if result.Missing != 100-before || result.Embedded != result.Missing || len(d.vectors()) != 100 {
		t.Errorf("after %d vectors: %+v", before, result)
	}
	if sent := d.sent(); len(sent) != 100-before {
		t.Errorf("%d sent after %d were there", len(sent), before)
	}
}

// killEmbed kills a process that embeds after some of its requests.
func (d *desk) killEmbed() {
	d.t.Helper()
	child := exec.Command(os.Args[0], "-test.run=^TestEmbedChild$")
	child.Env = append(os.Environ(), killRoot+"="+d.root, killServer+"="+d.server.URL)
	out, err := child.StdoutPipe()
	if err != nil {
		d.t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		d.t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	if line, err := lines.ReadString('\n'); !strings.HasPrefix(line, "begins") {
		d.t.Errorf("the child said %q, %v", line, err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, _ = io.Copy(io.Discard, lines)
	}()
	last := len(d.server.Requests()) + rand.IntN(30)
	for over := false; !over && len(d.server.Requests()) < last; {
		select {
		case <-ended:
			over = true
		case <-time.After(100 * time.Microsecond):
		}
	}
	if err := child.Process.Kill(); err != nil {
		d.t.Error(err)
	}
	<-ended
	_ = child.Wait() // it says that the child was killed, unless it was done
}

// forget removes all vectors.
func (d *desk) forget() {
	d.t.Helper()
	if err := os.RemoveAll(d.root + "/Embed"); err != nil {
		d.t.Fatal(err)
	}
}

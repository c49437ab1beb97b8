//go:build display

package displaytest

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"ragmanager/manager"
	"ragmanager/manager/llm/standin"
	"ragmanager/manager/window/controller/controllertest"
)

// A moodyServer is a server of models on this computer that does what its mood says.
type moodyServer struct {
	*httptest.Server
	well *standin.Server

	mu     sync.Mutex
	faults []standin.Fault // of the next requests, one for each
	always standin.Fault   // of all after those; nil: they go well
}

// newMoodyServer starts a server of models.
func newMoodyServer(t testing.TB, o standin.Options) *moodyServer {
	s := &moodyServer{well: standin.New(o)}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.pull)
	return s
}

// ServeHTTP implements [http.Handler].
func (s *moodyServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	fault := s.always
	if len(s.faults) > 0 {
		fault, s.faults = s.faults[0], s.faults[1:]
	}
	s.mu.Unlock()
	if fault == nil {
		s.well.ServeHTTP(w, r)
		return
	}
	fault(w, r, s.well)
}

// mood has the next requests go wrong as a script says, and those after them as
// always says, nil for well.
func (s *moodyServer) mood(t testing.TB, script string, always standin.Fault) {
	t.Helper()
	faults, err := standin.Script(script)
	if err != nil {
		t.Fatal(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults, s.always = faults, always
}

// base is the address of the server as it is set.
func (s *moodyServer) base() string { return s.URL + "/v1" }

// pull hangs up on all and is out of reach from now on.
func (s *moodyServer) pull() {
	s.CloseClientConnections()
	s.Close()
}

// keepPersonal keeps settings of a person, by their keys, and returns their file.
func keepPersonal(t testing.TB, values map[string]string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "settings.yaml")
	s := manager.DefaultPersonalSettings()
	for key, value := range values {
		if err := s.Set(key, value); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Save(file); err != nil {
		t.Fatal(err)
	}
	return file
}

// keepLibrary changes settings of the library at root, by their keys.
func keepLibrary(t testing.TB, root string, values map[string]string) {
	t.Helper()
	s, err := manager.ReadLibrarySettings(root)
	if err != nil {
		t.Fatal(err)
	}
	for key, value := range values {
		if err := s.Set(key, value); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Save(root); err != nil {
		t.Fatal(err)
	}
}

// fill chunks and embeds the library at root, without a window.
func fill(t testing.TB, root, personal string) {
	t.Helper()
	settings, err := manager.LoadLibrarySettings(root, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := manager.LoadPersonalSettings(personal, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	m, err := manager.Open(root, settings, p)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Chunk(context.Background(), nil, controllertest.Silent{}); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Embed(context.Background(), false, nil, controllertest.Silent{}); err != nil {
		t.Fatal(err)
	}
}

// A manualPage is a page of a manual that is made up: so many sections, all with
// different words. Another edition has other words.
type manualPage struct{ number, sections, edition int }

// name is the name of its file.
func (p manualPage) name() string { return fmt.Sprintf("page-%04d.html", p.number) }

// topics are words that questions can be asked about.
var topics = strings.Fields("antenna battery calibration display enclosure firmware gateway humidity interval junction keypad logger mounting noise output pressure")

// WriteTo writes the page as HTML.
func (p manualPage) WriteTo(w io.Writer) (int64, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "<!doctype html><html><head><title>Page %d</title></head><body><h1>Page %d</h1>\n", p.number, p.number)
	for s := range p.sections {
		a, c := topics[(p.number+s)%len(topics)], topics[(p.number*7+s*3)%len(topics)]
		fmt.Fprintf(&b, "<h2>The %s of section %d</h2>\n<p>Edition %d. The %s of unit %d-%d is set to %d by the %s, which takes %d ms. "+
			"Without it the %s of the unit cannot be read, and the station reports fault %d%02d.</p>\n",
			a, s, p.edition, a, p.number, s, 1000+p.number*31+s, c, 20+s, c, p.number, s)
	}
	b.WriteString("</body></html>\n")
	n, err := io.WriteString(w, b.String())
	return int64(n), err
}

// delayed has a server answer well, but later.
func delayed(by time.Duration) standin.Fault { return standin.Delay(by) }

package controller_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/controller/controllertest"
	"ragmanager/manager/window/text"
)

// Of many lines, those that are not taken are handed back with the reason for each.
func TestAddMany(t *testing.T) {
	d, h := desk(t)
	here := d.SourceItems()[0].Address
	missing := filepath.Join(t.TempDir(), "none.html")
	var got []controller.AddedSources
	d.AddMany("https://a.test/one.html\n"+here+"\n# no\n"+missing+"\nftp://b.test/\n\nhttps://ada:secret@c.test/", func(a controller.AddedSources, _ error) { got = append(got, a) })
	d.Settle(t)
	h.calm(t)
	want := []controller.AddedSources{{Added: 1, Listed: 1, Bad: []controller.BadSource{
		{Line: missing, Name: missing, Why: "There is no such file or folder."},
		{Line: "ftp://b.test/", Name: "ftp://b.test/", Why: "It is neither a URL that begins with http:// or https:// nor a file or folder."},
		{Line: "https://ada:secret@c.test/", Name: "https://ada:••••@c.test/", Why: "It holds a user or a password, which belong to the hosts in the settings."},
	}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// What a check counts is what the library counts: pages that could be read, and
// chunks of different names.
func TestCheckCountsAsTheLibraryDoes(t *testing.T) {
	d, h := desk(t)
	dir := t.TempDir()
	same := "<h1>Pump</h1><p>The pump runs on two cells, which last for a year of daily use in the garden.</p>"
	for _, name := range []string{"a.html", "b.html"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(same), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	d.AddSources(dir+"\n"+server.URL+"/none.html", func(error) {})
	d.Settle(t)
	d.CheckAll()
	d.Settle(t)
	checked := d.SourceItems()
	outcome := h.outcomes[len(h.outcomes)-1]
	d.Chunk()
	d.Settle(t)
	chunked := d.SourceItems()
	for i, have := range checked[:2] {
		if have.Pages != chunked[i].Pages || have.Chunks != chunked[i].Chunks || have.Warnings != chunked[i].Warnings {
			t.Errorf("%s: a check says %d, %d, %d, the library %d, %d, %d", have.Address,
				have.Pages, have.Chunks, have.Warnings, chunked[i].Pages, chunked[i].Chunks, chunked[i].Warnings)
		}
	}
	if checked[1].Pages != 2 || checked[1].Chunks != 1 {
		t.Errorf("of two pages with the same chunk it says %+v", checked[1])
	}
	if checked[2].Pages != 0 || checked[2].Err == nil {
		t.Errorf("of a page that cannot be read it says %+v", checked[2])
	}
	s := d.State().Overview.Status
	if want := text.Checked(s.Pages, s.Chunks, checked[0].Warnings+checked[1].Warnings, 1); outcome.Text != want {
		t.Errorf("the check says %q, want %q", outcome.Text, want)
	}
}

// linesOf keeps the lines of the log from now on.
func linesOf(d *controllertest.Desk) *[]controller.Line {
	var all []controller.Line
	d.Lines.Connect(func(lines []controller.Line) { all = append(all, lines...) })
	return &all
}

// While some source cannot be read, what no source lists any more is kept, and that is
// said first.
func TestKeptIsSaidFirst(t *testing.T) {
	d, h := desk(t)
	lines := linesOf(d)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.html"), []byte("<p>The pump runs on two cells.</p>"), 0o600); err != nil {
		t.Fatal(err)
	}
	gone := d.SourceItems()[0].Address
	away := filepath.Join(t.TempDir(), "away")
	if err := os.Mkdir(away, 0o700); err != nil {
		t.Fatal(err)
	}
	d.AddSources(dir+"\n"+away, func(error) {})
	d.RemoveSources(gone)
	d.Settle(t)
	d.Chunk()
	d.Settle(t)
	h.calm(t)
	o := h.outcomes[len(h.outcomes)-1]
	if !strings.HasPrefix(o.Caution, "Kept because not every source could be read: 10 pages") || d.Kept() != o.Caution {
		t.Fatalf("the outcome is %+v, kept is %q", o, d.Kept())
	}
	last := (*lines)[len(*lines)-1]
	if last.Kind != controller.Warning || !strings.Contains(last.Text, ". "+o.Caution+" Pages: ") {
		t.Errorf("the log says %+v", last)
	}
	d.RemoveSources(away)
	d.Settle(t)
	d.Chunk()
	d.Settle(t)
	if d.Kept() != "" || d.State().Overview.Status.Pages != 1 {
		t.Errorf("kept is %q, of %d pages", d.Kept(), d.State().Overview.Status.Pages)
	}
}

// What the network says is told in plain words, and exactly for those who want to know.
func TestPlainCause(t *testing.T) {
	d, _ := desk(t)
	lines := linesOf(d)
	server := httptest.NewServer(http.NotFoundHandler())
	address := server.URL + "/a.html"
	server.Close()
	if err := d.SaveSettings(map[string]string{"fetch.retries": "0"}); err != nil {
		t.Fatal(err)
	}
	d.AddSources(address, func(error) {})
	d.Settle(t)
	d.Chunk()
	d.Settle(t)
	p := controller.SourceProblem(d.SourceItems()[1])
	if p == nil || p.Message != address+": no server listens there." || !strings.Contains(p.Details(), "connection refused") {
		t.Fatalf("it says %+v", p)
	}
	for i, l := range *lines {
		if strings.HasPrefix(l.Text, address) {
			if l.Text != p.Message || (*lines)[i+1].Kind != controller.Detail || !strings.Contains((*lines)[i+1].Text, "connection refused") {
				t.Errorf("the log says %+v", (*lines)[i:i+2])
			}
			return
		}
	}
	t.Error("the log does not tell of it")
}

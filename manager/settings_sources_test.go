package manager

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAddAndRemoveSource(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "page.html"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	page := filepath.Join(dir, "page.html")
	s := DefaultLibrarySettings()
	for _, source := range []Source{
		{Address: " https://a.test/docs/#top "},
		{Address: "https://a.test/docs/?page=2"},
		{Address: "page.html", Base: "https://b.test/"},
		{Address: dir, Off: true},
	} {
		if err := s.AddSource(source); err != nil {
			t.Error(err)
		}
	}
	want := []Source{
		{Address: "https://a.test/docs/"},
		{Address: "https://a.test/docs/?page=2"},
		{Address: page, Base: "https://b.test/"},
		{Address: dir, Off: true},
	}
	if diff := cmp.Diff(want, s.Sources); diff != "" {
		t.Fatal(diff)
	}
	for again, listed := range map[string]string{
		"https://a.test/docs":          "https://a.test/docs/",
		"HTTPS://A.test:443/docs/#end": "https://a.test/docs/",
		"./page.html":                  page,
		"file://" + page:               page,
		dir + "/":                      dir,
	} {
		err := s.AddSource(Source{Address: again})
		if !errors.Is(err, ErrSourceListed) || !strings.Contains(err.Error(), listed) {
			t.Errorf("%s again: have %v", again, err)
		}
	}
	shared := slices.Clone(s.Sources)
	held := s.Sources
	if err := s.RemoveSource("https://a.test/docs#x"); err != nil {
		t.Error(err)
	}
	if err := s.RemoveSource("https://a.test/docs/"); !errors.Is(err, ErrSourceNotListed) {
		t.Error("removed twice:", err)
	}
	if diff := cmp.Diff(want[1:], s.Sources); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(shared, held); diff != "" {
		t.Error("a slice that others may hold was changed:", diff)
	}
	if i, err := s.FindSource("page.html"); i != 1 || err != nil {
		t.Error(i, err)
	}
}

func TestAddSourceRefuses(t *testing.T) {
	s := DefaultLibrarySettings()
	for _, source := range []Source{
		{Address: ""},
		{Address: "ftp://a.test/"},
		{Address: "https://"},
		{Address: "https://a b.test/"},
		{Address: "https://jo:pass@a.test/"},
		{Address: "www.a.test/page.html"},
		{Address: "file://host.test/share"},
		{Address: "https://a.test/", Base: "a.test"},
		{Address: "https://a.test/\nhttps://b.test/"},
	} {
		if _, ok := errors.AsType[*FieldError](s.AddSource(source)); !ok || len(s.Sources) > 0 {
			t.Errorf("%q: want a FieldError", source.Address)
		}
	}
}

func TestPasswordInAddress(t *testing.T) {
	s := DefaultLibrarySettings()
	err := s.AddSource(Source{Address: "https://jo:pass@a.test:8080/x"})
	want := `sources is "https://jo:••••@a.test:8080/x": want an address without user and password: ` +
		`set hosts.a.test:8080.user and hosts.a.test:8080.password instead`
	if err == nil || err.Error() != want {
		t.Errorf("have %v\nwant %s", err, want)
	}
}

func TestSetSourcesKeepsBase(t *testing.T) {
	s := DefaultLibrarySettings()
	s.Sources = []Source{{Address: "https://a.test/"}, {Address: "https://b.test/", Base: "https://c.test/", Off: true}}
	if err := s.Set("sources", "https://b.test\nhttps://d.test\n"); err != nil {
		t.Fatal(err)
	}
	want := []Source{{Address: "https://b.test/", Base: "https://c.test/", Off: true}, {Address: "https://d.test"}}
	if diff := cmp.Diff(want, s.Sources); diff != "" {
		t.Error(diff)
	}
	if err := s.Set("sources", "https://e.test\nhttps://e.test/\n"); !errors.Is(err, ErrSourceListed) {
		t.Error(err)
	}
	if diff := cmp.Diff(want, s.Sources); diff != "" {
		t.Error("a refused list was taken:", diff)
	}
}

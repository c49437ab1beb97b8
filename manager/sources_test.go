package manager

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// sourcesAt returns sources with the given addresses.
func sourcesAt(addresses ...string) (list []Source) {
	for _, address := range addresses {
		list = append(list, Source{Address: address})
	}
	return list
}

func TestAddSources(t *testing.T) {
	dir := t.TempDir()
	s := LibrarySettings{Sources: sourcesAt("https://a.test/")}
	held := s.Sources
	errs := s.AddSources([]Source{
		{Address: "https://b.test/", Base: "https://c.test/"},
		{Address: "https://a.test"},
		{Address: filepath.Join(dir, "none.html")},
		{Address: " " + dir + "/", Off: true},
		{Address: "https://b.test/#twice"},
		{Address: "ftp://d.test/"},
		{Address: "https://e.test/", Base: "e.test"},
	})
	equal(t, "errors", len(errs), 7)
	for i, want := range []error{nil, ErrSourceListed, new(FieldError), nil, ErrSourceListed, new(FieldError), new(FieldError)} {
		_, field := errors.AsType[*FieldError](errs[i])
		_, wantField := errors.AsType[*FieldError](want)
		if (errs[i] == nil) != (want == nil) || field != wantField || !field && !errors.Is(errs[i], want) {
			t.Errorf("%d: have %v, want %v", i, errs[i], want)
		}
	}
	equal(t, "sources", s.Sources, []Source{
		{Address: "https://a.test/"},
		{Address: "https://b.test/", Base: "https://c.test/"},
		{Address: dir, Off: true},
	})
	equal(t, "what others hold", held, sourcesAt("https://a.test/"))
	equal(t, "none", len(s.AddSources(nil)), 0)
}

// Why an address is not taken is told in plain words, too.
func TestAddressErrorPlain(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "none.html")
	for address, want := range map[string]string{
		missing:                  "there is no such file or folder: " + missing,
		"ftp://d.test/":          "it is neither a URL that begins with http:// or https:// nor a file or folder: ftp://d.test/",
		"https://jo:pass@a.test": "it holds a user or a password, which belong to the hosts in the settings: https://jo:••••@a.test",
	} {
		s := DefaultLibrarySettings()
		err := s.AddSource(Source{Address: address})
		equal(t, address, Plain(err), want)
	}
}

func TestRemoveSources(t *testing.T) {
	s := LibrarySettings{Sources: sourcesAt("https://a.test/", "https://b.test/", "https://c.test/")}
	held := s.Sources
	errs := s.RemoveSources([]string{"https://c.test", "https://d.test/", "https://a.test/#x", "https://a.test/", "ftp://x.test/"})
	for i, listed := range []bool{true, false, true, false, false} {
		if (errs[i] == nil) != listed {
			t.Errorf("%d: %v", i, errs[i])
		}
	}
	if !errors.Is(errs[1], ErrSourceNotListed) || !errors.Is(errs[3], ErrSourceNotListed) {
		t.Error(errs)
	}
	equal(t, "sources", s.Sources, sourcesAt("https://b.test/"))
	equal(t, "what others hold", len(held), 3)
}

func TestMoveSource(t *testing.T) {
	for _, c := range []struct {
		from, to int
		want     string
	}{
		{0, 2, "bca"},
		{2, 0, "cab"},
		{0, 1, "bac"},
		{1, 1, "abc"},
		{0, 9, "bca"},
		{2, -1, "cab"},
		{3, 0, "abc"},
		{-1, 0, "abc"},
	} {
		s := LibrarySettings{Sources: sourcesAt("a", "b", "c")}
		held := s.Sources
		s.MoveSource(c.from, c.to)
		equal(t, fmt.Sprintf("%d to %d", c.from, c.to), strings.ReplaceAll(s.addresses(), "\n", ""), c.want)
		equal(t, "what others hold", held, sourcesAt("a", "b", "c"))
	}
	var none LibrarySettings
	none.MoveSource(0, 0)
	equal(t, "none", len(none.Sources), 0)
}

func TestSetSource(t *testing.T) {
	gone := filepath.Join(t.TempDir(), "gone")
	before := []Source{{Address: "https://a.test/", Off: true}, {Address: gone}}
	s := LibrarySettings{Sources: slices.Clone(before)}
	held := s.Sources
	for name, c := range map[string]struct {
		i      int
		source Source
		want   error
	}{
		"no such index":   {2, Source{Address: "https://b.test/"}, ErrSourceNotListed},
		"below the first": {-1, Source{Address: "https://b.test/"}, ErrSourceNotListed},
		"another's":       {0, Source{Address: gone}, new(FieldError)},
		"twice":           {1, Source{Address: "https://a.test"}, ErrSourceListed},
		"no address":      {0, Source{}, new(FieldError)},
		"no base":         {0, Source{Address: "https://a.test/", Base: "x"}, new(FieldError)},
		"nowhere":         {0, Source{Address: gone + "2"}, new(FieldError)},
	} {
		err := s.SetSource(c.i, c.source)
		if _, field := errors.AsType[*FieldError](err); !errors.Is(err, c.want) && !field {
			t.Errorf("%s: have %v, want %v", name, err, c.want)
		}
		equal(t, name, s.Sources, before)
	}
	for i, source := range []Source{{Address: " https://c.test/#x "}, {Address: gone + "/", Base: "https://a.test/", Off: true}} {
		if err := s.SetSource(i, source); err != nil {
			t.Error(err)
		}
	}
	equal(t, "sources", s.Sources, []Source{{Address: "https://c.test/"}, {Address: gone, Base: "https://a.test/", Off: true}})
	equal(t, "what others hold", held, before)
}

// BenchmarkSources does with a list of 5,000 what is done with lists.
func BenchmarkSources(b *testing.B) {
	const many = 5_000
	var list []Source
	for i := range many {
		list = append(list, Source{Address: fmt.Sprintf("https://www.example.com/manual/page%d.html", i)})
	}
	root := b.TempDir()
	s := DefaultLibrarySettings()
	if err := errors.Join(s.AddSources(list)...); err != nil {
		b.Fatal(err)
	}
	if err := s.Save(root); err != nil {
		b.Fatal(err)
	}
	text := s.addresses()
	for name, do := range map[string]func() error{
		"add": func() error {
			var to LibrarySettings
			return errors.Join(to.AddSources(list)...)
		},
		"set":      func() error { return s.Set("sources", text) },
		"validate": s.Validate,
		"read": func() error {
			_, err := ReadLibrarySettings(root)
			return err
		},
		"save": func() error {
			if err := os.Remove(LibraryFile(root)); err != nil {
				return err
			}
			return s.Save(root)
		},
		"remove": func() error {
			to := LibrarySettings{Sources: list}
			return errors.Join(to.RemoveSources(strings.Split(text, "\n"))...)
		},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := do(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// Lists of thousands are no reason to wait: it would be minutes if it were quadratic.
func TestManySources(t *testing.T) {
	const many = 50_000
	var list []Source
	for i := range many {
		list = append(list, Source{Address: fmt.Sprintf("https://www.example.com/%d", i)})
	}
	s := DefaultLibrarySettings()
	if err := errors.Join(s.AddSources(list)...); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Validate(), s.Set("sources", s.addresses())); err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	if err := s.Save(root); err != nil {
		t.Fatal(err)
	}
	read, err := ReadLibrarySettings(root)
	if err != nil || len(read.Sources) != many {
		t.Error(len(read.Sources), err)
	}
}

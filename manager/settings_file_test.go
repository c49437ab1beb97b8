package manager

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestFileErrors(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"unknown key":      {"fetch:\n  timout: 3s\n", "FILE:2: unknown setting fetch.timout, the nearest is fetch.timeout"},
		"upper case":       {"Dump: true\n", "FILE:1: unknown setting Dump, the nearest is dump"},
		"other level":      {"dump: true\nproxy: x\n", "FILE:2: proxy is one of the personal settings and does not belong here"},
		"unknown part":     {"sources:\n  - adress: https://a.test\n", "FILE:2: unknown setting sources.adress, the nearest is sources.address"},
		"list for text":    {"dump: [1]\n", `FILE:1: dump is "a list or map": want true or false`},
		"text for list":    {"sources: https://a.test\n", "FILE:1: want a list here, each item on a line after a dash"},
		"text for group":   {"fetch: 3\n", "FILE:1: want KEY: VALUE here"},
		"list for all":     {"- dump\n", "FILE:1: want settings as KEY: VALUE"},
		"twice":            {"dump: true\nfetch:\ndump: false\n", "FILE:1: dump is there twice, again on line 3"},
		"source twice":     {"sources:\n  - https://a.test/\n  - address: https://a.test#x\n", "FILE:3: source https://a.test/ is already among the sources"},
		"bad source":       {"sources:\n  - ftp://a.test/\n", `FILE:2: sources is "ftp://a.test/": want ` + wantAddress},
		"bad off":          {"sources:\n  - {address: https://a.test/, off: x}\n", `FILE:2: sources is "x": want off to be true or false`},
		"tab":              {"dump: true\nfetch:\n\ttimeout: 3s\n", "FILE:3: found character that cannot start any token"},
		"first line":       {"dump: }\n", "FILE:1: did not find expected node content"},
		"two colons":       {"dump: true\nfetch: a: b\n", "FILE:2: mapping values are not allowed in this context"},
		"anchor":           {"dump: true\nfetch:\n  user_agent: *agent\n", "FILE:3: a value that begins with * wants quotes"},
		"not text":         {"dump: true\n\n\xff\n", "FILE:3: not plain UTF-8 text"},
		"two documents":    {"dump: true\n---\ndump: true\n", "FILE:2: a second document begins here; settings are one"},
		"two wrong things": {"dumb: 1\nfetch: {retries: 11}\n", "FILE:1: unknown setting dumb, the nearest is dump\nFILE:2: fetch.retries is \"11\": want a whole number from 0 to 10"},
	} {
		t.Run(name, func(t *testing.T) {
			root := rootWith(t, c.text)
			_, err := LoadLibrarySettings(root, nil)
			have := ""
			if err != nil {
				have = strings.ReplaceAll(err.Error(), LibraryFile(root), "FILE")
			}
			if have != c.want {
				t.Errorf("have %s\nwant %s", have, c.want)
			}
		})
	}
}

func TestFileForms(t *testing.T) {
	for name, text := range map[string]string{
		"empty":          "",
		"comments":       "# nothing\n",
		"null":           "~\n",
		"keys alone":     "sources:\nfetch:\ndump:\n",
		"null in group":  "fetch:\n  timeout: null\n",
		"byte-order":     "\ufeffdump: false\n",
		"carriage lines": "dump: false\r\nfetch:\r\n  retries: 3\r\n",
		"aliases":        "fetch:\n  timeout: &t 1m\n  max_wait: *t\ndump: no\n",
	} {
		t.Run(name, func(t *testing.T) {
			s, err := LoadLibrarySettings(rootWith(t, text), nil)
			if diff := cmp.Diff(DefaultLibrarySettings(), s); err != nil || diff != "" {
				t.Error(err, diff)
			}
		})
	}
}

// goldenLibrary is what a library whose settings differ from the defaults in a
// few places looks like on disk.
const goldenLibrary = `# Settings of this library; they travel with it.
# What is not here is at its default: ragmanager config list shows it all.

# addresses that pages are read from, in this order; base: the URL under which a local one is published
sources:
  - https://a.test/manual.html
  - address: https://b.test/
    off: true
  - address: /srv/docs
    base: https://c.test/docs/
fetch:
  # longest time for one try at a page, redirects included: a time with its unit from 1s to 1h; default 1m
  timeout: 30s
  # largest page that is read, unpacked: a size from 1kB to 1GB; default 64MiB
  max_bytes: 8MB
  # how the program names itself to servers: one line of text; default ragmanager
  user_agent: "1.0"
# whether chunking writes all chunks to Log/dump.txt: true or false; default false
dump: true
`

func TestSaveLibrary(t *testing.T) {
	clearEnvironment(t)
	if runtime.GOOS == "windows" {
		t.Skip("the golden has a path of other systems")
	}
	s := DefaultLibrarySettings()
	s.Sources = []Source{
		{Address: "https://a.test/manual.html"},
		{Address: "https://b.test/", Off: true},
		{Address: "/srv/docs", Base: "https://c.test/docs/"},
	}
	s.Fetch.Timeout, s.Fetch.MaxBytes, s.Fetch.UserAgent, s.Dump = 30*time.Second, 8e6, "1.0", true
	root := t.TempDir()
	if err := s.Save(root); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(goldenLibrary, read(t, LibraryFile(root))); diff != "" {
		t.Error(diff)
	}
	loaded, err := LoadLibrarySettings(root, nil)
	if diff := cmp.Diff(s, loaded); err != nil || diff != "" {
		t.Error("loaded again:", err, diff)
	}
	s.Dump = false // its key is in the file and stays
	if err := s.Save(root); err != nil {
		t.Fatal(err)
	}
	want := strings.Replace(goldenLibrary, "\ndump: true", "\ndump: false", 1)
	if diff := cmp.Diff(want, read(t, LibraryFile(root))); diff != "" {
		t.Error(diff)
	}
}

// read returns the contents of a file.
func read(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestSaveDefaults(t *testing.T) {
	root := t.TempDir()
	if err := DefaultLibrarySettings().Save(root); err != nil {
		t.Fatal(err)
	}
	text := read(t, LibraryFile(root))
	if !strings.Contains(text, "\nsources: []\n") || strings.Contains(text, "fetch") {
		t.Errorf("want the sources alone, have:\n%s", text)
	}
}

// What a person wrote by hand stays as it is, but for what has changed.
func TestSaveKeepsWhatWasTyped(t *testing.T) {
	const typed = `# my own head

# where the pages are
sources:
  # the manual
  - https://a.test/manual.html#top # by Jo
  # not yet
  - address: drafts
    off: yes
fetch:
  retries: 3 # as ever
  timeout: 60 s
`
	root := rootWith(t, typed)
	s, err := ReadLibrarySettings(root)
	if err != nil {
		t.Fatal(err)
	}
	if want := filepath.Join(root, "drafts"); s.Sources[1].Address != want {
		t.Errorf("have %s, want %s", s.Sources[1].Address, want)
	}
	if err := s.Save(root); err != nil || read(t, LibraryFile(root)) != typed {
		t.Error("saving without change changed the file:", err)
	}
	s.Dump, s.Sources[1].Off = true, false
	if err := s.Save(root); err != nil {
		t.Fatal(err)
	}
	text := read(t, LibraryFile(root))
	for _, want := range []string{
		"# my own head\n", "# where the pages are\nsources:\n", "  # the manual\n  - https://a.test/manual.html#top # by Jo\n",
		"  # not yet\n  - drafts\n", "  retries: 3 # as ever\n", "  timeout: 60 s\n", "dump: true\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
}

func TestSaveOnlyIfBytesChange(t *testing.T) {
	root := rootWith(t, goldenLibrary)
	file := LibraryFile(root)
	past := time.Now().Add(-time.Hour).Truncate(time.Second)
	if err := os.Chtimes(file, past, past); err != nil {
		t.Fatal(err)
	}
	s, err := ReadLibrarySettings(root)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Save(root); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(file); err != nil || !info.ModTime().Equal(past) {
		t.Error("the file was written:", info.ModTime(), err)
	}
	if left, _ := filepath.Glob(filepath.Join(root, ".*")); len(left) > 0 {
		t.Error("left behind:", left)
	}
}

func TestSaveRefuses(t *testing.T) {
	root := rootWith(t, "dump: [\n")
	if err := DefaultLibrarySettings().Save(root); err == nil || read(t, LibraryFile(root)) != "dump: [\n" {
		t.Error("a file that cannot be read was replaced:", err)
	}
	root = rootWith(t, "")
	var invalid LibrarySettings
	if err := invalid.Save(root); err == nil || read(t, LibraryFile(root)) != "" {
		t.Error("settings that are not valid were saved:", err)
	}
	if err := DefaultLibrarySettings().Save(filepath.Join(root, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Error("want an error for a folder that is not there, have", err)
	}
}

func TestSaveThroughLink(t *testing.T) {
	root, elsewhere := rootWith(t, ""), filepath.Join(t.TempDir(), "kept.yaml")
	if err := os.Rename(LibraryFile(root), elsewhere); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(elsewhere, LibraryFile(root)); err != nil {
		t.Skip("no links here:", err)
	}
	s := DefaultLibrarySettings()
	s.Dump = true
	if err := s.Save(root); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(LibraryFile(root)); err != nil || info.Mode()&fs.ModeSymlink == 0 || read(t, elsewhere) == "" {
		t.Error("the link was replaced:", err)
	}
}

func TestSaveSweepsOldLeftovers(t *testing.T) {
	root := t.TempDir()
	old, young := filepath.Join(root, ".settings-1.tmp"), filepath.Join(root, ".settings-2.tmp")
	for _, name := range []string{old, young} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	past := time.Now().Add(-2 * time.Hour)
	if err := errors.Join(os.Chtimes(old, past, past), DefaultLibrarySettings().Save(root)); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(old); !errors.Is(err, fs.ErrNotExist) {
		t.Error("the old one is still there:", err)
	}
	if _, err := os.Stat(young); err != nil {
		t.Error("the young one is gone:", err)
	}
}

// Whatever a file says, reading it does not panic, and what is read without
// error can be saved over it and read back the same.
func FuzzSettings(f *testing.F) {
	f.Add([]byte(goldenLibrary))
	f.Add([]byte("hosts:\n  a.test: {user: x, password: 'y: z'}\nproxy: http://a:b@c.test:3128\n"))
	f.Add([]byte("sources: &s [https://a.test]\nfetch: *s\n"))
	f.Add([]byte("a: &a [*a]\n? b\n: c\n--- # x\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		check(t, libraryTable, data)
		check(t, personalTable, data)
	})
}

// check is the promise of [FuzzSettings] for one level.
func check[S any](t *testing.T, table []setting[S], data []byte) {
	path := filepath.Join(string(filepath.Separator), "lib", settingsName)
	f, err := parseYAML(path, data)
	if err != nil {
		return
	}
	s, err := count(table, f, overrides{})
	if err != nil {
		return
	}
	once, err := encode(table, &s, f)
	if err != nil {
		t.Fatal(err)
	}
	again, err := parseYAML(path, once)
	if err != nil {
		t.Fatalf("%v\nsaved as\n%s", err, once)
	}
	back, err := count(table, again, overrides{})
	if diff := cmp.Diff(s, back, cmpopts.EquateEmpty()); err != nil || diff != "" {
		t.Fatalf("%v\n%s\nsaved as\n%s", err, diff, once)
	}
}

package fetch

import (
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func TestAddressesThatMeanTheSameAreOne(t *testing.T) {
	for _, test := range []struct{ typed, want string }{
		{"http://x.test/p", "http://x.test/p"},
		{"http://x.test/p#a", "http://x.test/p"},
		{"http://x.test/x/../p", "http://x.test/p"},
		{"http://x.test/./p", "http://x.test/p"},
		{"http://x.test/%2e/x/%2E%2E/p", "http://x.test/p"},
		{"HTTP://X.Test:80/p", "http://x.test/p"},
		{"https://x.test:443/p", "https://x.test/p"},
		{"https://x.test:80/p", "https://x.test:80/p"},
		{"https://x.test:/p", "https://x.test/p"},
		{" https://x.test/p\n", "https://x.test/p"},
		{"https://x.test", "https://x.test/"},
		{"https://x.test#a", "https://x.test/"},
		{"https://x.test?a=1", "https://x.test/?a=1"},
		{"https://x.test/..", "https://x.test/"},
		{"https://x.test/p/", "https://x.test/p/"},
		{"https://x.test/a//b", "https://x.test/a//b"},
		{"https://x.test/%7Euser/a%2fb", "https://x.test/~user/a%2Fb"},
		{"https://x.test/a b?c=d e&f=ü", "https://x.test/a%20b?c=d%20e&f=%C3%BC"},
		{"https://x.test/ü", "https://x.test/%C3%BC"},
		{"https://x.test/index.php?title=Case&a[]=1", "https://x.test/index.php?title=Case&a[]=1"},
		{"https://Bücher.test/", "https://xn--bcher-kva.test/"},
		{"https://user:pw@x.test/p", "https://x.test/p"},
		{"http://[::1]:8080/", "http://[::1]:8080/"},
		{"http://[::1]:80/", "http://[::1]/"},
	} {
		at, err := locate(test.typed)
		if err != nil {
			t.Errorf("%s: %v", test.typed, err)
		} else if at.address() != test.want {
			t.Errorf("%s: have %s, want %s", test.typed, at.address(), test.want)
		}
		if again, err := locate(test.want); err != nil || again.address() != test.want {
			t.Errorf("%s changes to %s (%v) the second time", test.want, again.address(), err)
		}
	}
}

func TestPathsAreAbsoluteAndClean(t *testing.T) {
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	for _, test := range []struct{ typed, want string }{
		{"a.html", filepath.Join(here, "a.html")},
		{"b/../a.html", filepath.Join(here, "a.html")},
		{" a b#c.html ", filepath.Join(here, "a b#c.html")},
		{"~", home},
		{"~/docs/", filepath.Join(home, "docs")},
		{"~docs", filepath.Join(here, "~docs")},
		{fileURL(filepath.Join(home, "a b#ü%.html")), filepath.Join(home, "a b#ü%.html")},
		{fileURL(home) + "/x/../a.html#top", filepath.Join(home, "a.html")},
	} {
		at, err := locate(test.typed)
		if err != nil {
			t.Errorf("%s: %v", test.typed, err)
		} else if at.address() != test.want {
			t.Errorf("%s: have %s, want %s", test.typed, at.address(), test.want)
		}
	}
}

func TestAddressesThatMeanNothing(t *testing.T) {
	for _, test := range []struct{ typed, want string }{
		{"", `"": the address is empty`},
		{" ", `"": the address is empty`},
		{"ftp://x.test/a", "ftp://x.test/a: scheme ftp is not supported"},
		{"http://", "http://: the URL names no host"},
		{"http:///p", "http:///p: the URL names no host"},
		{"https:x.test", "https:x.test: the URL names no host"},
		{"https://x.test:port/", "https://x.test:port/: not a valid URL"},
		{"https://x.test/%zz", "https://x.test/%zz: not a valid URL"},
		{"file:a.html", "file:a.html: not the URL of a file on this computer"},
	} {
		if _, err := locate(test.typed); err == nil || err.Error() != test.want {
			t.Errorf("%q: have error %v, want %s", test.typed, err, test.want)
		}
	}
}

func TestFileURLsOfBothKindsOfSystems(t *testing.T) {
	for _, test := range []struct {
		address string
		windows bool
		want    string
		ok      bool
	}{
		{"file:///a/b%20c.html", false, "/a/b c.html", true},
		{"file://localhost/a", false, "/a", true},
		{"file:/a", false, "/a", true},
		{"file://server/a", false, "/a", false},
		{"file:///C:/a/b.html", true, `C:\a\b.html`, true},
		{"file://server/share/b.html", true, `\\server\share\b.html`, true},
		{"file:///a%00b", false, "", false},
	} {
		u, err := url.Parse(test.address)
		if err != nil {
			t.Fatal(err)
		}
		have, ok := fileURLPath(u, test.windows)
		if ok != test.ok || ok && have != test.want {
			t.Errorf("%s: have %q, %v, want %q, %v", test.address, have, ok, test.want, test.ok)
		}
	}
}

func TestPathsOfBothKindsOfSystemsHaveURLs(t *testing.T) {
	for path, want := range map[string]string{
		"/a/b c.html":           "file:///a/b%20c.html",
		"/a#1?/100%.html":       "file:///a%231%3F/100%25.html",
		"C:/a/b.html":           "file:///C:/a/b.html",
		"//server/share/b.html": "file://server/share/b.html",
	} {
		if have := slashURL(path); have != want {
			t.Errorf("%s: have %s, want %s", path, have, want)
		}
	}
}

func TestUserInformationIsCutFromAnyAddress(t *testing.T) {
	for _, test := range []struct{ typed, want string }{
		{"https://me:secret@x.test/p", "https://x.test/p"},
		{"https://secret@x.test/@me", "https://x.test/@me"},
		{"https://me:se@cret@x.test/", "https://x.test/"},
		{"https://me:se/cret@x.test/", "https://x.test/"},
		{"https://me:se?cr#et@x.test/", "https://x.test/"},
		{"https://me:se%cret@x.test/", "https://x.test/"},
		{"https://me:sec\nret@x.test/", "https://x.test/"},
		{"https:/me:secret@x.test/", "https:/x.test/"},
		{`https:\\me:secret@x.test/`, `https:\\x.test/`},
		{"ftp://me:secret@x.test/", "ftp://x.test/"},
		{"https://x.test/p@q", "https://x.test/p@q"},
		{"docs/me@home.html", "docs/me@home.html"},
	} {
		if have := redact(test.typed); have != test.want {
			t.Errorf("%q: have %q, want %q", test.typed, have, test.want)
		}
	}
}

func TestBases(t *testing.T) {
	root := folder(t, "a b.html", "sub/c%.html")
	file := filepath.Join(root, "a b.html")
	for _, test := range []struct{ address, base, want string }{
		{file, "", "file://" + slashed(root) + "/a%20b.html"},
		{file, "https://x.test/page", "https://x.test/page"},
		{file, "https://x.test/index.php?title=A/", "https://x.test/index.php?title=A/"},
		{file, "https://X.test/docs/", "https://x.test/docs/a%20b.html"},
		{file, "https://x.test", "https://x.test/a%20b.html"},
		{file, "https://me:pw@x.test/page#top", "https://x.test/page"},
		{filepath.Join(root, "sub"), "https://x.test/docs", "https://x.test/docs/c%25.html"},
		{filepath.Join(root, "sub"), "https://x.test/docs/", "https://x.test/docs/c%25.html"},
		{filepath.Join(root, "sub"), "", "file://" + slashed(root) + "/sub/c%25.html"},
		{"http://staging.test/p#a", "", "http://staging.test/p"},
		{"http://staging.test/p", "https://x.test/p", "https://x.test/p"},
	} {
		pages, problems := newFetcher(t, Options{}).Pages(t.Context(), []Source{{test.address, test.base}})
		if len(problems) > 0 || len(pages) != 1 {
			t.Errorf("%s with base %q: have %v, %v", test.address, test.base, pages, problems)
		} else if pages[0].Base != test.want {
			t.Errorf("%s with base %q: have %s, want %s", test.address, test.base, pages[0].Base, test.want)
		}
	}
}

// slashed returns a path as it stands in a file URL.
func slashed(path string) string {
	if runtime.GOOS == "windows" {
		return "/" + filepath.ToSlash(path)
	}
	return path
}

func TestBasesOfFoldersJoinWithThePathBelow(t *testing.T) {
	root := folder(t, "a.html", "sub/deep/b.html")
	pages, problems := newFetcher(t, Options{}).Pages(t.Context(), []Source{{root, "https://x.test/m"}})
	if len(problems) > 0 || len(pages) != 2 {
		t.Fatalf("have %v, %v", pages, problems)
	}
	if pages[0].Base != "https://x.test/m/a.html" || pages[1].Base != "https://x.test/m/sub/deep/b.html" {
		t.Errorf("have bases %s and %s", pages[0].Base, pages[1].Base)
	}
}

func TestBasesThatMeanNothing(t *testing.T) {
	root := folder(t, "a.html")
	for _, base := range []string{"x.test/docs", "/docs", "https:///docs", "ftp://x.test/", "https://x.test:port/", "https://x.test/?a=b"} {
		pages, problems := newFetcher(t, Options{}).Pages(t.Context(), []Source{{root, base}})
		if len(pages) != 0 || len(problems) != 1 || hint(problems[0]) == "" {
			t.Errorf("base %s: have %v, %v", base, pages, problems)
			continue
		}
		wantText(t, problems[0].Error(), root+": base "+base+": ")
	}
}

// FuzzLocate checks that an address is its own address, and has no user
// information and no fragment.
func FuzzLocate(f *testing.F) {
	for _, seed := range []string{
		"http://me:pw@X.test:80/%7e/../%2f?a b#c", "https://[::1]:443/", "file:///a/../b%20c", "~/a", "C:/a", "http://ü.test/ü", "https://x.test//a/./b?%zz",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		at, err := locate(typed)
		if err != nil || at.url == nil {
			return
		}
		if at.url.User != nil || at.url.Fragment != "" || at.url.Path == "" || at.url.Host == "" {
			t.Errorf("%q is at %#v", typed, at.url)
		}
		if again, err := locate(at.address()); err != nil || again.address() != at.address() {
			t.Errorf("%q is at %q, which is at %q (%v)", typed, at.address(), again.address(), err)
		}
	})
}

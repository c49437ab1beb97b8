package fetch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// list returns the paths of the pages of a folder below it, with slashes.
func list(t *testing.T, root string) (names []string, problems []error) {
	t.Helper()
	pages, problems := newFetcher(t, Options{}).Pages(t.Context(), []Source{{Address: root}})
	for _, p := range pages {
		names = append(names, relative(root, p.Path))
	}
	return names, problems
}

// wantList fails unless the folder holds just these pages, and no problem.
func wantList(t *testing.T, root string, want ...string) {
	t.Helper()
	names, problems := list(t, root)
	if diff := cmp.Diff(want, names); diff != "" || len(problems) > 0 {
		t.Errorf("problems %v, pages (-want +have):\n%s", problems, diff)
	}
}

func TestPagesOfEachKindOfSource(t *testing.T) {
	root := folder(t, "a.html")
	file := filepath.Join(root, "a.html")
	pages, problems := newFetcher(t, Options{}).Pages(t.Context(), []Source{
		{Address: "https://me:pw@X.test/p#a"},
		{Address: root, Base: "https://x.test/"},
	})
	want := []Page{
		{Address: "https://x.test/p", Base: "https://x.test/p", Source: "https://X.test/p#a"},
		{Address: file, Path: file, Base: "https://x.test/a.html", Source: root},
	}
	if diff := cmp.Diff(want, pages); diff != "" || len(problems) > 0 {
		t.Errorf("problems %v, pages (-want +have):\n%s", problems, diff)
	}
}

func TestFoldersAreReadToTheirDepth(t *testing.T) {
	root := folder(t, "z.html", "b/c/d.HTM", "b/a.php", "a.Html", "empty/",
		"style.css", "html", "b.html.bak", ".hidden.html", ".git/x.html", "b/.cache/y.html", "dir.html/e.html")
	wantList(t, root, "a.Html", "b/a.php", "b/c/d.HTM", "dir.html/e.html", "z.html")
}

func TestAHiddenFolderIsReadIfItIsTheSource(t *testing.T) {
	root := folder(t, ".docs/a.html")
	wantList(t, filepath.Join(root, ".docs"), "a.html")
}

func TestLinksInFoldersAreFollowedOnce(t *testing.T) {
	root, other := folder(t, "v2/a.html"), folder(t, "x.html", "sub/y.html")
	symlink(t, filepath.Join(root, "v2"), filepath.Join(root, "latest"))
	symlink(t, other, filepath.Join(root, "other"))
	symlink(t, filepath.Join(other, "sub"), filepath.Join(root, "sub"))
	symlink(t, filepath.Join(root, "v2", "a.html"), filepath.Join(root, "start.html"))
	wantList(t, root, "start.html", "v2/a.html", "other/sub/y.html", "other/x.html")
}

func TestLinksInLoopsEnd(t *testing.T) {
	outer := folder(t, "outside.html", "docs/a.html", "docs/sub/b.html")
	root := filepath.Join(outer, "docs")
	symlink(t, root, filepath.Join(root, "sub", "loop"))
	symlink(t, outer, filepath.Join(root, "up")) // holds the folder
	symlink(t, "self", filepath.Join(root, "self"))
	names, problems := list(t, root)
	if diff := cmp.Diff([]string{"a.html", "sub/b.html"}, names); diff != "" {
		t.Error(diff)
	}
	if len(problems) != 1 || !errors.Is(problems[0], errBrokenLink) {
		t.Errorf("have problems %v, want one: the link to itself", problems)
	}
}

func TestLinksUpwardsFromAnotherFolderEnd(t *testing.T) {
	root, other := folder(t, "a.html"), folder(t, "outside.html", "in/b.html")
	symlink(t, filepath.Join(other, "in"), filepath.Join(root, "in"))
	symlink(t, other, filepath.Join(other, "in", "up"))
	wantList(t, root, "a.html", "in/b.html")
}

func TestBrokenLinksAreNotForgotten(t *testing.T) {
	root := folder(t, "a.html")
	symlink(t, "nowhere", filepath.Join(root, "page.html")) // Get will tell
	symlink(t, "nowhere", filepath.Join(root, "disk"))      // may hold pages
	symlink(t, "nowhere", filepath.Join(root, "logo.png"))  // does not
	names, problems := list(t, root)
	if diff := cmp.Diff([]string{"a.html", "page.html"}, names); diff != "" {
		t.Error(diff)
	}
	if len(problems) != 1 || !strings.Contains(problems[0].Error(), filepath.Join(root, "disk")) {
		t.Errorf("have problems %v", problems)
	}
}

func TestASourceGivenTwiceIsSaidOnce(t *testing.T) {
	root := folder(t, "a.html", "sub/b.html")
	pages, problems := newFetcher(t, Options{}).Pages(t.Context(), []Source{
		{Address: "http://x.test/p"},
		{Address: "HTTP://x.test:80/q/../p#a"},
		{Address: "http://x.test/p#b"},
		{Address: filepath.Join(root, "sub")},
		{Address: root}, // has more than sub
		{Address: fileURL(root)},
		{Address: filepath.Join(root, "a.html")}, // is in root
	})
	if len(pages) != 3 {
		t.Errorf("have pages %v", pages)
	}
	want := []string{"HTTP://x.test:80/q/../p#a", fileURL(root), filepath.Join(root, "a.html")}
	var have []string
	for _, err := range problems {
		if s, ok := errors.AsType[*SourceError](err); ok && errors.Is(err, ErrDuplicate) {
			have = append(have, s.Source)
		}
	}
	if diff := cmp.Diff(want, have); diff != "" || len(problems) != len(want) {
		t.Errorf("problems %v (-want +have):\n%s", problems, diff)
	}
}

func TestProblemsOfSourcesKeepTheOthers(t *testing.T) {
	root := folder(t, "a.html", "empty/")
	missing := filepath.Join(root, "missing")
	pages, problems := newFetcher(t, Options{}).Pages(t.Context(), []Source{
		{Address: missing}, {Address: "ftp://x.test/"}, {Address: filepath.Join(root, "empty")}, {Address: filepath.Join(root, "a.html")},
	})
	if len(pages) != 1 || len(problems) != 3 {
		t.Fatalf("have %v, %v", pages, problems)
	}
	if e, ok := errors.AsType[*FileError](problems[0]); !ok || e.Path != missing || !errors.Is(e, os.ErrNotExist) {
		t.Errorf("missing file: %v", problems[0])
	}
	if _, ok := errors.AsType[*AddressError](problems[1]); !ok {
		t.Errorf("wrong scheme: %v", problems[1])
	}
	if !errors.Is(problems[2], ErrNoPages) {
		t.Errorf("empty folder: %v", problems[2])
	}
	for _, err := range problems {
		if s, ok := errors.AsType[*SourceError](err); !ok || !strings.Contains(err.Error(), s.Source) || hint(err) == "" {
			t.Errorf("no source named or no hint: %v", err)
		}
	}
}

func TestAFolderInAFolderThatCannotBeRead(t *testing.T) {
	if runtime.GOOS == "windows" || os.Getuid() == 0 {
		t.Skip("nothing is forbidden here")
	}
	root := folder(t, "a.html", "secret/b.html")
	secret := filepath.Join(root, "secret")
	os.Chmod(secret, 0)
	defer os.Chmod(secret, 0o755)
	names, problems := list(t, root)
	if len(names) != 1 || len(problems) != 1 || !errors.Is(problems[0], os.ErrPermission) {
		t.Errorf("have %v, %v", names, problems)
	}
}

func TestListingStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, problems := newFetcher(t, Options{}).Pages(ctx, []Source{{Address: folder(t, "a.html")}, {Address: "x"}})
	if len(problems) != 1 || !errors.Is(problems[0], context.Canceled) {
		t.Errorf("have %v", problems)
	}
}

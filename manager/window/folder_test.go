package window

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"ragmanager/manager"
	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// folderFixture returns the main window over the sample with the sheet that asks for
// the root, and a home with some folders.
func folderFixture(t *testing.T) (f *fixture, s *folderSheet, home string) {
	t.Helper()
	f, w := newMain(t)
	home = t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	for _, dir := range []string{"empty", "other"} {
		if err := os.Mkdir(filepath.Join(home, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(home, "other", "letter.txt"), []byte("Dear"), 0o600); err != nil {
		t.Fatal(err)
	}
	s = showSetRoot(w.c, w.win)
	f.settle(t)
	return f, s, home
}

func TestFolderSaysWhatThereIs(t *testing.T) {
	f, s, home := folderFixture(t)
	if s.entry.Text != f.root || !strings.Contains(said(s.says), "A library of 131 chunks.") || s.use.Disabled() {
		t.Errorf("of the library that is open it says %q", said(s.says))
	}
	f.picture(t, "folder-library")
	for typed, want := range map[string]string{
		"":                   "",
		"~/empty":            text.FolderIs(filepath.Join(home, "empty"), text.FolderEmpty),
		"~/other":            text.FolderIs(filepath.Join(home, "other"), text.FolderOther),
		"~/new/one":          text.FolderIs(filepath.Join(home, "new", "one"), text.FolderMissing),
		"~/other/letter.txt": text.FolderIs(filepath.Join(home, "other", "letter.txt"), text.FolderFile),
	} {
		s.entry.SetText(typed)
		f.settle(t)
		if said(s.says) != want {
			t.Errorf("of %q it says %q, want %q", typed, said(s.says), want)
		}
		if usable := typed != "" && !strings.HasSuffix(typed, ".txt"); s.use.Disabled() == usable {
			t.Errorf("%q can be used: %v", typed, !usable)
		}
		if typed == "~/other" {
			f.picture(t, "folder-other")
		}
	}
}

// What can be used, and what is said of it, follows from what there is.
func TestFolderJudged(t *testing.T) {
	for _, c := range []struct {
		f            manager.Folder
		root, sample string // "" if it cannot be used
	}{
		{manager.Folder{Kind: manager.FolderLibrary, Chunks: 2, Writable: true}, "A library of 2 chunks.", "The sample is put into ragmanager-sample."},
		{manager.Folder{Kind: manager.FolderLibrary, Chunks: 2}, "A library of 2 chunks. " + text.MayBeAsked, ""},
		{manager.Folder{Kind: manager.FolderEmpty, Writable: true}, text.FolderEmpty, text.FolderEmpty},
		{manager.Folder{Kind: manager.FolderEmpty}, "", ""},
		{manager.Folder{Kind: manager.FolderOther}, "", ""},
		{manager.Folder{Kind: manager.FolderMissing}, "", ""},
		{manager.Folder{Kind: manager.FolderFile}, "", ""},
		{manager.Folder{Kind: manager.FolderClosed, Err: errors.New("permission denied")}, "", ""},
	} {
		for _, j := range []struct {
			want  string
			judge func(manager.Folder) (string, fyne.ThemeColorName, bool)
		}{{c.root, judgeRoot}, {c.sample, judgeSample}} {
			want := j.want
			says, _, ok := j.judge(c.f)
			if ok != (want != "") || ok && says != want || says == "" {
				t.Errorf("of %+v it says %q, %v; want %q", c.f, says, ok, want)
			}
		}
	}
}

// A folder that is missing is made after asking, and Enter uses it, even before it is
// known what there is.
func TestFolderIsMadeAndUsed(t *testing.T) {
	f, s, home := folderFixture(t)
	want := filepath.Join(home, "new", "library")
	s.entry.SetText("~/new/library")
	s.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	f.settle(t)
	if !f.shows(text.AskMakeFolder(want)) {
		t.Fatalf("it does not ask:\n%s", f.words())
	}
	f.press(t, text.Cancel)
	f.settle(t)
	if _, err := os.Stat(want); err == nil || topSheet(f.win) != s.sheet {
		t.Error("it is made though that was declined, or the sheet is gone")
	}
	test.Tap(s.use)
	f.settle(t)
	f.press(t, text.MakeFolder)
	f.settle(t)
	if st := f.c.State(); st.Root != want || st.Phase != controller.Ready || f.win.Canvas().Overlays().Top() != nil {
		t.Errorf("the library is %s, in phase %d", st.Root, st.Phase)
	}
}

func TestFolderEscapeLeaves(t *testing.T) {
	f, s, home := folderFixture(t)
	s.entry.SetText(filepath.Join(home, "empty"))
	s.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	f.settle(t)
	if f.win.Canvas().Overlays().Top() != nil || f.c.State().Root != f.root {
		t.Error("Escape does not leave all as it is")
	}
}

// The dialog of Fyne begins above the folder that is typed.
func TestFolderBrowse(t *testing.T) {
	f, s, home := folderFixture(t)
	s.entry.SetText("~/empty")
	f.settle(t)
	if s.folder.Above != home {
		t.Errorf("it begins in %q", s.folder.Above)
	}
	f.press(t, text.Browse)
	if topSheet(f.win) != nil || f.win.Canvas().Overlays().Top() == nil {
		t.Fatal("no dialog is shown")
	}
	if !f.shows("other") {
		t.Errorf("it shows\n%s", f.words())
	}
}

// If the sample cannot be made where it belongs, another folder can be chosen.
func TestSampleElsewhere(t *testing.T) {
	f, w := newEmptyMain(t)
	w.Show()
	f.settle(t)
	if err := os.RemoveAll(f.Samples); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(f.Samples, nil, 0o600); err != nil { // where the folder would be
		t.Fatal(err)
	}
	f.c.TrySample()
	f.settle(t)
	f.press(t, text.SampleElsewhere)
	if !f.shows(text.SampleHow) {
		t.Fatalf("it shows\n%s", f.words())
	}
	dir := filepath.Join(t.TempDir(), "here")
	s := topSheet(f.win)
	f.focused(t).(*keyedEntry).SetText(dir)
	f.settle(t)
	f.picture(t, "folder-sample")
	f.press(t, text.UseFolder)
	f.settle(t)
	if st := f.c.State(); topSheet(f.win) == s || filepath.Dir(st.Root) != dir || st.Overview.Status.Chunks == 0 {
		t.Errorf("the library is %s with %d chunks", st.Root, st.Overview.Status.Chunks)
	}
	if len(f.c.Examples()) == 0 {
		t.Error("it has no questions to begin with")
	}
}

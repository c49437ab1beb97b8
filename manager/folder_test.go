package manager

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestLookAtFolder(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	at := func(parts ...string) string { return filepath.Join(append([]string{home}, parts...)...) }
	for _, dir := range []string{"other", "empty", "library/Match", "library/Content"} {
		if err := MakeFolder(at(dir)); err != nil {
			t.Fatal(err)
		}
	}
	writeFile(t, at("other", "letter.txt"), "Dear", 0o644)
	writeFile(t, at("library", "Match", "000000000001.txt"), "match", 0o644)
	writeFile(t, at("library", "Content", "000000000001.txt"), "content", 0o644)
	writeFile(t, at("library", "Content", "000000000002.txt"), "of no match", 0o644)
	for typed, want := range map[string]Folder{
		"":                     {},
		at("empty"):            {Path: at("empty"), Kind: FolderEmpty, Writable: true, Above: home},
		"~/empty":              {Path: at("empty"), Kind: FolderEmpty, Writable: true, Above: home},
		"empty/":               {Path: at("empty"), Kind: FolderEmpty, Writable: true, Above: home},
		"~":                    {Path: home, Kind: FolderOther, Writable: true, Above: filepath.Dir(home)},
		"~/other":              {Path: at("other"), Kind: FolderOther, Writable: true, Above: home},
		"~/library":            {Path: at("library"), Kind: FolderLibrary, Chunks: 1, Writable: true, Above: home},
		"~/new/deep/er":        {Path: at("new", "deep", "er"), Kind: FolderMissing, Writable: true, Above: home},
		"~/other/letter.txt":   {Path: at("other", "letter.txt"), Kind: FolderFile, Above: at("other")},
		"~/other/letter.txt/x": {Path: at("other", "letter.txt", "x"), Kind: FolderFile, Above: at("other")},
	} {
		if diff := cmp.Diff(want, LookAtFolder(typed), cmpopts.EquateErrors()); diff != "" {
			t.Errorf("%q: %s", typed, diff)
		}
	}
	if _, err := os.Stat(at("new")); err == nil {
		t.Error("looking has made the folder")
	}
	if err := MakeFolder(at("new", "deep")); err != nil {
		t.Error(err)
	}
	if f := LookAtFolder("~/new/deep"); f.Kind != FolderEmpty {
		t.Errorf("the folder that was made is %+v", f)
	}
}

func TestLookAtClosedFolder(t *testing.T) {
	if runtime.GOOS == "windows" || os.Getuid() == 0 {
		t.Skip("permissions do not count")
	}
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	if f := LookAtFolder(dir); f.Kind != FolderEmpty || f.Writable {
		t.Errorf("where nothing can be written: %+v", f)
	}
	if f := LookAtFolder(filepath.Join(dir, "x")); f.Kind != FolderMissing || f.Writable {
		t.Errorf("what cannot be made: %+v", f)
	}
	if err := os.Chmod(dir, 0o000); err != nil {
		t.Fatal(err)
	}
	if f := LookAtFolder(dir); f.Kind != FolderClosed || f.Err == nil {
		t.Errorf("what cannot be read: %+v", f)
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		t.Fatal(err)
	}
}

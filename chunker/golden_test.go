package chunker

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// archives parses all txtar files of a folder of testdata.
func archives(t *testing.T, folder string) map[string]*txtar.Archive {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", folder, "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no archives in %s: %v", folder, err)
	}
	found := map[string]*txtar.Archive{}
	for _, f := range files {
		a, err := txtar.ParseFile(f)
		if err != nil {
			t.Fatal(err)
		}
		found[strings.TrimSuffix(filepath.Base(f), ".txtar")] = a
	}
	return found
}

// part returns a file of an archive.
func part(t *testing.T, a *txtar.Archive, name string) []byte {
	t.Helper()
	for _, f := range a.Files {
		if f.Name == name {
			return f.Data
		}
	}
	t.Fatalf("no file %s in the archive", name)
	return nil
}

// comment returns the value of a line "key: value" of an archive's comment.
func comment(a *txtar.Archive, key string) string {
	for line := range bytes.Lines(a.Comment) {
		if v, ok := strings.CutPrefix(string(line), key+": "); ok {
			return strings.TrimSpace(v)
		}
	}
	return ""
}

// rewrite stores an archive with another text for one of its files.
func rewrite(t *testing.T, folder, name string, a *txtar.Archive, file string, data []byte) {
	t.Helper()
	for i := range a.Files {
		if a.Files[i].Name == file {
			a.Files[i].Data = data
		}
	}
	if err := os.WriteFile(filepath.Join("testdata", folder, name+".txtar"), txtar.Format(a), 0o644); err != nil {
		t.Fatal(err)
	}
}

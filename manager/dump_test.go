package manager

import (
	"os"
	"path/filepath"
	"testing"

	"ragmanager/library"
)

// The dump has for each chunk of the run, in order, what the original has, in which
// each part ends with one line end.
func TestDump(t *testing.T) {
	m := newManual(t, map[string]string{
		"a.html": page("A", "One.", "Two."), "b.html": page("B", "Two.", "Three."), "empty.html": "",
	})
	m.chunk()
	if _, err := os.Stat(filepath.Join(m.root, "Log")); err == nil {
		t.Error("there is a dump that nobody asked for")
	}
	dump := func(names ...string) string {
		t.Helper()
		manager := m.open()
		manager.settings.Dump = true
		var given []Source
		for _, name := range names {
			given = append(given, Source{Address: m.path(name)})
		}
		if _, err := manager.Chunk(t.Context(), given, &recorder{}); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(m.root, "Log", "dump.txt"))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	part := func(match, content string) string {
		return "---------- MATCH -----------\n" + match +
			"\n--------- CONTENT ----------\n" + content +
			"\n----------- NAME -----------\n" + string(library.NameOf(match)) +
			"\n----------- END ------------\n\n"
	}
	const a, b = "Document: [A](https://www.example.com/a.html)\n", "Document: [B](https://www.example.com/b.html)\n"
	both := part("Two.", a+b+"\nTwo.") // as the library holds it
	equal(t, "of all pages", dump(), part("One.", a+"\nOne.")+both+both+part("Three.", b+"\nThree."))

	// It is written anew at each run, of whose pages it tells, read or not.
	m.write("a.html", "%PDF-1.4")
	equal(t, "of one page that could not be read", dump("a.html"), part("One.", a+"\nOne.")+both)
	equal(t, "of one page", dump("b.html"), both+part("Three.", b+"\nThree."))
}

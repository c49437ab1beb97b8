package manager

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ragmanager/library"
)

// BenchmarkFirstQuestion is what stands between the start of the program and
// the search for a question, on a library of 10,000 chunks whose index is in
// the cache: opening the library and its index. The reference is looking at all
// text files and reading the index, which cannot be left out.
func BenchmarkFirstQuestion(b *testing.B) {
	root := b.TempDir()
	fillLibrary(b, root, 10_000)
	open := func() *Manager {
		m, err := Open(root, DefaultLibrarySettings(), DefaultPersonalSettings())
		if err != nil {
			b.Fatal(err)
		}
		return m
	}
	if _, err := open().builtinIndex(b.Context(), silent{}); err != nil {
		b.Fatal(err)
	}
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			if _, err := open().builtinIndex(b.Context(), silent{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("reference", func(b *testing.B) {
		m := open()
		for b.Loop() {
			if _, err := m.library.TextStamp(); err != nil {
				b.Fatal(err)
			}
			if _, err := os.ReadFile(filepath.Join(m.library.CacheDir(), builtinName)); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// fillLibrary makes n chunks of sentences of invented words.
func fillLibrary(b *testing.B, root string, n int) {
	l, err := library.Open(root)
	if err != nil {
		b.Fatal(err)
	}
	w, err := l.Lock()
	if err != nil {
		b.Fatal(err)
	}
	defer w.Close()
	page := library.Page{Address: "test"}
	seed := uint64(1)
	for range n {
		var text strings.Builder
		for range 60 {
			seed = seed*6364136223846793005 + 1442695040888963407 // Knuth, MMIX
			fmt.Fprintf(&text, "word%d ", (seed>>33)%4000*((seed>>50)%8))
		}
		match := text.String()
		page.Chunks = append(page.Chunks, library.PageChunk{Name: library.NameOf(match), Match: match, Content: "Document: Test\n\n" + match})
	}
	if _, err := w.Apply(b.Context(), library.Update{Put: []library.Page{page}}); err != nil {
		b.Fatal(err)
	}
}

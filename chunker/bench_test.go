package chunker

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/net/html"
)

// manuals returns the real manuals: all of them if the environment names their
// folder in MANUALS, else those of testdata.
func manuals(tb testing.TB) map[string][]byte {
	tb.Helper()
	dir := os.Getenv("MANUALS")
	if dir == "" {
		dir = "testdata/manuals"
	}
	files, err := filepath.Glob(filepath.Join(dir, "*", "*.html"))
	if err != nil || len(files) == 0 {
		tb.Fatalf("no manuals in %s: %v", dir, err)
	}
	pages := map[string][]byte{}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			tb.Fatal(err)
		}
		name, _ := filepath.Rel(dir, f)
		pages[filepath.ToSlash(name)] = b
	}
	return pages
}

func total(pages map[string][]byte) (n int64) {
	for _, p := range pages {
		n += int64(len(p))
	}
	return n
}

// BenchmarkPage chunks the manuals. Its reference is BenchmarkParse.
func BenchmarkPage(b *testing.B) {
	pages := manuals(b)
	b.SetBytes(total(pages))
	b.ReportAllocs()
	for b.Loop() {
		for name, page := range pages {
			Page(page, Options{Base: "https://docs.example/" + name})
		}
	}
}

// BenchmarkParse parses the manuals and does nothing else.
func BenchmarkParse(b *testing.B) {
	pages := manuals(b)
	b.SetBytes(total(pages))
	b.ReportAllocs()
	for b.Loop() {
		for _, page := range pages {
			if _, err := html.Parse(bytes.NewReader(page)); err != nil {
				b.Fatal(err)
			}
		}
	}
}

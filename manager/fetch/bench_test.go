package fetch

import (
	"fmt"
	"testing"
)

// BenchmarkFolder expands a folder of 1,000 files and reads them.
func BenchmarkFolder(b *testing.B) {
	names := make([]string, 1000)
	for i := range names {
		names[i] = fmt.Sprintf("%d/%d.html", i%10, i)
	}
	root := folder(b, names...)
	f := newFetcher(b, Options{})
	for b.Loop() {
		pages, problems := f.Pages(b.Context(), []Source{{Address: root}})
		if len(pages) != len(names) || len(problems) > 0 {
			b.Fatalf("have %d pages, problems %v", len(pages), problems)
		}
		for _, p := range pages {
			if _, err := f.Get(b.Context(), p, Validators{}); err != nil {
				b.Fatal(err)
			}
		}
	}
}

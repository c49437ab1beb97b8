package library

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// manyPages returns pages with chunks of some 600 bytes each, all different.
func manyPages(pages, chunks int) []Page {
	all := make([]Page, pages)
	for i := range all {
		address := fmt.Sprintf("https://kestrel.example/manual/%d.html", i)
		all[i] = Page{Address: address, Title: fmt.Sprintf("Manual %d", i), Read: time.Unix(1e9, 0)}
		for j := range chunks {
			match := fmt.Sprintf("Paragraph %d of page %d. ", j, i) + strings.Repeat("The gauge reads pressure. ", 20)
			all[i].Chunks = append(all[i].Chunks, PageChunk{
				Name: NameOf(match), Kind: "paragraph", Match: match,
				Content:  "Document: [Manual](" + address + ")\n\n" + match,
				Headings: []Heading{{"Document", "Manual", address}, {"Chapter", "Gauges", address + "#Gauges"}},
				Date:     "26-MAY-25", FirstLine: 10 * j, LastLine: 10*j + 5,
			})
		}
	}
	return all
}

// BenchmarkApply10000 stores 10,000 new chunks of 500 pages durably. Compare with
// BenchmarkPlain10000: the ratio is what safety costs. Old files are not removed
// in between, since after removing many files ext4 makes new ones much slower.
func BenchmarkApply10000(b *testing.B) {
	pages := manyPages(500, 20)
	for b.Loop() {
		b.StopTimer()
		l := newLibrary(b)
		w := lock(b, l)
		b.StartTimer()
		if _, err := w.Apply(context.Background(), Update{Put: pages}); err != nil {
			b.Fatal(err)
		}
	}
	reportPerChunk(b)
}

// BenchmarkPlain10000 writes the same files with os.WriteFile, neither safe nor
// durable.
func BenchmarkPlain10000(b *testing.B) {
	pages := manyPages(500, 20)
	for b.Loop() {
		b.StopTimer()
		l := newLibrary(b)
		b.StartTimer()
		for _, dir := range []string{matchDir, contentDir, pageDir} {
			if err := os.Mkdir(l.path(dir), 0o777); err != nil {
				b.Fatal(err)
			}
		}
		for _, p := range pages {
			writePlainly(b, l, p)
		}
	}
	reportPerChunk(b)
}

func writePlainly(b *testing.B, l *Library, p Page) {
	put := func(path string, text []byte) {
		if err := os.WriteFile(filepath.Join(l.Root(), path), text, 0o666); err != nil {
			b.Fatal(err)
		}
	}
	for _, c := range p.Chunks {
		put("Content/"+c.Name.file(), []byte(c.Content))
		put("Match/"+c.Name.file(), []byte(c.Match))
	}
	text, err := p.encode()
	if err != nil {
		b.Fatal(err)
	}
	put("Page/"+pageFile(p.Address), text)
}

func reportPerChunk(b *testing.B) {
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/10000, "µs/chunk")
}

// BenchmarkApplyUnchanged10000 finds that 10,000 chunks are as they should be.
func BenchmarkApplyUnchanged10000(b *testing.B) {
	pages := manyPages(500, 20)
	w := lock(b, newLibrary(b))
	apply(b, w, Update{Put: pages})
	for b.Loop() {
		apply(b, w, Update{Put: pages})
	}
	reportPerChunk(b)
}

// BenchmarkApplyOne chunks one page of 500 again.
func BenchmarkApplyOne(b *testing.B) {
	pages := manyPages(500, 20)
	w := lock(b, newLibrary(b))
	apply(b, w, Update{Put: pages})
	i := 0
	for b.Loop() {
		i++
		pages[7].Chunks[3].Content = fmt.Sprintf("Content %d", i)
		apply(b, w, Update{Put: pages[7:8]})
	}
}

// BenchmarkPages1000 reads 1,000 page records of 5 kB.
func BenchmarkPages1000(b *testing.B) {
	l := newLibrary(b)
	apply(b, lock(b, l), Update{Put: manyPages(1000, 13)})
	files, err := filepath.Glob(l.path(pageDir, "*.json"))
	if err != nil {
		b.Fatal(err)
	}
	info, err := os.Stat(files[0])
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if pages, err := l.Pages(); err != nil || len(pages) != 1000 {
			b.Fatal(len(pages), err)
		}
	}
	b.ReportMetric(float64(info.Size()), "B/record")
}

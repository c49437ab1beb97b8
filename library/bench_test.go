package library

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
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

// BenchmarkApply10000 stores 10,000 new chunks of 500 pages durably. Beside it, it
// writes the same files with os.WriteFile, neither safe nor durable. It tells how
// long a chunk takes in both and what safety costs in comparison, in the middle of
// the rounds.
//
// Both alternate, and old files stay until the end: after removing many files, ext4
// makes new ones several times slower for some five minutes. So long, wait before
// running it again.
func BenchmarkApply10000(b *testing.B) {
	pages := manyPages(500, 20)
	var plainly, safely, cost []float64
	for b.Loop() {
		plain, l := onDisk(b), onDisk(b)
		w := lock(b, l)
		start := time.Now()
		writePlainly(b, plain, pages)
		p := float64(time.Since(start))
		if err := syncDisks([]string{l.Root()}); err != nil {
			b.Fatal(err)
		}
		start = time.Now()
		apply(b, w, Update{Put: pages})
		s := float64(time.Since(start))
		plainly, safely, cost = append(plainly, p), append(safely, s), append(cost, s/p)
	}
	perChunk := float64(10000 * time.Microsecond)
	b.ReportMetric(middle(safely)/perChunk, "µs/chunk")
	b.ReportMetric(middle(plainly)/perChunk, "plain-µs/chunk")
	b.ReportMetric(middle(cost), "x-plain")
}

// middle returns the median of numbers, which it sorts.
func middle(numbers []float64) float64 {
	slices.Sort(numbers)
	return numbers[len(numbers)/2]
}

// writePlainly writes what Apply would.
func writePlainly(b *testing.B, l *Library, pages []Page) {
	put := func(dir, file string, text []byte) {
		if err := os.WriteFile(l.path(dir, file), text, 0o666); err != nil {
			b.Fatal(err)
		}
	}
	for _, dir := range []string{matchDir, contentDir, pageDir} {
		if err := os.Mkdir(l.path(dir), 0o777); err != nil {
			b.Fatal(err)
		}
	}
	for _, p := range pages {
		for _, c := range p.Chunks {
			put(contentDir, c.Name.file(), []byte(c.Content))
			put(matchDir, c.Name.file(), []byte(c.Match))
		}
		text, err := p.encode()
		if err != nil {
			b.Fatal(err)
		}
		put(pageDir, pageFile(p.Address), text)
	}
}

func reportPerChunk(b *testing.B) {
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/10000, "µs/chunk")
}

// BenchmarkApplyUnchanged10000 finds that 10,000 chunks are as they should be.
func BenchmarkApplyUnchanged10000(b *testing.B) {
	pages := manyPages(500, 20)
	w := lock(b, onDisk(b))
	apply(b, w, Update{Put: pages})
	for b.Loop() {
		apply(b, w, Update{Put: pages})
	}
	reportPerChunk(b)
}

// BenchmarkApplyOne chunks one page of 500 again.
func BenchmarkApplyOne(b *testing.B) {
	pages := manyPages(500, 20)
	w := lock(b, onDisk(b))
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
	l := onDisk(b)
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

// BenchmarkPutVectors100 stores a usual batch of vectors durably.
func BenchmarkPutVectors100(b *testing.B) {
	w := lock(b, onDisk(b))
	embeddings := make([]Embedding, 100)
	i := 0
	for b.Loop() {
		for j := range embeddings {
			i++
			embeddings[j] = vectorOf(NameOf(fmt.Sprint(i)), originalSpace.Dimensions)
		}
		putVectors(b, w, originalSpace, embeddings...)
	}
}

// BenchmarkVectors1000 reads 1,000 vectors of 1536 components.
func BenchmarkVectors1000(b *testing.B) {
	l := onDisk(b)
	embeddings := make([]Embedding, 1000)
	for i := range embeddings {
		embeddings[i] = vectorOf(NameOf(fmt.Sprint(i)), originalSpace.Dimensions)
	}
	putVectors(b, lock(b, l), originalSpace, embeddings...)
	for b.Loop() {
		if vectors, err := l.Vectors(b.Context(), originalSpace); err != nil || len(vectors.Names) != 1000 {
			b.Fatal(err)
		}
	}
}

// onDisk returns an empty library that does not lie in memory.
func onDisk(b *testing.B) *Library {
	l, err := Open(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	return l
}

package library

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/viterin/vek/vek32"
)

// manyVectors returns a matrix of n random vectors of the usual length, all live,
// with whole numbers as in embed files.
func manyVectors(n int) *matrix {
	random := rand.New(rand.NewPCG(1, 2))
	m := newMatrix(originalSpace.Dimensions, n)
	for i := range m.rows {
		fillRow(random, m.at(i))
		m.rows[i] = row{keyOf(NameOf(fmt.Sprint(i))), true, inverseLength(m.at(i)), 0, 0}
	}
	return m
}

// fillRow makes up the vector of a chunk: some 30,000 at most, 2,500 usually.
func fillRow(random *rand.Rand, vector []float32) {
	for i := range vector {
		bits := random.Uint64()
		vector[i] = float32(int(bits%4096+bits>>16%4096+bits>>32%4096) - 6144)
	}
}

// BenchmarkSearch searches 100,000 vectors for the best 500. Beside it, it reads the
// same memory, in the two fastest ways there are here, and tells how many times as
// long as the faster of them a search takes, and how much it allocates. What counts
// is the least time of the processor of all rounds, since others may use it too.
func BenchmarkSearch(b *testing.B) {
	m := manyVectors(100000)
	x := &Index{space: originalSpace, matrix: m}
	query := make([]float32, m.dims)
	fillRow(rand.New(rand.NewPCG(3, 4)), query)
	reading, searching := math.Inf(1), math.Inf(1)
	for b.Loop() {
		b.StopTimer()
		words := timed(func() { readWords(m) })
		sums := timed(func() { readSums(m) })
		b.StartTimer()
		searching = min(searching, timed(func() {
			if hits, err := x.Search(query, DefaultHits); err != nil || len(hits) != DefaultHits {
				b.Fatal(len(hits), err)
			}
		}))
		reading = min(reading, words, sums)
	}
	b.ReportMetric(reading*1e3, "ms-reading")
	b.ReportMetric(searching*1e3, "ms-least")
	b.ReportMetric(searching/reading, "x-reading")
	b.ReportAllocs()
}

// timed returns the time of the processor that do takes, in all goroutines together.
func timed(do func()) (seconds float64) {
	start := processorTime()
	do()
	return (processorTime() - start).Seconds()
}

// readWords reads the components as words and adds them up.
func readWords(m *matrix) {
	var a, b, c, d uint64
	for _, block := range m.blocks {
		for raw := rawBytes(block); len(raw) >= 64; raw = raw[64:] {
			a += binary.LittleEndian.Uint64(raw) + binary.LittleEndian.Uint64(raw[8:])
			b += binary.LittleEndian.Uint64(raw[16:]) + binary.LittleEndian.Uint64(raw[24:])
			c += binary.LittleEndian.Uint64(raw[32:]) + binary.LittleEndian.Uint64(raw[40:])
			d += binary.LittleEndian.Uint64(raw[48:]) + binary.LittleEndian.Uint64(raw[56:])
		}
	}
	runtime.KeepAlive(a + b + c + d)
}

// readSums adds up the components by assembly.
func readSums(m *matrix) {
	var sum float32
	for _, block := range m.blocks {
		sum += vek32.Sum(block)
	}
	runtime.KeepAlive(sum)
}

// BenchmarkDot compares a vector with a query as quickly as the processor can, and
// in plain Go.
func BenchmarkDot(b *testing.B) {
	m := manyVectors(2)
	for name, dot := range map[string]func(x, y []float32) float32{"Best": dot, "Plain": plainDot} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(4 * m.dims))
			for b.Loop() {
				dot(m.at(0), m.at(1))
			}
		})
	}
}

// embedFiles100000 is the number of embed files for the benchmarks of opening. They
// take 0.9 GB, and the pack 0.6 GB.
const embedFiles100000 = 100000

// manyEmbedFiles returns a library with embed files for n chunks, which were not
// changed lately.
func manyEmbedFiles(b *testing.B, n int) *Library {
	l := newLibrary(b)
	write(b, l, map[string]string{"Embed/space.json": string(originalSpace.encode())})
	if err := os.Mkdir(l.path(contentDir), 0o777); err != nil {
		b.Fatal(err)
	}
	random := rand.New(rand.NewPCG(5, 6))
	vector := make([]float32, originalSpace.Dimensions)
	var text []byte
	for i := range n {
		fillRow(random, vector)
		for j := range vector {
			vector[j] /= scale
		}
		var err error
		if text, err = EncodeVector(text[:0], vector); err != nil {
			b.Fatal(err)
		}
		file := NameOf(fmt.Sprint(i)).file()
		if err := os.WriteFile(l.path(contentDir, file), nil, 0o666); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(l.path(embedDir, file), text, 0o666); err != nil {
			b.Fatal(err)
		}
		age(b, l.path(embedDir, file))
	}
	return l
}

// age makes a file or folder look as if it was changed a minute ago.
func age(t testing.TB, file string) {
	t.Helper()
	then := time.Now().Add(-time.Minute)
	if err := os.Chtimes(file, then, then); err != nil {
		t.Fatal(err)
	}
}

// BenchmarkIndex opens 100,000 vectors: from the embed files, where it tells how many
// times as long as only reading these it takes, and from the pack. Files are in the
// memory of the system. What counts is the least time of the
// processor of all rounds.
func BenchmarkIndex(b *testing.B) {
	l := manyEmbedFiles(b, embedFiles100000)
	b.Run("Text", func(b *testing.B) {
		reading, opening := math.Inf(1), math.Inf(1)
		for b.Loop() {
			b.StopTimer()
			if err := os.RemoveAll(l.CacheDir()); err != nil {
				b.Fatal(err)
			}
			reading = min(reading, timed(func() { readFiles(b, l) }))
			b.StartTimer()
			opening = min(opening, timed(func() { openIndex(b, l) }))
		}
		b.ReportMetric(reading*1e3, "ms-reading")
		b.ReportMetric(opening*1e3, "ms-least")
		b.ReportMetric(opening/reading, "x-reading")
	})
	b.Run("Pack", func(b *testing.B) {
		opening := math.Inf(1)
		openIndex(b, l) // so that there is a pack
		for b.Loop() {
			opening = min(opening, timed(func() { openIndex(b, l) }))
		}
		b.ReportMetric(opening*1e3, "ms-least")
		b.ReportAllocs()
	})
	b.Run("Refresh", func(b *testing.B) {
		for _, dir := range []string{contentDir, embedDir} {
			age(b, l.path(dir))
		}
		x := openIndex(b, l)
		for b.Loop() {
			if changed, err := x.Refresh(b.Context()); err != nil || changed {
				b.Fatal(changed, err)
			}
		}
	})
}

func openIndex(b *testing.B, l *Library) *Index {
	x, err := l.Index(b.Context(), originalSpace)
	if err != nil || x.Len() != embedFiles100000 || x.PackError() != nil {
		b.Fatal(x.Len(), err)
	}
	return x
}

// readFiles reads all embed files from as many goroutines as are used to open.
func readFiles(b *testing.B, l *Library) {
	names, err := l.VectorNames(originalSpace)
	if err != nil {
		b.Fatal(err)
	}
	err = forEach(b.Context(), len(names), func(i int) error {
		_, err := os.ReadFile(l.path(embedDir, names[i].file()))
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
}

// BenchmarkDecodeRow decodes a usual vector. Beside it, it does so with DecodeVector,
// and tells how many times as long that takes.
func BenchmarkDecodeRow(b *testing.B) {
	vector := make([]float32, originalSpace.Dimensions)
	random := rand.New(rand.NewPCG(7, 8))
	var texts [][]byte // so many that the processor cannot learn them
	for range 100 {
		fillRow(random, vector)
		for i := range vector {
			vector[i] /= scale
		}
		text, err := EncodeVector(nil, vector)
		if err != nil {
			b.Fatal(err)
		}
		texts = append(texts, text)
	}
	row, other := math.Inf(1), math.Inf(1)
	for b.Loop() {
		row = min(row, timed(func() {
			for _, text := range texts {
				if err := decodeRow(vector, text); err != nil {
					b.Fatal(err)
				}
			}
		}))
		b.StopTimer()
		other = min(other, timed(func() {
			for _, text := range texts {
				if _, err := DecodeVector(vector[:0], text); err != nil {
					b.Fatal(err)
				}
			}
		}))
		b.StartTimer()
	}
	b.ReportMetric(row/float64(len(texts))*1e6, "µs/row")
	b.ReportMetric(other/row, "x-vector")
}

package retrieve

import (
	"strings"
	"testing"
)

// benchmarked is a library of the size of a large manual.
func benchmarked(b *testing.B) (*Index, []Document) {
	b.Helper()
	documents := library(10_000)
	x := build(b, documents, Options{})
	b.ResetTimer()
	return x, documents
}

const question = "wordax1 common3 wordbx7 common12 wordcx9 common1 wordax17 common40"

func BenchmarkBuild(b *testing.B) {
	documents := library(10_000)
	for b.Loop() {
		build(b, documents, Options{})
	}
}

func BenchmarkDecode(b *testing.B) {
	x, _ := benchmarked(b)
	data := x.Encode()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := Decode(data); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	x, _ := benchmarked(b)
	for b.Loop() {
		x.Encode()
	}
}

func BenchmarkKeyword(b *testing.B) {
	x, _ := benchmarked(b)
	for b.Loop() {
		find(b, Keyword{x}, question, 10)
	}
}

func BenchmarkSemantic(b *testing.B) {
	x, _ := benchmarked(b)
	for b.Loop() {
		find(b, Semantic{x}, question, 10)
	}
}

func BenchmarkBuiltin(b *testing.B) {
	x, _ := benchmarked(b)
	for b.Loop() {
		find(b, Builtin{x}, question, 10)
	}
}

func BenchmarkMisspelt(b *testing.B) {
	x, _ := benchmarked(b)
	for b.Loop() {
		find(b, Builtin{x}, "comon3 wordaxy wordbxx commons", 10)
	}
}

func BenchmarkPastedText(b *testing.B) {
	x, documents := benchmarked(b)
	var text strings.Builder
	for _, d := range documents[:1000] {
		text.WriteString(d.Match)
	}
	for b.Loop() {
		find(b, Builtin{x}, text.String(), 10)
	}
}

func BenchmarkTerms(b *testing.B) {
	_, documents := benchmarked(b)
	a, bytes := newAnalyzer(), 0
	for b.Loop() {
		for _, d := range documents[:100] {
			a.terms(clean(d.Match), 1, 0)
			bytes += len(d.Match)
		}
	}
	b.SetBytes(int64(bytes / b.N))
}

package retrieve

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// manual is a small library of an invented maker.
var manual = []Document{
	{Name: "a1", Match: "The Yagi antenna has the greatest range.", Headings: []string{"Antennas"}, Content: "Yagi HL72: 7.1 km at data rate normal."},
	{Name: "a2", Match: "The collinear antenna hears loggers on all sides.", Headings: []string{"Antennas"}, Content: "Collinear HL71: 4.9 km."},
	{Name: "b1", Match: "Order the transmitter as A3048S2-AA-C45.", Headings: []string{"Ordering"}, Content: "A3048S2-AA-C45, 45 mm lead, 120 dollars."},
	{Name: "b2", Match: "The A3048S2 transmitter has two channels, and every A3048S2 is tested.", Headings: []string{"A3048S2"}, Content: "A3048S2, A3048S2, A3048S2."},
	{Name: "c1", Match: "Set smtpd_banner to what the mail server says first.", Headings: []string{"Mail"}, Content: "smtpd_banner = $myhostname"},
	{Name: "c2", Match: "Lift out both cells and put in new batteries within ninety seconds.", Headings: []string{"Cells"}, Content: "A capacitor keeps the clock running."},
	{Name: "d1", Match: "Moisture of the soil is measured by probes.", Headings: []string{"Soil"}, Content: "Probes in salty soil need a curve of their own."},
	{Name: "d2", Match: "Each probe has an address, and batteries last for years.", Headings: []string{"Soil"}, Content: "Operating life of two cells: 913 days."},
}

func all(documents []Document) iter.Seq2[Document, error] {
	return func(yield func(Document, error) bool) {
		for _, d := range documents {
			if !yield(d, nil) {
				return
			}
		}
	}
}

func build(t testing.TB, documents []Document, o Options) *Index {
	t.Helper()
	x, err := Build(t.Context(), all(documents), o)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// find returns the names of the hits of a question.
func find(t testing.TB, r Retriever, question string, n int) []string {
	t.Helper()
	hits, err := r.Retrieve(t.Context(), question, n)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, h := range hits {
		names = append(names, h.Name)
	}
	return names
}

func TestFirstHit(t *testing.T) {
	x := build(t, manual, Options{})
	for _, c := range []struct{ name, question, want string }{
		{"a part number as a whole", "A3048S2-AA-C45", "b1"},
		{"in a sentence and other case", "What does the a3048s2-aa-c45 cost?", "b1"},
		{"its first part", "A3048S2", "b2"},
		{"its last part", "c45", "b1"},
		{"a part of an identifier", "which banner", "c1"},
		{"an identifier", "smtpd_banner", "c1"},
		{"a number that only the content has", "913 days", "d2"},
		{"a number with its unit", "7.1km", "a1"},
		{"another ending", "measuring moistures", "d1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, r := range []Retriever{Keyword{x}, Builtin{x}} {
				if got := find(t, r, c.question, 1); !slices.Equal(got, []string{c.want}) {
					t.Errorf("%T finds %q for %q, want %s", r, got, c.question, c.want)
				}
			}
		})
	}
	if got := find(t, Keyword{x}, "A3048", 8); !slices.Contains(got, "b1") || !slices.Contains(got, "b2") {
		t.Errorf("A3048 finds %q, want both transmitters", got)
	}
}

func TestNothingToFind(t *testing.T) {
	for name, x := range map[string]*Index{
		"empty":                        build(t, nil, Options{}),
		"one document":                 build(t, manual[:1], Options{}),
		"a library":                    build(t, manual, Options{}),
		"no analysis":                  build(t, manual, Options{Dimensions: -1}),
		"documents without words":      build(t, []Document{{Name: "a"}, {Name: "b", Match: "…"}}, Options{}),
		"documents with nothing alike": build(t, []Document{{Name: "a", Match: "antenna"}, {Name: "b", Match: "banana"}}, Options{}),
	} {
		for _, r := range []Retriever{Keyword{x}, Semantic{x}, Builtin{x}, Fuse{}} {
			for _, question := range []string{"", "the of and", "zyzzyva", "?"} {
				if got := find(t, r, question, 5); len(got) > 0 {
					t.Errorf("%s: %T finds %q for %q", name, r, got, question)
				}
			}
			if got := find(t, r, "antenna", 0); len(got) > 0 {
				t.Errorf("%s: %T finds %q when nothing is wanted", name, r, got)
			}
			if got := find(t, r, "antenna", -1); len(got) > 0 {
				t.Errorf("%s: %T finds %q when less than nothing is wanted", name, r, got)
			}
		}
	}
}

// library makes n documents of made-up words that go together by subject.
func library(n int) []Document {
	random := rand.New(rand.NewPCG(7, uint64(n)))
	var documents []Document
	for i := range n {
		subject := random.IntN(20)
		text := func(words int) string {
			var b strings.Builder
			for range words {
				if random.IntN(2) == 0 {
					fmt.Fprintf(&b, "word%cx%d ", 'a'+subject, random.IntN(50))
				} else {
					fmt.Fprintf(&b, "common%d ", int(random.ExpFloat64()*200))
				}
			}
			return b.String()
		}
		documents = append(documents, Document{fmt.Sprintf("%012x", i), text(60), []string{text(4), text(4)}, text(80)})
	}
	return documents
}

func TestOrderOfDocumentsDoesNotMatter(t *testing.T) {
	documents := library(100)
	want := build(t, documents, Options{}).Encode()
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(documents), func(i, j int) {
		documents[i], documents[j] = documents[j], documents[i]
	})
	if got := build(t, documents, Options{}).Encode(); !slices.Equal(got, want) {
		t.Error("another order of the documents gives another index")
	}
}

func TestTiesAreInOrderOfName(t *testing.T) {
	var documents []Document
	for _, name := range []string{"d", "b", "e", "a", "c"} {
		documents = append(documents, Document{Name: name, Match: "antenna range"})
	}
	x := build(t, documents, Options{})
	for _, r := range []Retriever{Keyword{x}, Semantic{x}, Builtin{x}, Fuse{Retrievers: []Retriever{Keyword{x}}}} {
		for n, want := range []string{"", "a", "ab", "abc", "abcd", "abcde", "abcde"} {
			if got := strings.Join(find(t, r, "antenna", n), ""); got != want {
				t.Errorf("%T: the best %d are %q, want %q", r, n, got, want)
			}
		}
	}
}

func TestSmallerListsBeginLargerOnes(t *testing.T) {
	documents := library(300)
	x := build(t, documents, Options{})
	for _, r := range []Retriever{Keyword{x}, Semantic{x}, Builtin{x}} {
		question := documents[17].Match[:200]
		full := find(t, r, question, 300)
		for _, n := range []int{1, 2, 10, 100} {
			if got := find(t, r, question, n); !slices.Equal(got, full[:n]) {
				t.Errorf("%T: the best %d are not the first of all", r, n)
			}
		}
	}
}

func TestEncodeDecode(t *testing.T) {
	for name, x := range map[string]*Index{
		"library":     build(t, library(200), Options{Stamp: "of today"}),
		"manual":      build(t, manual, Options{Language: "german"}),
		"empty":       build(t, nil, Options{}),
		"no analysis": build(t, manual, Options{Dimensions: -1}),
		"large counts": build(t, []Document{
			{Name: "a", Match: strings.Repeat("antenna ", 300), Content: strings.Repeat("range ", 15)},
			{Name: "b", Match: "antenna antenna antenna antenna", Headings: []string{"range"}},
		}, Options{}),
	} {
		t.Run(name, func(t *testing.T) {
			data := x.Encode()
			y, err := Decode(slices.Clone(data))
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(y.Encode(), data) {
				t.Error("encoding again gives other bytes")
			}
			if y.Len() != x.Len() || y.Stamp() != x.Stamp() || !slices.Equal(y.Languages(), x.Languages()) {
				t.Errorf("%d, %q, %q; want %d, %q, %q", y.Len(), y.Stamp(), y.Languages(), x.Len(), x.Stamp(), x.Languages())
			}
			for _, question := range []string{"antenna range", "wordax1 common3 wordbx7", "batteries of the probes"} {
				for i, r := range []Retriever{Keyword{x}, Semantic{x}, Builtin{x}} {
					want, _ := r.Retrieve(t.Context(), question, 50)
					got, _ := []Retriever{Keyword{y}, Semantic{y}, Builtin{y}}[i].Retrieve(t.Context(), question, 50)
					if diff := cmp.Diff(want, got); diff != "" {
						t.Errorf("%T, %q: %s", r, question, diff)
					}
				}
			}
		})
	}
}

func TestDecodeErrors(t *testing.T) {
	data := build(t, manual, Options{}).Encode()
	for i := range data {
		broken := slices.Clone(data)
		broken[i] ^= 1 << (i % 8)
		want := ErrDamaged
		if i < len(magic) {
			want = ErrVersion
		}
		if _, err := Decode(broken); !errors.Is(err, want) {
			t.Fatalf("byte %d is wrong: error %v, want %v", i, err, want)
		}
		if _, err := Decode(data[:i:i]); err == nil {
			t.Fatalf("the first %d bytes are an index", i)
		}
	}
}

// FuzzDecode puts the right checksum to wrong data, so that what is behind it
// is reached.
func FuzzDecode(f *testing.F) {
	for _, documents := range [][]Document{nil, manual, manual[:2]} {
		x, err := Build(context.Background(), all(documents), Options{Dimensions: 3})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(x.Encode())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) >= len(magic)+crc32.Size {
			copy(data, magic)
			end := len(data) - crc32.Size
			binary.LittleEndian.PutUint32(data[end:], crc32.Checksum(data[:end], castagnoli))
		}
		x, err := Decode(slices.Clone(data))
		if err != nil {
			return
		}
		for _, r := range []Retriever{Keyword{x}, Semantic{x}, Builtin{x}} {
			hits, err := r.Retrieve(t.Context(), "antenna batteries A3048S2", 5)
			if err != nil || len(hits) > x.Len() {
				t.Errorf("%T: %d hits, error %v", r, len(hits), err)
			}
		}
		if y, err := Decode(x.Encode()); err != nil || y.Len() != x.Len() {
			t.Errorf("what was decoded and encoded does not decode: %v", err)
		}
	})
}

func TestBuildErrors(t *testing.T) {
	failed := errors.New("disk on fire")
	done, cancel := context.WithCancel(t.Context())
	cancel()
	for name, c := range map[string]struct {
		ctx       context.Context
		documents iter.Seq2[Document, error]
		options   Options
		want      error
	}{
		"no name":          {documents: all([]Document{{Match: "x"}}), want: ErrName},
		"one name twice":   {documents: all([]Document{{Name: "a"}, {Name: "b"}, {Name: "a"}}), want: ErrDuplicate},
		"unknown language": {documents: all(manual), options: Options{Language: "klingon"}, want: ErrLanguage},
		"source fails":     {documents: func(yield func(Document, error) bool) { yield(Document{}, failed) }, want: failed},
		"cancelled":        {ctx: done, documents: all(manual), want: context.Canceled},
	} {
		t.Run(name, func(t *testing.T) {
			ctx := c.ctx
			if ctx == nil {
				ctx = t.Context()
			}
			if _, err := Build(ctx, c.documents, c.options); !errors.Is(err, c.want) {
				t.Errorf("error %v, want %v", err, c.want)
			}
		})
	}
	x := build(t, manual, Options{})
	for _, r := range []Retriever{Keyword{x}, Semantic{x}, Builtin{x}, Fuse{Retrievers: []Retriever{Keyword{x}}}} {
		if _, err := r.Retrieve(done, "antenna", 1); !errors.Is(err, context.Canceled) {
			t.Errorf("%T: error %v, want %v", r, err, context.Canceled)
		}
	}
}

func TestManyAskAtOnce(t *testing.T) {
	documents := library(200)
	x := build(t, documents, Options{})
	want := find(t, Builtin{x}, documents[0].Match, 10)
	x, err := Decode(x.Encode()) // nothing made on demand is there yet
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			hits, _ := Builtin{x}.Retrieve(context.Background(), documents[0].Match, 10)
			for i, h := range hits {
				if h.Name != want[i] {
					t.Errorf("hit %d is %s, want %s", i, h.Name, want[i])
				}
			}
		})
	}
	group.Wait()
}

func TestFuse(t *testing.T) {
	list := func(names ...string) Retriever { return fixed(names) }
	failed := errors.New("no")
	// With K = 1: b 1/3 + 1/2 = 5/6, a 1/2, c 1/3 + … = 1/3, d 1/4.
	fuse := Fuse{Retrievers: []Retriever{list("a", "b", "d"), list("b", "c")}, K: 1}
	hits, err := fuse.Retrieve(t.Context(), "", 3)
	want := []Hit{{"b", 5.0 / 6, 1}, {"a", 1.0 / 2, 1}, {"c", 1.0 / 3, 0.5}}
	if diff := cmp.Diff(want, hits, cmpopts.EquateApprox(0, 1e-12)); diff != "" || err != nil {
		t.Error(diff, err)
	}
	if _, err := (Fuse{Retrievers: []Retriever{fuse, broken{failed}}}).Retrieve(t.Context(), "", 3); !errors.Is(err, failed) {
		t.Errorf("error %v, want %v", err, failed)
	}
}

// fixed is a Retriever that always finds the same, with relevance 1/rank.
type fixed []string

func (f fixed) Retrieve(_ context.Context, _ string, n int) ([]Hit, error) {
	var hits []Hit
	for i, name := range f[:min(n, len(f))] {
		hits = append(hits, Hit{name, 1, 1 / float64(i+1)})
	}
	return hits, nil
}

// broken is a Retriever that fails.
type broken struct{ error }

func (b broken) Retrieve(context.Context, string, int) ([]Hit, error) { return nil, b.error }

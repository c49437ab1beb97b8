package library

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

func putVectors(t testing.TB, w *Writer, space Space, embeddings ...Embedding) {
	t.Helper()
	if err := w.PutVectors(t.Context(), space, embeddings); err != nil {
		t.Fatal(err)
	}
}

// vectorOf returns a vector of d components for name n.
func vectorOf(n Name, d int) Embedding {
	e := Embedding{n, make([]float32, d)}
	for i := range e.Vector {
		e.Vector[i] = float32(i+1) / 1000
	}
	return e
}

func TestPutVectors(t *testing.T) {
	l := newLibrary(t)
	w := lock(t, l)
	apply(t, w, Update{Put: []Page{page("a.html", "m1", "c1", "m2", "c2")}})
	n1, n2, gone := NameOf("m1"), NameOf("m2"), NameOf("gone")
	space := Space{"nomic-embed-text", 3}

	missing, err := l.Missing(space)
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "missing", missing, slices.Sorted(slices.Values([]Name{n1, n2})))

	putVectors(t, w, space, Embedding{n1, []float32{0.1, -0.25, 0}}, Embedding{gone, []float32{1, 0, 0}})
	files := tree(t, l)
	diff(t, "embed file", files["Embed/"+n1.file()], "10000 -25000 0")
	diff(t, "space file", files["Embed/space.json"], `{"model":"nomic-embed-text","dimensions":3}`)
	vector, err := l.Vector(space, n1)
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "vector", vector, []float32{0.1, -0.25, 0})
	if missing, err = l.Missing(space); err != nil {
		t.Fatal(err)
	}
	diff(t, "missing", missing, []Name{n2})
	obsolete, err := l.Obsolete(space)
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "obsolete", obsolete, []Name{gone})
	_, err = l.Vector(space, n2)
	wantError(t, err, ErrNoVector, string(n2))

	before := stat(t, l)
	putVectors(t, w, space, Embedding{n1, []float32{0.1, -0.25, 0}})
	diff(t, "files written for the same vector", rewritten(t, l, before), map[string]bool{})
}

func TestVectors(t *testing.T) {
	l := newLibrary(t)
	w := lock(t, l)
	space := Space{"m", 4}
	var want []Name
	for i := range 50 {
		n := NameOf(fmt.Sprint(i))
		e := vectorOf(n, 4)
		e.Vector[0] = float32(i)
		putVectors(t, w, space, e)
		want = append(want, n)
	}
	bad := []Name{NameOf("3"), NameOf("30"), NameOf("49")}
	write(t, l, map[string]string{
		"Embed/" + bad[0].file(): "1 2 3", "Embed/" + bad[1].file(): "1 2 3 x", "Embed/" + bad[2].file(): "",
	})
	want = slices.DeleteFunc(want, func(n Name) bool { return slices.Contains(bad, n) })
	slices.Sort(want)

	vectors, err := l.Vectors(t.Context(), space)
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "names", vectors.Names, want)
	if len(vectors.Values) != 4*len(want) || len(vectors.Bad) != len(bad) {
		t.Errorf("%d values, %d bad ones", len(vectors.Values), len(vectors.Bad))
	}
	for i, n := range vectors.Names {
		vector, err := l.Vector(space, n)
		if err != nil {
			t.Fatal(err)
		}
		diff(t, "vector", vectors.At(i), vector)
	}

	// The way out: remove those that cannot be read, and embed again.
	r, err := w.RemoveVectors(t.Context(), space, append(bad, NameOf("never")))
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "removed", r, PurgeResult{slices.Sorted(slices.Values(bad)), 5 + 7})
	if vectors, err := l.Vectors(t.Context(), space); err != nil || len(vectors.Bad) > 0 {
		t.Errorf("%v, %v", vectors.Bad, err)
	}
}

// Vectors of two models never meet, even if they have equally many components.
func TestTwoSpaces(t *testing.T) {
	l := newLibrary(t)
	w := lock(t, l)
	apply(t, w, Update{Put: []Page{page("a.html", "m1", "c1")}})
	n := NameOf("m1")
	a, b := Space{"model-a", 8}, Space{"vendor/Model:B", 8}
	putVectors(t, w, a, vectorOf(n, 8))
	if missing, err := l.Missing(b); err != nil || len(missing) != 1 {
		t.Errorf("missing %v, %v", missing, err)
	}
	other := vectorOf(n, 8)
	other.Vector[0] = 7
	putVectors(t, w, b, other)

	for space, want := range map[Space]float32{a: 0.001, b: 7} {
		if vector, err := l.Vector(space, n); err != nil || vector[0] != want {
			t.Errorf("%v: %v, %v", space, vector, err)
		}
		if missing, err := l.Missing(space); err != nil || len(missing) != 0 {
			t.Errorf("%v: missing %v, %v", space, missing, err)
		}
	}
	spaces, err := l.Spaces()
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "spaces", spaces, []Space{a, b})

	// Each can be purged without the other.
	apply(t, w, Update{Remove: []string{"a.html"}})
	if r, err := w.Purge(t.Context(), b, false); err != nil || len(r.Names) != 1 {
		t.Errorf("%v, %v", r, err)
	}
	if _, err := l.Vector(a, n); err != nil {
		t.Error(err)
	}
}

// The first space of a library has Embed to itself, also after all was purged.
func TestFirstSpace(t *testing.T) {
	l := newLibrary(t)
	w := lock(t, l)
	n := NameOf("m")
	a, b := Space{"a", 2}, Space{"b", 2}
	putVectors(t, w, a, vectorOf(n, 2))
	if r, err := w.Purge(t.Context(), a, false); err != nil || len(r.Names) != 1 {
		t.Errorf("%v, %v", r, err)
	}
	putVectors(t, w, b, vectorOf(n, 2))
	diff(t, "files", tree(t, l), map[string]string{
		"Embed/" + n.file(): "100 200", "Embed/space.json": `{"model":"b","dimensions":2}`,
	})
	putVectors(t, w, a, vectorOf(n, 2))
	if space, known, err := l.Space(); err != nil || !known || space != b {
		t.Errorf("%v, %v, %v", space, known, err)
	}
}

func TestSpaceOfVectorsWithoutSpaceFile(t *testing.T) {
	vector := func(d int) string { return strings.TrimSpace(strings.Repeat("1 ", d)) }
	for _, test := range []struct {
		name    string
		vectors []string
		space   Space
		known   bool
	}{
		{"none", nil, Space{}, false},
		{"of the original", []string{vector(1536), vector(1536)}, originalSpace, true},
		{"of another model", []string{vector(768)}, Space{"", 768}, false},
		{"of two models", []string{vector(1536), vector(768)}, Space{"", 1536}, false},
		{"one broken", []string{"x", vector(1536)}, originalSpace, true},
		{"all broken", []string{"x", ""}, Space{}, false},
	} {
		l := newLibrary(t)
		for i, text := range test.vectors {
			write(t, l, map[string]string{fmt.Sprintf("Embed/00000000000%d.txt", i): text})
		}
		space, known, err := l.Space()
		if err != nil || known != test.known || space.Model != test.space.Model {
			t.Errorf("%s: %v, %v, %v", test.name, space, known, err)
		}
		if space.Dimensions != test.space.Dimensions {
			t.Errorf("%s: %d components", test.name, space.Dimensions)
		}
	}
}

// What model made the vectors of an old library is asked, not guessed.
func TestUnknownSpace(t *testing.T) {
	l := newLibrary(t)
	w := lock(t, l)
	n := NameOf("m")
	write(t, l, map[string]string{"Embed/" + n.file(): "1 2 3\n"})
	same, longer := Space{"m", 3}, Space{"m", 4}

	for what, call := range map[string]func(Space) error{
		"Missing":    func(s Space) error { _, err := l.Missing(s); return err },
		"Obsolete":   func(s Space) error { _, err := l.Obsolete(s); return err },
		"Vector":     func(s Space) error { _, err := l.Vector(s, n); return err },
		"Vectors":    func(s Space) error { _, err := l.Vectors(t.Context(), s); return err },
		"PutVectors": func(s Space) error { return w.PutVectors(t.Context(), s, []Embedding{vectorOf(n, 3)}) },
		"Purge":      func(s Space) error { _, err := w.Purge(t.Context(), s, false); return err },
	} {
		err := call(same)
		wantError(t, err, ErrSpace, l.path(embedDir))
		if !strings.Contains(hintOf(err), "say which model") {
			t.Errorf("%s: hint is %q", what, hintOf(err))
		}
	}
	// With another number of components it cannot be the same space.
	putVectors(t, w, longer, vectorOf(n, 4))

	// Chunking goes on all the same.
	if r := apply(t, w, Update{Put: []Page{page("a.html", "m", "c")}, Space: same}); r.Reused != 1 {
		t.Errorf("result %+v", r)
	}

	err := w.SetSpace(t.Context(), longer)
	wantError(t, err, ErrSpace, "3 components", "have 4")
	if err := w.SetSpace(t.Context(), same); err != nil {
		t.Fatal(err)
	}
	if vector, err := l.Vector(same, n); err != nil || vector[2] != 0.00003 {
		t.Errorf("%v, %v", vector, err)
	}
}

func TestPutVectorsErrors(t *testing.T) {
	l := newLibrary(t)
	w := lock(t, l)
	n := NameOf("m")
	space := Space{"m", 3}
	nan := vectorOf(n, 3)
	nan.Vector[1] = float32(0) / nan.Vector[0] * 0
	for want, embeddings := range map[string][]Embedding{
		"has 2 components, those of m have 3": {vectorOf(NameOf("x"), 3), vectorOf(n, 2)},
		"given twice":                         {vectorOf(n, 3), vectorOf(n, 3)},
		"no name":                             {vectorOf("x", 3)},
	} {
		err := w.PutVectors(t.Context(), space, embeddings)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error is %v, want %s", err, want)
		}
	}
	var vectorError *VectorError
	err := w.PutVectors(t.Context(), space, []Embedding{{n, []float32{0, 1e30, 0}}})
	if !errors.As(err, &vectorError) || vectorError.Path != l.path(embedDir, n.file()) || hintOf(err) == "" {
		t.Errorf("error is %v", err)
	}
	for _, incomplete := range []Space{{}, {"m", 0}, {"", 3}} {
		err := w.PutVectors(t.Context(), incomplete, nil)
		wantError(t, err, ErrSpace)
		wantError(t, w.SetSpace(t.Context(), incomplete), ErrSpace)
	}
	diff(t, "files", tree(t, l), map[string]string{})
}

func TestBrokenSpaceFile(t *testing.T) {
	for _, text := range []string{"", "{", `{"model":"m"}`, `{"dimensions":3}`, `{"model":"m","dimensions":-1}`} {
		l := newLibrary(t)
		write(t, l, map[string]string{"Embed/space.json": text})
		for _, call := range []func() error{
			func() error { _, _, err := l.Space(); return err },
			func() error { _, err := l.Spaces(); return err },
			func() error { _, err := l.Missing(originalSpace); return err },
			func() error { _, err := l.Status(); return err },
		} {
			err := call()
			var recordError *RecordError
			if !errors.As(err, &recordError) || recordError.Path != l.path("Embed/space.json") || hintOf(err) == "" {
				t.Errorf("%q: error is %v", text, err)
			}
		}
	}
}

// A folder that says it is of another space is not used.
func TestFolderOfAnotherSpace(t *testing.T) {
	l := newLibrary(t)
	w := lock(t, l)
	a, b, c := Space{"a", 1}, Space{"b", 1}, Space{"c", 1}
	putVectors(t, w, a, vectorOf(NameOf("m"), 1))
	putVectors(t, w, b, vectorOf(NameOf("m"), 1))
	if err := os.Rename(l.path(embedDir, b.folder()), l.path(embedDir, c.folder())); err != nil {
		t.Fatal(err)
	}
	_, err := l.Missing(c)
	wantError(t, err, ErrSpace, l.path(embedDir, c.folder()), "of b, 1 components, not of c")
	if hintOf(err) == "" {
		t.Error("no hint")
	}
}

func TestSpaceFolder(t *testing.T) {
	seen := map[string]Space{}
	for _, test := range []struct {
		space Space
		want  string // of the beginning
	}{
		{Space{"text-embedding-3-large", 3072}, "text-embedding-3-large-3072"},
		{Space{"text-embedding-3-large", 1024}, "text-embedding-3-large-1024"},
		{Space{"nomic-ai/nomic-embed-text:v1.5", 768}, "nomic-ai-nomic-embed-text-v1.5-"},
		{Space{"nomic-ai-nomic-embed-text-v1.5", 768}, "nomic-ai-nomic-embed-text-v1.5-768"},
		{Space{"BGE-M3", 1024}, "-----3-"},
		{Space{"bge-m3", 1024}, "bge-m3-1024"},
		{Space{"../../etc", 1}, "-..-etc-"},
		{Space{"µ", 1}, "--"},
		{Space{strings.Repeat("long", 100), 1}, "longlong"},
	} {
		folder := test.space.folder()
		if !strings.HasPrefix(folder, test.want) || len(folder) > 100 || strings.ContainsAny(folder, `/\:`) {
			t.Errorf("the folder of %v is %s", test.space, folder)
		}
		if other, ok := seen[folder]; ok {
			t.Errorf("%v and %v have one folder", test.space, other)
		}
		seen[folder] = test.space
	}
}

func TestDeleteAndPurge(t *testing.T) {
	l := newLibrary(t)
	w := lock(t, l)
	apply(t, w, Update{Put: []Page{page("a.html", "m1", "c1", "m2", "c2")}})
	space := Space{"m", 2}
	putVectors(t, w, space, vectorOf(NameOf("m1"), 2), vectorOf(NameOf("m2"), 2))
	write(t, l, map[string]string{
		"settings.yaml": "sources: []", "Match/notes.txt": "notes", "Content/" + NameOf("half").file(): "half",
	})

	r, err := w.Purge(t.Context(), space, false)
	if err != nil || len(r.Names) != 0 {
		t.Errorf("purged from a library in use: %v, %v", r, err)
	}
	d, err := w.Delete(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "deleted", d, DeleteResult{Chunks: 3, Pages: 1})
	left := tree(t, l)
	if len(left) != 5 || left["settings.yaml"] == "" || left["Match/notes.txt"] == "" {
		t.Errorf("left are %v", left)
	}

	for _, dryRun := range []bool{true, false} {
		r, err := w.Purge(t.Context(), space, dryRun)
		if err != nil || len(r.Names) != 2 || r.Bytes != 14 {
			t.Errorf("purged %v, %v", r, err)
		}
	}
	if names, err := l.VectorNames(space); err != nil || len(names) != 0 {
		t.Errorf("vectors %v, %v", names, err)
	}
}

package library

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// embedded returns a library with content and embed files for chunks named after
// their numbers, which have the given texts of vectors.
func embedded(t testing.TB, space Space, texts ...string) *Library {
	t.Helper()
	l := newLibrary(t)
	files := map[string]string{"Embed/space.json": string(space.encode())}
	for i, text := range texts {
		files[embedPath(i)] = text
		files["Content/"+numbered(i).file()] = "content"
	}
	write(t, l, files)
	return l
}

// numbered returns a name that sorts as number i does.
func numbered(i int) Name { return Name(fmt.Sprintf("%012x", i)) }

func embedPath(i int) string { return "Embed/" + numbered(i).file() }

func index(t testing.TB, l *Library, space Space) *Index {
	t.Helper()
	x, err := l.Index(t.Context(), space)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func search(t testing.TB, x *Index, n int, query ...float32) []Hit {
	t.Helper()
	hits, err := x.Search(query, n)
	if err != nil {
		t.Fatal(err)
	}
	return hits
}

func refresh(t testing.TB, x *Index) (changed bool) {
	t.Helper()
	changed, err := x.Refresh(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return changed
}

func TestSearch(t *testing.T) {
	space := Space{"m", 2}
	l := embedded(t, space, "0 1", "3 4", "0 0", "-1 0", "6 8\n", "1 0", "1e30 0", "5 12")
	x := index(t, l, space)
	want := []Hit{
		{numbered(5), 1},
		{numbered(6), 1},
		{numbered(1), 0.6},
		{numbered(4), 0.6},
		{numbered(7), 5. / 13},
		{numbered(0), 0},
		{numbered(2), 0},
		{numbered(3), -1},
	}
	for _, test := range []struct{ n, want int }{{0, 8}, {-1, 8}, {1, 1}, {3, 3}, {8, 8}, {math.MaxInt, 8}} {
		for _, length := range []float32{1, 1e-30, 1e38} {
			hits := search(t, x, test.n, length, 0)
			diff(t, fmt.Sprintf("best %d for a query of length %g", test.n, length), rounded(hits), rounded(want[:test.want]))
		}
	}
	for _, h := range search(t, x, 0, 0, 0) {
		if h.Relevance != 0 {
			t.Errorf("relevance for a query of length 0 is %v", h)
		}
	}
	diff(t, "vectors", x.Len(), 8)
	diff(t, "space", x.Space(), space)
}

// rounded returns hits with relevances of 12 decimals.
func rounded(hits []Hit) []Hit {
	hits = slices.Clone(hits)
	for i := range hits {
		hits[i].Relevance = math.Round(hits[i].Relevance*1e12) / 1e12
	}
	return hits
}

func TestSearchOfNothing(t *testing.T) {
	l := newLibrary(t)
	x := index(t, l, Space{"m", 2})
	diff(t, "hits", search(t, x, 5, 1, 0), []Hit{})
	diff(t, "files", tree(t, l), map[string]string{})
	if err := x.PackError(); err != nil {
		t.Error(err)
	}
}

func TestSearchLeavesObsoleteVectorsOut(t *testing.T) {
	space := Space{"m", 1}
	l := embedded(t, space, "1", "1")
	write(t, l, map[string]string{embedPath(2): "1"})
	x := index(t, l, space)
	diff(t, "hits", search(t, x, 0, 1), []Hit{{numbered(0), 1}, {numbered(1), 1}})
	diff(t, "best", search(t, x, 1, 1), []Hit{{numbered(0), 1}})
	diff(t, "vectors", x.Len(), 2)
}

func TestQueryErrors(t *testing.T) {
	x := index(t, embedded(t, Space{"m", 2}, "1 0"), Space{"m", 2})
	nan, inf := float32(math.NaN()), float32(math.Inf(-1))
	for _, test := range []struct {
		query []float32
		want  string
	}{
		{nil, "vector of the question: has 0 components in place of 2"},
		{[]float32{1, 2, 3}, "vector of the question: has 3 components in place of 2"},
		{[]float32{1, nan}, "vector of the question: component 2 is NaN"},
		{[]float32{inf, 1}, "vector of the question: component 1 is -Inf"},
	} {
		_, err := x.Search(test.query, 1)
		var queryError *QueryError
		if !errors.As(err, &queryError) || err.Error() != test.want || hintOf(err) == "" {
			t.Errorf("%v gives error %v, want %s", test.query, err, test.want)
		}
	}
}

func TestBadVectorsAreSkipped(t *testing.T) {
	space := Space{"m", 2}
	l := embedded(t, space, "1 0", "1", "1 2 3", "1 x", "", "0 1", "inf 1")
	for range 2 { // from the files, then from the pack
		x := index(t, l, space)
		var got []string
		for _, bad := range x.Bad() {
			got = append(got, strings.TrimPrefix(bad.Error(), l.path(embedDir)))
		}
		name := func(i int) string { return "/" + numbered(i).file() + ": " }
		diff(t, "bad", got, []string{
			name(1) + "has 1 components in place of 2",
			name(2) + "has 3 components in place of 2",
			name(3) + `component 2 is not a number: "x"`,
			name(4) + "is empty",
			name(6) + `component 1 is infinite: "inf"`,
		})
		diff(t, "hits", search(t, x, 0, 1, 0), []Hit{{numbered(0), 1}, {numbered(5), 0}})
	}
}

func TestIndexErrors(t *testing.T) {
	l := newLibrary(t)
	write(t, l, map[string]string{embedPath(0): "1 2"})
	for _, space := range []Space{{}, {"m", 0}, {"m", 2}} {
		_, err := l.Index(t.Context(), space)
		wantError(t, err, ErrSpace)
	}
}

// A reference ranks the texts of embed files without any haste.
func reference(texts []string, query []float32) []Hit {
	var hits []Hit
	for i, text := range texts {
		var product, square, ofQuery, greatest float64
		var vector []float64
		for _, word := range strings.Fields(text) {
			x, err := strconv.ParseFloat(word, 64)
			if err != nil {
				panic(err)
			}
			vector = append(vector, x)
			greatest = max(greatest, math.Abs(x))
		}
		for j, x := range vector {
			if greatest > 0 {
				x /= greatest
			}
			product += x * float64(query[j])
			square += x * x
			ofQuery += float64(query[j]) * float64(query[j])
		}
		h := Hit{Name: numbered(i)}
		if square > 0 && ofQuery > 0 {
			h.Relevance = product / math.Sqrt(square) / math.Sqrt(ofQuery)
		}
		hits = append(hits, h)
	}
	return hits
}

// checkRanking checks that got are the best of all: each as relevant as it should
// be, no better one left out, and in order, by name if equally relevant.
func checkRanking(t *testing.T, got, all []Hit, n int) {
	t.Helper()
	const exact = 1e-12
	byName := map[Name]float64{}
	for _, h := range all {
		byName[h.Name] = h.Relevance
	}
	if len(got) != min(n, len(all)) {
		t.Fatalf("%d hits in place of %d of %d", len(got), n, len(all))
	}
	slices.SortFunc(all, func(a, b Hit) int {
		if math.Abs(a.Relevance-b.Relevance) > sameRelevance {
			return cmp.Compare(b.Relevance, a.Relevance)
		}
		return cmp.Compare(a.Name, b.Name)
	})
	for i, h := range got {
		if math.Abs(h.Relevance-byName[h.Name]) > exact {
			t.Fatalf("relevance of %s is %v in place of %v", h.Name, h.Relevance, byName[h.Name])
		}
		if h.Name != all[i].Name {
			t.Fatalf("hit %d is %v in place of %v", i, h, all[i])
		}
	}
}

// adversaries are ways of making up vectors that are hard to rank.
var adversaries = map[string]func(random *rand.Rand, i, d int) string{
	"random": func(random *rand.Rand, _, d int) string {
		return integers(d, func(int) int { return int(random.NormFloat64() * 2500) })
	},
	"equal but for the length": func(random *rand.Rand, _, d int) string {
		factor := 1 + random.IntN(9)
		return integers(d, func(j int) int { return factor * (j*j%7 - 3) })
	},
	"differing in the last digit of one component": func(random *rand.Rand, _, d int) string {
		k, by := random.IntN(d), random.IntN(3)-1
		return integers(d, func(j int) int {
			if j == k {
				return 99000 + by
			}
			return 99000 - 7*j%1000
		})
	},
	"large parts that cancel": func(random *rand.Rand, i, d int) string {
		return integers(d, func(j int) int {
			if j == d-1 {
				return random.IntN(5)
			}
			return 99999 * (1 - 2*((i+j)%2))
		})
	},
	"few": func(random *rand.Rand, _, d int) string {
		return integers(d, func(int) int { return random.IntN(3) - 1 })
	},
	"all the same": func(_ *rand.Rand, _, d int) string { return integers(d, func(j int) int { return j + 1 }) },
	"mostly zero": func(random *rand.Rand, i, d int) string {
		return integers(d, func(j int) int { return max(0, random.IntN(2*d)-2*d+2) })
	},
	"real numbers of all sizes": func(random *rand.Rand, _, d int) string {
		words := make([]string, d)
		size := random.IntN(270) - 140
		for j := range words { // which float32 holds exactly
			words[j] = strconv.FormatFloat(math.Ldexp(float64(random.IntN(20001)-10000), size), 'g', -1, 64)
		}
		return strings.Join(words, " ")
	},
}

func integers(d int, number func(j int) int) string {
	words := make([]string, d)
	for j := range words {
		words[j] = strconv.Itoa(number(j))
	}
	return strings.Join(words, " ")
}

func TestSearchIsExact(t *testing.T) {
	for kind, vector := range adversaries {
		for _, d := range []int{1, 3, 8, 33, 300, 1536} {
			t.Run(fmt.Sprintf("%s/%d", kind, d), func(t *testing.T) {
				random := rand.New(rand.NewPCG(uint64(d), 1))
				texts := make([]string, 400)
				for i := range texts {
					texts[i] = vector(random, i, d)
				}
				m := matrixOf(t, d, texts)
				x := &Index{space: Space{"m", d}, matrix: m}
				for _, n := range []int{1, 10, 399, DefaultHits} {
					query := make([]float32, d)
					for j := range query {
						query[j] = float32(random.IntN(2001)-1000) / 1000
					}
					checkRanking(t, search(t, x, n, query...), reference(texts, query), n)
					copy(query, m.at(7))
					checkRanking(t, search(t, x, n, query...), reference(texts, query), n)
				}
			})
		}
	}
}

// matrixOf returns a matrix of the vectors in texts, in small blocks.
func matrixOf(t *testing.T, d int, texts []string) *matrix {
	t.Helper()
	m := &matrix{dims: d, height: 7}
	vector := make([]float32, d)
	for i, text := range texts {
		if err := decodeRow(vector, []byte(text)); err != nil {
			t.Fatal(err)
		}
		m.add(row{keyOf(numbered(i)), true, inverseLength(vector), 0, 1}, vector)
	}
	return m
}

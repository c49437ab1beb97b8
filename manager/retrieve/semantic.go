package retrieve

import (
	"context"
	"math"
)

// Dimensions is the number of directions that a latent semantic analysis keeps,
// if there are as many. Of 50, 100, 150, 200 and 300, those from 150 on were as
// good for Builtin on collections of 1,200 to 11,000 texts, see
// docs/retrieval.md.
const Dimensions = 200

// A semantic is a latent semantic analysis: Deerwester, Dumais and others,
// Indexing by Latent Semantic Analysis, 1990. The terms and the documents are
// vectors in the space of the leading singular vectors of the matrix of the
// documents and their weighted terms.
type semantic struct {
	terms     vectors
	documents vectors
}

// vectors are vectors of small numbers: number i of vector v is
// values[v*dimensions+i] times scales[v]. A byte for each keeps the file small
// and costs no measurable quality.
type vectors struct {
	dimensions int
	scales     []float32
	values     []int8
}

func newVectors(n, dimensions int) vectors {
	return vectors{dimensions, make([]float32, n), make([]int8, n*dimensions)}
}

func (v *vectors) at(i int) []int8 { return v.values[i*v.dimensions : (i+1)*v.dimensions] }

// set stores a vector.
func (v *vectors) set(i int, vector []float64) {
	var largest float64
	for _, x := range vector {
		largest = max(largest, math.Abs(x))
	}
	if largest == 0 {
		return
	}
	v.scales[i] = float32(largest / math.MaxInt8)
	for j, x := range vector {
		v.at(i)[j] = int8(math.Round(x / largest * math.MaxInt8))
	}
}

// fit analyses the documents of an index. It returns nil if they have nothing
// in common with each other. It only fails if ctx is done.
func fit(ctx context.Context, x *Index, dimensions int) (*semantic, error) {
	a := x.matrix()
	basis, err := rightSingular(ctx, a, dimensions)
	if basis == nil {
		return nil, err
	}
	_, n := basis.Dims()
	s := &semantic{newVectors(x.terms.len(), n), newVectors(x.Len(), n)}
	for t := range x.terms.len() {
		s.terms.set(t, basis.RawRowView(t))
	}
	places := a.times(basis)
	for d := range x.Len() {
		row := places.RawRowView(d)
		normalize(row)
		s.documents.set(d, row)
	}
	return s, ctx.Err()
}

// matrix returns the documents as rows of weighted terms of length 1.
func (x *Index) matrix() *sparse {
	a := &sparse{starts: make([]int, x.Len()+1), width: x.terms.len()}
	for _, p := range x.postings {
		if p.analysed() > 0 {
			a.starts[p.document+1]++
		}
	}
	for d := range x.Len() {
		a.starts[d+1] += a.starts[d]
	}
	a.columns = make([]int32, a.starts[x.Len()])
	a.values = make([]float64, a.starts[x.Len()])
	next := append([]int(nil), a.starts...)
	for t := range x.terms.len() {
		rarity := x.specificity(t)
		from, to := x.span(t)
		for _, p := range x.postings[from:to] {
			if n := p.analysed(); n > 0 {
				i := next[p.document]
				next[p.document]++
				a.columns[i], a.values[i] = int32(t), (1+math.Log(n))*rarity
			}
		}
	}
	for d := range x.Len() {
		normalize(a.values[a.starts[d]:a.starts[d+1]])
	}
	return a
}

// analysed is how often a term counts for the latent semantic analysis. Content,
// most of which is in the match string anyhow, made the analysis better by
// itself on manuals, but not what Builtin makes of it.
func (p posting) analysed() float64 {
	return float64(p.counts[match]) + float64(p.counts[headings])
}

// specificity is the weight of a term in the latent semantic analysis, log(1 +
// N/n) for n of N documents: it beat the entropy of the term by a little and
// needs nothing that a question would not have.
func (x *Index) specificity(term int) float64 {
	return math.Log(1 + float64(x.Len())/float64(x.frequency(term)))
}

// normalize gives a vector the length 1, unless it is 0.
func normalize(v []float64) {
	var sum float64
	for _, x := range v {
		sum += x * x
	}
	if sum > 0 {
		length := math.Sqrt(sum)
		for i := range v {
			v[i] /= length
		}
	}
}

// semanticScores returns the cosine of the question and every document, 0 for
// those that it is not positive for.
func (x *Index) semanticScores(terms []queryTerm) []float32 {
	scores := make([]float32, x.Len())
	s := x.semantic
	if s == nil {
		return scores
	}
	place := make([]float64, s.terms.dimensions)
	for _, t := range terms {
		weight := (1 + math.Log(max(1, t.weight))) * x.specificity(t.id) * float64(s.terms.scales[t.id])
		for i, v := range s.terms.at(t.id) {
			place[i] += weight * float64(v)
		}
	}
	normalize(place)
	direction := make([]float32, len(place))
	for i, v := range place {
		direction[i] = float32(v)
	}
	for d := range scores {
		scores[d] = max(0, s.documents.scales[d]*dot(direction, s.documents.at(d)))
	}
	return scores
}

// dot returns the inner product. Four sums let the processor do several steps
// at once.
func dot(a []float32, b []int8) float32 {
	var s0, s1, s2, s3 float32
	b = b[:len(a)]
	i := 0
	for ; i+4 <= len(a); i += 4 {
		s0 += a[i] * float32(b[i])
		s1 += a[i+1] * float32(b[i+1])
		s2 += a[i+2] * float32(b[i+2])
		s3 += a[i+3] * float32(b[i+3])
	}
	for ; i < len(a); i++ {
		s0 += a[i] * float32(b[i])
	}
	return s0 + s1 + s2 + s3
}

// Semantic is a Retriever that finds chunks by latent semantic analysis: by
// words that go together in the library with those of the question.
type Semantic struct{ *Index }

// Retrieve implements [Retriever]. It only fails if ctx is done.
func (s Semantic) Retrieve(ctx context.Context, question string, n int) ([]Hit, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	q := s.parse(question)
	scores := s.semanticScores(q.terms)
	return s.hits(top(scores, n), q, scores), nil
}

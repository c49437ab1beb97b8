package retrieve

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// sparse is a matrix that is mostly zero: row r holds the values[i] in the
// columns[i], where i runs from starts[r] to starts[r+1].
type sparse struct {
	starts  []int
	columns []int32
	values  []float64
	width   int // number of columns
}

func (a *sparse) rows() int { return len(a.starts) - 1 }

// times returns the product of a and x.
func (a *sparse) times(x *mat.Dense) *mat.Dense {
	_, k := x.Dims()
	y := mat.NewDense(a.rows(), k, nil)
	for r := range a.rows() {
		to := vector(y.RawRowView(r))
		for i := a.starts[r]; i < a.starts[r+1]; i++ {
			blas64.Axpy(a.values[i], vector(x.RawRowView(int(a.columns[i]))), to)
		}
	}
	return y
}

// transposedTimes returns the product of the transpose of a and x.
func (a *sparse) transposedTimes(x *mat.Dense) *mat.Dense {
	_, k := x.Dims()
	y := mat.NewDense(a.width, k, nil)
	for r := range a.rows() {
		from := vector(x.RawRowView(r))
		for i := a.starts[r]; i < a.starts[r+1]; i++ {
			blas64.Axpy(a.values[i], from, vector(y.RawRowView(int(a.columns[i]))))
		}
	}
	return y
}

func vector(data []float64) blas64.Vector { return blas64.Vector{N: len(data), Inc: 1, Data: data} }

// Constants of the randomised decomposition, from Halko, Martinsson and Tropp,
// Finding structure with randomness, SIAM Review 53 (2011), algorithms 4.4 and
// 5.1 and section 4.2.
const (
	oversampling = 10 // further columns that make the wanted ones exact
	powers       = 2  // passes that sharpen a slowly falling spectrum
)

// rightSingular returns the k leading right singular vectors of a as the
// columns of a matrix, largest singular value first. There are fewer if the rank
// of a is smaller. The result depends on a alone: the random start is
// fixed. It only fails if ctx is done.
func rightSingular(ctx context.Context, a *sparse, k int) (*mat.Dense, error) {
	n := min(k+oversampling, a.rows(), a.width)
	if n == 0 {
		return nil, nil
	}
	random := rand.New(rand.NewPCG(1, 2))
	q := mat.NewDense(a.rows(), n, nil)
	for r := range a.rows() {
		row := q.RawRowView(r)
		for i := range row {
			row[i] = random.NormFloat64()
		}
	}
	for range powers {
		z := a.transposedTimes(q)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		q = a.times(z)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		orthonormalize(q)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return leading(a.transposedTimes(q), k), nil
}

// orthonormalize makes the columns of q, which has no more columns than rows,
// orthonormal and keeps the space they span.
func orthonormalize(q *mat.Dense) {
	raw := q.RawMatrix()
	tau := make([]float64, raw.Cols)
	size := make([]float64, 1)
	lapack64.Geqrf(raw, tau, size, -1)
	work := make([]float64, int(size[0]))
	lapack64.Geqrf(raw, tau, work, len(work))
	lapack64.Orgqr(raw, tau, size, -1)
	if len(work) < int(size[0]) {
		work = make([]float64, int(size[0]))
	}
	lapack64.Orgqr(raw, tau, work, len(work))
}

// leading returns at most k left singular vectors of z as columns.
func leading(z *mat.Dense, k int) *mat.Dense {
	_, n := z.Dims()
	var gram mat.SymDense
	gram.SymOuterK(1, z.T())
	var eigen mat.EigenSym
	if !eigen.Factorize(&gram, true) {
		return nil // unreachable: the values are finite
	}
	values := eigen.Values(nil) // ascending
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	k = min(k, n)
	for k > 0 && values[n-k] <= values[n-1]*1e-12 {
		k--
	}
	if k == 0 {
		return nil
	}
	turn := mat.NewDense(n, k, nil)
	for c := range k {
		scale := 1 / math.Sqrt(values[n-1-c])
		for r := range n {
			turn.Set(r, c, vectors.At(r, n-1-c)*scale)
		}
	}
	var basis mat.Dense
	basis.Mul(z, turn)
	return &basis
}

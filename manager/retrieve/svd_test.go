package retrieve

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// random makes a sparse matrix with a third of its values set.
func random(rows, width int) *sparse {
	source := rand.New(rand.NewPCG(uint64(rows), uint64(width)))
	a := &sparse{starts: []int{0}, width: width}
	for range rows {
		for c := range width {
			if source.IntN(3) == 0 {
				a.columns = append(a.columns, int32(c))
				a.values = append(a.values, source.NormFloat64())
			}
		}
		a.starts = append(a.starts, len(a.values))
	}
	return a
}

// dense is the same matrix in full.
func (a *sparse) dense() *mat.Dense {
	d := mat.NewDense(a.rows(), a.width, nil)
	for r := range a.rows() {
		for i := a.starts[r]; i < a.starts[r+1]; i++ {
			d.Set(r, int(a.columns[i]), a.values[i])
		}
	}
	return d
}

// The vectors are orthonormal, and a keeps as much of its size along them as
// along those of gonum's full decomposition.
func TestRightSingular(t *testing.T) {
	for _, size := range []struct{ rows, width, k int }{{40, 60, 5}, {60, 40, 5}, {8, 30, 20}, {30, 8, 20}, {1, 5, 3}, {5, 1, 3}} {
		a := random(size.rows, size.width)
		basis, err := rightSingular(t.Context(), a, size.k)
		if err != nil {
			t.Fatal(err)
		}
		_, k := basis.Dims()
		var product mat.Dense
		product.Mul(basis.T(), basis)
		for i := range k {
			for j := range k {
				want := 0.0
				if i == j {
					want = 1
				}
				if math.Abs(product.At(i, j)-want) > 1e-6 {
					t.Fatalf("%v: vectors %d and %d have the product %v", size, i, j, product.At(i, j))
				}
			}
		}
		var full mat.SVD
		full.Factorize(a.dense(), mat.SVDThin)
		values := full.Values(nil)
		along := a.times(basis)
		for i := range k {
			if length := mat.Norm(along.ColView(i), 2); length < 0.9*values[i] || length > values[i]*(1+1e-9) {
				t.Errorf("%v: singular value %d is %.4f, want %.4f", size, i, length, values[i])
			}
		}
	}
}

func TestRightSingularOfLowRank(t *testing.T) {
	a := &sparse{starts: []int{0, 2, 4, 6, 6}, columns: []int32{0, 1, 0, 1, 0, 1}, values: []float64{1, 2, 2, 4, 3, 6}, width: 30}
	basis, err := rightSingular(t.Context(), a, 3)
	if err != nil {
		t.Fatal(err)
	}
	if _, k := basis.Dims(); k != 1 {
		t.Errorf("%d vectors of a matrix of rank 1", k)
	}
	if basis, err := rightSingular(t.Context(), &sparse{starts: []int{0}, width: 0}, 3); basis != nil || err != nil {
		t.Errorf("an empty matrix has vectors, or error %v", err)
	}
}

func TestRightSingularStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := rightSingular(ctx, random(10, 10), 3); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

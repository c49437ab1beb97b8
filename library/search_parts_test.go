package library

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Whatever the order in which products are added up, the error is within bounds.
func TestDot(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for d := 1; d < 200; d++ {
		x, y, exact := make([]float32, d), make([]float32, d), make([]float64, d)
		for i := range x {
			x[i], y[i] = float32(random.NormFloat64()), float32(random.NormFloat64())
			exact[i] = float64(x[i])
		}
		var want float64
		for i := range x {
			want += exact[i] * float64(y[i])
		}
		bound := float64(scoreError(d)) / inverseLength(x) / inverseLength(y)
		for name, got := range map[string]float64{
			"dot": float64(dot(x, y)), "plainDot": float64(plainDot(x, y)), "exactDot": exactDot(exact, y),
		} {
			if math.Abs(got-want) > bound {
				t.Errorf("%s of %d components is %v in place of %v", name, d, got, want)
			}
		}
		if got := exactDot(exact, y); math.Abs(got-want) > 1e-12 {
			t.Errorf("exactDot of %d components is %v in place of %v", d, got, want)
		}
	}
}

func TestNthBest(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 2000 {
		scores := make([]float32, random.IntN(40))
		for i := range scores {
			scores[i] = float32(random.IntN(20))
			if scores[i] == 0 {
				scores[i] = float32(math.Inf(-1))
			}
		}
		sorted := slices.Sorted(slices.Values(scores))
		slices.Reverse(sorted)
		for n := 1; n < 45; n++ {
			want := float32(math.Inf(-1))
			if n <= len(sorted) {
				want = sorted[n-1]
			}
			if got := nthBest(scores, n); got != want {
				t.Fatalf("number %d of %v is %v", n, sorted, got)
			}
		}
	}
}

// A matrix is like a map of names to vectors, whatever is done to it.
func TestMatrixIsLikeAMap(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	m := newMatrix(2, 0)
	m.height = 3
	model := map[key][2]float32{}
	for step := range 5000 {
		if len(m.rows) > 0 && random.IntN(20) >= 10+step%3 {
			i := random.IntN(len(m.rows))
			delete(model, m.rows[i].name)
			m.remove(i)
		} else {
			k, v := keyOf(numbered(step)), [2]float32{random.Float32(), random.Float32()}
			model[k] = v
			m.add(row{name: k}, v[:])
		}
		if len(m.rows) != len(model) || len(m.blocks) != (len(m.rows)+2)/3 {
			t.Fatalf("%d rows in %d blocks in place of %d rows", len(m.rows), len(m.blocks), len(model))
		}
		for i, r := range m.rows {
			if want := model[r.name]; !slices.Equal(m.at(i), want[:]) {
				t.Fatalf("row %d is %v in place of %v", i, m.at(i), want)
			}
		}
		for b, block := range m.blocks[:max(0, len(m.blocks)-1)] {
			if len(block) != 6 {
				t.Fatalf("block %d has %d components", b, len(block))
			}
		}
	}
}

func TestKey(t *testing.T) {
	for _, n := range []Name{"000000000000", "0123456789ab", "ffffffffffff"} {
		diff(t, "name", keyOf(n).name(), n)
	}
	if keyOf("00000000000f").compare(keyOf("0000000000f0")) >= 0 {
		t.Error("keys do not sort as names do")
	}
}

func TestDecodeRow(t *testing.T) {
	for _, test := range []struct {
		text string
		want []float32
	}{
		{"1 -2 3", []float32{1, -2, 3}},
		{" 1\t-2\r\n3 \n", []float32{1 << 14, -2 << 14, 3 << 14}}, // the slow way
		{"0 0 0", []float32{0, 0, 0}},
		{"0.0 0 0", []float32{0, 0, 0}},
		{"9999999 -9999999 16777215", []float32{9999999, -9999999, 16777215}},
		{"-1 100000 1e0", []float32{-.5, 50000, .5}},
		{"1e-300 -2e-300 0", []float32{65536. / 4 * 1.0715086, -65536. / 2 * 1.0715086, 0}},
	} {
		row := make([]float32, 3)
		if err := decodeRow(row, []byte(test.text)); err != nil {
			t.Errorf("%q gives error %v", test.text, err)
		}
		if strings.Contains(test.text, "e-300") { // where the power of two is of no interest
			if row[1] != -2*row[0] || row[2] != 0 || row[0] < 1 {
				t.Errorf("%q gives %v", test.text, row)
			}
			continue
		}
		diff(t, fmt.Sprintf("row of %q", test.text), row, test.want)
	}
}

// FuzzRow checks that decodeRow finds the errors that decodeExactly finds, and else
// a row that points the same way as its vector.
func FuzzRow(f *testing.F) {
	for _, text := range []string{
		"1 -2 3", "1 2", "1  2 3", "-1 -22 -333 -4444 -55555 -666666 -7777777 -88888888 -999999999", "- 1 2",
		"1 2 3 ", " 1 2 3", "1 2 3\n", "12345678 1234567 1", "1e5 2.5 -.5", "1 2 3-4", "--1 2 3", "1\xff 2 3", "0 -0 0 1",
		"1e40 1e38 1", "10000000000000000000000 1",
	} {
		f.Add([]byte(text), uint8(len(strings.Fields(text))))
	}
	f.Fuzz(func(t *testing.T, text []byte, d uint8) {
		if d == 0 {
			return
		}
		row, vector := make([]float32, d), make([]float32, d)
		err, want := decodeRow(row, text), decodeExactly(vector, text)
		if fmt.Sprint(err) != fmt.Sprint(want) {
			t.Fatalf("error is %v in place of %v", err, want)
		}
		if err != nil {
			return
		}
		inverse := inverseLength(row)
		if math.IsInf(inverse, 0) || math.IsNaN(inverse) || inverse > 1 {
			t.Fatalf("the inverse length of %v is %v", row, inverse)
		}
		length := 0.0
		for _, x := range vector {
			length = math.Hypot(length, float64(x))
		}
		for i, x := range vector {
			// Very small components are inexact in float32, where vector has them.
			if length > 1e-30 && math.Abs(float64(row[i])*inverse-float64(x)/length) > 1e-6 {
				t.Fatalf("component %d of %v is not that of %v", i+1, row, vector)
			}
		}
	})
}

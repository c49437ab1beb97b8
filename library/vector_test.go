package library

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
)

func TestEncodeVector(t *testing.T) {
	for _, test := range []struct {
		vector []float32
		want   string
	}{
		{nil, ""},
		{[]float32{0}, "0"},
		{[]float32{1, -1, 0.5}, "100000 -100000 50000"},
		{[]float32{0.0000049, -0.0000049}, "0 0"},
		{[]float32{0.0000051, -0.0000051}, "1 -1"},
		{[]float32{1. / 64, -1. / 64, 3. / 64}, "1563 -1563 4688"}, // from 1562.5 and 4687.5
		{[]float32{80, -80}, "8000000 -8000000"},
	} {
		got, err := EncodeVector(nil, test.vector)
		if err != nil || string(got) != test.want {
			t.Errorf("%v gives %q, %v; want %q", test.vector, got, err, test.want)
		}
	}
}

func TestEncodeVectorErrors(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, x := range []float32{nan, inf, -inf, 1e12, -math.MaxFloat32} {
		_, err := EncodeVector(nil, []float32{0, x})
		if err == nil || !strings.Contains(err.Error(), "component 2") {
			t.Errorf("%v gives error %v", x, err)
		}
	}
}

func TestDecodeVector(t *testing.T) {
	for _, test := range []struct {
		text string
		want []float32
	}{
		{"", nil},
		{" \n", nil},
		{"2552", []float32{0.02552}},
		{"-2552 0 -0 1", []float32{-0.02552, 0, 0, 0.00001}},
		{"\t1\r\n2\v3\f4  5\n", []float32{0.00001, 0.00002, 0.00003, 0.00004, 0.00005}},
		{"2552.5 +2552 -1e3 .5 00012", []float32{0.025525, 0.02552, -0.01, 0.000005, 0.00012}},
		{"999999999999999 1000000000000000000000", []float32{9999999999.99999, 1e16}},
	} {
		got, err := DecodeVector(nil, []byte(test.text))
		if err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%q gives %v, %v; want %v", test.text, got, err, test.want)
		}
	}
}

// Every number is the float32 nearest to the text, as strconv finds it.
func TestDecodeVectorIsExact(t *testing.T) {
	for n := -200000; n <= 200000; n += 7 {
		text, err := EncodeVector(nil, []float32{float32(float64(n) / scale)})
		if err != nil {
			t.Fatal(err)
		}
		got, err := DecodeVector(nil, text)
		if err != nil || got[0] != float32(float64(n)/scale) {
			t.Fatalf("%d became %s and %v, %v", n, text, got, err)
		}
	}
}

func TestDecodeVectorErrors(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"1 2 x", `component 3 is not a number: "x"`},
		{"1,2", `component 1 is not a number: "1,2"`},
		{"-", `component 1 is not a number: "-"`},
		{"1 nan", `component 2 is not a number: "nan"`},
		{"1 Inf", `component 2 is infinite: "Inf"`},
		{"1e999", `component 1 is infinite: "1e999"`},
		{"1e60", `component 1 is infinite: "1e60"`},
		{"\xef\xbb\xbf1", `component 1 is not a number: "\ufeff1"`},
		{strings.Repeat("a", 100), `component 1 is not a number: "aaaaaaaaaaaaaaaaaaaa…"`},
	} {
		_, err := DecodeVector(nil, []byte(test.text))
		if err == nil || err.Error() != test.want {
			t.Errorf("%q gives error %v, want %s", test.text, err, test.want)
		}
	}
}

func TestVectorErrorsNameTheFile(t *testing.T) {
	space := Space{"m", 3}
	for text, want := range map[string]string{
		"1 2":      "has 2 components in place of 3",
		"1 2 3 4":  "has 4 components in place of 3",
		"":         "is empty",
		"1 2 blue": `component 3 is not a number: "blue"`,
		"1 inf 3":  `component 2 is infinite: "inf"`,
	} {
		l := newLibrary(t)
		n := NameOf("x")
		write(t, l, map[string]string{"Embed/" + n.file(): text, "Embed/space.json": string(space.encode())})
		_, err := l.Vector(space, n)
		var vectorError *VectorError
		if !errors.As(err, &vectorError) || vectorError.Path != l.path(embedDir, n.file()) ||
			err.Error() != vectorError.Path+": "+want || hintOf(err) == "" {
			t.Errorf("%q gives error %v, want one of the file that says %s", text, err, want)
		}
	}
}

// FuzzVector checks that no text makes DecodeVector panic or return what is not a
// number, and that what it returns is stored and read again without a change.
func FuzzVector(f *testing.F) {
	for _, text := range []string{"", "1 -2 3\n", "2552.5 1e3", "nan inf", "-", "99999999999999999999", "\x00\xff"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		vector, _ := DecodeVector(nil, text)
		for i, x := range vector {
			if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
				t.Fatalf("component %d of %q is %v", i+1, text, x)
			}
			// Larger components do not have the precision of the file any more.
			vector[i] = max(-80, min(80, x))
		}
		first, err := EncodeVector(nil, vector)
		if err != nil {
			t.Fatal(err)
		}
		back, err := DecodeVector(nil, first)
		if err != nil || len(back) != len(vector) {
			t.Fatalf("%q: %d components became %d, %v", first, len(vector), len(back), err)
		}
		for i := range back {
			if math.Abs(float64(back[i])-float64(vector[i])) > 1./scale {
				t.Fatalf("component %d: %v became %v", i+1, vector[i], back[i])
			}
		}
		if second, err := EncodeVector(nil, back); err != nil || string(second) != string(first) {
			t.Fatalf("%q became %q, %v", first, second, err)
		}
	})
}

func BenchmarkDecodeVector(b *testing.B) {
	text := []byte(strings.Repeat("-2552 1234 ", 768))
	vector := make([]float32, 0, 1536)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := DecodeVector(vector, text); err != nil {
			b.Fatal(err)
		}
	}
}

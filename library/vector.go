package library

import (
	"errors"
	"fmt"
	"math"
	"strconv"
)

// scale is what a component is multiplied with in an embed file, as in the
// original program.
const scale = 100000

// maxScaled bounds a scaled component: below it, every whole number is a float64
// of its own. Components of embeddings are far below.
const maxScaled = 1 << 53

// A VectorError is an embed file that cannot be used, or a vector that cannot be
// stored as one.
type VectorError struct {
	Path string // of the embed file
	Err  error  // what is wrong with the vector
	hint string
}

// Error names the file and what is wrong with the vector.
func (e *VectorError) Error() string { return e.Path + ": " + e.Err.Error() }

// Unwrap returns what is wrong with the vector.
func (e *VectorError) Unwrap() error { return e.Err }

// Hint returns what the user can do.
func (e *VectorError) Hint() string { return e.hint }

// EncodeVector appends the text of an embed file to dst: each component times
// 100000, rounded to the nearest whole number, halves away from zero, with
// single spaces between and nothing at the end. The error says which component
// is not a number, infinite, or too large to be kept (from 9·10¹⁰ on).
func EncodeVector(dst []byte, vector []float32) ([]byte, error) {
	for i, x := range vector {
		scaled := math.Round(float64(x) * scale)
		if !(math.Abs(scaled) < maxScaled) { // also if it is not a number
			return dst, fmt.Errorf("component %d is %v, which cannot be stored", i+1, x)
		}
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = strconv.AppendInt(dst, int64(scaled), 10)
	}
	return dst, nil
}

// DecodeVector appends the components in text, which is that of an embed file, to
// dst. It accepts whole and real numbers with any white space around them, and
// divides each by 100000. Components below 80 come back from EncodeVector to
// within 0.000005, besides what float32 cannot tell apart, and give the same text
// again. The error says which component is no number or infinite; what was read
// before it is returned.
func DecodeVector(dst []float32, text []byte) ([]float32, error) {
	for count, i := 1, 0; ; count++ {
		for i < len(text) && isSpace(text[i]) {
			i++
		}
		if i == len(text) {
			return dst, nil
		}
		x, next, err := scanNumber(text, i)
		if err != nil {
			return dst, fmt.Errorf("component %d %w", count, err)
		}
		dst = append(dst, float32(x/scale))
		i = next
	}
}

// scanNumber reads the number at text[i:], which ends at white space or at the
// end. Next is where it ends.
func scanNumber(text []byte, i int) (x float64, next int, err error) {
	if x, next, ok := scanInteger(text, i); ok {
		return x, next, nil
	}
	return scanReal(text, i)
}

// scanInteger reads the whole number at text[i:], which ends at white space or at
// the end. Next is where it ends. It is not ok if there is none, or one of more
// digits than float64 holds exactly.
func scanInteger(text []byte, i int) (x float64, next int, ok bool) {
	const maxDigits = 15
	negative := text[i] == '-'
	if negative {
		i++
	}
	var n int64
	start := i
	for ; i < len(text); i++ {
		digit := text[i] - '0'
		if digit > 9 {
			break
		}
		n = n*10 + int64(digit)
	}
	if i == start || i-start > maxDigits || i < len(text) && !isSpace(text[i]) {
		return 0, 0, false
	}
	if negative {
		n = -n
	}
	return float64(n), i, true
}

// scanReal reads the number at text[i:], which ends at white space or at the end.
func scanReal(text []byte, i int) (x float64, next int, err error) {
	next = i
	for next < len(text) && !isSpace(text[next]) {
		next++
	}
	word := string(text[i:next])
	x, err = strconv.ParseFloat(word, 64)
	switch {
	case math.IsInf(x, 0), err == nil && math.Abs(x/scale) > math.MaxFloat32:
		return 0, 0, fmt.Errorf("is infinite: %s", quote(word))
	case err != nil || math.IsNaN(x):
		return 0, 0, fmt.Errorf("is not a number: %s", quote(word))
	}
	return x, next, nil
}

// quote quotes a word for a message, shortened if it is long.
func quote(word string) string {
	const enough = 20
	if len(word) > enough {
		word = word[:enough] + "…"
	}
	return strconv.Quote(word)
}

// isSpace reports whether b is white space of ASCII.
func isSpace(b byte) bool { return b == ' ' || '\t' <= b && b <= '\r' }

// decodeExactly reads the vector in text, which must fill dst.
func decodeExactly(dst []float32, text []byte) error {
	vector, err := DecodeVector(dst[:0], text)
	switch {
	case err != nil:
		return err
	case len(vector) == 0:
		return errors.New("is empty")
	case len(vector) != len(dst):
		return fmt.Errorf("has %d components in place of %d", len(vector), len(dst))
	}
	return nil
}

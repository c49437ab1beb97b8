package library

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// decodeRow reads the vector in text, which must fill row. The numbers are kept as
// they are, since only their ratio matters, but for very large and small ones,
// which are brought to a middling size by a power of two. Errors are those of
// decodeExactly.
func decodeRow(row []float32, text []byte) error {
	if decodeIntegers(row, text) {
		return nil
	}
	if err := decodeExactly(row, text); err != nil {
		return err
	}
	numbers := make([]float64, 0, len(row))
	greatest := 0.0
	for i := 0; len(numbers) < len(row); {
		for isSpace(text[i]) {
			i++
		}
		x, next, err := scanNumber(text, i)
		if err != nil {
			return err // unreachable: decodeExactly found none
		}
		numbers = append(numbers, x)
		greatest = max(greatest, math.Abs(x))
		i = next
	}
	_, exponent := math.Frexp(greatest) // 0 for 0
	const middling = 16                 // about that of whole numbers
	for i, x := range numbers {
		row[i] = float32(math.Ldexp(x, middling-exponent))
	}
	return nil
}

// decodeIntegers reads text if it is what EncodeVector writes: whole numbers with
// single spaces between, here of at most 7 digits, which float32 holds exactly.
// If it is anything else, it returns false, and row holds nonsense.
//
// It looks at 8 bytes at once, and does not branch on signs and lengths, which no
// processor can predict. Where the next number begins is found first, so that the
// processor can go on there while it is still busy with this one.
func decodeIntegers(row []float32, text []byte) bool {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	i := 0
	for c := range row {
		if i+8 > len(text) {
			return decodeLast(row[c:], text[min(i, len(text)):])
		}
		word := binary.LittleEndian.Uint64(text[i:])
		notSpace := word ^ ' '*ones
		// The lowest high bit left is that of the first byte that is a space.
		length := bits.TrailingZeros64((notSpace-ones)&^notSpace&highs) / 8
		minus := ((word&0xff ^ '-') - 1) >> 63 // 1 if there is one
		n := length - int(minus)
		if n <= 0 || length == 8 {
			return decodeLast(row[c:], text[i:])
		}
		digits := (word>>(8*minus) ^ '0'*ones) << ((64 - 8*n) & 63) // '0' to '9' become 0 to 9
		if (digits+0x76*ones|digits)&highs != 0 {
			return false // one is more than 9
		}
		x := int32(eightDigits(digits))
		row[c] = float32((x ^ -int32(minus)) + int32(minus))
		i += length + 1
	}
	return false // a space too many at the end, or a number
}

// eightDigits returns the number of eight digits, one in each byte of d, the first
// in the lowest.
func eightDigits(d uint64) uint32 {
	d = d*10 + d>>8 // pairs, in bytes 0, 2, 4 and 6
	const pairs = 0x000000ff000000ff
	d = (d&pairs)*(100+1000000<<32) + (d>>16&pairs)*(1+10000<<32)
	return uint32(d >> 32)
}

// decodeLast is decodeIntegers for the last few numbers.
func decodeLast(row []float32, text []byte) bool {
	i := 0
	for c := range row {
		if i >= len(text) {
			return false
		}
		x, next, ok := scanInteger(text, i)
		if !ok || math.Abs(x) >= 1<<24 {
			return false
		}
		row[c] = float32(x)
		i = next
		if c < len(row)-1 {
			if i >= len(text) || text[i] != ' ' {
				return false
			}
			i++
		}
	}
	return i == len(text)
}

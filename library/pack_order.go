package library

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// isBigEndian says whether this processor keeps numbers the other way round than
// packs do, as hardly any does.
var isBigEndian = binary.NativeEndian.Uint16([]byte{0, 1}) == 1

// littleEndian changes numbers between the order of this processor and that of packs.
func littleEndian(block []float32) {
	if !isBigEndian {
		return
	}
	for i, x := range block {
		block[i] = math.Float32frombits(bits.ReverseBytes32(math.Float32bits(x)))
	}
}

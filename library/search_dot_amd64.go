package library

import (
	"github.com/viterin/vek"
	"github.com/viterin/vek/vek32"
)

// accelerated says whether the processor and the system have what the assembly of
// vek needs: AVX2 and FMA, and not macOS.
var accelerated = vek.Info().Acceleration

// dot returns the dot product of two vectors of the same length, which is not 0.
func dot(x, y []float32) float32 {
	if accelerated {
		return vek32.Dot(x, y)
	}
	return plainDot(x, y)
}

//go:build !amd64

package library

// accelerated says whether dot is faster than plainDot.
const accelerated = false

// dot returns the dot product of two vectors of the same length, which is not 0.
func dot(x, y []float32) float32 { return plainDot(x, y) }

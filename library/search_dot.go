package library

// plainDot returns the dot product of two vectors of the same length. Eight sums
// at once keep the processor busy while it waits for additions.
func plainDot(x, y []float32) float32 {
	y = y[:len(x)]
	var a, b, c, d, e, f, g, h float32
	for len(x) >= 8 && len(y) >= 8 {
		p, q := (*[8]float32)(x), (*[8]float32)(y)
		a += p[0] * q[0]
		b += p[1] * q[1]
		c += p[2] * q[2]
		d += p[3] * q[3]
		e += p[4] * q[4]
		f += p[5] * q[5]
		g += p[6] * q[6]
		h += p[7] * q[7]
		x, y = x[8:], y[8:]
	}
	for i := range x {
		a += x[i] * y[i]
	}
	return (a + b) + (c + d) + ((e + f) + (g + h))
}

// exactDot returns the dot product of two vectors of the same length in float64.
func exactDot(x []float64, y []float32) float64 {
	y = y[:len(x)]
	var a, b, c, d float64
	for len(x) >= 4 && len(y) >= 4 {
		p, q := (*[4]float64)(x), (*[4]float32)(y)
		a += p[0] * float64(q[0])
		b += p[1] * float64(q[1])
		c += p[2] * float64(q[2])
		d += p[3] * float64(q[3])
		x, y = x[4:], y[4:]
	}
	for i := range x {
		a += x[i] * float64(y[i])
	}
	return (a + b) + (c + d)
}

package library

import "math"

// blockComponents is about how many components are kept in one piece of memory:
// 8 MB of them. It is part of the format of packs.
const blockComponents = 1 << 21

// A matrix holds vectors in rows, in no order. All blocks but the last are full.
//
// Rows keep the numbers that the embed files have, which float32 holds exactly as
// long as they are whole, rather than these divided by their length: so nothing
// is lost, and chunks whose vectors point the same way are equally relevant.
type matrix struct {
	dims   int
	height int // rows in a full block
	rows   []row
	blocks [][]float32
}

// A row is what is known of a vector besides its components.
type row struct {
	name    key
	live    bool    // there is a content file of that name
	inverse float64 // 1 divided by the length; 0 if that is 0
	size    int64   // of the embed file
	changed int64   // when the embed file was changed, see embedFile
}

// newMatrix returns a matrix of n rows, to be filled, of dims components each.
func newMatrix(dims, n int) *matrix {
	m := &matrix{dims: dims, height: max(1, blockComponents/dims), rows: make([]row, n)}
	for ; n > 0; n -= m.height {
		block := make([]float32, min(n, m.height)*dims)
		useHugePages(block)
		m.blocks = append(m.blocks, block)
	}
	return m
}

// at returns the components of row i. It is part of the matrix.
func (m *matrix) at(i int) []float32 {
	start := i % m.height * m.dims
	return m.blocks[i/m.height][start : start+m.dims : start+m.dims]
}

// add adds a row with the given components.
func (m *matrix) add(r row, components []float32) {
	if len(m.rows)%m.height == 0 {
		m.blocks = append(m.blocks, nil)
	}
	last := &m.blocks[len(m.blocks)-1]
	*last = append(*last, components...)
	m.rows = append(m.rows, r)
}

// remove removes row i by putting the last row in its place.
func (m *matrix) remove(i int) {
	last := len(m.rows) - 1
	if i < last {
		m.rows[i] = m.rows[last]
		copy(m.at(i), m.at(last))
	}
	m.rows = m.rows[:last]
	b := len(m.blocks) - 1
	if m.blocks[b] = m.blocks[b][:last%m.height*m.dims]; len(m.blocks[b]) == 0 {
		m.blocks[b] = nil
		m.blocks = m.blocks[:b]
	}
}

// keep removes all rows but those of which kept is true.
func (m *matrix) keep(kept []bool) {
	for i := len(kept) - 1; i >= 0; i-- {
		if !kept[i] {
			m.remove(i)
		}
	}
}

// join adds the rows of other, which may not be used any more.
func (m *matrix) join(other *matrix) {
	if len(m.rows) == 0 {
		m.rows, m.blocks = other.rows, other.blocks
		return
	}
	for i, r := range other.rows {
		m.add(r, other.at(i))
	}
}

// live counts the rows that are searched.
func (m *matrix) live() int {
	n := 0
	for i := range m.rows {
		if m.rows[i].live {
			n++
		}
	}
	return n
}

// inverseLength returns 1 divided by the length of vector, 0 if that is 0.
func inverseLength(vector []float32) float64 {
	var a, b, c, d float64
	i := 0
	for ; i+4 <= len(vector); i += 4 {
		v := (*[4]float32)(vector[i:])
		a += float64(v[0]) * float64(v[0])
		b += float64(v[1]) * float64(v[1])
		c += float64(v[2]) * float64(v[2])
		d += float64(v[3]) * float64(v[3])
	}
	for ; i < len(vector); i++ {
		a += float64(vector[i]) * float64(vector[i])
	}
	if square := a + b + c + d; square > 0 {
		return 1 / math.Sqrt(square)
	}
	return 0
}

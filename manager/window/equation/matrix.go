package equation

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A point is a place in the units of the equation or in pixels.
type point struct{ x, y float64 }

// A matrix maps points: x to a·x+c·y+e and y to b·x+d·y+f, the letters being
// those of SVG.
type matrix struct{ a, b, c, d, e, f float64 }

var identity = matrix{a: 1, d: 1}

func translate(x, y float64) matrix { return matrix{a: 1, d: 1, e: x, f: y} }

func scale(x, y float64) matrix { return matrix{a: x, d: y} }

// rotate turns by degrees about the origin, from the first axis to the second.
func rotate(degrees float64) matrix {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	return matrix{a: cos, b: sin, c: -sin, d: cos}
}

// at returns the place p is mapped to.
func (m matrix) at(p point) point {
	return point{m.a*p.x + m.c*p.y + m.e, m.b*p.x + m.d*p.y + m.f}
}

// mul returns the matrix that maps by n first, then by m.
func (m matrix) mul(n matrix) matrix {
	return matrix{
		a: m.a*n.a + m.c*n.b,
		b: m.b*n.a + m.d*n.b,
		c: m.a*n.c + m.c*n.d,
		d: m.b*n.c + m.d*n.d,
		e: m.a*n.e + m.c*n.f + m.e,
		f: m.b*n.e + m.d*n.f + m.f,
	}
}

// parseTransform reads an attribute such as "translate(1,2) scale(0.7)".
func parseTransform(s string) (matrix, error) {
	m := identity
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		name, rest, opened := strings.Cut(s, "(")
		arguments, after, closed := strings.Cut(rest, ")")
		if !opened || !closed {
			return m, fmt.Errorf("transform %q has no parentheses", s)
		}
		step, err := parseStep(strings.TrimSpace(name), arguments)
		if err != nil {
			return m, err
		}
		m, s = m.mul(step), after
	}
	return m, nil
}

// parseStep reads one function of a transform.
func parseStep(name, arguments string) (matrix, error) {
	v, err := parseNumbers(arguments)
	if err != nil {
		return identity, err
	}
	switch {
	case name == "translate" && len(v) == 1:
		return translate(v[0], 0), nil
	case name == "translate" && len(v) == 2:
		return translate(v[0], v[1]), nil
	case name == "scale" && len(v) == 1:
		return scale(v[0], v[0]), nil
	case name == "scale" && len(v) == 2:
		return scale(v[0], v[1]), nil
	case name == "rotate" && len(v) == 1:
		return rotate(v[0]), nil
	case name == "rotate" && len(v) == 3: // about a point
		return translate(v[1], v[2]).mul(rotate(v[0])).mul(translate(-v[1], -v[2])), nil
	case name == "matrix" && len(v) == 6:
		return matrix{v[0], v[1], v[2], v[3], v[4], v[5]}, nil
	}
	return identity, fmt.Errorf("transform %s(%s) is unknown", name, arguments)
}

// parseNumbers reads numbers between commas and blanks.
func parseNumbers(s string) ([]float64, error) {
	var numbers []float64
	for _, field := range strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' }) {
		v, err := parseNumber(field)
		if err != nil {
			return nil, err
		}
		numbers = append(numbers, v)
	}
	return numbers, nil
}

// parseNumber reads a finite number, which may carry a unit of pixels. No
// number is 0, as a missing attribute is.
func parseNumber(s string) (float64, error) {
	if s == "" {
		return 0, nil
	}
	v, err := strconv.ParseFloat(strings.TrimSuffix(s, "px"), 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, fmt.Errorf("%q is not a number", s)
	}
	return v, nil
}

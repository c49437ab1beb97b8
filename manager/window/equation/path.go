package equation

import (
	"fmt"
	"strings"
)

// A segment is a step of an outline: it moves, draws a line or a curve to the
// last of its points, or closes the outline if it has none.
type segment struct {
	op     byte // M, L, Q, C or Z, as in SVG
	points [3]point
}

// count returns how many points the segment has.
func (s segment) count() int {
	switch s.op {
	case 'M', 'L':
		return 1
	case 'Q':
		return 2
	case 'C':
		return 3
	}
	return 0
}

// An outline is a closed area to fill.
type outline []segment

func (o *outline) add(op byte, points ...point) {
	s := segment{op: op}
	copy(s.points[:], points)
	*o = append(*o, s)
}

// polygon returns the outline with straight lines between the points.
func polygon(points ...point) outline {
	var o outline
	for i, p := range points {
		op := byte('L')
		if i == 0 {
			op = 'M'
		}
		o.add(op, p)
	}
	o.add('Z')
	return o
}

// A pathReader reads the commands of a path of SVG.
type pathReader struct {
	rest        string
	out         outline
	at, control point // where the last command ended, and its control point
	start       point // of the outline
	err         error
}

// parsePath reads the attribute d of a path: the commands M, L, H, V, Q, T, C
// and Z, in absolute and relative form.
func parsePath(d string) (outline, error) {
	r := &pathReader{rest: d}
	for r.skip(); r.rest != "" && r.err == nil; r.skip() {
		op := r.rest[0]
		r.rest = r.rest[1:]
		r.command(op)
		for op != 'Z' && op != 'z' && r.err == nil && r.more() {
			r.command(op)
		}
	}
	return r.out, r.err
}

// command reads the arguments of one command and adds its segment.
func (r *pathReader) command(op byte) {
	var base point // of relative coordinates
	if op >= 'a' {
		base, op = r.at, op-'a'+'A'
	}
	switch op {
	case 'M':
		r.to(op, r.point(base))
		r.start = r.at
	case 'L':
		r.to(op, r.point(base))
	case 'H':
		r.to('L', point{base.x + r.number(), r.at.y})
	case 'V':
		r.to('L', point{r.at.x, base.y + r.number()})
	case 'Q':
		control := r.point(base)
		r.to(op, control, r.point(base))
	case 'T': // the control point is the last one mirrored
		control := point{2*r.at.x - r.control.x, 2*r.at.y - r.control.y}
		r.to('Q', control, r.point(base))
	case 'C':
		first, second := r.point(base), r.point(base)
		r.to(op, first, second, r.point(base))
	case 'Z':
		r.out.add(op)
		r.at, r.control = r.start, r.start
	default:
		r.err = fmt.Errorf("path command %q is unknown", op)
	}
}

// to adds a segment that ends at the last of the points.
func (r *pathReader) to(op byte, points ...point) {
	r.out.add(op, points...)
	r.at = points[len(points)-1]
	r.control = r.at
	if op == 'Q' {
		r.control = points[0]
	}
}

// point reads two numbers.
func (r *pathReader) point(base point) point {
	x := r.number() // the order of operands in one expression is not ours to rely on
	y := r.number()
	return point{base.x + x, base.y + y}
}

// skip goes to what is neither blank nor comma.
func (r *pathReader) skip() { r.rest = strings.TrimLeft(r.rest, " ,\t\n\r") }

// more reports whether a number comes next.
func (r *pathReader) more() bool {
	r.skip()
	return r.rest != "" && strings.IndexByte("+-.0123456789", r.rest[0]) >= 0
}

// number reads a number.
func (r *pathReader) number() float64 {
	r.skip()
	n := numberLength(r.rest)
	if n == 0 {
		r.err = fmt.Errorf("path has no number before %.10q", r.rest)
		return 0
	}
	v, err := parseNumber(r.rest[:n])
	if err != nil {
		r.err = err
	}
	r.rest = r.rest[n:]
	return v
}

// numberLength returns the length of the number that s begins with. A sign or a
// second point begins the next number, as blanks may be left out.
func numberLength(s string) int {
	point, exponent := false, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
		case (c == '-' || c == '+') && (i == 0 || s[i-1] == 'e'):
		case c == '.' && !point && !exponent:
			point = true
		case c == 'e' && i > 0 && !exponent:
			exponent = true
		default:
			return i
		}
	}
	return len(s)
}

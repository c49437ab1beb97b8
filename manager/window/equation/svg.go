package equation

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
)

// The widths of lines that MathJax leaves to a style sheet, in thousandths of
// an em.
const (
	tableLine = 70
	dash      = 140 // of a dashed line, and between its dashes
)

// A state is what an element hands on to those inside it.
type state struct {
	name   string
	matrix matrix
	clip   box  // in pixels
	fill   fill // of what has no own
}

// A reader draws the SVG that MathJax writes. That is a small part of SVG, and
// an element outside it is an error: a picture that lacks something would be
// taken for the equation.
type reader struct {
	em     float64
	canvas *canvas // nil before the root element
	stack  []state
	font   string // of the <text> being read, else ""
	size   float64
}

// drawSVG returns the picture of MathJax's SVG with em pixels an em.
func drawSVG(svg string, em float64) (*sheet, error) {
	r := &reader{em: em, stack: []state{{matrix: identity}}}
	tokens := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := tokens.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("mathjax: %w", err)
		}
		if err := r.token(token); err != nil {
			return nil, err
		}
	}
	if r.canvas == nil {
		return nil, errors.New("mathjax: no picture")
	}
	return &r.canvas.sheet, nil
}

// token draws one token of the XML.
func (r *reader) token(token xml.Token) error {
	switch t := token.(type) {
	case xml.StartElement:
		e, err := r.enter(t)
		if err != nil {
			return err
		}
		return r.element(e)
	case xml.EndElement:
		r.stack = r.stack[:len(r.stack)-1] // the decoder checks that elements match
	case xml.CharData:
		if r.top().name == "text" {
			return r.text(string(t))
		}
	}
	return nil
}

func (r *reader) top() *state { return &r.stack[len(r.stack)-1] }

// An element is a start tag with its attributes.
type element struct {
	name       string
	attributes map[string]string
	err        error // of the first number that is none
}

// number returns an attribute as a number, 0 if it is missing.
func (e *element) number(name string) float64 {
	v, err := parseNumber(e.attributes[name])
	if err != nil && e.err == nil {
		e.err = fmt.Errorf("<%s> has %s=%w", e.name, name, err)
	}
	return v
}

// enter pushes the state of an element.
func (r *reader) enter(t xml.StartElement) (*element, error) {
	e := &element{name: t.Name.Local, attributes: make(map[string]string, len(t.Attr))}
	for _, a := range t.Attr {
		e.attributes[a.Name.Local] = a.Value
	}
	s := *r.top()
	s.name = e.name
	m, err := parseTransform(e.attributes["transform"])
	if err != nil {
		return nil, err
	}
	s.matrix = s.matrix.mul(m)
	if name, ok := e.attributes["fill"]; ok && name != "none" {
		s.fill = parseFill(name)
	}
	r.stack = append(r.stack, s)
	return e, nil
}

// element draws an element, or begins one that has others inside.
func (r *reader) element(e *element) error {
	if r.canvas == nil {
		if e.name != "svg" {
			return fmt.Errorf("mathjax: <%s> is no picture", e.name)
		}
		return r.root(e)
	}
	var err error
	switch e.name {
	case "g", "title", "defs":
	case "svg":
		err = r.nested(e)
	case "path":
		err = r.path(e)
	case "rect":
		err = r.rect(e)
	case "line":
		from, to := point{e.number("x1"), e.number("y1")}, point{e.number("x2"), e.number("y2")}
		err = r.line(e, from, to, strokeWidth(e))
	case "polygon":
		err = r.polygon(e)
	case "text":
		r.font, r.size = e.attributes["font-style"], e.number("font-size")
	default:
		err = fmt.Errorf("mathjax: <%s> is not drawn here", e.name)
	}
	return errors.Join(e.err, err)
}

// root begins the picture. The base line, y = 0, falls between two rows of
// pixels, so that it can be put on that of the text around.
func (r *reader) root(e *element) error {
	view, err := viewBox(e)
	if err != nil {
		return err
	}
	s := r.em / 1000
	ascent, descent := math.Ceil(-view.top*s)+1, math.Ceil(view.bottom*s)+1
	width, height := math.Ceil((view.right-view.left)*s)+2, ascent+descent
	if r.canvas, err = newCanvas(width, height, descent); err != nil {
		return err
	}
	top := r.top()
	top.clip = box{0, 0, width, height}
	top.matrix = matrix{a: s, d: s, e: 1 - view.left*s, f: ascent}
	return nil
}

// nested begins a picture in the picture. MathJax makes them to cut off what
// is too long of a stretched sign.
func (r *reader) nested(e *element) error {
	view, err := viewBox(e)
	if err != nil {
		return err
	}
	x, y, width, height := e.number("x"), e.number("y"), e.number("width"), e.number("height")
	top := r.top()
	corner, opposite := top.matrix.at(point{x, y}), top.matrix.at(point{x + width, y + height})
	top.clip = top.clip.intersect(boxOf(corner, opposite).grow())
	sx, sy := width/(view.right-view.left), height/(view.bottom-view.top)
	top.matrix = top.matrix.mul(matrix{a: sx, d: sy, e: x - view.left*sx, f: y - view.top*sy})
	return nil
}

// viewBox reads the attribute viewBox, whose sides must not be zero.
func viewBox(e *element) (box, error) {
	v, err := parseNumbers(e.attributes["viewBox"])
	if err != nil {
		return box{}, err
	}
	if len(v) != 4 || v[2] <= 0 || v[3] <= 0 {
		return box{}, fmt.Errorf("mathjax: a picture with viewBox %q", e.attributes["viewBox"])
	}
	return box{v[0], v[1], v[0] + v[2], v[1] + v[3]}, nil
}

// fillOutline fills an outline given in the units of the element at the top.
func (r *reader) fillOutline(o outline) error {
	top := r.top()
	for i := range o {
		for j := range o[i].points {
			o[i].points[j] = top.matrix.at(o[i].points[j])
		}
	}
	return r.canvas.fill(o, top.clip, top.fill)
}

func (r *reader) path(e *element) error {
	o, err := parsePath(e.attributes["d"])
	if err != nil {
		return err
	}
	return r.fillOutline(o)
}

// rect fills a rectangle, or draws its sides if it has no fill.
func (r *reader) rect(e *element) error {
	x, y := e.number("x"), e.number("y")
	right, bottom := x+e.number("width"), y+e.number("height")
	corners := []point{{x, y}, {right, y}, {right, bottom}, {x, bottom}}
	if e.attributes["fill"] != "none" && e.attributes["data-frame"] == "" {
		return r.fillOutline(polygon(corners...))
	}
	width := strokeWidth(e)
	if width == 0 {
		return nil
	}
	for i, from := range corners {
		to := corners[(i+1)%len(corners)]
		from, to = longer(from, to, width/2) // the corners belong to the frame
		if err := r.line(e, from, to, width); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) polygon(e *element) error {
	v, err := parseNumbers(e.attributes["points"])
	if err != nil || len(v)%2 != 0 {
		return fmt.Errorf("mathjax: a polygon with points %q", e.attributes["points"])
	}
	var corners []point
	for i := 0; i < len(v); i += 2 {
		corners = append(corners, point{v[i], v[i+1]})
	}
	return r.fillOutline(polygon(corners...))
}

// strokeWidth returns how wide the lines of an element are.
func strokeWidth(e *element) float64 {
	if e.attributes["data-line"] != "" || e.attributes["data-frame"] != "" {
		if e.attributes["stroke-width"] == "" {
			return tableLine
		}
	}
	return e.number("stroke-width")
}

// longer returns a line with a bit more at both ends.
func longer(from, to point, by float64) (point, point) {
	length := math.Hypot(to.x-from.x, to.y-from.y)
	if length == 0 {
		return from, to
	}
	x, y := (to.x-from.x)/length*by, (to.y-from.y)/length*by
	return point{from.x - x, from.y - y}, point{to.x + x, to.y + y}
}

// line draws a straight line of a width.
func (r *reader) line(e *element, from, to point, width float64) error {
	length := math.Hypot(to.x-from.x, to.y-from.y)
	on, gap := length, 0.0
	switch e.attributes["class"] {
	case "mjx-dashed":
		on, gap = dash, dash
	case "mjx-dotted":
		on, gap = width, width
	}
	if on <= 0 || length/on > mostDashes {
		return nil // nothing to see, or nothing that would be seen
	}
	along := point{(to.x - from.x) / length, (to.y - from.y) / length}
	across := point{-along.y * width / 2, along.x * width / 2}
	for begin := 0.0; begin < length; begin += on + gap {
		end := min(begin+on, length)
		a := point{from.x + along.x*begin, from.y + along.y*begin}
		b := point{from.x + along.x*end, from.y + along.y*end}
		bar := polygon(
			point{a.x + across.x, a.y + across.y}, point{b.x + across.x, b.y + across.y},
			point{b.x - across.x, b.y - across.y}, point{a.x - across.x, a.y - across.y},
		)
		if err := r.fillOutline(bar); err != nil {
			return err
		}
	}
	return nil
}

// mostDashes bounds the dashes of a line; a page of 8,000 pixels has fewer.
const mostDashes = 10000

package equation

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"math"
	"strconv"
	"strings"

	"golang.org/x/image/colornames"
	"golang.org/x/image/vector"
)

// The largest picture. One with a longer side cannot be shown by every
// graphics card, and the number of pixels bounds memory and time.
const (
	longestSide = 8000    // pixels
	mostPixels  = 4 << 20 // of a picture
	mostCover   = 4 * mostPixels
	farthest    = 1e5 // pixels a point may lie outside
)

// A box is a rectangle with sides that need not be whole.
type box struct{ left, top, right, bottom float64 }

// boxOf returns the smallest box around points.
func boxOf(points ...point) box {
	b := box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for _, p := range points {
		b.left, b.right = min(b.left, p.x), max(b.right, p.x)
		b.top, b.bottom = min(b.top, p.y), max(b.bottom, p.y)
	}
	return b
}

// grow returns b with its sides moved outwards to whole numbers.
func (b box) grow() box {
	return box{math.Floor(b.left), math.Floor(b.top), math.Ceil(b.right), math.Ceil(b.bottom)}
}

func (b box) intersect(c box) box {
	return box{max(b.left, c.left), max(b.top, c.top), min(b.right, c.right), min(b.bottom, c.bottom)}
}

// within reports whether no side of b is farther than limit from the origin. It
// is false if one is not a number.
func (b box) within(limit float64) bool {
	return b.left >= -limit && b.top >= -limit && b.right <= limit && b.bottom <= limit
}

// A fill is a colour of the equation's own, or that of the text around it.
type fill struct {
	own   bool
	color color.RGBA
}

// parseFill reads a colour: a name of SVG, #rgb or #rrggbb. Others are those
// of the text, as are all that MathJax does not know.
func parseFill(name string) fill {
	if c, ok := colornames.Map[strings.ToLower(name)]; ok {
		return fill{true, c}
	}
	digits, ok := strings.CutPrefix(name, "#")
	if ok && len(digits) == 3 {
		digits = string([]byte{digits[0], digits[0], digits[1], digits[1], digits[2], digits[2]})
	}
	v, err := strconv.ParseUint(digits, 16, 32)
	if !ok || len(digits) != 6 || err != nil {
		return fill{}
	}
	return fill{true, color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255}}
}

// A canvas collects the layers of a sheet.
type canvas struct {
	sheet      sheet
	rasterizer vector.Rasterizer
}

// newCanvas returns a canvas of whole pixels.
func newCanvas(width, height, depth float64) (*canvas, error) {
	if !(width <= longestSide && height <= longestSide && width*height <= mostPixels) {
		return nil, fmt.Errorf("the equation is too large: %.0f × %.0f pixels", width, height)
	}
	c := new(canvas)
	c.sheet.bounds = image.Rect(0, 0, int(width), int(height))
	c.sheet.depth = int(depth)
	return c, nil
}

// fill fills an outline in pixels where it lies within clip.
func (c *canvas) fill(o outline, clip box, f fill) error {
	around := o.box()
	if len(o) == 0 || around.left > around.right {
		return nil
	}
	if !around.within(farthest) {
		return errors.New("the equation is too large")
	}
	b := around.grow().intersect(clip)
	part := image.Rect(int(b.left), int(b.top), int(b.right), int(b.bottom))
	if b.left >= b.right || b.top >= b.bottom {
		return nil
	}
	cover, err := c.cover(f)
	if err != nil {
		return err
	}
	c.rasterize(o, part.Min, part.Size())
	c.rasterizer.Draw(cover, part, image.Opaque, image.Point{})
	return nil
}

// cover returns what is painted on in a colour. Only the last layer is
// continued, as what comes later covers what was before.
func (c *canvas) cover(f fill) (*image.Alpha, error) {
	layers := c.sheet.layers
	if n := len(layers); n > 0 && layers[n-1].own == f.own && layers[n-1].fill == f.color {
		return layers[n-1].cover, nil
	}
	if (len(layers)+1)*c.sheet.pixels() > mostCover {
		return nil, errors.New("the equation has too many colours")
	}
	cover := image.NewAlpha(c.sheet.bounds)
	c.sheet.layers = append(layers, layer{f.own, f.color, cover})
	return cover, nil
}

// rasterize takes an outline in an area of a size at a corner.
func (c *canvas) rasterize(o outline, corner image.Point, size image.Point) {
	c.rasterizer.Reset(size.X, size.Y)
	at := func(p point) (x, y float32) {
		return float32(p.x - float64(corner.X)), float32(p.y - float64(corner.Y))
	}
	for _, s := range o {
		x, y := at(s.points[0])
		x2, y2 := at(s.points[1])
		x3, y3 := at(s.points[2])
		switch s.op {
		case 'M':
			c.rasterizer.ClosePath() // an outline is an area, closed or not
			c.rasterizer.MoveTo(x, y)
		case 'L':
			c.rasterizer.LineTo(x, y)
		case 'Q':
			c.rasterizer.QuadTo(x, y, x2, y2)
		case 'C':
			c.rasterizer.CubeTo(x, y, x2, y2, x3, y3)
		case 'Z':
			c.rasterizer.ClosePath()
		}
	}
	c.rasterizer.ClosePath()
}

// box returns the box around the points of o.
func (o outline) box() box {
	b := boxOf()
	for _, s := range o {
		for _, p := range s.points[:s.count()] {
			b.left, b.right = min(b.left, p.x), max(b.right, p.x)
			b.top, b.bottom = min(b.top, p.y), max(b.bottom, p.y)
		}
	}
	return b
}

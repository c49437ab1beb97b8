package equation

import (
	"image"
	"image/color"
	"image/draw"
)

// A sheet is an equation drawn in a size, but not yet in a colour.
type sheet struct {
	bounds image.Rectangle
	depth  int // pixels below the base line
	layers []layer
	err    error // then there is nothing else
}

// A layer is what is painted in one colour; later layers cover earlier ones.
type layer struct {
	own   bool // painted in fill, whatever the text around the equation has
	fill  color.RGBA
	cover *image.Alpha
}

// pixels returns the number of pixels of the picture.
func (s *sheet) pixels() int { return s.bounds.Dx() * s.bounds.Dy() }

// bytes returns about the memory of s.
func (s *sheet) bytes() int { return len(s.layers) * s.pixels() }

// picture returns s in a colour.
func (s *sheet) picture(c color.RGBA) *Picture {
	if s.err != nil {
		return &Picture{Err: s.err}
	}
	m := image.NewRGBA(s.bounds)
	for _, l := range s.layers {
		fill := c
		if l.own {
			fill = l.fill
		}
		draw.DrawMask(m, s.bounds, image.NewUniform(fill), image.Point{}, l.cover, image.Point{}, draw.Over)
	}
	return &Picture{Image: m, Depth: float64(s.depth)}
}

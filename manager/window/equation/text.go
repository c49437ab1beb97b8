package equation

import (
	"fmt"
	"sync"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goitalic"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// outlineSize is the size glyphs are loaded in, before they are scaled.
const outlineSize = 1000

// The fonts for what MathJax has no glyph for.
var (
	upright = sync.OnceValues(func() (*sfnt.Font, error) { return sfnt.Parse(goregular.TTF) })
	italic  = sync.OnceValues(func() (*sfnt.Font, error) { return sfnt.Parse(goitalic.TTF) })
)

// text draws characters that MathJax leaves to the browser. One without a
// glyph is an error: the source of the equation is readable, a box is not.
func (r *reader) text(s string) error {
	load := upright
	if r.font == "italic" {
		load = italic
	}
	f, err := load()
	if err != nil {
		return err
	}
	x := 0.0
	for _, c := range s {
		if unicode.IsSpace(c) {
			x += r.size / 4
			continue
		}
		o, advance, err := glyph(f, c, r.size)
		if err != nil {
			return err
		}
		for i := range o {
			for j := range o[i].points {
				o[i].points[j].x += x
			}
		}
		if err := r.fillOutline(o); err != nil {
			return err
		}
		x += advance
	}
	return nil
}

// glyph returns the outline of a character at the origin, and its width.
func glyph(f *sfnt.Font, c rune, size float64) (outline, float64, error) {
	var b sfnt.Buffer
	index, err := f.GlyphIndex(&b, c)
	if err != nil || index == 0 {
		return nil, 0, fmt.Errorf("there is no glyph for %q", c)
	}
	ppem := fixed.I(outlineSize)
	segments, err := f.LoadGlyph(&b, index, ppem, nil)
	if err != nil {
		return nil, 0, fmt.Errorf("the glyph for %q: %w", c, err)
	}
	o := make(outline, 0, len(segments))
	unit := size / outlineSize / 64
	for _, s := range segments {
		var points [3]point
		for i, p := range s.Args {
			points[i] = point{float64(p.X) * unit, float64(p.Y) * unit}
		}
		o = append(o, segment{"MLQC"[s.Op], points}) // SegmentOp counts in this order
	}
	advance, err := f.GlyphAdvance(&b, index, ppem, font.HintingNone)
	if err != nil {
		return nil, 0, fmt.Errorf("the width of %q: %w", c, err)
	}
	return o, float64(advance) * unit, nil
}

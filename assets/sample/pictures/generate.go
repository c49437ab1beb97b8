//go:build ignore

// Generate draws the pictures of the sample manual and the icon of the
// program, by the equations that stand in the manual. It needs
// golang.org/x/image, so run it in a module of its own:
//
//	dir=$(mktemp -d) && cp generate.go $dir && cd $dir &&
//	go mod init pictures && go get golang.org/x/image/...@v0.48.0 &&
//	go run generate.go -pictures $OLDPWD -icon $OLDPWD/../../icon.png
package main

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"log"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

func main() {
	log.SetFlags(0)
	pictures := flag.String("pictures", ".", "folder for the pictures of the manual")
	icon := flag.String("icon", "", "file for the icon; none if empty")
	flag.Parse()

	for name, pic := range map[string]func() *canvas{
		"marl_blocks.png":       marlBlocks,
		"marl_battery_life.png": marlBatteryLife,
		"marl_soil_curves.png":  marlSoilCurves,
		"gabbro_panel.png":      gabbroPanel,
		"gabbro_response.png":   gabbroResponse,
		"gabbro_trigger.png":    gabbroTrigger,
		"antenna_pattern.png":   antennaPattern,
	} {
		if err := pic().save(filepath.Join(*pictures, name)); err != nil {
			log.Fatal(err)
		}
	}
	if *icon != "" {
		if err := drawIcon(512).save(*icon); err != nil {
			log.Fatal(err)
		}
	}
}

// The colours of all pictures.
var (
	white  = rgb(0xffffff)
	ink    = rgb(0x22303c)
	grey   = rgb(0x6b7885)
	pale   = rgb(0xdde3e9)
	wash   = rgb(0xf3f6f9)
	blue   = rgb(0x1f6fb2)
	orange = rgb(0xd2691e)
	green  = rgb(0x2f8f5b)
	red    = rgb(0xc0392b)
)

func rgb(v uint32) color.RGBA {
	return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255}
}

// A point is a place on a canvas in pixels, from the upper left corner.
type point struct{ x, y float64 }

// A canvas is a picture with antialiased drawing.
type canvas struct{ img *image.RGBA }

func newCanvas(w, h int, background color.Color) *canvas {
	c := &canvas{image.NewRGBA(image.Rect(0, 0, w, h))}
	draw.Draw(c.img, c.img.Bounds(), image.NewUniform(background), image.Point{}, draw.Src)
	return c
}

func (c *canvas) save(name string) error {
	var b bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&b, c.reduced()); err != nil {
		return err
	}
	return os.WriteFile(name, b.Bytes(), 0o644)
}

// reduced returns the picture in its 128 most frequent colours, which makes the
// file a third as long, or the picture itself if it is not opaque.
func (c *canvas) reduced() image.Image {
	if !c.img.Opaque() {
		return c.img
	}
	count := map[color.RGBA]int{}
	bounds := c.img.Bounds()
	for y := range bounds.Dy() {
		for x := range bounds.Dx() {
			count[c.img.RGBAAt(x, y)]++
		}
	}
	order := slices.SortedFunc(maps.Keys(count), func(a, b color.RGBA) int {
		if d := count[b] - count[a]; d != 0 {
			return d
		}
		return bytes.Compare([]byte{a.R, a.G, a.B}, []byte{b.R, b.G, b.B})
	})
	var palette color.Palette
	for _, col := range order[:min(128, len(order))] {
		palette = append(palette, col)
	}
	index := map[color.RGBA]uint8{}
	p := image.NewPaletted(bounds, palette)
	for y := range bounds.Dy() {
		for x := range bounds.Dx() {
			col := c.img.RGBAAt(x, y)
			i, ok := index[col]
			if !ok {
				i = uint8(palette.Index(col))
				index[col] = i
			}
			p.SetColorIndex(x, y, i)
		}
	}
	return p
}

// fill fills closed outlines with one colour. Every outline is turned the same
// way round, so outlines that overlap make one shape.
func (c *canvas) fill(col color.Color, outlines ...[]point) {
	size := c.img.Bounds().Size()
	r := vector.NewRasterizer(size.X, size.Y)
	for _, o := range outlines {
		area := 0.0
		for i, p := range o {
			q := o[(i+1)%len(o)]
			area += p.x*q.y - q.x*p.y
		}
		for i := range o {
			p := o[i]
			if area < 0 {
				p = o[len(o)-1-i]
			}
			if i == 0 {
				r.MoveTo(float32(p.x), float32(p.y))
			} else {
				r.LineTo(float32(p.x), float32(p.y))
			}
		}
		r.ClosePath()
	}
	r.Draw(c.img, c.img.Bounds(), image.NewUniform(col), image.Point{})
}

// line draws a line of the given width through points, with round joints.
func (c *canvas) line(col color.Color, width float64, ps ...point) {
	var outlines [][]point
	for i := 1; i < len(ps); i++ {
		p, q := ps[i-1], ps[i]
		d := math.Hypot(q.x-p.x, q.y-p.y)
		if d == 0 {
			continue
		}
		nx, ny := -(q.y-p.y)/d*width/2, (q.x-p.x)/d*width/2
		outlines = append(outlines, []point{
			{p.x + nx, p.y + ny},
			{q.x + nx, q.y + ny},
			{q.x - nx, q.y - ny},
			{p.x - nx, p.y - ny},
		})
		if i > 1 && width > 1.5 {
			outlines = append(outlines, circle(p, width/2))
		}
	}
	c.fill(col, outlines...)
}

// dashed draws a straight dashed line.
func (c *canvas) dashed(col color.Color, width, dash float64, p, q point) {
	d := math.Hypot(q.x-p.x, q.y-p.y)
	at := func(t float64) point { return point{p.x + (q.x-p.x)*t/d, p.y + (q.y-p.y)*t/d} }
	for t := 0.0; t < d; t += 2 * dash {
		c.line(col, width, at(t), at(math.Min(t+dash, d)))
	}
}

// arrow draws a straight line with a head at q.
func (c *canvas) arrow(col color.Color, width float64, p, q point) {
	d := math.Hypot(q.x-p.x, q.y-p.y)
	ux, uy := (q.x-p.x)/d, (q.y-p.y)/d
	const long, wide = 11, 4.5
	neck := point{q.x - ux*long, q.y - uy*long}
	c.line(col, width, p, neck)
	c.fill(col, []point{q, {neck.x - uy*wide, neck.y + ux*wide}, {neck.x + uy*wide, neck.y - ux*wide}})
}

func (c *canvas) doubleArrow(col color.Color, width float64, p, q point) {
	m := point{(p.x + q.x) / 2, (p.y + q.y) / 2}
	c.arrow(col, width, m, p)
	c.arrow(col, width, m, q)
}

func circle(m point, r float64) []point {
	return arc(m, r, 0, 2*math.Pi)
}

// arc returns points on a circle from angle a to b, clockwise as seen.
func arc(m point, r, a, b float64) []point {
	n := max(12, int(math.Abs(b-a)*r/1.5))
	var ps []point
	for i := range n {
		t := a + (b-a)*float64(i)/float64(n-1)
		ps = append(ps, point{m.x + r*math.Cos(t), m.y + r*math.Sin(t)})
	}
	return ps
}

func box(x, y, w, h, r float64) []point {
	var ps []point
	for i, m := range []point{{x + w - r, y + r}, {x + w - r, y + h - r}, {x + r, y + h - r}, {x + r, y + r}} {
		a := float64(i-1) * math.Pi / 2
		ps = append(ps, arc(m, r, a, a+math.Pi/2)...)
	}
	return ps
}

func closed(ps []point) []point { return append(ps, ps[0]) }

func (c *canvas) frame(fill, edge color.Color, x, y, w, h, r float64) {
	c.fill(fill, box(x, y, w, h, r))
	c.line(edge, 1.6, closed(box(x, y, w, h, r))...)
}

var faces = map[string]font.Face{}

func face(size float64, bold bool) font.Face {
	key := fmt.Sprint(size, bold)
	if faces[key] == nil {
		data := goregular.TTF
		if bold {
			data = gobold.TTF
		}
		parsed, err := opentype.Parse(data)
		if err != nil {
			log.Fatal(err)
		}
		faces[key], err = opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72})
		if err != nil {
			log.Fatal(err)
		}
	}
	return faces[key]
}

// A style says how text is set. Align 0 begins at the point, 0.5 is centred on
// it, 1 ends there.
type style struct {
	size  float64
	bold  bool
	col   color.Color
	align float64
}

var (
	label   = style{15, false, ink, 0.5}
	strong  = style{15, true, ink, 0.5}
	small   = style{13, false, grey, 0.5}
	heading = style{18, true, ink, 0.5}
)

func (s style) left() style                { s.align = 0; return s }
func (s style) right() style               { s.align = 1; return s }
func (s style) in(col color.Color) style   { s.col = col; return s }
func (s style) sized(size float64) style   { s.size = size; return s }
func (s style) baseline(y float64) float64 { return y + s.size*0.36 }

// text writes lines of text, of which the block is centred vertically at p.
func (c *canvas) text(s style, p point, text string) {
	lines := strings.Split(text, "\n")
	f := face(s.size, s.bold)
	for i, l := range lines {
		w := float64(font.MeasureString(f, l)) / 64
		y := s.baseline(p.y + (float64(i)-float64(len(lines)-1)/2)*s.size*1.3)
		d := font.Drawer{Dst: c.img, Src: image.NewUniform(s.col), Face: f, Dot: fixed.Point26_6{
			X: fixed.Int26_6((p.x - s.align*w) * 64), Y: fixed.Int26_6(math.Round(y) * 64),
		}}
		d.DrawString(l)
	}
}

// vertical writes text that reads upwards, centred at p.
func (c *canvas) vertical(s style, p point, text string) {
	w := int(font.MeasureString(face(s.size, s.bold), text)/64) + 4
	h := int(s.size * 1.6)
	t := newCanvas(w, h, color.Transparent)
	t.text(s, point{float64(w) / 2, float64(h) / 2}, text)
	turned := image.NewRGBA(image.Rect(0, 0, h, w))
	for y := range h {
		for x := range w {
			turned.Set(y, w-1-x, t.img.At(x, y))
		}
	}
	at := image.Pt(int(p.x)-h/2, int(p.y)-w/2)
	draw.Draw(c.img, turned.Bounds().Add(at), turned, image.Point{}, draw.Over)
}

// A scale maps values to pixels, evenly or by logarithm.
type scale struct {
	from, to float64 // values
	a, b     float64 // pixels
	log      bool
}

func (s scale) at(v float64) float64 {
	if s.log {
		return s.a + (s.b-s.a)*math.Log(v/s.from)/math.Log(s.to/s.from)
	}
	return s.a + (s.b-s.a)*(v-s.from)/(s.to-s.from)
}

// A plot is a canvas with two axes.
type plot struct {
	*canvas
	x, y scale
}

func newPlot(title, xTitle, yTitle string, x, y scale) *plot {
	p := &plot{newCanvas(800, 500, white), x, y}
	p.x.a, p.x.b = 84, 770
	p.y.a, p.y.b = 428, 52
	p.text(heading, point{427, 26}, title)
	p.text(label, point{427, 476}, xTitle)
	p.vertical(label, point{24, 240}, yTitle)
	return p
}

// grid draws lines and labels at the given values; format is for Sprintf.
func (p *plot) grid(xs, ys []float64, xFormat, yFormat func(float64) string) {
	for _, v := range xs {
		x := math.Round(p.x.at(v)) + 0.5
		p.line(pale, 1, point{x, p.y.a}, point{x, p.y.b})
		p.text(small.sized(14), point{x, p.y.a + 16}, xFormat(v))
	}
	for _, v := range ys {
		y := math.Round(p.y.at(v)) + 0.5
		p.line(pale, 1, point{p.x.a, y}, point{p.x.b, y})
		p.text(small.sized(14).right(), point{p.x.a - 8, y}, yFormat(v))
	}
	p.line(ink, 1.4, closed([]point{{p.x.a, p.y.a}, {p.x.b, p.y.a}, {p.x.b, p.y.b}, {p.x.a, p.y.b}})...)
	p.line(ink, 1.4, point{p.x.a, p.y.b}, point{p.x.a, p.y.a})
}

func (p *plot) at(x, y float64) point { return point{p.x.at(x), p.y.at(y)} }

// curve draws f between two values of x, as far as it lies within the axes.
func (p *plot) curve(col color.Color, width, from, to float64, f func(float64) float64) {
	p.line(col, width, p.points(from, to, f)...)
}

func (p *plot) points(from, to float64, f func(float64) float64) []point {
	const n = 300
	var ps []point
	for i := range n + 1 {
		x := from + (to-from)*float64(i)/n
		if p.x.log {
			x = from * math.Pow(to/from, float64(i)/n)
		}
		if q := p.at(x, f(x)); q.y <= p.y.a && q.y >= p.y.b {
			ps = append(ps, q)
		}
	}
	return ps
}

func (p *plot) dashedCurve(col color.Color, width, from, to float64, f func(float64) float64) {
	ps := p.points(from, to, f)
	on, length := 0, 0.0
	for i := 1; i < len(ps); i++ {
		length += math.Hypot(ps[i].x-ps[i-1].x, ps[i].y-ps[i-1].y)
		if i == len(ps)-1 || length > 9 {
			p.line(col, width, ps[on:i+1]...)
			for length = 0; i < len(ps)-1 && length < 6; i++ {
				length += math.Hypot(ps[i+1].x-ps[i].x, ps[i+1].y-ps[i].y)
			}
			on, length = i, 0
		}
	}
}

func (p *plot) dot(col color.Color, m point) {
	p.fill(white, circle(m, 7))
	p.fill(col, circle(m, 5))
}

func plain(v float64) string { return fmt.Sprintf("%g", v) }

// marlBatteryLife plots the life of two D cells in a Marl with four probes and
// a report every quarter of an hour at data rate normal.
func marlBatteryLife() *canvas {
	const (
		asleep   = 22.0   // μA
		sample   = 18.0e3 // μC, 6 mC and 3 mC for each of four probes
		reporter = 10.3e3 / 900
		hours    = 8766.0 // of a year
	)
	years := func(capacity, loss float64) func(float64) float64 {
		return func(interval float64) float64 {
			i := asleep + sample/interval + reporter + loss*capacity/hours*1000
			return capacity * 1000 / i / hours
		}
	}
	alkaline, lithium := years(15000, 0.03), years(16000, 0.01)
	p := newPlot("Marl (HL31): Life of Two D Cells, Four Probes",
		"Sample interval", "Operating life (years)",
		scale{from: 10, to: 3600, log: true}, scale{from: 0.5, to: 40, log: true})
	names := map[float64]string{10: "10 s", 30: "30 s", 60: "1 min", 120: "2 min", 300: "5 min", 600: "10 min", 1800: "30 min", 3600: "1 h"}
	p.grid([]float64{10, 30, 60, 120, 300, 600, 1800, 3600}, []float64{0.5, 1, 2, 5, 10, 20, 40},
		func(v float64) string { return names[v] }, plain)
	p.dashed(grey, 1.6, 6, p.at(10, 7), p.at(3600, 7))
	p.text(small.sized(14).right(), point{p.x.b - 10, p.y.at(7) + 13}, "Change alkaline cells after seven years")
	p.curve(blue, 2.8, 10, 3600, lithium)
	p.curve(orange, 2.8, 10, 3600, alkaline)
	p.text(strong.left().in(blue), point{p.x.at(620), p.y.at(29.5)}, "Lithium")
	p.text(strong.left().in(orange), point{p.x.at(1000), p.y.at(13)}, "Alkaline")
	p.dot(orange, p.at(60, alkaline(60)))
	p.text(label.left(), point{p.x.at(60) + 14, p.y.at(alkaline(60)) + 14},
		fmt.Sprintf("%.2f years at one sample a minute", alkaline(60)))
	return p.canvas
}

func permittivity(period float64) float64 {
	const air, water, epsilonWater = 40.96, 66.06, 80.1
	return 1 + (epsilonWater-1)*(period*period-air*air)/(water*water-air*air)
}

func marlSoilCurves() *canvas {
	topp := func(t float64) float64 {
		e := permittivity(t)
		return -0.053 + 0.0292*e - 5.5e-4*e*e + 4.3e-6*e*e*e
	}
	own := func(t float64) float64 {
		e := permittivity(t)
		return -0.0535 + 0.0242*e - 3.2e-4*e*e
	}
	p := newPlot("From Probe Period to Water Content",
		"Probe period (μs)", "Volumetric water content (m³/m³)",
		scale{from: 41, to: 56}, scale{from: 0, to: 0.6})
	var xs []float64
	for x := 41.0; x <= 56; x++ {
		xs = append(xs, x)
	}
	p.grid(xs, []float64{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6}, plain, func(v float64) string { return fmt.Sprintf("%.1f", v) })
	p.curve(blue, 2.8, 41.3, 56, topp)
	p.dashedCurve(orange, 2.8, 42.2, 52.5, own)
	for _, s := range claySamples {
		p.dot(orange, p.at(s.period, (s.wet-s.dry)/98.2))
	}
	p.text(strong.right().in(blue), point{p.x.at(52.2), p.y.at(0.495)}, "topp, the built-in curve")
	p.text(strong.left().in(orange), point{p.x.at(49.2), p.y.at(0.265)}, "own, fitted to clay loam")
	p.text(small.sized(14).left(), point{p.x.at(49.2), p.y.at(0.265) + 22}, "dots: six cores, weighed and dried")
	return p.canvas
}

// claySamples are the cores of the calibration protocol: period in μs, masses
// in g.
var claySamples = []struct{ period, wet, dry float64 }{
	{43.62, 143.9, 133.1},
	{45.07, 155.3, 137.4},
	{46.81, 164.4, 139.0},
	{48.35, 165.0, 135.3},
	{49.94, 172.4, 138.2},
	{51.38, 173.6, 136.0},
}

// response is the answer of a geophone to ground of frequency f, in Hz, with
// its natural frequency 4.5 Hz and damping 0.70.
func response(f float64) float64 {
	r := f / 4.5
	return r * r / math.Hypot(1-r*r, 2*0.70*r)
}

func gabbroResponse() *canvas {
	p := newPlot("Gabbro (HL45): Response of the Geophones",
		"Frequency of the ground (Hz)", "Response",
		scale{from: 1, to: 100, log: true}, scale{from: 0.03, to: 2, log: true})
	p.grid([]float64{1, 2, 3, 4.5, 6, 10, 20, 50, 100}, []float64{0.03, 0.05, 0.1, 0.2, 0.5, 1, 2}, plain, plain)
	corrected := func(f float64) float64 { // the same filter moved to 1.5 Hz
		return response(f * 3)
	}
	p.dashedCurve(green, 2.6, 1, 100, corrected)
	p.curve(blue, 2.8, 1, 100, response)
	p.text(strong.left().in(blue), point{p.x.at(2.15), p.y.at(0.16)}, "geophone alone")
	p.text(strong.left().in(green), point{p.x.at(1.1), p.y.at(1.3)}, "with correct on")
	p.dot(blue, p.at(4.5, response(4.5)))
	p.text(label.left(), point{p.x.at(4.5) + 13, p.y.at(response(4.5)) + 12},
		fmt.Sprintf("%.2f at 4.5 Hz, its natural frequency", response(4.5)))
	return p.canvas
}

func marlBlocks() *canvas {
	c := newCanvas(800, 440, white)
	block := func(fill color.Color, x, y, w, h float64, text string) {
		c.frame(fill, ink, x, y, w, h, 7)
		c.text(label, point{x + w/2, y + h/2}, text)
	}
	c.frame(wash, grey, 26, 54, 560, 244, 12)
	c.text(style{15, true, grey, 0}, point{42, 74}, "Marl head (HL31)")

	sand, sky, leaf := rgb(0xfff1dc), rgb(0xdcebf7), rgb(0xdff2e5)
	block(sand, 46, 96, 128, 56, "Two D cells\n2.0 to 7.3 V")
	block(sand, 46, 222, 128, 56, "1.8-V linear\nregulator")
	block(sky, 244, 160, 128, 74, "Processor\nand clock\n5 ppm")
	block(sky, 440, 96, 126, 50, "Flash, 8 MiB")
	block(sky, 440, 166, 126, 50, "Radio\n14 dBm")
	block(sky, 440, 236, 126, 50, "USB-C")
	c.arrow(ink, 2, point{110, 152}, point{110, 222})
	c.line(ink, 2, point{174, 250}, point{208, 250}, point{208, 197}, point{222, 197})
	c.arrow(ink, 2, point{215, 197}, point{244, 197})
	c.line(ink, 2, point{406, 121}, point{406, 261})
	c.line(ink, 2, point{372, 191}, point{406, 191})
	for _, y := range []float64{121, 191, 261} {
		c.arrow(ink, 2, point{406, y}, point{440, y})
	}
	c.line(ink, 2, point{566, 191}, point{640, 191}, point{640, 108})
	c.line(ink, 2, point{640, 126}, point{622, 100}, point{658, 100}, point{640, 126})
	c.text(small.sized(14), point{640, 82}, "Antenna, 2 dBi")
	c.arrow(ink, 2, point{566, 261}, point{640, 261})
	c.text(small.sized(14).left(), point{648, 261}, "Computer")

	c.arrow(ink, 2, point{308, 234}, point{308, 342})
	c.text(small.sized(14).left(), point{320, 318}, "Probe bus: brown power, white data, black ground, green shield")
	c.line(ink, 2, point{110, 342}, point{690, 342})
	for i, x := range []float64{46, 182, 318, 454, 626} {
		n := i + 1
		if i == 4 {
			n = 6
		}
		c.line(ink, 2, point{x + 64, 342}, point{x + 64, 364})
		block(leaf, x, 364, 128, 50, fmt.Sprintf("Probe %d\nHL32", n))
	}
	for i := range 3 {
		c.fill(ink, circle(point{592 + 12*float64(i), 389}, 2.4))
	}
	c.text(heading, point{400, 26}, "Block Diagram of the Marl Soil Logger")
	return c
}

func gabbroPanel() *canvas {
	c := newCanvas(800, 480, white)
	c.text(heading, point{400, 26}, "Front Panel of the Gabbro (HL45)")
	panel := rgb(0x3a4753)
	c.fill(rgb(0xc9d1d9), box(64, 56, 678, 400, 26))
	c.fill(panel, box(60, 52, 678, 400, 26))
	c.line(rgb(0x56646f), 2, closed(box(72, 64, 654, 376, 18))...)
	for _, s := range []point{{90, 82}, {708, 82}, {90, 422}, {708, 422}} {
		c.fill(rgb(0xaab4bd), circle(s, 8))
		c.line(rgb(0x5a6670), 2.4, point{s.x - 5, s.y - 3}, point{s.x + 5, s.y + 3})
	}
	light := rgb(0xeef2f5)
	c.text(style{20, true, light, 0}, point{112, 88}, "GABBRO")
	c.text(style{14, false, rgb(0xb8c2cb), 0}, point{208, 89}, "HL45 vibration logger")

	// The display.
	c.fill(rgb(0x0f171d), box(112, 116, 316, 168, 8))
	glow := rgb(0x8fe3ff)
	c.text(style{20, true, glow, 0}, point{130, 142}, "ARMED")
	c.text(style{15, false, glow, 1}, point{412, 142}, "1024 SPS  ×8")
	c.line(rgb(0x35566a), 1.4, point{128, 162}, point{412, 162})
	for i, l := range []string{"X", "Y", "Z"} {
		y := 184 + 24*float64(i)
		c.text(style{16, true, glow, 0}, point{130, y}, l)
		c.text(style{16, false, glow, 1}, point{250, y}, []string{"0.021 mm/s", "0.018 mm/s", "0.034 mm/s"}[i])
		c.fill(rgb(0x24404f), box(268, y-6, 144, 12, 2))
		c.fill(glow, box(268, y-6, []float64{38, 30, 62}[i], 12, 2))
	}
	c.line(rgb(0x35566a), 1.4, point{128, 254}, point{412, 254})
	c.text(style{14, false, glow, 0}, point{130, 269}, "level 0.50   files 37")
	c.text(style{14, false, glow, 1}, point{412, 269}, "84 %")

	// Lamps.
	for i, l := range []struct {
		col  color.Color
		name string
	}{{rgb(0x4fd17e), "POWER"}, {rgb(0xf5a742), "TRIGGER"}, {rgb(0xe3574a), "FAULT"}} {
		y := 134 + 32*float64(i)
		c.fill(rgb(0x1d262d), circle(point{458, y}, 10))
		c.fill(l.col, circle(point{458, y}, 7))
		c.text(style{14, false, light, 0}, point{474, y}, l.name)
	}

	// Keys.
	key := func(x, y float64, shape ...point) {
		c.fill(rgb(0x232c34), box(x-25, y-21, 50, 42, 8))
		c.fill(rgb(0x566572), box(x-23, y-20, 46, 38, 7))
		c.fill(light, shape)
	}
	key(636, 136, point{636, 126}, point{645, 142}, point{627, 142})
	key(636, 184, point{636, 192}, point{645, 176}, point{627, 176})
	key(582, 184, point{573, 183}, point{588, 174}, point{588, 192})
	key(690, 184, circle(point{690, 183}, 7)...)
	c.fill(rgb(0x7c1f18), box(556, 236, 160, 48, 9))
	c.fill(red, box(558, 237, 156, 44, 8))
	c.text(style{16, true, white, 0.5}, point{636, 259}, "START / STOP")

	// Connectors.
	ring := func(x, y, r float64) {
		c.fill(rgb(0x8c98a3), circle(point{x, y}, r+7))
		c.fill(rgb(0x161d23), circle(point{x, y}, r))
	}
	ring(166, 358, 26)
	for i := range 6 {
		a := float64(i)*math.Pi/3 + math.Pi/6
		c.fill(rgb(0xd9b45b), circle(point{166 + 14*math.Cos(a), 358 + 14*math.Sin(a)}, 3.4))
	}
	c.fill(rgb(0x8c98a3), box(286, 342, 68, 32, 15))
	c.fill(rgb(0x161d23), box(291, 347, 58, 22, 11))
	c.fill(rgb(0x8c98a3), box(300, 355, 40, 6, 3))
	ring(484, 358, 15)
	c.fill(rgb(0xd9b45b), circle(point{484, 358}, 4))
	ring(624, 358, 13)
	c.fill(rgb(0xd9b45b), circle(point{624, 358}, 3.4))
	for i, n := range []string{"SENSOR", "USB-C", "SYNC", "ANTENNA"} {
		c.text(style{14, false, light, 0.5}, point{[]float64{166, 320, 484, 624}[i], 408}, n)
	}

	// Numbers.
	for i, at := range []point{{428, 116}, {551, 136}, {668, 114}, {716, 236}, {206, 330}, {364, 342}, {514, 338}, {652, 338}} {
		c.fill(white, circle(at, 12))
		c.fill(blue, circle(at, 10.5))
		c.text(style{13, true, white, 0.5}, at, fmt.Sprint(i+1))
	}
	return c
}

func gabbroTrigger() *canvas {
	c := newCanvas(800, 460, white)
	c.text(heading, point{400, 26}, "Timing of a Triggered Record (Gabbro, HL45)")
	const begin, perSecond = 150.0, 72.0 // pixel of −1 s, pixels per second
	x := func(t float64) float64 { return begin + (t+1)*perSecond }
	const mid, perMillimetre = 138.0, 36.0 // pixels for 1 mm/s
	row := func(y float64, s string) { c.text(label.right(), point{136, y}, s) }

	for t := -1.0; t <= 7.5; t++ {
		c.line(pale, 1, point{x(t) + 0.5, 64}, point{x(t) + 0.5, 400})
		c.text(small.sized(14), point{x(t), 416}, strings.Replace(fmt.Sprintf("%g", t), "-", "−", 1))
	}
	c.text(label, point{x(3.25), 440}, "Time after the trigger (s)")

	row(mid, "Velocity")
	c.line(grey, 1, point{x(-1), mid}, point{x(7.6), mid})
	for _, s := range []float64{-1, 1} {
		c.dashed(red, 1.4, 5, point{x(-1), mid + s*0.5*perMillimetre}, point{x(7.6), mid + s*0.5*perMillimetre})
	}
	c.text(small.sized(14).left().in(red), point{x(5.55), mid - 30}, "level 0.50 mm/s")
	shake := func(u float64) float64 { // mm/s, u seconds after its begin
		return 2.8 * math.Sin(2*math.Pi*6*u) * math.Exp(-u/0.8) * (1 - math.Exp(-u/0.1))
	}
	first := 0.0
	for shake(first) < 0.5 {
		first += 0.001
	}
	var wave []point
	for px := x(-1); px <= x(7.6); px += 0.5 {
		t := (px-begin)/perSecond - 1
		v := 0.04 * math.Sin(31*t) * math.Sin(7*t)
		if u := t + first; u > 0 {
			v += shake(u)
		}
		wave = append(wave, point{px, mid - v*perMillimetre})
	}
	c.line(blue, 1.5, wave...)

	// The record.
	bar := func(y float64, col color.Color, from, to float64, name string, in color.Color) {
		c.fill(col, box(x(from), y-17, x(to)-x(from), 34, 4))
		c.text(strong.in(in), point{(x(from) + x(to)) / 2, y}, name)
	}
	row(236, "Record")
	bar(236, rgb(0xf2c48d), -0.5, 0, "pre", ink)
	bar(236, blue, 0, 5, "length", white)
	bar(236, pale, 5, 6, "rearm", ink)

	row(292, "Lamp")
	c.line(orange, 2.2, point{x(-1), 304}, point{x(0), 304}, point{x(0), 280}, point{x(5), 280}, point{x(5), 304}, point{x(7.6), 304})
	c.text(small.sized(14), point{x(2.5), 292}, "TRIGGER lit")

	row(352, "Armed")
	c.line(green, 2.2, point{x(-1), 340}, point{x(0), 340}, point{x(0), 364}, point{x(6), 364}, point{x(6), 340}, point{x(7.6), 340})
	c.text(small.sized(14), point{x(6.8), 356}, "ready again")

	c.dashed(ink, 1.4, 5, point{x(0), 58}, point{x(0), 400})
	c.text(strong.left(), point{x(0) + 6, 60}, "trigger")
	return c
}

// yagi is the gain in dBi of an HL72 at the angle phi from its axis: an
// end-fire row of six sources, 1.6 radians apart and fed 2.05 radians one after
// the other, which is 3 dB down at 26 degrees.
func yagi(phi float64) float64 {
	gain := func(phi float64) float64 {
		const n = 6
		psi := (1.6*math.Cos(phi) - 2.05) / 2
		row := math.Abs(math.Sin(n*psi) / math.Sin(psi))
		return 20 * math.Log10(row*(0.65+0.35*math.Cos(phi))/n+0.006)
	}
	return 11 + gain(phi) - gain(0)
}

func antennaPattern() *canvas {
	c := newCanvas(800, 500, white)
	c.text(heading, point{400, 26}, "Horizontal Patterns of the Base Antennas")
	m := point{290, 268}
	radius := func(dBi float64) float64 { return math.Max(0, (dBi+25)/37*205) }
	for _, g := range []float64{-20, -10, 0, 10} {
		c.line(pale, 1.2, closed(circle(m, radius(g)))...)
	}
	c.line(grey, 1.4, closed(circle(m, radius(12)))...)
	for i := range 12 {
		a := float64(i) * math.Pi / 6
		end := point{m.x + radius(12)*math.Cos(a), m.y - radius(12)*math.Sin(a)}
		c.line(pale, 1, m, end)
		out := point{m.x + (radius(12)+20)*math.Cos(a), m.y - (radius(12)+14)*math.Sin(a)}
		c.text(small.sized(13), out, fmt.Sprintf("%d°", i*30))
	}
	pattern := func(col color.Color, f func(float64) float64) {
		var ps []point
		for i := range 721 {
			a := float64(i) * math.Pi / 360
			r := radius(f(a))
			ps = append(ps, point{m.x + r*math.Cos(a), m.y - r*math.Sin(a)})
		}
		c.line(col, 2.6, ps...)
	}
	flat := func(g float64) func(float64) float64 { return func(float64) float64 { return g } }
	pattern(green, flat(0))
	pattern(grey, flat(2))
	pattern(orange, flat(5))
	pattern(blue, yagi)
	for _, g := range []float64{-10, 0, 10} {
		at := point{m.x - (radius(g)-10)*math.Cos(0.60), m.y - (radius(g)-10)*math.Sin(0.60)}
		c.text(small.sized(12), at, strings.Replace(fmt.Sprintf("%g", g), "-", "−", 1))
	}
	c.text(strong.left(), point{545, 104}, "Gain in dBi")
	for i, l := range []struct {
		col  color.Color
		text string
	}{
		{blue, "HL72 Yagi, 11 dBi,\n52° between half-power points"},
		{orange, "HL71 collinear, 5 dBi"},
		{grey, "HL70 whip, 2 dBi"},
		{green, "HL73 puck, 0 dBi"},
	} {
		y := 146 + 46*float64(i)
		if i > 0 {
			y += 10
		}
		c.line(l.col, 4, point{545, y}, point{573, y})
		c.text(label.left().sized(14), point{585, y}, l.text)
	}
	return c
}

// drawIcon draws what icon.svg describes: a page cut into three chunks, of
// which a magnifier finds one. The unit is 1/64 of the side.
func drawIcon(size int) *canvas {
	c := newCanvas(size, size, color.Transparent)
	u := float64(size) / 64
	scaled := func(ps []point) []point {
		var out []point
		for _, p := range ps {
			out = append(out, point{p.x * u, p.y * u})
		}
		return out
	}
	fill := func(col color.Color, ps []point) { c.fill(col, scaled(ps)) }
	rounded := func(x, y, w, h, r float64) []point { // in units, with enough points
		var out []point
		for _, p := range box(x*u, y*u, w*u, h*u, r*u) {
			out = append(out, point{p.x / u, p.y / u})
		}
		return out
	}
	teal, gold, deep := rgb(0x17697a), rgb(0xffb347), rgb(0x0d3b4a)
	fill(teal, rounded(2, 2, 60, 60, 13))
	fill(white, pageOutline())
	fill(rgb(0xc4dbe1), []point{{34, 8}, {34, 19}, {45, 19}})
	fill(rgb(0x8fb9c4), rounded(16, 14, 13, 8, 2))
	fill(rgb(0x8fb9c4), rounded(16, 26, 24, 8, 2))
	fill(gold, rounded(16, 38, 24, 8, 2))

	ringAt := point{40 * u, 40 * u}
	handle := func(col color.Color, w float64, a, b float64) {
		p, q := point{a * u, a * u}, point{b * u, b * u}
		c.line(col, w*u, p, q)
		c.fill(col, circle(p, w*u/2), circle(q, w*u/2))
	}
	handle(white, 9, 48.5, 54)
	c.fill(white, circle(ringAt, 14*u))
	handle(deep, 6, 48.5, 54)
	c.fill(deep, circle(ringAt, 12.4*u))
	c.fill(white, circle(ringAt, 9*u))
	fill(gold, rounded(33.5, 36, 13, 8, 2))
	return c
}

// pageOutline is the page of the icon, with its corner cut off for the fold.
func pageOutline() []point {
	ps := []point{{34, 8}, {45, 19}}
	for i, m := range []point{{42, 53}, {14, 53}, {14, 11}} {
		a := float64(i) * math.Pi / 2
		for j := range 13 {
			t := a + float64(j)*math.Pi/24
			ps = append(ps, point{m.x + 3*math.Cos(t), m.y + 3*math.Sin(t)})
		}
	}
	return ps
}

package answer

import (
	"image"
	"image/color"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"ragmanager/manager/window/markdown"
	"ragmanager/manager/window/text"
)

// A picture is what is known of a picture of the answer.
type picture struct {
	image image.Image // nil until it is loaded
	err   error
}

// load returns what is known of the picture at an address, and has it loaded the
// first time.
func (v *View) load(address string) *picture {
	p := v.pictures[address]
	if p != nil {
		return p
	}
	p = &picture{}
	v.pictures[address] = p
	v.options.Images.Load(address, func(i image.Image, err error) {
		v.dispatch(func() {
			p.image, p.err = i, err
			v.forget(func(s *section) bool { return s.pictures[address] })
			v.arrange()
		})
	})
	return p
}

// ready asks for equations again. That many are ready at once is one layout.
func (v *View) ready() {
	if v.asking.Swap(true) {
		return
	}
	v.dispatch(func() {
		v.asking.Store(false)
		v.forget(func(s *section) bool { return s.waiting })
		v.arrange()
	})
}

// pictured returns a run as a picture not wider than width. It returns false if
// it is none, or there is no picture of it.
func (b *builder) pictured(r markdown.Run, f font, width float32) (p piece, ok bool) {
	switch r.Role {
	case markdown.TeX:
		p, ok = b.typeset(r, f, width)
	case markdown.Picture:
		p, ok = b.loaded(r, width)
	}
	if ok {
		p.link, p.fixed, p.as = r.Link, true, r.Source()
	}
	return p, ok
}

// typeset returns an equation.
func (b *builder) typeset(r markdown.Run, f font, width float32) (piece, bool) {
	made := b.made(r, f)
	if made == nil || made.Err != nil || made.Image == nil {
		return piece{}, false
	}
	p := scaled(made.Image, b.look.sharpness(), width)
	p.base = p.h - float32(made.Depth)*p.h/float32(max(made.Image.Bounds().Dy(), 1)) + f.shift
	return p, true
}

// texSize is the size of equations relative to that of the text around them, as
// the letters of TeX are smaller at the same size.
const texSize = 1.1

// made returns the picture of an equation, or nil if there is none yet.
func (b *builder) made(r markdown.Run, f font) *Picture {
	if b.view.options.Equations == nil {
		return nil
	}
	e := Equation{
		TeX:     r.Text,
		Display: r.Display,
		Em:      int(f.size*texSize*b.look.sharpness() + 0.5),
		Color:   rgba(f.color),
	}
	made := b.view.options.Equations.Typeset(e, b.view.ready)
	if made == nil {
		b.section.waiting = true
	}
	return made
}

// loaded returns a picture that is loaded.
func (b *builder) loaded(r markdown.Run, width float32) (piece, bool) {
	if b.view.options.Images == nil {
		return piece{}, false
	}
	b.section.pictures[r.Image] = true
	known := b.view.load(r.Image)
	if known.image == nil || known.err != nil {
		return piece{}, false
	}
	return scaled(known.image, 1, width), true
}

// scaled returns a picture of which density pixels are a unit, not wider than
// width.
func scaled(i image.Image, density, width float32) piece {
	w, h := float32(i.Bounds().Dx())/density, float32(i.Bounds().Dy())/density
	if w > width {
		w, h = width, h*width/w
	}
	o := canvas.NewImageFromImage(i)
	o.FillMode = canvas.ImageFillStretch
	o.ScaleMode = canvas.ImageScaleSmooth
	return piece{object: o, w: w, ink: w, h: h, base: h}
}

// spoken returns the text that is shown for a run, and its font.
func (b *builder) spoken(r markdown.Run, f font) (string, font) {
	f.style.Bold = f.style.Bold || r.Bold
	f.style.Italic = f.style.Italic || r.Italic
	switch {
	case r.Role == markdown.Picture:
		return b.instead(r), font{size: f.size, color: b.look.muted, style: fyne.TextStyle{Italic: true}}
	case r.Role == markdown.TeX:
		return oneLine(r.Source()), b.mono(f.size, b.texColor(r, f))
	case r.Code:
		f = b.mono(f.size, f.color) // themes have one such font, neither bold nor italic
	}
	if r.Script != 0 {
		f.shift = f.size * map[int]float32{1: 0.36, -1: -0.14}[r.Script]
		f.size *= 0.75
	}
	return r.Text, f
}

// instead returns what is shown in place of a picture.
func (b *builder) instead(r markdown.Run) string {
	alt := r.Source()
	if b.view.options.Images == nil {
		return alt
	}
	if known := b.view.load(r.Image); known.err != nil {
		return text.NoPicture(alt, oneLine(known.err.Error()))
	}
	return text.LoadingPicture(alt)
}

// texColor returns the colour of TeX that is shown as code.
func (b *builder) texColor(r markdown.Run, f font) color.Color {
	if made := b.made(r, f); made != nil && made.Err != nil {
		return b.look.wrong
	}
	return f.color
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// equation writes an equation on lines of its own.
func (b *builder) equation(block markdown.Block, a area) float32 {
	r := markdown.Run{Role: markdown.TeX, Display: true, Text: block.Text}
	f := b.plain()
	p, ok := b.pictured(r, f, a.w)
	if !ok {
		return b.code(r.Source(), "", a, b.texColor(r, f))
	}
	return b.flow([]piece{p}, a, markdown.Center, b.leading())
}

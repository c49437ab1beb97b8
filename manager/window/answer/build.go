package answer

import (
	"image/color"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"ragmanager/manager/window/markdown"
)

// An area is where something is written: as far down as it needs.
type area struct{ x, y, w float32 }

// inset returns the area without what is left and right of it.
func (a area) inset(left, right float32) area {
	return area{a.x + left, a.y, max(a.w-left-right, 1)}
}

// A builder lays out a section. Its methods that take an area return the y below
// what they wrote.
type builder struct {
	view        *View
	look        look
	section     *section
	back, front []fyne.CanvasObject
	text        strings.Builder
	gaps        markdown.Gaps
	leaf        int
	inCode      bool // all has a background
}

// copied adds text to what is copied of the section, and returns where.
func (b *builder) copied(text string) (start, end int) {
	b.text.WriteString(b.gaps.Take())
	start = b.text.Len()
	b.text.WriteString(text)
	return start, b.text.Len()
}

// plain returns the font of text.
func (b *builder) plain() font { return font{size: b.look.size, color: b.look.text} }

// mono returns the font of code. It is smaller as its letters look larger.
func (b *builder) mono(size float32, c color.Color) font {
	return font{size: size * 0.94, style: fyne.TextStyle{Monospace: true}, color: c}
}

// leading is the space between lines of text.
func (b *builder) leading() float32 { return b.look.size * 0.22 }

func (b *builder) blocks(blocks []markdown.Block, a area, tight bool) float32 {
	for i, child := range blocks {
		if i > 0 {
			b.gaps.Block(tight)
			switch {
			case tight && (child.Kind == markdown.Paragraph || child.Kind == markdown.List):
				a.y += b.look.size * 0.2
			case tight:
				a.y += b.look.size * 0.4
			default:
				a.y += b.look.gap(child.Kind, blocks[i-1].Kind)
			}
		}
		a.y = b.block(child, a)
	}
	return a.y
}

func (b *builder) block(block markdown.Block, a area) float32 {
	b.leaf++
	switch block.Kind {
	case markdown.Heading:
		return b.heading(block, a)
	case markdown.Code:
		b.gaps.Verbatim()
		return b.code(block.Text, block.Language, a, b.look.text)
	case markdown.Equation:
		return b.equation(block, a)
	case markdown.Quote:
		return b.quote(block, a)
	case markdown.List:
		return b.list(block, a)
	case markdown.Table:
		b.gaps.Verbatim()
		return b.table(block, a)
	case markdown.Rule:
		return b.rule(a)
	}
	return b.flow(b.pieces(block.Runs, b.plain(), a.w), a, markdown.Left, b.leading())
}

func (b *builder) heading(block markdown.Block, a area) float32 {
	f := b.plain()
	f.size *= headings[block.Level]
	f.style.Bold = true
	if block.Level > 5 {
		f.color = b.look.muted
	}
	return b.flow(b.pieces(block.Runs, f, a.w), a, markdown.Left, b.leading())
}

func (b *builder) rule(a area) float32 {
	height := pixel(b.look.size * 0.6)
	start, end := b.copied(markdown.RuleText)
	b.section.frags = append(b.section.frags, frag{x: a.x, y: a.y, w: a.w, h: height, start: start, end: end, leaf: b.leaf})
	b.rectangle(b.look.line, a.x, a.y+pixel(height/2), a.w, 1, 0)
	return a.y + height
}

func (b *builder) quote(block markdown.Block, a area) float32 {
	bar := b.rectangle(b.look.line, a.x+2, a.y, 3, 0, 1.5)
	y := b.blocks(block.Blocks, a.inset(b.indent(), 0), false)
	bar.Resize(fyne.NewSize(3, y-a.y))
	return y
}

// indent is how far quotes are set in, and lists at least.
func (b *builder) indent() float32 { return pixel(b.look.size * 1.35) }

func (b *builder) list(block markdown.Block, a area) float32 {
	markers := make([]piece, len(block.Blocks))
	var widest float32
	for i, item := range block.Blocks {
		text := item.Marker
		if isTick(text) {
			text = "•" // by which the box is placed
		}
		markers[i] = written(text, font{size: b.look.size, color: b.look.muted})
		widest = max(widest, markers[i].w)
	}
	left := max(b.indent(), widest+b.look.size*0.6)
	for i, item := range block.Blocks {
		if i > 0 {
			b.gaps.Block(block.Tight)
			if block.Tight {
				a.y += b.look.size * 0.2
			} else {
				a.y += b.look.size * 0.55
			}
		}
		a.y = b.item(item, markers[i], a, left, block.Tight)
	}
	return a.y
}

// isTick reports whether a marker is a box to tick, which is drawn: its sign is of
// whichever font of the computer has it.
func isTick(marker string) bool { return marker == "☐" || marker == "☑" }

// item writes an item, with its marker before the text. The marker cannot be
// selected on its own; it is copied with the text.
func (b *builder) item(item markdown.Block, marker piece, a area, left float32, tight bool) float32 {
	b.gaps.Item(item.Marker)
	box := area{a.x + left - b.look.size*0.45, pixel(a.y + b.leading()/2 + b.above(item, marker.base)), 0}
	if isTick(item.Marker) {
		b.tick(item.Marker == "☑", box, marker)
	} else {
		b.marker(marker, box)
	}
	y := b.blocks(item.Blocks, a.inset(left, 0), tight)
	b.gaps.EndItem()
	return max(y, a.y+marker.h+b.leading())
}

// marker draws the marker of an item left of a place.
func (b *builder) marker(marker piece, a area) {
	t := canvas.NewText(marker.text, marker.font.color)
	t.TextSize = marker.font.size
	t.Move(fyne.NewPos(max(a.x-marker.w, 0), a.y))
	t.Resize(fyne.NewSize(marker.w, marker.h))
	b.front = append(b.front, t)
}

// tick draws a box to tick: fonts have no two that are alike.
func (b *builder) tick(done bool, a area, marker piece) {
	side := pixel(b.look.size * 0.8)
	x, y := a.x-side, pixel(a.y+marker.base-side+1)
	box := b.rectangle(color.Transparent, x, y, side, side, 2)
	box.StrokeColor, box.StrokeWidth = b.look.muted, 1
	if !done {
		return
	}
	box.FillColor, box.StrokeColor = b.look.link, b.look.link
	at := func(dx, dy float32) fyne.Position { return fyne.NewPos(x+side*dx, y+side*dy) }
	for _, ends := range [][2]fyne.Position{{at(0.22, 0.52), at(0.42, 0.73)}, {at(0.42, 0.73), at(0.8, 0.28)}} {
		l := canvas.NewLine(b.look.back)
		l.StrokeWidth = b.look.size / 9
		l.Position1, l.Position2 = ends[0], ends[1]
		b.front = append(b.front, l)
	}
}

// above returns how much lower the first line of an item is than one of text.
func (b *builder) above(item markdown.Block, base float32) float32 {
	if len(item.Blocks) == 0 {
		return 0
	}
	switch first := item.Blocks[0]; first.Kind {
	case markdown.Code:
		return b.codePadding()
	case markdown.Heading:
		f := b.plain()
		f.size *= headings[first.Level]
		return written("x", f).base - base
	}
	return 0
}

// rectangle draws a rectangle behind the text.
func (b *builder) rectangle(c color.Color, x, y, w, h, radius float32) *canvas.Rectangle {
	r := canvas.NewRectangle(c)
	r.CornerRadius = radius
	r.Move(fyne.NewPos(x, y))
	r.Resize(fyne.NewSize(w, h))
	b.back = append(b.back, r)
	return r
}

// stroke draws a line before the text.
func (b *builder) stroke(c color.Color, x, y, w, h float32) {
	r := canvas.NewRectangle(c)
	r.Move(fyne.NewPos(x, pixel(y)))
	r.Resize(fyne.NewSize(w, h))
	b.front = append(b.front, r)
}

func (b *builder) codePadding() float32 { return pixel(b.look.size * 0.55) }

// code writes code, whose lines are broken where the area ends.
func (b *builder) code(text, language string, a area, c color.Color) float32 {
	padding := b.codePadding()
	back := b.rectangle(b.look.codeBack, a.x, a.y, a.w, 0, b.look.radius)
	inside := a.inset(padding+2, padding+2)
	inside.y += padding
	if language != "" {
		b.label(language, a, padding)
	}
	b.inCode = true
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			b.gaps.Break()
		}
		inside.y = b.codeLine(line, inside, c)
	}
	b.inCode = false
	back.Resize(fyne.NewSize(a.w, inside.y+padding-a.y))
	return inside.y + padding
}

// codeLine writes a line of code. Positions after tabs depend on what is before
// them: a line is one piece.
func (b *builder) codeLine(line string, a area, c color.Color) float32 {
	p := written(line, b.mono(b.look.size, c))
	p.code = true
	return b.flow([]piece{p}, a, markdown.Left, b.leading()/2)
}

// label writes the language of code at its right.
func (b *builder) label(language string, a area, padding float32) {
	t := canvas.NewText(language, b.look.muted)
	t.TextSize = b.look.size * 0.75
	size := t.MinSize()
	if size.Width > a.w/3 {
		return
	}
	t.Move(fyne.NewPos(a.x+a.w-padding-size.Width, a.y+padding/2))
	t.Resize(size)
	b.back = append(b.back, t)
}

package answer

import (
	"image/color"
	"strings"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"github.com/rivo/uniseg"

	"ragmanager/manager/window/markdown"
	"ragmanager/manager/window/selecting"
)

// A piece is text of one style, or a picture, that is not broken unless it is
// wider than a line.
type piece struct {
	text    string            // that is shown
	fixed   bool              // what is copied is not text but as
	as      string            // copied for a fixed piece
	object  fyne.CanvasObject // a picture; nil for text
	font    font
	link    string
	code    bool
	strike  bool
	w, ink  float32 // width, and that without the blank at its end
	pad     float32 // of the width, what is left free behind it
	h, base float32 // height, and that of the base line below the top
	glued   bool    // there is no break before it
	newline bool    // it is none but a break
}

// A font is how text is written.
type font struct {
	size  float32
	style fyne.TextStyle
	color color.Color
	shift float32 // of the base line, upwards
}

// long is from how many bytes on the width of a text is guessed: it is wider than
// a line, and its end will be found when it is broken.
const long = 1000

// written returns text as a piece.
func written(text string, f font) piece {
	if len(text) <= long {
		return measured(text, f)
	}
	p := measured("x", f)
	p.text, p.w = text, float32(len(text))*f.size/2
	p.ink = p.w
	return p
}

// measured returns text as a piece, with its width.
func measured(text string, f font) piece {
	size, base := fyne.CurrentApp().Driver().RenderedTextSize(text, f.size, f.style, nil)
	p := piece{text: text, font: f, w: size.Width, ink: size.Width, h: size.Height, base: base + f.shift}
	if trimmed := strings.TrimRight(text, " "); trimmed != text {
		p.ink = fyne.MeasureText(trimmed, f.size, f.style).Width
	}
	return p
}

// pieces returns runs cut where lines may break.
//
// The loop goes over the bytes of two texts at once, what is shown and what tells
// where lines may break, in which pictures are one character.
func (b *builder) pieces(runs []markdown.Run, f font, width float32) []piece {
	breaks := breakable(runs)
	var out []piece
	at := 0
	for _, r := range runs {
		if r.Role == markdown.Break {
			out = append(out, piece{newline: true})
			at += len(lineEnd)
			continue
		}
		if p, ok := b.pictured(r, f, width); ok {
			p.glued = at > 0 && !breaks[at]
			out = append(out, p)
			at += len(standIn)
			continue
		}
		shown, style := b.spoken(r, f)
		boxed := len(out) // where the pieces begin that have a background
		for i, word := range cut(shown, breaks, at, r) {
			p := written(word, style)
			p.link, p.code, p.strike = r.Link, r.Code || r.Role == markdown.TeX, r.Strike
			if r.Role == markdown.Picture && r.Link == "" && b.view.options.Images == nil {
				p.link = r.Image
			}
			p.glued = i == 0 && at > 0 && !breaks[at]
			if p.fixed = r.Role != markdown.Words; p.fixed && i == 0 {
				p.as = r.Source()
			}
			out = append(out, p)
			if r.Role == markdown.Words {
				at += len(word)
			}
		}
		if r.Role != markdown.Words {
			at += len(standIn)
		}
		b.keepOff(out, boxed)
	}
	return out
}

// keepOff moves the pieces from boxed on, if they have a background, off what stands
// before and behind them: it is a little wider than the letters, and would cover most
// of a blank.
func (b *builder) keepOff(pieces []piece, boxed int) {
	last := len(pieces) - 1
	if b.inCode || boxed > last || !pieces[last].code {
		return
	}
	pieces[last].leave(overhang)
	if boxed > 0 && !pieces[boxed-1].newline {
		pieces[boxed-1].leave(overhang)
	}
}

// leave leaves something more free behind a piece.
func (p *piece) leave(room float32) {
	p.pad += room
	p.w += room
}

// overhang is how much wider than its letters the background of code is, at each side.
const overhang = 2

// standIn stands for pictures, and lineEnd for breaks, when it is looked for
// where lines may break.
const standIn, lineEnd = "\uFFFC", "\n"

// breakable returns before which bytes of the text of runs lines may break, by
// the rules of Unicode for all writing systems.
func breakable(runs []markdown.Run) map[int]bool {
	var text strings.Builder
	for _, r := range runs {
		switch r.Role {
		case markdown.Words:
			text.WriteString(r.Text)
		case markdown.Break:
			text.WriteString(lineEnd)
		default:
			text.WriteString(standIn)
		}
	}
	breaks := map[int]bool{}
	rest, state, at := text.String(), -1, 0
	for rest != "" {
		var segment string
		segment, rest, _, state = uniseg.FirstLineSegmentInString(rest, state)
		at += len(segment)
		breaks[at] = true
	}
	return breaks
}

// cut cuts the text of a run, which begins at the byte at of those of breaks.
func cut(text string, breaks map[int]bool, at int, r markdown.Run) []string {
	if r.Role != markdown.Words {
		return strings.SplitAfter(text, " ")
	}
	var words []string
	begin := 0
	for i := 1; i <= len(text); i++ {
		if i == len(text) || breaks[at+i] {
			words = append(words, text[begin:i])
			begin = i
		}
	}
	return words
}

// flow writes pieces in lines, and returns the y below them. leading is the space
// between lines.
func (b *builder) flow(pieces []piece, a area, align markdown.Alignment, leading float32) float32 {
	var line []piece
	var used float32
	emit := func() {
		a.y = b.line(line, a, align, leading)
		line, used = nil, 0
	}
	for i := 0; i < len(pieces); {
		if pieces[i].newline {
			if len(line) == 0 {
				a.y += b.look.size
			} else {
				emit()
			}
			b.gaps.Break()
			i++
			continue
		}
		unit := together(pieces[i:])
		switch w := inkOf(unit); {
		case used+w <= a.w+0.5:
			line = append(line, unit...)
			used += widthOf(unit)
			i += len(unit)
		case len(line) > 0 && w <= a.w+0.5:
			emit()
		default: // no line has room for it
			head, tail := unit[0].split(a.w-used, len(line) == 0)
			if head != nil {
				line = append(line, *head)
				used += head.w
			}
			if tail == nil {
				i++
			} else {
				pieces[i] = *tail
				emit()
			}
		}
	}
	if len(line) > 0 {
		emit()
	}
	return a.y
}

// together returns the pieces that are not parted from the first.
func together(pieces []piece) []piece {
	n := 1
	for n < len(pieces) && pieces[n].glued && !pieces[n].newline {
		n++
	}
	return pieces[:n]
}

func widthOf(pieces []piece) (w float32) {
	for _, p := range pieces {
		w += p.w
	}
	return w
}

func inkOf(pieces []piece) float32 {
	last := pieces[len(pieces)-1]
	return widthOf(pieces) - last.w + last.ink
}

// split parts a piece so that the head is not wider than width. It returns nil
// for what there is not. The first of a line has a head in any case.
func (p piece) split(width float32, first bool) (head, tail *piece) {
	switch {
	case p.ink <= width+0.5 || first && p.object != nil:
		return &p, nil
	case p.object != nil:
		return nil, &p
	}
	// No letters are narrower than an eighth of their size, so that it is not
	// necessary to measure a whole book to find the end of a line.
	most := 32 + int(max(width, 0)/p.font.size*8)*4
	end, ok := selecting.Fitting(p.text, most, width, func(s string) float32 {
		return fyne.MeasureText(s, p.font.size, p.font.style).Width
	})
	if !ok && !first {
		return nil, &p
	}
	return p.cut(end)
}

// cut parts a piece at a byte of its text, or at a blank a little before it: lines
// of code are one piece, but have words too.
func (p piece) cut(end int) (head, tail *piece) {
	if blank := strings.LastIndexByte(p.text[:end], ' ') + 1; p.code && blank > end/2 && end < len(p.text) {
		end = blank
	}
	h := p.like(measured(p.text[:end], p.font))
	h.as = p.as
	if end == len(p.text) {
		return &h, nil
	}
	t := p.like(written(p.text[end:], p.font))
	t.leave(p.pad)
	return &h, &t
}

// like returns q with the style of p.
func (p piece) like(q piece) piece {
	q.link, q.code, q.strike, q.fixed = p.link, p.code, p.strike, p.fixed
	return q
}

// line writes one line at the top of an area, and returns the y below it.
func (b *builder) line(pieces []piece, a area, align markdown.Alignment, leading float32) float32 {
	var above, below float32
	for _, p := range pieces {
		above, below = max(above, p.base), max(below, p.h-p.base)
	}
	x, room := a.x, a.w-inkOf(pieces)
	if room > 0 && align == markdown.Right {
		x += room
	} else if room > 0 && align == markdown.Center {
		x += room / 2
	}
	box := area{x, a.y, 0}
	height := above + below + leading
	for len(pieces) > 0 {
		n := alike(pieces)
		p := joined(pieces[:n])
		box.w = p.w
		b.put(p, box, height, a.y+leading/2+above)
		box.x += p.w
		pieces = pieces[n:]
	}
	return a.y + height
}

// alike returns how many of the first pieces have one style.
func alike(pieces []piece) int {
	n := 1
	first := pieces[0]
	for n < len(pieces) && first.object == nil && pieces[n].object == nil && pieces[n].font == first.font &&
		pieces[n].fixed == first.fixed && pieces[n].link == first.link && pieces[n].code == first.code && pieces[n].strike == first.strike {
		n++
	}
	return n
}

// joined returns pieces of one style as one.
func joined(pieces []piece) piece {
	p := pieces[0]
	p.ink = inkOf(pieces)
	p.w = widthOf(pieces)
	for _, q := range pieces[1:] {
		p.text += q.text
		p.as += q.as
		p.pad += q.pad
	}
	if strings.IndexFunc(p.text, func(r rune) bool { return r > unicode.MaxLatin1 }) >= 0 && p.object == nil {
		// Letters of some writing systems are joined, others have no font.
		p.w = fyne.MeasureText(p.text, p.font.size, p.font.style).Width + p.pad
	}
	return p
}

// put puts a piece at a place in a line of a height and with a base line.
func (b *builder) put(p piece, box area, height, base float32) {
	top := pixel(base - p.base)
	copied := p.text
	if p.fixed {
		copied = p.as
	}
	start, end := b.copied(copied)
	b.section.frags = append(b.section.frags, frag{
		x: box.x, y: box.y, w: p.w, h: height,
		start: start, end: end, leaf: b.leaf, link: p.link,
		letters: !p.fixed, size: p.font.size, style: p.font.style,
	})
	object := p.object
	if object == nil {
		b.decorate(p, box.x, top, base)
		t := canvas.NewText(p.text, b.colorOf(p))
		t.TextSize, t.TextStyle = p.font.size, p.font.style
		object = t
	}
	object.Move(fyne.NewPos(box.x, top))
	object.Resize(fyne.NewSize(p.w, p.h))
	b.front = append(b.front, object)
}

func (b *builder) colorOf(p piece) color.Color {
	if p.link != "" {
		return b.look.link
	}
	return p.font.color
}

// decorate draws what text has besides letters.
func (b *builder) decorate(p piece, x, top, base float32) {
	if p.code && !b.inCode {
		b.rectangle(b.look.codeBack, x-overhang, top, p.ink+2*overhang, p.h, 4)
	}
	stroke := max(1, p.font.size/16)
	if p.link != "" {
		b.stroke(b.look.link, x, base+2*stroke, p.ink, 1)
	}
	if p.strike {
		b.stroke(b.colorOf(p), x, base-p.font.size*0.28, p.ink, stroke)
	}
}

// pixel rounds a place so that text is not blurred.
func pixel(y float32) float32 { return float32(int(y + 0.5)) }

package window

import (
	"sort"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ragmanager/manager/window/selecting"
)

// A markedBody is the whole text within the scroll of a markedText. It has objects
// for the lines alone that are seen.
type markedBody struct {
	widget.BaseWidget
	t      *markedText
	shift  bool // the key is down
	clicks selecting.Clicks
}

// CreateRenderer implements [fyne.Widget].
func (b *markedBody) CreateRenderer() fyne.WidgetRenderer {
	return &drawing{of: b, min: b.MinSize, draw: b.draw}
}

// MinSize implements [fyne.CanvasObject].
func (b *markedBody) MinSize() fyne.Size {
	return fyne.NewSize(1, b.t.lineHeight()*float32(max(1, len(b.t.lines))))
}

// draw draws the lines that are seen.
func (b *markedBody) draw(p *pen, _ fyne.Size) {
	t, h := b.t, b.t.lineHeight()
	first := max(0, int(t.scroll.Offset.Y/h)-1)
	last := min(len(t.lines), int((t.scroll.Offset.Y+t.scroll.Size().Height)/h)+2)
	for row := first; row < last; row++ {
		b.backgrounds(p, t.lines[row], float32(row)*h, h)
	}
	for row := first; row < last; row++ {
		// blanks at the end may be any number, and Fyne draws no text of any width
		words := strings.TrimRight(drawn(t.text[t.lines[row].start:t.lines[row].end]), " ")
		if line := p.words(words, theme.ColorNameForeground, t.size, fyne.TextStyle{}, t.inset(), float32(row)*h); line != nil {
			line.Resize(fyne.NewSize(t.width, h)) // whole pixels
		}
	}
}

// backgrounds draws what is behind a line.
func (b *markedBody) backgrounds(p *pen, line span, y, h float32) {
	t := b.t
	for _, m := range t.marks[:sort.Search(len(t.marks), func(i int) bool { return t.marks[i].start >= line.end })] {
		b.background(p, line, m, y+1, h-2, 3)
	}
	b.background(p, line, mark{span: t.selected(), color: theme.ColorNameSelection}, y, h, 0)
}

// background draws a rectangle behind the part of a line that is within m.
func (b *markedBody) background(p *pen, line span, m mark, y, h, radius float32) {
	t := b.t
	from, to := max(line.start, m.start), min(line.end, m.end)
	if from >= to {
		return
	}
	x := t.wide(t.text[line.start:from])
	width := t.wide(t.text[line.start:to]) - x
	if m.end > line.end && m.color == theme.ColorNameSelection {
		width += h / 4 // the end of the line is selected, too
	}
	if width <= 0 {
		return
	}
	rect := p.rect(m.color, t.inset()+x, y, width, h)
	rect.CornerRadius = radius
	if m.faint {
		rect.FillColor = faded(rect.FillColor)
	}
}

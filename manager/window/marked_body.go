package window

import (
	"sort"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
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
func (b *markedBody) CreateRenderer() fyne.WidgetRenderer { return &bodyRenderer{b: b} }

// MinSize implements [fyne.CanvasObject].
func (b *markedBody) MinSize() fyne.Size {
	return fyne.NewSize(1, b.t.lineHeight()*float32(max(1, len(b.t.lines))))
}

// A bodyRenderer keeps texts and rectangles to use them again.
type bodyRenderer struct {
	b       *markedBody
	texts   []*canvas.Text
	rects   []*canvas.Rectangle
	objects []fyne.CanvasObject
	used    int // of rects
}

func (r *bodyRenderer) Destroy()                     {}
func (r *bodyRenderer) Layout(fyne.Size)             { r.Refresh() }
func (r *bodyRenderer) MinSize() fyne.Size           { return r.b.MinSize() }
func (r *bodyRenderer) Objects() []fyne.CanvasObject { return r.objects }

// Refresh implements [fyne.WidgetRenderer].
func (r *bodyRenderer) Refresh() {
	t := r.b.t
	h := t.lineHeight()
	first := max(0, int(t.scroll.Offset.Y/h)-1)
	last := min(len(t.lines), int((t.scroll.Offset.Y+t.scroll.Size().Height)/h)+2)
	r.objects, r.used = r.objects[:0], 0
	for row := first; row < last; row++ {
		r.backgrounds(row, float32(row)*h, h)
	}
	for row := first; row < last; row++ {
		r.line(row-first, row, float32(row)*h, h)
	}
	canvas.Refresh(r.b)
}

// backgrounds draws what is behind a line.
func (r *bodyRenderer) backgrounds(row int, y, h float32) {
	t := r.b.t
	line := t.lines[row]
	// marks are ordered by their beginnings, and few reach over more than a line
	for _, m := range t.marks[:sort.Search(len(t.marks), func(i int) bool { return t.marks[i].start >= line.end })] {
		if m.end > line.start {
			r.background(line, m, y+1, h-2, 3)
		}
	}
	if selected := t.selected(); selected.end > selected.start {
		r.background(line, mark{span: selected, color: theme.ColorNameSelection}, y, h, 0)
	}
}

// background draws a rectangle behind the part of a line that is within m.
func (r *bodyRenderer) background(line span, m mark, y, h, radius float32) {
	t := r.b.t
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
	if r.used == len(r.rects) {
		r.rects = append(r.rects, canvas.NewRectangle(nil))
	}
	rect := r.rects[r.used]
	r.used++
	rect.FillColor, rect.CornerRadius = colorOf(m.color), radius
	if m.faint {
		rect.FillColor = faded(rect.FillColor)
	}
	rect.Move(fyne.NewPos(t.inset()+x, y))
	rect.Resize(fyne.NewSize(width, h))
	r.objects = append(r.objects, rect)
}

// line draws a line as the nth one that is seen.
func (r *bodyRenderer) line(n, row int, y, h float32) {
	t := r.b.t
	// blanks at the end may be any number, and Fyne draws no text of any width
	words := strings.TrimRight(drawn(t.text[t.lines[row].start:t.lines[row].end]), " ")
	if n == len(r.texts) {
		r.texts = append(r.texts, canvas.NewText("", nil))
	}
	line := r.texts[n]
	line.Text, line.TextSize, line.Color = words, t.size, colorOf(theme.ColorNameForeground)
	line.Move(fyne.NewPos(t.inset(), y))
	line.Resize(fyne.NewSize(t.width, h))
	if words != "" {
		r.objects = append(r.objects, line)
	}
}

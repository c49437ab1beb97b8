package logview

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
)

// color returns a colour of the theme the view is shown in.
func (v *View) color(name fyne.ThemeColorName) color.Color {
	variant := fyne.CurrentApp().Settings().ThemeVariant()
	return v.Theme().Color(name, variant)
}

// margin returns the space left and right of the rows.
func (b *body) margin() float32 { return b.view.Theme().Size(theme.SizeNameInnerPadding) / 2 }

// CreateRenderer implements fyne.Widget.
func (b *body) CreateRenderer() fyne.WidgetRenderer { return &renderer{body: b} }

// A renderer draws the rows that are seen. It keeps its texts and rectangles
// for the next time, as making them costs more than moving them.
type renderer struct {
	body    *body
	texts   pool[*canvas.Text]
	boxes   pool[*canvas.Rectangle]
	objects []fyne.CanvasObject // boxes first, so that texts are above
}

// A pool hands out objects made before.
type pool[T any] struct {
	all  []T
	used int
}

func (p *pool[T]) take(make func() T) T {
	if p.used == len(p.all) {
		p.all = append(p.all, make())
	}
	p.used++
	return p.all[p.used-1]
}

// Destroy implements fyne.WidgetRenderer.
func (r *renderer) Destroy() { r.body.stopPull() }

// MinSize implements fyne.WidgetRenderer.
func (r *renderer) MinSize() fyne.Size { return r.body.MinSize() }

// Objects implements fyne.WidgetRenderer.
func (r *renderer) Objects() []fyne.CanvasObject { return r.objects }

// Layout implements fyne.WidgetRenderer: in another width, lines are wrapped
// elsewhere.
func (r *renderer) Layout(size fyne.Size) { r.fit(size.Width) }

// fit wraps the lines to a width, and keeps the first line that is seen in its
// place unless the view follows the end.
func (r *renderer) fit(width float32) {
	v := r.body.view
	th := v.Theme()
	room := width - 2*r.body.margin() - th.Size(theme.SizeNameScrollBar)
	top := r.topPlace()
	if !v.rows.layout(room, th.Size(theme.SizeNameText)) {
		return
	}
	if !v.follow && v.rows.count() > 0 {
		v.scroll.Offset.Y = float32(v.rows.at(top)) * v.rows.height
	}
	v.scroll.Offset.Y = min(v.scroll.Offset.Y, v.lowest())
	v.grow()
}

// topPlace returns the place at the top of what is seen.
func (r *renderer) topPlace() place {
	v := r.body.view
	if v.rows.height == 0 || v.rows.count() == 0 {
		return place{}
	}
	row := min(int(v.scroll.Offset.Y/v.rows.height), v.rows.count()-1)
	line, from, _ := v.rows.of(row)
	return place{line, from}
}

// Refresh implements fyne.WidgetRenderer.
func (r *renderer) Refresh() {
	r.fit(r.body.Size().Width)
	r.texts.used, r.boxes.used = 0, 0
	v := r.body.view
	if v.rows.height > 0 {
		top := v.scroll.Offset.Y
		first := int(top / v.rows.height)
		last := int((top + v.scroll.Size().Height) / v.rows.height)
		for row := first; row <= last && row < v.rows.count(); row++ {
			r.row(row)
		}
	}
	r.objects = r.objects[:0]
	for _, box := range r.boxes.all[:r.boxes.used] {
		r.objects = append(r.objects, box)
	}
	for _, text := range r.texts.all[:r.texts.used] {
		r.objects = append(r.objects, text)
	}
	canvas.Refresh(r.body)
}

// row draws a row with what is marked in it.
func (r *renderer) row(row int) {
	v := r.body.view
	line, from, to := v.rows.of(row)
	l := v.log.lines[line]
	y := float32(row) * v.rows.height
	r.matches(line, from, to, y)
	r.selected(line, from, to, y)

	t := r.texts.take(func() *canvas.Text { return &canvas.Text{TextStyle: style} })
	t.Text, t.TextSize, t.Color = l.Text[from:to], v.rows.size, v.color(l.Color)
	t.Move(fyne.NewPos(r.body.margin(), y))
	t.Resize(fyne.NewSize(v.rows.room, v.rows.height))
}

// matches marks what the search has found in a row, the current match in another
// colour.
func (r *renderer) matches(line, from, to int, y float32) {
	v := r.body.view
	first, matches := v.search.inLine(line)
	for i, m := range matches {
		if m.to <= from || m.from >= to {
			continue
		}
		name := theme.ColorNameWarning
		if first+i == v.search.current {
			name = theme.ColorNamePrimary
		}
		r.box(line, from, max(m.from, from), min(m.to, to), y, faint(v.color(name)))
	}
}

// faint returns a colour through which text can be read.
func faint(c color.Color) color.Color {
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	n.A = min(n.A, 0x70)
	return n
}

// selected marks what is selected of a row. A line end that is selected shows
// as a bit more.
func (r *renderer) selected(line, from, to int, y float32) {
	v := r.body.view
	begin, end := v.selection.ends()
	if !begin.less(end) || line < begin.line || line > end.line {
		return
	}
	left, right := from, to
	if line == begin.line {
		left = max(from, begin.byte)
	}
	if line == end.line {
		right = min(to, end.byte)
	}
	if left > right || left >= to && from < to && line == end.line {
		return
	}
	box := r.box(line, from, left, right, y, v.color(theme.ColorNameSelection))
	if line < end.line && right == len(v.log.lines[line].Text) {
		box.Resize(box.Size().AddWidthHeight(v.rows.cell, 0))
	}
}

// box draws a rectangle behind a part of the row that begins at from.
func (r *renderer) box(line, from, left, right int, y float32, c color.Color) *canvas.Rectangle {
	v := r.body.view
	text := v.log.lines[line].Text
	x := v.rows.width(text[from:left])
	box := r.boxes.take(func() *canvas.Rectangle { return new(canvas.Rectangle) })
	box.FillColor = c
	box.Move(fyne.NewPos(r.body.margin()+x, y))
	box.Resize(fyne.NewSize(v.rows.width(text[from:right])-x, v.rows.height))
	return box
}

package window

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
)

// A pen draws rows of lists. It uses its texts and rectangles again, since rows are
// drawn anew for each step of scrolling.
type pen struct {
	objects    []fyne.CanvasObject // in the order in which they were drawn
	texts      []*canvas.Text
	rectangles []*canvas.Rectangle
	icons      []*canvas.Image
	ink        color.Color // that the icons were drawn in
	written    int         // of texts
	filled     int         // of rectangles
	pictured   int         // of icons
}

// begin begins a drawing.
func (p *pen) begin() {
	p.objects, p.written, p.filled, p.pictured = p.objects[:0], 0, 0, 0
	if ink := colorOf(theme.ColorNameForeground); ink != p.ink {
		p.ink = ink
		for _, i := range p.icons {
			i.Refresh() // an image keeps the colour that its resource had
		}
	}
}

// rect draws a rectangle in a colour of the theme.
func (p *pen) rect(color fyne.ThemeColorName, x, y, width, height float32) *canvas.Rectangle {
	if p.filled == len(p.rectangles) {
		p.rectangles = append(p.rectangles, canvas.NewRectangle(nil))
	}
	r := p.rectangles[p.filled]
	p.filled++
	r.FillColor, r.CornerRadius, r.StrokeWidth = colorOf(color), 0, 0
	r.Move(fyne.NewPos(x, y))
	r.Resize(fyne.NewSize(max(0, width), height))
	p.objects = append(p.objects, r)
	return r
}

// words draws a line of text.
func (p *pen) words(s string, color fyne.ThemeColorName, size float32, style fyne.TextStyle, x, y float32) *canvas.Text {
	if s == "" {
		return nil
	}
	if p.written == len(p.texts) {
		p.texts = append(p.texts, canvas.NewText("", nil))
	}
	t := p.texts[p.written]
	p.written++
	t.Text, t.TextSize, t.TextStyle, t.Color = s, size, style, colorOf(color)
	t.Move(fyne.NewPos(x, y))
	t.Resize(t.MinSize())
	p.objects = append(p.objects, t)
	return t
}

// icon draws a picture of the theme.
func (p *pen) icon(picture fyne.Resource, x, y, size float32) {
	if p.pictured == len(p.icons) {
		p.icons = append(p.icons, canvas.NewImageFromResource(nil))
	}
	i := p.icons[p.pictured]
	p.pictured++
	if i.Resource != picture {
		i.Resource = picture
		i.Refresh()
	}
	i.Move(fyne.NewPos(x, y))
	i.Resize(fyne.NewSquareSize(size))
	p.objects = append(p.objects, i)
}

// right draws a line of text at the right end of a column.
func (p *pen) right(s string, color fyne.ThemeColorName, size float32, column [2]float32, y float32) {
	width := fyne.MeasureText(s, size, fyne.TextStyle{}).Width
	p.words(s, color, size, fyne.TextStyle{}, column[0]+column[1]-width, y)
}

// textHeight returns how high a line of text of a size is.
func textHeight(size float32) float32 {
	return fyne.MeasureText("M", size, fyne.TextStyle{}).Height
}

// faded returns a colour that lets through what is below.
func faded(c color.Color) color.Color {
	r, g, b, a := c.RGBA()
	const by = 3 // a third of it is left
	return color.RGBA64{uint16(r / by), uint16(g / by), uint16(b / by), uint16(a / by)}
}

// A drawing is the renderer of a widget that is drawn with a pen.
type drawing struct {
	pen
	of   fyne.Widget
	min  func() fyne.Size // nil for a widget that takes whatever room there is
	draw func(*pen, fyne.Size)
}

// Destroy implements [fyne.WidgetRenderer].
func (d *drawing) Destroy() {}

// Objects implements [fyne.WidgetRenderer].
func (d *drawing) Objects() []fyne.CanvasObject { return d.objects }

// MinSize implements [fyne.WidgetRenderer].
func (d *drawing) MinSize() fyne.Size {
	if d.min == nil {
		return fyne.Size{}
	}
	return d.min()
}

// Layout implements [fyne.WidgetRenderer].
func (d *drawing) Layout(size fyne.Size) {
	d.begin()
	d.draw(&d.pen, size)
}

// Refresh implements [fyne.WidgetRenderer].
func (d *drawing) Refresh() {
	d.Layout(d.of.Size())
	canvas.Refresh(d.of)
}

package window

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// plain returns a label of text in a colour and size of the theme; it wraps if wrap
// is set, and is cut with an ellipsis otherwise.
func plain(words string, color fyne.ThemeColorName, size fyne.ThemeSizeName, wrap bool) *widget.RichText {
	t := widget.NewRichText(&widget.TextSegment{Text: words, Style: widget.RichTextStyle{ColorName: color, SizeName: size}})
	t.Truncation = fyne.TextTruncateEllipsis
	if wrap {
		t.Truncation, t.Wrapping = fyne.TextTruncateOff, fyne.TextWrapWord
	}
	return t
}

// muted returns a small label of less important text.
func muted(words string, wrap bool) *widget.RichText {
	return plain(words, colorMuted, theme.SizeNameCaptionText, wrap)
}

// setPlain changes the text of what plain or muted returned.
func setPlain(t *widget.RichText, words string) {
	s := t.Segments[0].(*widget.TextSegment)
	if s.Text != words {
		s.Text = words
		t.Refresh()
	}
}

// centre centres what plain or muted returned.
func centre(t *widget.RichText) {
	t.Segments[0].(*widget.TextSegment).Style.Alignment = fyne.TextAlignCenter
}

// heading returns a title within a view.
func heading(words string) *widget.RichText {
	t := plain(words, theme.ColorNameForeground, theme.SizeNameText, false)
	t.Segments[0].(*widget.TextSegment).Style.TextStyle.Bold = true
	return t
}

// A backdrop is a rectangle in a colour of the theme, which follows the theme.
type backdrop struct {
	widget.BaseWidget
	color  fyne.ThemeColorName
	border fyne.ThemeColorName // "" for none
	radius float32
}

// newBackdrop returns a rectangle to be put behind other things. border may be "".
func newBackdrop(color, border fyne.ThemeColorName, radius float32) *backdrop {
	b := &backdrop{color: color, border: border, radius: radius}
	b.ExtendBaseWidget(b)
	return b
}

// paint changes the colour.
func (b *backdrop) paint(color fyne.ThemeColorName) {
	if b.color != color {
		b.color = color
		b.Refresh()
	}
}

// newDot returns a filled circle of a size, which follows the theme.
func newDot(color fyne.ThemeColorName, size float32) (dot *backdrop, placed fyne.CanvasObject) {
	dot = newBackdrop(color, "", size/2)
	return dot, container.NewCenter(container.NewGridWrap(fyne.NewSize(size, size), dot))
}

// CreateRenderer implements [fyne.Widget].
func (b *backdrop) CreateRenderer() fyne.WidgetRenderer {
	r := &backdropRenderer{b, canvas.NewRectangle(color.Transparent)}
	r.Refresh()
	return r
}

type backdropRenderer struct {
	b    *backdrop
	rect *canvas.Rectangle
}

func (r *backdropRenderer) Destroy()                     {}
func (r *backdropRenderer) Layout(size fyne.Size)        { r.rect.Resize(size) }
func (r *backdropRenderer) MinSize() fyne.Size           { return fyne.Size{} }
func (r *backdropRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.rect} }

func (r *backdropRenderer) Refresh() {
	r.rect.FillColor, r.rect.CornerRadius = colorOf(r.b.color), r.b.radius
	r.rect.StrokeWidth = 0
	if r.b.border != "" {
		r.rect.StrokeColor, r.rect.StrokeWidth = colorOf(r.b.border), 1
	}
	r.rect.Refresh()
}

// card puts things on a backdrop with a border.
func card(content fyne.CanvasObject) *fyne.Container {
	return container.NewStack(newBackdrop(colorCard, theme.ColorNameSeparator, 8), container.NewPadded(content))
}

// A quiet holds things that refresh themselves, and refreshes none of them when what it
// is in is refreshed. They follow the theme all the same, which is told to each object.
type quiet struct {
	widget.BaseWidget
	content fyne.CanvasObject
}

func newQuiet(content fyne.CanvasObject) *quiet {
	q := &quiet{content: content}
	q.ExtendBaseWidget(q)
	return q
}

// CreateRenderer implements [fyne.Widget].
func (q *quiet) CreateRenderer() fyne.WidgetRenderer {
	return quietRenderer{widget.NewSimpleRenderer(q.content)}
}

type quietRenderer struct{ fyne.WidgetRenderer }

func (quietRenderer) Refresh() {}

// A chip shows a word on a colour.
type chip struct {
	widget.BaseWidget
	words string
	color fyne.ThemeColorName
}

func newChip() *chip {
	c := &chip{color: colorLow}
	c.ExtendBaseWidget(c)
	return c
}

// set changes the words and the colour.
func (c *chip) set(words string, color fyne.ThemeColorName) {
	c.words, c.color = words, color
	c.Refresh()
}

// CreateRenderer implements [fyne.Widget].
func (c *chip) CreateRenderer() fyne.WidgetRenderer {
	return &drawing{of: c, min: c.least, draw: c.draw}
}

func (c *chip) least() fyne.Size {
	m := fyne.MeasureText(c.words, theme.TextSize(), fyne.TextStyle{Bold: true})
	return fyne.NewSize(m.Width+m.Height, m.Height+theme.Padding())
}

func (c *chip) draw(p *pen, size fyne.Size) {
	p.rect(c.color, 0, 0, size.Width, size.Height).CornerRadius = size.Height / 2
	m := fyne.MeasureText(c.words, theme.TextSize(), fyne.TextStyle{Bold: true})
	p.words(c.words, theme.ColorNameForegroundOnPrimary, theme.TextSize(), fyne.TextStyle{Bold: true}, (size.Width-m.Width)/2, (size.Height-m.Height)/2)
}

// setHidden hides or shows an object if it is not so already.
func setHidden(o fyne.CanvasObject, hidden bool) {
	switch {
	case hidden && o.Visible():
		o.Hide()
	case !hidden && !o.Visible():
		o.Show()
		drawAgain()
	}
}

// drawAgain has what is on the display drawn again. Fyne does not do so by itself when a
// container is shown, nor when something is refreshed that was never seen.
func drawAgain() {
	for _, w := range fyne.CurrentApp().Driver().AllWindows() {
		if c, ok := w.Canvas().(interface{ SetDirty() }); ok {
			c.SetDirty()
		}
	}
}

// firstOf returns the first text that is not empty.
func firstOf(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}

// setEnabled enables or disables what can be pressed or typed in.
func setEnabled(o fyne.Disableable, on bool) {
	switch {
	case on && o.Disabled():
		o.Enable()
	case !on && !o.Disabled():
		o.Disable()
	}
}

// toClipboard copies a text.
func toClipboard(words string) { fyne.CurrentApp().Clipboard().SetContent(words) }

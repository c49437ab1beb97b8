package window

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// A line is what a row of a simple list shows.
type line struct {
	left   string // in a column of its own
	first  string
	second string // below the first, smaller
	two    bool   // the list has rows of two lines
	tail   bool   // the end of the first tells more than its beginning, as in addresses
	ink    fyne.ThemeColorName
	bar    fyne.ThemeColorName // of a bar before the texts; "" for none
}

// A lineRow is a row of a simple list.
type lineRow struct {
	widget.BaseWidget
	line line
}

// newLineRow returns a row of one line.
func newLineRow() *lineRow { return newRowOf(false) }

// newTwoLineRow returns a row of two lines.
func newTwoLineRow() *lineRow { return newRowOf(true) }

func newRowOf(two bool) *lineRow {
	r := &lineRow{line: line{two: two}}
	r.ExtendBaseWidget(r)
	return r
}

// show changes what the row shows.
func (r *lineRow) show(l line) {
	r.line = l
	r.Refresh()
}

// MinSize implements [fyne.CanvasObject].
func (r *lineRow) MinSize() fyne.Size {
	small := textHeight(theme.CaptionTextSize())
	h := small + theme.Padding()
	if r.line.two {
		h += textHeight(theme.TextSize())
	}
	return fyne.NewSize(8*theme.TextSize(), h)
}

// CreateRenderer implements [fyne.Widget].
func (r *lineRow) CreateRenderer() fyne.WidgetRenderer {
	return &drawing{of: r, min: r.MinSize, draw: r.draw}
}

func (r *lineRow) draw(p *pen, size fyne.Size) {
	l, gap, small := r.line, theme.Padding(), theme.CaptionTextSize()
	x, y := 2*gap, gap/2
	main := small
	if l.two {
		main = theme.TextSize()
		if l.second == "" {
			y = (size.Height - textHeight(main)) / 2
		}
		p.right(l.left, colorMuted, small, [2]float32{gap, 5.5 * small}, y+(textHeight(main)-textHeight(small))/2)
		x += 5.5*small + gap
		if l.bar != "" {
			p.rect(l.bar, x, gap/2+1, 3, size.Height-gap-2).CornerRadius = 1.5
		}
		x += 3 + 2*gap
	}
	room := size.Width - x - theme.ScrollBarSmallSize() - gap
	first := cut(l.first, room, main, fyne.TextStyle{})
	if l.tail {
		first = cutStart(l.first, room, main)
	}
	p.words(first, l.ink, main, fyne.TextStyle{}, x, y)
	if l.two {
		p.words(cut(l.second, room, small, fyne.TextStyle{}), colorMuted, small, fyne.TextStyle{}, x, y+textHeight(main))
	}
}

// oneLine returns a text as one line.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

package window

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// A treeRow shows a node of the tree of chunks.
type treeRow struct {
	widget.BaseWidget
	entry
	start        string // of the match string of a chunk
	depth        int
	branch, open bool

	toggle, tap func()
	menu        func(at fyne.Position)
}

func newTreeRow() *treeRow {
	r := &treeRow{toggle: func() {}, tap: func() {}, menu: func(fyne.Position) {}}
	r.ExtendBaseWidget(r)
	return r
}

// Tapped implements [fyne.Tappable].
func (r *treeRow) Tapped(e *fyne.PointEvent) {
	if r.branch && e.Position.X < r.indent()+theme.IconInlineSize() {
		r.toggle()
		return
	}
	r.tap()
}

// TappedSecondary implements [fyne.SecondaryTappable].
func (r *treeRow) TappedSecondary(e *fyne.PointEvent) { r.menu(e.AbsolutePosition) }

// MinSize implements [fyne.CanvasObject].
func (r *treeRow) MinSize() fyne.Size {
	return fyne.NewSize(8*theme.TextSize(), textHeight(theme.TextSize())+theme.Padding())
}

// CreateRenderer implements [fyne.Widget].
func (r *treeRow) CreateRenderer() fyne.WidgetRenderer {
	return &drawing{of: r, min: r.MinSize, draw: r.draw}
}

// indent is how far the row is moved in.
func (r *treeRow) indent() float32 {
	return theme.Padding() + float32(r.depth)*(theme.IconInlineSize()*0.8)
}

func (r *treeRow) draw(p *pen, size fyne.Size) {
	gap := theme.Padding()
	icon := theme.IconInlineSize()
	x, middle := r.indent(), size.Height/2
	switch {
	case r.branch && r.open:
		p.icon(theme.MenuDropDownIcon(), x, middle-icon/2, icon)
	case r.branch:
		p.icon(theme.MenuExpandIcon(), x, middle-icon/2, icon)
	case r.name != "":
		r.drawDot(p, x+icon/2, middle)
	}
	x += icon + gap
	end := size.Width - theme.ScrollBarSmallSize() - gap
	end = r.drawRight(p, end, middle)
	r.drawTitle(p, x, end, middle)
}

// drawTitle draws the title from x to end, and behind that of a chunk how it begins.
func (r *treeRow) drawTitle(p *pen, x, end, middle float32) {
	normal, gap := theme.TextSize(), theme.Padding()
	y := middle - textHeight(normal)/2
	style := fyne.TextStyle{Bold: r.depth == 0}
	room := end - x - gap
	const enough = 6 // letters of the start, fewer tell nothing
	start := r.start != "" && room*(1-titleShare) > enough*normal
	most := room
	if start {
		most *= titleShare
	}
	title := cut(oneLine(r.title), most, normal, style)
	color := theme.ColorNameForeground
	if title != "" {
		p.words(title, color, normal, style, x, y)
		x += fyne.MeasureText(title, normal, style).Width + 2*gap
		color = colorMuted
	}
	if start || title == "" {
		p.words(cut(r.start, end-x-gap, normal, fyne.TextStyle{}), color, normal, fyne.TextStyle{}, x, y)
	}
}

// titleShare is how much of a row a title takes at most, since several chunks have the
// same.
const titleShare = 0.62

// drawRight draws what stands at the right end of a row and returns where it begins.
func (r *treeRow) drawRight(p *pen, end, middle float32) float32 {
	small := theme.CaptionTextSize()
	h := textHeight(small)
	width := fyne.MeasureText(r.right, small, fyne.TextStyle{}).Width
	if width < (end-r.indent())*rightShare {
		end -= width
		p.words(r.right, colorMuted, small, fyne.TextStyle{}, end, middle-h/2)
	}
	if n := r.errors + r.warnings; n > 0 {
		color := theme.ColorNameWarning
		if r.errors > 0 {
			color = theme.ColorNameError
		}
		words := text.Alarm(n)
		width = fyne.MeasureText(words, small, fyne.TextStyle{}).Width
		end -= width + 5*theme.Padding()
		p.rect(color, end, middle-h/2, width+3*theme.Padding(), h).CornerRadius = h / 2
		p.words(words, theme.ColorNameForegroundOnPrimary, small, fyne.TextStyle{}, end+1.5*theme.Padding(), middle-h/2)
	}
	return end - theme.Padding()
}

// rightShare is how much of a row what is at its right end takes at most: in a narrow
// row the title tells more.
const rightShare = 0.45

// drawDot draws whether a chunk has its vector: full if it has, a ring if not.
func (r *treeRow) drawDot(p *pen, x, y float32) {
	const radius = 3.5
	ink, hollow := colorMuted, false
	switch r.vector {
	case controller.VectorUnknown:
		return
	case controller.VectorThere:
		ink = colorHigh
	case controller.VectorMissing:
		ink, hollow = theme.ColorNameWarning, true
	}
	dot := p.rect(ink, x-radius, y-radius, 2*radius, 2*radius)
	dot.CornerRadius = radius
	if r.vector == controller.VectorNeedless {
		dot.FillColor = faded(dot.FillColor)
	}
	if hollow {
		dot.StrokeColor, dot.StrokeWidth, dot.FillColor = dot.FillColor, 1.5, color.Transparent
	}
}

package logview

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// A View shows lines, wrapped to its width. It follows the end unless the user
// has scrolled up. Like all widgets, it belongs to the window's goroutine.
type View struct {
	widget.BaseWidget
	scroll *container.Scroll
	body   *body
	frame  *canvas.Rectangle // seen while the view has the focus

	log       log
	rows      rows
	selection selection
	search    search
	follow    bool
}

// New returns a View without lines.
func New() *View {
	v := &View{follow: true}
	v.body = newBody(v)
	v.scroll = container.NewVScroll(v.body)
	v.scroll.OnScrolled = v.scrolled
	v.frame = canvas.NewRectangle(nil)
	v.frame.StrokeWidth = 2
	v.frame.Hide()
	v.rows.log = &v.log
	v.ExtendBaseWidget(v)
	return v
}

// CreateRenderer implements fyne.Widget.
func (v *View) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewStack(v.scroll, v.frame))
}

// Refresh implements fyne.CanvasObject. Fyne calls it when the theme changes.
func (v *View) Refresh() {
	v.frame.StrokeColor = v.color(theme.ColorNameFocus)
	v.BaseWidget.Refresh()
	v.body.Refresh()
}

// Resize implements fyne.CanvasObject.
func (v *View) Resize(size fyne.Size) {
	follow := v.follow // a scroll container that shrinks reports that it scrolled
	v.BaseWidget.Resize(size)
	if v.follow = follow; follow {
		v.grow()
	}
}

// Append adds lines at the end. A batch costs one refresh, so many lines should
// come in one call.
func (v *View) Append(lines ...Line) {
	if len(lines) == 0 {
		return
	}
	old := len(v.log.lines)
	v.log.append(lines)
	v.rows.extend()
	if dropped := v.log.trim(); dropped > 0 {
		old = max(1, old-dropped)
		v.forget(dropped)
	}
	v.search.extend(v.log.lines, old)
	v.grow()
}

// forget moves all that counts lines after the first n were dropped.
func (v *View) forget(n int) {
	gone := v.rows.drop(n)
	v.scroll.Offset.Y = max(0, v.scroll.Offset.Y-float32(gone)*v.rows.height)
	v.selection.forget(n)
	v.search.forget(n)
}

// Clear removes all lines and the selection, and ends the search.
func (v *View) Clear() {
	v.log = log{}
	v.selection = selection{}
	v.search = search{}
	v.follow = true
	v.rows.rebuild()
	v.scroll.Offset.Y = 0
	v.grow()
}

// grow fits the scrolled area to the rows there are, and shows the end of it if
// the view follows.
func (v *View) grow() {
	v.body.Resize(v.body.MinSize().Max(v.scroll.Size())) // as the scroller does, or each would undo what the other did
	if v.follow {
		v.scroll.Offset.Y = v.lowest()
	}
	v.scroll.Refresh()
}

// height returns the height of all rows.
func (v *View) height() float32 { return float32(v.rows.count()) * v.rows.height }

// lowest returns the offset at which the end is shown.
func (v *View) lowest() float32 { return max(0, v.height()-v.scroll.Size().Height) }

// scrolled is called when the user has scrolled.
func (v *View) scrolled(p fyne.Position) {
	v.follow = p.Y >= v.lowest()-2 // offsets are rounded
	v.body.Refresh()
}

// scrollTo shows the rows from an offset in pixels, as far as there are any.
func (v *View) scrollTo(y float32) {
	v.scroll.ScrollToOffset(fyne.NewPos(0, min(max(0, y), v.lowest())))
	v.scrolled(v.scroll.Offset)
}

// Text returns all lines.
func (v *View) Text() string { return v.log.text() }

// Selected returns the text that is selected. Where a line is wrapped, it has
// no line end.
func (v *View) Selected() string {
	from, to := v.selection.ends()
	return v.log.part(from, to)
}

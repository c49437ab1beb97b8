package window

import (
	"math"
	"slices"
	"sort"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ragmanager/manager/window/selecting"
)

// A mark is a range of bytes of a text with a colour behind it.
type mark struct {
	span
	color fyne.ThemeColorName
	faint bool // the colour is one of letters, and too strong behind them
}

// A markedText shows a text that wraps and scrolls, with colours behind parts of it.
// It can be selected with the mouse and copied, and is fast however long it is: only
// the lines that are seen are drawn.
type markedText struct {
	widget.BaseWidget
	text  string
	marks []mark // ordered by where they begin

	scroll *container.Scroll
	body   *markedBody

	segments []segment
	lines    []span
	wide     measure
	size     float32 // of the text that was measured
	width    float32 // that lines were wrapped for

	anchor, head int // of the selection, in bytes; nothing is selected where they are the same
}

func newMarkedText() *markedText {
	t := &markedText{}
	t.body = &markedBody{t: t}
	t.body.ExtendBaseWidget(t.body)
	t.scroll = container.NewVScroll(t.body)
	t.scroll.OnScrolled = func(fyne.Position) { t.body.Refresh() }
	t.ExtendBaseWidget(t)
	return t
}

// set shows a text from its beginning. Where marks overlap, the last one is on top.
func (t *markedText) set(text string, marks ...mark) {
	marks = slices.Clone(marks)
	slices.SortStableFunc(marks, func(a, b mark) int { return a.start - b.start })
	if t.text == text && slices.Equal(t.marks, marks) {
		return // a selection stays
	}
	if t.text != text {
		t.text, t.segments = text, nil
		t.anchor, t.head = 0, 0
		t.scroll.Offset = fyne.Position{}
	}
	t.marks = marks
	t.Refresh()
}

// CreateRenderer implements [fyne.Widget].
func (t *markedText) CreateRenderer() fyne.WidgetRenderer {
	return &markedRenderer{widget.NewSimpleRenderer(t.scroll), t}
}

// MinSize implements [fyne.CanvasObject]. It asks for little, because it scrolls.
func (t *markedText) MinSize() fyne.Size {
	line := t.lineHeight()
	return fyne.NewSize(5*line, 2*line)
}

// A markedRenderer lays out the text anew when its size or that of its letters changes.
type markedRenderer struct {
	fyne.WidgetRenderer
	t *markedText
}

// Layout implements [fyne.WidgetRenderer].
func (r *markedRenderer) Layout(size fyne.Size) {
	r.WidgetRenderer.Layout(size)
	r.t.arrange()
}

// Refresh implements [fyne.WidgetRenderer].
func (r *markedRenderer) Refresh() {
	r.t.arrange()
	r.t.scroll.Refresh() // and what is in it
}

// arrange breaks the text into lines, unless that is done.
func (t *markedText) arrange() {
	size, width := theme.TextSize(), t.scroll.Size().Width-t.inset()-theme.ScrollBarSize()
	if t.scroll.Size().Width == 0 {
		return // it is not shown yet
	}
	if size != t.size || t.segments == nil {
		t.size, t.width, t.wide = size, 0, textMeasure(size)
		t.segments = segments(t.text, t.wide)
	}
	const narrowest = 40 // not a line for each character while a window is built
	if width = max(width, narrowest); width != t.width {
		t.width = width
		t.lines = wrap(t.text, t.segments, width, t.wide)
		t.body.Resize(t.body.MinSize().Max(t.scroll.Size()))
		t.scroll.Offset.Y = max(0, min(t.scroll.Offset.Y, t.body.MinSize().Height-t.scroll.Size().Height))
	}
}

// inset is the space beside the text.
func (t *markedText) inset() float32 { return theme.Padding() }

// lineHeight is how high a line is, in whole pixels so that lines stay sharp.
func (t *markedText) lineHeight() float32 {
	return float32(math.Ceil(float64(textHeight(theme.TextSize()))))
}

// lineOf returns the line that holds a byte.
func (t *markedText) lineOf(at int) int {
	n := sort.Search(len(t.lines), func(i int) bool { return t.lines[i].start > at })
	return max(0, n-1)
}

// offsetAt returns the byte that is nearest to a position within the body.
func (t *markedText) offsetAt(p fyne.Position) int {
	if len(t.lines) == 0 {
		return 0
	}
	row := int(p.Y / t.lineHeight())
	switch {
	case p.Y < 0:
		return 0
	case row >= len(t.lines):
		return len(t.text)
	}
	line := t.lines[row]
	return line.start + selecting.Nearest(trimEnd(t.text[line.start:line.end]), p.X-t.inset(), t.wide)
}

// trimEnd takes the end of line off a line.
func trimEnd(line string) string {
	for line != "" && isControl(rune(line[len(line)-1])) && line[len(line)-1] != '\t' {
		line = line[:len(line)-1]
	}
	return line
}

// reveal scrolls as little as shows a byte.
func (t *markedText) reveal(at int) {
	h := t.lineHeight()
	top, seen := float32(t.lineOf(at))*h, t.scroll.Size().Height
	switch {
	case top < t.scroll.Offset.Y:
		t.scrollTo(top)
	case top+h > t.scroll.Offset.Y+seen:
		t.scrollTo(top + h - seen)
	}
}

// scrollTo scrolls to a height.
func (t *markedText) scrollTo(y float32) {
	y = max(0, min(y, t.body.Size().Height-t.scroll.Size().Height))
	t.scroll.ScrollToOffset(fyne.NewPos(0, y))
	t.body.Refresh()
}

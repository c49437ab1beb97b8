package window

import (
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ragmanager/manager"
	"ragmanager/manager/retrieve"
	"ragmanager/manager/window/text"
)

// hitColumns are the places of the columns of what was found, as a beginning and a
// width each. A width of 0 is a column that there is no room for.
type hitColumns struct{ rank, bar, number, path, tokens, total [2]float32 }

// columnsOf places the columns in a width.
func columnsOf(width float32) (c hitColumns) {
	unit, gap := theme.CaptionTextSize(), 2*theme.Padding()
	x := theme.Padding()
	place := func(w float32) [2]float32 {
		at := [2]float32{x, w}
		if w > 0 {
			x += w + gap
		}
		return at
	}
	c.rank = place(2.4 * unit)
	c.bar = place(max(5*unit, min(width*0.15, 13*unit)))
	c.number = place(3.4 * unit)
	x += gap
	tokens, total := 4*unit, 8.5*unit
	if width < 46*unit {
		total = 0
	}
	end := width - theme.ScrollBarSmallSize() - gap
	if total > 0 {
		c.total = [2]float32{end - total, total}
		end -= total + gap
	}
	c.tokens = [2]float32{end - tokens, tokens}
	end -= tokens + gap
	c.path = [2]float32{x, max(0, end-x)}
	return c
}

// A tiers is what all bars of a retrieval have in common.
type tiers struct {
	thresholds retrieve.Thresholds
	budget     int
}

// A hitRow shows a chunk that was found, or why the next ones are not sent.
type hitRow struct {
	widget.BaseWidget
	tiers
	hit     manager.Hit
	change  rankChange
	snippet string
	divider string // instead of a hit
}

func newHitRow() *hitRow {
	r := &hitRow{}
	r.ExtendBaseWidget(r)
	return r
}

// A rankChange says how the rank of a hit differs from that of the last time.
type rankChange struct {
	risen int // ranks, negative if it has sunk
	fresh bool
}

// show shows a hit, with the start of one of its texts below its heading.
func (r *hitRow) show(h manager.Hit, change rankChange, t tiers, snippet string) {
	r.hit, r.change, r.tiers, r.snippet, r.divider = h, change, t, snippet, ""
	r.Refresh()
}

// divide shows words between two lines.
func (r *hitRow) divide(words string) {
	r.divider = words
	r.Refresh()
}

// MinSize implements [fyne.CanvasObject].
func (r *hitRow) MinSize() fyne.Size {
	two := textHeight(theme.TextSize()) + textHeight(theme.CaptionTextSize())
	return fyne.NewSize(20*theme.CaptionTextSize(), two+2*theme.Padding())
}

// CreateRenderer implements [fyne.Widget].
func (r *hitRow) CreateRenderer() fyne.WidgetRenderer {
	return &drawing{of: r, min: r.MinSize, draw: r.draw}
}

func (r *hitRow) draw(p *pen, size fyne.Size) {
	h := hitDrawing{r, p}
	if r.divider != "" {
		h.drawDivider(size)
		return
	}
	h.drawHit(size)
}

// A hitDrawing draws a row.
type hitDrawing struct {
	r *hitRow
	*pen
}

// drawDivider draws words between two lines over the whole width.
func (h hitDrawing) drawDivider(size fyne.Size) {
	small := theme.CaptionTextSize()
	words := cut(h.r.divider, size.Width-8*small, small, fyne.TextStyle{})
	width := fyne.MeasureText(words, small, fyne.TextStyle{}).Width
	x, y := (size.Width-width)/2, (size.Height-textHeight(small))/2
	middle := size.Height / 2
	gap := 3 * theme.Padding()
	h.rect(theme.ColorNameWarning, theme.Padding(), middle, x-gap-theme.Padding(), 1)
	h.rect(theme.ColorNameWarning, x+width+gap, middle, size.Width-x-width-gap-theme.Padding(), 1)
	h.words(words, theme.ColorNameWarning, small, fyne.TextStyle{}, x, y)
}

// drawHit draws the columns of a hit. What is not sent is muted.
func (h hitDrawing) drawHit(size fyne.Size) {
	c, hit := columnsOf(size.Width), h.r.hit
	normal, small := theme.TextSize(), theme.CaptionTextSize()
	ink := theme.ColorNameForeground
	if !hit.InBudget {
		ink = colorMuted
	}
	first := theme.Padding()
	second := first + textHeight(normal)
	onFirst := first + (textHeight(normal)-textHeight(small))/2 // small letters in the middle of the first line
	h.right(text.Number(hit.Rank), colorMuted, small, c.rank, onFirst)
	h.drawChange(c.rank, second)
	h.right(text.Third(hit.Relevance), ink, small, c.number, onFirst)
	h.drawBar(c.bar, first+textHeight(normal)/2)
	h.drawPath(c.path, first, ink)
	h.words(cut(h.r.snippet, c.path[1], small, fyne.TextStyle{}), colorMuted, small, fyne.TextStyle{}, c.path[0], second)
	h.right(text.Number(hit.Tokens), ink, small, c.tokens, onFirst)
	if c.total[1] > 0 {
		h.drawTotal(c.total, onFirst, second, ink)
	}
}

// drawChange draws how the rank has changed, below it.
func (h hitDrawing) drawChange(at [2]float32, y float32) {
	small := theme.CaptionTextSize()
	switch change := h.r.change; {
	case change.fresh:
		h.right(text.Fresh, theme.ColorNamePrimary, small, at, y)
	case change.risen > 0:
		h.right(text.Risen(change.risen), theme.ColorNameSuccess, small, at, y)
	case change.risen < 0:
		h.right(text.Risen(change.risen), theme.ColorNameWarning, small, at, y)
	}
}

// drawBar draws the relevance with the thresholds across.
func (h hitDrawing) drawBar(at [2]float32, middle float32) {
	const thick, across = 8, 16
	hit, t := h.r.hit, h.r.thresholds
	h.rect(theme.ColorNameSeparator, at[0], middle-thick/2, at[1], thick).CornerRadius = 2
	if w := at[1] * part(hit.Relevance); w > 0 {
		fill := h.rect(tierColor(t.Tier(hit.Relevance).String()), at[0], middle-thick/2, w, thick)
		fill.CornerRadius = 2
		if !hit.InBudget {
			fill.FillColor = faded(fill.FillColor)
		}
	}
	h.rect(colorMid, at[0]+at[1]*part(t.Mid), middle-across/2, 1, across)
	h.rect(colorHigh, at[0]+at[1]*part(t.High), middle-across/2, 1, across)
}

// part returns a share as one from 0 to 1.
func part(share float64) float32 { return float32(max(0, min(share, 1))) }

// drawPath draws the innermost heading, and behind it those around.
func (h hitDrawing) drawPath(at [2]float32, y float32, ink fyne.ThemeColorName) {
	normal := theme.TextSize()
	inner, outer := pathOf(h.r.hit)
	bold := fyne.TextStyle{Bold: h.r.hit.InBudget}
	inner = cut(inner, at[1], normal, bold)
	h.words(inner, ink, normal, bold, at[0], y)
	small := theme.CaptionTextSize()
	x := fyne.MeasureText(inner, normal, bold).Width + 2*theme.Padding()
	if room := at[1] - x; outer != "" && room > 4*small {
		h.words(cut(text.Within(outer), room, small, fyne.TextStyle{}), colorMuted, small, fyne.TextStyle{}, at[0]+x, y+(textHeight(normal)-textHeight(small))/2)
	}
}

// pathOf returns the innermost heading of a hit and those around it, outermost first.
func pathOf(h manager.Hit) (inner, outer string) {
	return innerOuter([]string{h.Document, h.Chapter, h.Section})
}

// innerOuter parts the titles of headings, outermost first, into the innermost one and
// those around it. Those that are empty do not count.
func innerOuter(titles []string) (inner, outer string) {
	var told []string
	for _, title := range titles {
		if title != "" {
			told = append(told, oneLine(title))
		}
	}
	if len(told) == 0 {
		return text.Untitled, ""
	}
	last := len(told) - 1
	return told[last], strings.Join(told[:last], text.PathSign)
}

// drawTotal draws how much of the budget is filled with this one, as numbers and as a
// thin bar below.
func (h hitDrawing) drawTotal(at [2]float32, first, second float32, ink fyne.ThemeColorName) {
	const thick = 3
	y := second + textHeight(theme.CaptionTextSize())/2 - thick
	if h.r.budget == 0 || !h.r.hit.InBudget {
		h.right("–", colorMuted, theme.CaptionTextSize(), at, first)
		return
	}
	h.right(text.Total(h.r.hit.Total, h.r.budget), ink, theme.CaptionTextSize(), at, first)
	h.rect(theme.ColorNameSeparator, at[0], y, at[1], thick)
	h.rect(theme.ColorNamePrimary, at[0], y, at[1]*part(float64(h.r.hit.Total)/float64(h.r.budget)), thick)
}

// snippet returns the start of a text in one line, without the headings of a content.
func snippet(s string) string {
	if strings.HasPrefix(s, "Document: ") {
		if _, after, ok := strings.Cut(s, "\n\n"); ok {
			s = after
		}
	}
	const most = 300 // bytes, more than a row is wide
	if len(s) > most {
		end := most
		for !utf8.RuneStart(s[end]) {
			end--
		}
		s = s[:end]
	}
	return strings.Join(strings.Fields(s), " ")
}

package window

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ragmanager/manager"
	"ragmanager/manager/window/text"
)

// A retrievalHead says how a question was judged.
type retrievalHead struct {
	content  fyne.CanvasObject
	chip     *chip
	question *widget.RichText
	facts    *widget.RichText
	notes    *markedText
	noteRow  *fyne.Container
}

func newRetrievalHead() *retrievalHead {
	h := &retrievalHead{chip: newChip(), question: heading(""), facts: muted("", false), notes: newMarkedText()}
	h.noteRow = container.NewBorder(nil, nil, container.NewVBox(widget.NewIcon(theme.NewWarningThemedResource(theme.WarningIcon()))), nil, h.notes)
	words := container.New(&tightLayout{}, h.question, h.facts)
	line := container.NewBorder(nil, nil, container.NewCenter(h.chip), nil, words)
	h.content = container.NewVBox(line, h.noteRow)
	return h
}

// show shows a retrieval; asks says whether there is a model to be asked, and stale that
// the library has changed since.
func (h *retrievalHead) show(r *manager.Retrieval, asks, stale bool) {
	tier := r.Tier.String()
	h.chip.set(text.TierOf(tier, r.Relevance), tierColor(tier))
	setPlain(h.question, r.Question)
	setPlain(h.facts, retrievalFacts(r, asks))
	var notes []string
	if stale {
		notes = append(notes, text.RetrievalStale)
	}
	for _, note := range r.Notes {
		notes = append(notes, text.Sentence(note))
	}
	h.notes.set(strings.Join(notes, "\n"))
	setHidden(h.noteRow, len(notes) == 0)
}

// retrievalFacts are the facts of a retrieval in a line, the most telling ones first.
func retrievalFacts(r *manager.Retrieval, asks bool) string {
	model := r.Model
	if !asks {
		model = ""
	}
	return text.Facts(
		text.TokensOf(r.Tokens, r.Budget),
		text.Sent(sentOf(r), len(r.Hits)),
		text.Space(r.Space, r.Retriever),
		text.Tiers(r.Thresholds.Mid, r.Thresholds.High),
		model,
		text.Seconds(r.Time.Seconds()),
	)
}

// A hitScale names the columns of what was found, and the thresholds above the bars.
type hitScale struct {
	widget.BaseWidget
	mid, high string
}

func newHitScale() *hitScale {
	s := &hitScale{}
	s.ExtendBaseWidget(s)
	return s
}

func (s *hitScale) show(r *manager.Retrieval) {
	s.mid, s.high = text.MidFrom(r.Thresholds.Mid), text.HighFrom(r.Thresholds.High)
	s.Refresh()
}

// CreateRenderer implements [fyne.Widget].
func (s *hitScale) CreateRenderer() fyne.WidgetRenderer {
	return &drawing{of: s, min: func() fyne.Size { return fyne.NewSize(0, textHeight(theme.CaptionTextSize())+2*theme.Padding()) }, draw: s.draw}
}

func (s *hitScale) draw(p *pen, size fyne.Size) {
	c, small := columnsOf(size.Width), theme.CaptionTextSize()
	y := theme.Padding()
	p.right(text.ColumnRank, colorMuted, small, c.rank, y)
	x := c.bar[0]
	for _, part := range []struct {
		words string
		color fyne.ThemeColorName
	}{{s.mid, colorMid}, {" | ", colorMuted}, {s.high, colorHigh}} {
		p.words(part.words, part.color, small, fyne.TextStyle{}, x, y)
		x += fyne.MeasureText(part.words, small, fyne.TextStyle{}).Width
	}
	p.words(text.ColumnPath, colorMuted, small, fyne.TextStyle{}, max(x+small, c.path[0]), y)
	p.right(text.ColumnTokens, colorMuted, small, c.tokens, y)
	if c.total[1] > 0 {
		p.right(text.ColumnTotal, colorMuted, small, c.total, y)
	}
	p.rect(theme.ColorNameSeparator, 0, size.Height-1, size.Width, 1)
}

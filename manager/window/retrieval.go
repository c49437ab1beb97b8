package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ragmanager/library"
	"ragmanager/manager"
	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// A retrievalView shows what was found for the last question, and what of it is sent.
type retrievalView struct {
	content fyne.CanvasObject
	c       *controller.Controller

	empty *emptyState
	found fyne.CanvasObject
	head  *retrievalHead
	scale *hitScale
	list  *keyedList
	hit   *hitDetail

	retrieval *manager.Retrieval
	ranks     map[string]ranking // what was found the last time, by question
	changes   map[library.Name]rankChange
	rows      []int // the hits by row; -1 for the divider
	matches   bool  // rows show the start of the match instead of that of the content
}

func newRetrievalView(c *controller.Controller) *retrievalView {
	v := &retrievalView{c: c, empty: newEmptyState(), head: newRetrievalHead(), scale: newHitScale(), hit: newHitDetail(c)}
	v.list = newKeyedList(func() int { return len(v.rows) }, func() fyne.CanvasObject { return newHitRow() }, v.updateRow, v.pick)
	v.list.HideSeparators = false
	v.list.skip = func(row int) bool { return v.rows[row] < 0 }
	top := container.NewVBox(v.head.content, v.scale)
	const leastRows = 2
	rows := container.New(&leastLayout{func() float32 { return leastRows * (v.list.rowHeight() + theme.Padding()) }}, v.list)
	above := container.NewBorder(top, nil, nil, nil, rows)
	split := container.NewVSplit(above, v.hit.content)
	split.Offset = 0.55
	const whole, bare = 23, 17 // lines of text
	v.found = compact(compact(container.NewPadded(split), bare, v.hit.head), whole, append(v.hit.texts.heads, v.scale)...)
	v.content = container.NewStack(v.empty.content, v.found)
	c.Retrievals.Connect(v.show)
	c.Pages.Connect(func(p *controller.Pages) {
		v.hit.know(p)
		v.tell()
	})
	c.States.Connect(v.update)
	v.hit.know(c.PagesNow())
	v.update(c.State())
	v.show(c.Retrieval())
	return v
}

// update follows the switch that says what rows show.
func (v *retrievalView) update(s controller.State) {
	if v.matches != s.ShowMatches {
		v.matches = s.ShowMatches
		v.list.Refresh()
	}
}

// show shows what was found, nil if nothing was looked for.
func (v *retrievalView) show(r *manager.Retrieval) {
	v.retrieval = r
	v.rows = rowsOf(r)
	v.compare(r)
	setHidden(v.found, len(v.rows) == 0)
	setHidden(v.empty.content, len(v.rows) > 0)
	switch {
	case r == nil:
		v.empty.set(text.RetrievalEmpty, text.RetrievalHint)
	case len(r.Hits) == 0:
		v.empty.set(text.NoHits, text.NoHitsHint)
	default:
		v.tell()
		v.scale.show(r)
		v.list.none()
		v.list.Refresh()
		v.list.ScrollToOffset(0)
		v.list.choose(0)
	}
}

// tell tells how the question was judged, and whether that still holds.
func (v *retrievalView) tell() {
	if v.retrieval != nil {
		v.head.show(v.retrieval, v.c.State().Overview.Asks != "", v.c.RetrievalStale())
	}
}

// A ranking is where chunks stood among those that were found, from 1.
type ranking map[library.Name]int

// compare notes how ranks have changed since the same question was asked the last time.
func (v *retrievalView) compare(r *manager.Retrieval) {
	v.changes = nil
	if r == nil { // of another library
		v.ranks = map[string]ranking{}
		return
	}
	const most = 100 // questions that are remembered
	if len(v.ranks) >= most {
		clear(v.ranks)
	}
	now := make(ranking, len(r.Hits))
	for _, h := range r.Hits {
		now[h.Name] = h.Rank
	}
	if before, asked := v.ranks[r.Question]; asked {
		v.changes = before.changes(now)
	}
	v.ranks[r.Question] = now
}

// changes returns what is different now.
func (before ranking) changes(now ranking) map[library.Name]rankChange {
	changes := map[library.Name]rankChange{}
	for n, rank := range now {
		if old, known := before[n]; !known {
			changes[n] = rankChange{fresh: true}
		} else if old != rank {
			changes[n] = rankChange{risen: old - rank}
		}
	}
	return changes
}

// rowsOf returns the hits by row, with a divider before the first that is not sent.
func rowsOf(r *manager.Retrieval) (rows []int) {
	if r == nil {
		return nil
	}
	divided := false
	for i, h := range r.Hits {
		if !h.InBudget && !divided {
			divided = true
			rows = append(rows, -1)
		}
		rows = append(rows, i)
	}
	return rows
}

// updateRow shows a hit or the divider in a row.
func (v *retrievalView) updateRow(row int, o fyne.CanvasObject) {
	r := o.(*hitRow)
	if i := v.rows[row]; i >= 0 {
		h := v.retrieval.Hits[i]
		start := h.Content
		if v.matches {
			start = h.Match
		}
		r.show(h, v.changes[h.Name], tiers{v.retrieval.Thresholds, v.retrieval.Budget}, snippet(start))
		return
	}
	next := v.retrieval.Hits[v.rows[row+1]]
	r.divide(text.FirstLeftOut(sentOf(v.retrieval), len(v.retrieval.Hits), next.Why))
}

// sentOf counts the hits that are sent.
func sentOf(r *manager.Retrieval) (n int) {
	for _, h := range r.Hits {
		if h.InBudget {
			n++
		}
	}
	return n
}

// pick shows the texts of the hit in a row.
func (v *retrievalView) pick(row int) {
	v.hit.show(v.retrieval.Hits[v.rows[row]], v.retrieval.Question)
}

// A hitDetail shows the texts of a hit.
type hitDetail struct {
	content fyne.CanvasObject
	head    fyne.CanvasObject // all but the texts
	c       *controller.Controller
	title   *widget.RichText
	facts   *widget.RichText
	open    *keyedButton
	texts   *textPair

	hit      manager.Hit
	question string
	pages    *controller.Pages
}

func newHitDetail(c *controller.Controller) *hitDetail {
	d := &hitDetail{c: c, title: heading(""), facts: muted("", false), texts: newTextPair(true)}
	d.open = newKeyedButton(text.OpenPage, theme.ComputerIcon(), func() { c.OpenPage(d.hit.URL) })
	chunk := newKeyedButton(text.ShowChunk, theme.SearchReplaceIcon(), func() { c.ShowChunk(d.hit.Name) })
	d.open.Importance, chunk.Importance = widget.LowImportance, widget.LowImportance
	words := container.New(&tightLayout{}, d.title, d.facts)
	d.head = container.NewBorder(nil, nil, nil, container.NewHBox(d.open, chunk), words)
	d.content = container.NewBorder(d.head, nil, nil, nil, d.texts.object)
	return d
}

// know takes the pages, which know the prompts of chunks.
func (d *hitDetail) know(p *controller.Pages) {
	d.pages = p
	if d.hit.Name != "" {
		d.show(d.hit, d.question)
	}
}

// show shows a hit for a question.
func (d *hitDetail) show(h manager.Hit, question string) {
	d.hit, d.question = h, question
	inner, outer := pathOf(h)
	setPlain(d.title, joined(text.PathSign, outer, inner))
	facts := text.HitFacts(h.Rank, string(h.Name), h.Relevance, h.Tokens)
	if !h.InBudget {
		facts = text.Facts(text.LeftOut(h.Why), facts)
	}
	setPlain(d.facts, facts)
	setEnabled(d.open, h.URL != "")
	d.texts.show(h.Match, h.Content, d.pages.Prompts(h.Name), question)
}

// joined joins what is not empty.
func joined(by string, parts ...string) string {
	all := ""
	for _, part := range parts {
		if all != "" && part != "" {
			all += by
		}
		all += part
	}
	return all
}

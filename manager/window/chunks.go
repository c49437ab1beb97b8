package window

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// filterDelay is how long the filter waits for further letters before it reads texts.
const filterDelay = 200 * time.Millisecond

// A chunksView shows the pages of the library with their chunks.
type chunksView struct {
	content fyne.CanvasObject
	c       *controller.Controller
	win     fyne.Window

	filter  *keyedEntry
	count   *widget.RichText
	shown   int // chunks that the filter lets through
	outline *outline
	tree    *chunkTree

	empty   *emptyState // instead of all
	all     fyne.CanvasObject
	hint    *emptyState // instead of a page or chunk
	chunk   *chunkDetail
	page    *pageDetail
	starts  *starts
	waiting *controller.Place // to be shown when the pages are known

	found     controller.Found // which words of the filter the texts of chunks hold; nil if that is not known
	searching bool             // it is being looked for
	cancel    func()           // ends that
	// after calls f on the goroutine of the window after a while, unless stop is called.
	after func(d time.Duration, f func()) (stop func())
}

func newChunksView(c *controller.Controller, win fyne.Window, t *tips) *chunksView {
	v := &chunksView{c: c, win: win, empty: newEmptyState(), hint: newEmptyState(), tree: newChunkTree(nil), cancel: func() {}, after: c.After}
	v.filter = newSearchEntry(text.FilterChunks, nil)
	v.filter.OnChanged, v.filter.OnSubmitted = v.narrow, v.enter
	v.count = muted("", false)
	v.outline = newOutline(func() fyne.CanvasObject { return newTreeRow() }, v.updateRow, v.pick)
	v.starts = newStarts(c.LoadChunk, v.outline.list.Refresh)
	v.chunk = newChunkDetail(c, v.show)
	v.page = newPageDetail(c, v.show)
	left := container.NewBorder(v.tools(t), nil, nil, nil, v.outline.list)
	right := container.NewStack(v.hint.content, v.chunk.content, v.page.content)
	split := container.NewHSplit(left, right)
	split.Offset = 0.36
	v.all = container.NewPadded(split)
	v.content = container.NewStack(v.empty.content, v.all)
	c.Pages.Connect(v.take)
	c.States.Connect(v.update)
	v.update(c.State())
	v.take(c.PagesNow())
	return v
}

// update says why there is nothing to see.
func (v *chunksView) update(s controller.State) {
	if s.Phase == controller.Opening || s.Phase == controller.Ready && !s.Known {
		v.empty.set(text.LoadingLibrary, "")
		return
	}
	v.empty.set(text.ChunksEmpty, text.ChunksHint)
}

// tools is what stands above the tree.
func (v *chunksView) tools(t *tips) fyne.CanvasObject {
	open := newIconButton(t, text.ExpandAll, theme.ContentAddIcon(), func() { v.outline.setAll(true) })
	shut := newIconButton(t, text.CollapseAll, theme.ContentRemoveIcon(), func() { v.outline.setAll(false) })
	counts := container.NewBorder(nil, nil, nil, container.NewHBox(open, shut), v.count)
	return container.NewVBox(container.New(&filterLayout{v.filter}, v.filter), counts)
}

// A filterLayout gives the filter the words that fit, for Fyne shows a scroll bar
// below those that do not.
type filterLayout struct{ filter *keyedEntry }

// Layout implements [fyne.Layout].
func (l *filterLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	words := text.FilterChunks
	room := size.Width - theme.IconInlineSize() - 5*theme.InnerPadding()
	if fyne.MeasureText(words, theme.TextSize(), fyne.TextStyle{}).Width > room {
		words = text.Filter
	}
	if l.filter.PlaceHolder != words {
		l.filter.SetPlaceHolder(words)
	}
	l.filter.Resize(size)
}

// MinSize implements [fyne.Layout].
func (l *filterLayout) MinSize([]fyne.CanvasObject) fyne.Size { return l.filter.MinSize() }

// take takes the pages of the library, nil if none are known.
func (v *chunksView) take(p *controller.Pages) {
	if p == nil {
		v.reset()
	}
	first := v.tree.pages == nil
	v.tree = newChunkTree(p)
	kept, shown := v.tree.match(v.words(), v.found)
	v.outline.set(v.tree.nodes, kept)
	none := len(v.tree.nodes) == 0
	setHidden(v.all, none)
	setHidden(v.empty.content, !none)
	v.shown = shown
	v.tell()
	v.again()
	if first && !none {
		v.outline.list.ScrollToOffset(0)
	}
	if p == nil {
		return
	}
	v.search() // texts may be others
	if w := v.waiting; w != nil {
		v.waiting = nil
		v.show(*w)
	}
}

// reset forgets what belongs to a library.
func (v *chunksView) reset() {
	v.outline.selected = ""
	v.filter.SetText("")
	clear(v.outline.open)
	v.starts.forget()
}

// again shows what was selected as it is after a reload.
func (v *chunksView) again() {
	i := v.tree.findID(v.outline.selected)
	if i < 0 && v.chunk.shown() && v.outline.selected != "" {
		if i = v.tree.findChunk(v.chunk.name, ""); i >= 0 {
			v.outline.choose(i) // it stands elsewhere now
			return
		}
	}
	if i < 0 {
		v.outline.selected = ""
		v.showHint(text.ChunksPick, text.ChunksPickIt)
		return
	}
	v.pick(i)
}

// words returns the words of the filter.
func (v *chunksView) words() []string {
	words := strings.Fields(strings.ToLower(v.filter.Text))
	return words[:min(len(words), controller.MostWords)]
}

// narrow filters by what is known, and soon by the texts, too.
func (v *chunksView) narrow(string) {
	v.found = nil
	v.refilter()
	v.search()
}

// search looks for the chunks whose texts hold the words of the filter, soon, instead
// of what was looked for before.
func (v *chunksView) search() {
	v.cancel()
	v.cancel = func() {}
	words := v.words()
	v.searching = len(words) > 0
	if !v.searching {
		return
	}
	v.tell()
	stop := func() {}
	wait := v.after(filterDelay, func() {
		stop = v.c.FindChunks(words, func(found controller.Found) {
			v.found, v.searching = found, false
			v.refilter()
		})
	})
	v.cancel = func() { wait(); stop() }
}

// enter selects the first chunk that the filter lets through.
func (v *chunksView) enter(string) {
	for _, i := range v.outline.rows {
		if v.tree.entries[i].name != "" {
			v.outline.choose(i)
			v.win.Canvas().Focus(v.outline.list)
			return
		}
	}
}

// refilter shows what the filter lets through.
func (v *chunksView) refilter() {
	kept, shown := v.tree.match(v.words(), v.found)
	if v.found != nil && kept != nil && v.outline.kept != nil {
		v.outline.kept = kept // branches that were shut stay so, for the words are the same
		v.outline.arrange()
	} else {
		v.outline.filter(kept)
	}
	if kept == nil && v.outline.selected != "" {
		if i := v.tree.findID(v.outline.selected); i >= 0 {
			v.outline.choose(i)
		}
	}
	v.shown = shown
	v.tell()
}

// tell tells how many chunks are shown, and whether that is all.
func (v *chunksView) tell() {
	words := text.ChunksShown(v.shown, v.tree.chunks)
	if v.shown == 0 && v.filter.Text != "" {
		words = text.NoMatch
	}
	if v.searching {
		words = text.SearchingTexts
		if v.shown > 0 {
			words = text.Facts(text.Number(v.shown), words)
		}
	}
	setPlain(v.count, words)
}

// updateRow shows a node in a row.
func (v *chunksView) updateRow(i int, o fyne.CanvasObject) {
	r := o.(*treeRow)
	n := v.tree.nodes[i]
	r.entry, r.depth, r.branch, r.open = v.tree.entries[i], n.depth, n.branch(i), v.outline.isOpen(i)
	r.start = ""
	if r.name != "" {
		r.start = v.starts.of(r.name)
	}
	r.toggle = func() { v.outline.toggle(i) }
	r.tap = func() { v.outline.tap(i) }
	r.menu = func(at fyne.Position) { v.menu(i, at) }
	r.Refresh()
}

// menu shows what can be done with a node.
func (v *chunksView) menu(i int, at fyne.Position) {
	e := v.tree.entries[i]
	var items []*fyne.MenuItem
	switch {
	case e.name != "":
		items = append(items, fyne.NewMenuItem(text.CopyName, func() { toClipboard(string(e.name)) }))
	case e.page >= 0:
		address := v.tree.pages.List[e.page].Address
		items = append(items,
			fyne.NewMenuItem(text.CopyAddress, func() { toClipboard(address) }),
			fyne.NewMenuItem(text.OpenPage, func() { v.c.OpenPage(address) }))
	}
	items = append(items, fyne.NewMenuItemSeparator(),
		fyne.NewMenuItem(text.ExpandAll, func() { v.outline.setAll(true) }),
		fyne.NewMenuItem(text.CollapseAll, func() { v.outline.setAll(false) }))
	widget.ShowPopUpMenuAtPosition(fyne.NewMenu("", items...), v.win.Canvas(), at)
}

// pick shows what a node stands for.
func (v *chunksView) pick(i int) {
	e := v.tree.entries[i]
	switch {
	case e.name != "":
		v.chunk.show(e, v.tree.pages)
		v.turnTo(v.chunk.content)
	case e.page >= 0:
		v.page.show(v.tree.pages.List[e.page])
		v.turnTo(v.page.content)
	default:
		v.showHint(text.Unclaimed, text.UnclaimedHint)
	}
}

func (v *chunksView) showHint(title, hint string) {
	v.hint.set(title, hint)
	v.turnTo(v.hint.content)
}

// turnTo shows one of the three things at the right.
func (v *chunksView) turnTo(o fyne.CanvasObject) {
	for _, other := range []fyne.CanvasObject{v.hint.content, v.chunk.content, v.page.content} {
		setHidden(other, other != o)
	}
}

// show selects a chunk or a page, opens what it is in and scrolls to it. A filter that
// hides it is emptied. As long as the pages are not known it waits for them.
func (v *chunksView) show(p controller.Place) {
	if v.tree.pages == nil {
		v.waiting = &p
		return
	}
	i := v.find(p)
	if i < 0 {
		return
	}
	if kept := v.outline.kept; kept != nil && !kept[i] {
		v.filter.SetText("")
	}
	v.outline.choose(i)
}

// find returns the node of a place, -1 if there is none.
func (v *chunksView) find(p controller.Place) int {
	if p.Chunk == "" {
		return v.tree.findPage(p.Page)
	}
	if i := v.tree.findChunk(p.Chunk, p.Page); i >= 0 {
		return i
	}
	return v.tree.findChunk(p.Chunk, "")
}

package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ragmanager/library"
	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// A chunkDetail shows all that is known of a chunk.
type chunkDetail struct {
	content fyne.CanvasObject
	c       *controller.Controller

	title  *widget.RichText
	path   *fyne.Container
	facts  *widget.RichText
	open   *keyedButton
	texts  *textPair
	places *linkList
	links  *linkList

	name  library.Name
	pages *controller.Pages
	url   string // of the innermost heading
	at    []library.Place
}

// newChunkDetail returns a view of a chunk. show leads to its other places.
func newChunkDetail(c *controller.Controller, show func(controller.Place)) *chunkDetail {
	d := &chunkDetail{c: c, title: heading(""), facts: muted("", false), texts: newTextPair(false)}
	d.path = container.New(&pathLayout{})
	d.open = newKeyedButton(text.OpenPage, theme.ComputerIcon(), func() { c.OpenPage(d.url) })
	name := newKeyedButton(text.CopyName, theme.ContentCopyIcon(), func() { toClipboard(string(d.name)) })
	d.open.Importance, name.Importance = widget.LowImportance, widget.LowImportance
	d.places = newLinkList(text.Places, text.NoPlaces, false, func(i int) {
		show(controller.Place{View: controller.ChunksView, Chunk: d.name, Page: d.at[i].Address})
	})
	d.links = newLinkList(text.Links, text.NoLinks, true, func(i int) { c.FollowLink(d.links.rows[i]) })
	words := container.New(&tightLayout{}, d.title, d.path, d.facts)
	top := container.NewVBox(words, container.NewHBox(d.open, name))
	below := container.NewHSplit(d.places.content, d.links.content)
	split := container.NewVSplit(d.texts.object, below)
	split.Offset = 0.75
	const whole = 21 // lines of text
	d.content = compact(container.NewBorder(top, nil, nil, nil, split), whole, append(d.texts.heads, below)...)
	return d
}

// shown reports whether a chunk is shown, rather than a page.
func (d *chunkDetail) shown() bool { return d.content.Visible() && d.name != "" }

// show shows a chunk: at once what the page knows of it, and its texts when they are
// read.
func (d *chunkDetail) show(e entry, pages *controller.Pages) {
	if e.name != d.name {
		d.texts.show("", "", nil, "")
		d.places.set(nil)
		d.links.set(nil)
	}
	d.name, d.pages = e.name, pages
	setPlain(d.title, innermost(placeOf(e, pages)))
	d.showPath(e, pages)
	c := placeOf(e, pages)
	setPlain(d.facts, text.Facts(c.Kind, text.OnLines(c.FirstLine, c.LastLine), vectorWords[e.vector], text.Dated(c.Date), string(e.name)))
	d.c.LoadChunk(e.name, func(detail controller.ChunkDetail, p *controller.Problem) {
		if d.name == e.name {
			d.took(detail, p)
		}
	})
}

// placeOf returns what a page knows of a chunk, zero if no page does.
func placeOf(e entry, pages *controller.Pages) library.PageChunk {
	if e.page < 0 {
		return library.PageChunk{}
	}
	return pages.List[e.page].Chunks[e.chunk]
}

// vectorWords are the states of vectors in words.
var vectorWords = map[controller.VectorState]string{
	controller.VectorThere:    text.VectorThere,
	controller.VectorMissing:  text.VectorMissing,
	controller.VectorNeedless: text.VectorNeedless,
}

// showPath shows the headings above the chunk, outermost first, as links.
func (d *chunkDetail) showPath(e entry, pages *controller.Pages) {
	d.path.RemoveAll()
	d.url = ""
	for i, h := range placeOf(e, pages).Headings {
		title := oneLine(h.Title)
		if i > 0 {
			title = "› " + title
		}
		link := newKeyedHyperlink(title, func() { d.c.OpenPage(h.Link) })
		link.SizeName, link.Truncation = theme.SizeNameCaptionText, fyne.TextTruncateEllipsis
		d.path.Add(link)
		if h.Link != "" {
			d.url = h.Link
		}
	}
	setEnabled(d.open, d.url != "")
}

// A pathLayout puts links beside each other and cuts the widest ones if there is no
// room for all.
type pathLayout struct{}

// Layout implements [fyne.Layout].
func (*pathLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	widths := make([]float32, len(objects))
	total := float32(0)
	for i, o := range objects {
		const letter = 1 // so that rounding cuts nothing
		widths[i] = fyne.MeasureText(o.(*keyedHyperlink).Text, theme.CaptionTextSize(), fyne.TextStyle{}).Width + 2*theme.InnerPadding() + letter
		total += widths[i]
	}
	x := float32(0)
	for i, o := range objects {
		if fair := (size.Width - x) / float32(len(objects)-i); total > size.Width-x && widths[i] > fair {
			total -= widths[i] - fair
			widths[i] = fair
		}
		total -= widths[i]
		o.Resize(fyne.NewSize(widths[i], size.Height))
		o.Move(fyne.NewPos(x, 0))
		x += widths[i]
	}
}

// MinSize implements [fyne.Layout].
func (*pathLayout) MinSize(objects []fyne.CanvasObject) (size fyne.Size) {
	size.Height = textHeight(theme.CaptionTextSize()) + 2*theme.InnerPadding() // also without any
	for _, o := range objects {
		size = size.Max(o.MinSize())
	}
	return size
}

// took takes what was read of the chunk.
func (d *chunkDetail) took(detail controller.ChunkDetail, p *controller.Problem) {
	if p != nil {
		d.texts.show(p.Message, p.Hint, nil, "")
		return
	}
	d.texts.show(detail.Match, detail.Content, detail.Prompts, "")
	d.at = detail.Places
	places := make([]string, len(d.at))
	titles := d.titlesAt()
	for i, at := range d.at {
		places[i] = text.Facts(oneLine(titles[i]), text.OnLines(at.FirstLine, at.LastLine))
	}
	d.places.set(places)
	d.links.set(detail.Links)
}

// titlesAt returns the titles of the pages that the chunk stands on, which tell these
// apart.
func (d *chunkDetail) titlesAt() []string {
	pages := map[string]library.Page{}
	var list []library.Page
	index := make([]int, len(d.at))
	known := map[string]int{}
	for _, p := range d.pages.List {
		pages[p.Address] = p
	}
	for i, at := range d.at {
		n, ok := known[at.Address]
		if !ok {
			n = len(list)
			known[at.Address] = n
			p := pages[at.Address]
			p.Address = at.Address // also if it went meanwhile
			list = append(list, p)
		}
		index[i] = n
	}
	titles := make([]string, len(d.at))
	distinct := distinctTitles(list)
	for i, n := range index {
		titles[i] = distinct[n]
	}
	return titles
}

// innermost returns the title of the innermost heading above a chunk.
func innermost(c library.PageChunk) string {
	if len(c.Headings) == 0 {
		return text.Untitled
	}
	return oneLine(c.Headings[len(c.Headings)-1].Title)
}

// A linkList is a list of lines that lead somewhere, below a title that counts them.
type linkList struct {
	content fyne.CanvasObject
	title   string
	none    string
	head    *widget.RichText
	list    *keyedList
	rows    []string
}

// newLinkList returns an empty list. With tail set, the ends of lines tell more than
// their beginnings.
func newLinkList(title, none string, tail bool, follow func(i int)) *linkList {
	l := &linkList{title: title, none: none, head: muted(title, false)}
	l.list = newKeyedList(func() int { return len(l.rows) }, func() fyne.CanvasObject { return newLineRow() }, func(row int, o fyne.CanvasObject) {
		o.(*lineRow).show(line{first: l.rows[row], ink: theme.ColorNameHyperlink, tail: tail})
	}, func(row int) {
		l.list.none() // so that it can be followed again
		follow(row)
	})
	l.list.mouseOnly = true
	l.content = container.NewBorder(l.head, nil, nil, nil, l.list)
	return l
}

// set changes the lines.
func (l *linkList) set(rows []string) {
	l.rows = rows
	if len(rows) == 0 {
		setPlain(l.head, text.None(l.title, l.none))
	} else {
		setPlain(l.head, text.Titled(l.title, len(rows)))
	}
	l.list.none()
	l.list.Refresh()
}

package window

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ragmanager/library"
	"ragmanager/manager"
	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/keys"
	"ragmanager/manager/window/text"
)

// A sourceLine is what is shown of a source of an answer.
type sourceLine struct {
	name          library.Name
	title, url    string
	outer         string // headings around it, outermost first
	twin          bool   // another source is under the same headings
	used, removed bool
}

// sourceLines returns what is shown of sources.
func (v *chatView) sourceLines(e *controller.Exchange, sources []manager.AnswerSource) []sourceLine {
	lines := make([]sourceLine, len(sources))
	count := map[string]int{}
	path := func(l sourceLine) string { return l.outer + "\n" + l.title }
	for i, s := range sources {
		lines[i] = sourceLine{name: s.Name, title: s.Title, url: s.URL, used: s.Used, removed: e.Past && v.c.Removed(s.Name), outer: v.around(s)}
		count[path(lines[i])]++
	}
	for i, l := range lines {
		lines[i].twin = count[path(l)] > 1
	}
	return lines
}

// around returns the headings around that of a source, outermost first, as its page has
// them; "" if no page does.
func (v *chatView) around(s manager.AnswerSource) string {
	page, n, ok := v.c.PagesNow().Find(s.Name)
	if !ok {
		return ""
	}
	var titles []string
	for _, h := range page.Chunks[n].Headings {
		if h.Title == s.Title {
			break
		}
		titles = append(titles, h.Title)
	}
	if len(titles) == 0 {
		return ""
	}
	inner, outer := innerOuter(titles)
	return joined(text.PathSign, outer, inner)
}

// sourcesTitle is the title of sources, and what their dots mean if they differ.
func sourcesTitle(sources []manager.AnswerSource) fyne.CanvasObject {
	used := func(s manager.AnswerSource) bool { return s.Used }
	unused := func(s manager.AnswerSource) bool { return !s.Used }
	if !slices.ContainsFunc(sources, used) || !slices.ContainsFunc(sources, unused) {
		return muted(text.SourcesTitle, false)
	}
	row := container.New(&flowLayout{}, whole(text.SourcesTitle))
	for _, kind := range []struct {
		color fyne.ThemeColorName
		words string
	}{{theme.ColorNamePrimary, text.SourceUsed}, {colorMuted, text.SourceSent}} {
		row.Add(container.NewHBox(dot(kind.color), whole(kind.words)))
	}
	return row
}

// whole returns a small label that asks for all the room it needs.
func whole(words string) *widget.RichText {
	t := muted(words, false)
	t.Truncation = fyne.TextTruncateOff
	return t
}

// dot returns a small filled circle.
func dot(color fyne.ThemeColorName) fyne.CanvasObject {
	const size = 8
	_, placed := newDot(color, size)
	return placed
}

// sourceRow shows a source: its title opens the page, the button beside it shows the
// chunk.
func (i *exchangeItem) sourceRow(s sourceLine) fyne.CanvasObject {
	color := colorMuted
	if s.used {
		color = theme.ColorNamePrimary
	}
	if s.removed {
		return container.NewBorder(nil, nil, dot(colorMuted), nil, muted(s.title+" – "+text.RemovedSource, false))
	}
	open := i.v.follows(i.v.c.OpenPage)
	if s.url == "" {
		open = func(string) { i.v.c.ShowChunk(s.name) }
	}
	title := newLink(s.title, func() { open(s.url) }, func(over bool) {
		if over {
			i.v.hover(s.url)
		} else {
			i.v.hover("")
		}
	})
	more := muted(text.SourceIn(s.outer, ""), false)
	if s.twin {
		i.v.c.LoadChunk(s.name, func(d controller.ChunkDetail, _ *controller.Problem) {
			setPlain(more, text.SourceIn(s.outer, snippet(d.Match)))
		})
	}
	show := newKeyedButton(text.ShowChunk, theme.ContentCutIcon(), func() { i.v.c.ShowChunk(s.name) })
	show.Importance = widget.LowImportance
	return container.NewBorder(nil, nil, dot(color), show, container.New(&sourceLayout{title}, title, more))
}

// A sourceLayout puts what else is known of a source behind its title, in the room that
// the title leaves.
type sourceLayout struct{ title *link }

// Layout implements [fyne.Layout].
func (l *sourceLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	const letter = 1 // so that rounding cuts nothing
	words := l.title.label.Segments[0].(*widget.TextSegment).Text
	width := fyne.MeasureText(words, theme.TextSize(), fyne.TextStyle{}).Width + 2*theme.InnerPadding() + letter
	width = min(width, size.Width)
	title, more := objects[0], objects[1]
	title.Resize(fyne.NewSize(width, title.MinSize().Height))
	title.Move(fyne.NewPos(0, (size.Height-title.MinSize().Height)/2))
	x := width - theme.InnerPadding()
	least := 5 * theme.TextSize()
	setHidden(more, size.Width-x < least)
	more.Resize(fyne.NewSize(max(0, size.Width-x), more.MinSize().Height))
	more.Move(fyne.NewPos(x, (size.Height-more.MinSize().Height)/2))
}

// MinSize implements [fyne.Layout].
func (l *sourceLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return objects[0].MinSize()
}

// A link is text that does something when it is clicked, or Enter is pressed on it.
type link struct {
	widget.BaseWidget
	label  *widget.RichText
	tapped func()
	over   func(bool)
}

// newLink returns a link. over is told when the pointer comes and goes.
func newLink(words string, tapped func(), over func(bool)) *link {
	l := &link{label: plain(words, theme.ColorNameHyperlink, theme.SizeNameText, false), tapped: tapped, over: over}
	l.ExtendBaseWidget(l)
	return l
}

// CreateRenderer implements [fyne.Widget].
func (l *link) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(l.label) }

// Tapped implements [fyne.Tappable].
func (l *link) Tapped(*fyne.PointEvent) { l.tapped() }

// Cursor implements [desktop.Cursorable].
func (l *link) Cursor() desktop.Cursor { return desktop.PointerCursor }

// MouseIn implements [desktop.Hoverable].
func (l *link) MouseIn(*desktop.MouseEvent) { l.over(true) }

// MouseMoved implements [desktop.Hoverable].
func (l *link) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements [desktop.Hoverable].
func (l *link) MouseOut() { l.over(false) }

// FocusGained implements [fyne.Focusable].
func (l *link) FocusGained() { l.underline(true) }

// FocusLost implements [fyne.Focusable].
func (l *link) FocusLost() { l.underline(false) }

func (l *link) underline(on bool) {
	l.label.Segments[0].(*widget.TextSegment).Style.TextStyle.Underline = on
	l.label.Refresh()
}

// TypedRune implements [fyne.Focusable].
func (l *link) TypedRune(rune) {}

// TypedKey implements [fyne.Focusable].
func (l *link) TypedKey(k *fyne.KeyEvent) {
	if keys.IsEnter(k) || k.Name == fyne.KeySpace {
		l.tapped()
		return
	}
	keys.PassOn(l, k)
}

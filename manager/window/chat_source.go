package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ragmanager/library"
	"ragmanager/manager/window/text"
)

// A sourceLine is what is shown of a source of an answer.
type sourceLine struct {
	name          library.Name
	title, url    string
	used, removed bool
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
	open := func() { i.v.c.OpenPage(s.url) }
	if s.url == "" {
		open = func() { i.v.c.ShowChunk(s.name) }
	}
	title := newLink(s.title, open, func(over bool) {
		if over {
			i.v.hover(s.url)
		} else {
			i.v.hover("")
		}
	})
	show := widget.NewButtonWithIcon(text.ShowChunk, theme.ContentCutIcon(), func() { i.v.c.ShowChunk(s.name) })
	show.Importance = widget.LowImportance
	return container.NewBorder(nil, nil, dot(color), show, title)
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
	if k.Name == fyne.KeyReturn || k.Name == fyne.KeyEnter || k.Name == fyne.KeySpace {
		l.tapped()
	}
}

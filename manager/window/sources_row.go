package window

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// A listedSource is a row of the list of sources: switch, address, figures, and
// below the address what else is to be said.
type listedSource struct {
	widget.BaseWidget
	item controller.SourceItem

	check    *keyedCheck
	address  *canvas.Text
	note     *canvas.Text
	figures  [2]*canvas.Text // pages, chunks
	warnings *cellLink
}

func newListedSource() *listedSource {
	r := &listedSource{check: newKeyedCheck(""), address: canvas.NewText("", nil), note: canvas.NewText("", nil), warnings: newCellLink()}
	for i := range r.figures {
		r.figures[i] = canvas.NewText("", nil)
		r.figures[i].Alignment = fyne.TextAlignTrailing
	}
	r.ExtendBaseWidget(r)
	return r
}

// show shows a source. turn is called with how its switch is put, warned when the
// number of its warnings is clicked.
func (r *listedSource) show(item controller.SourceItem, turn func(on bool), warned func()) {
	r.item = item
	r.check.OnChanged = nil
	r.check.SetChecked(!item.Off)
	r.check.OnChanged = turn
	r.warnings.tapped = warned
	r.Refresh()
}

// noteOf returns what is said below the address of a source, and in which colour.
func noteOf(s controller.SourceItem, now time.Time) (string, fyne.ThemeColorName) {
	if p := controller.SourceProblem(s); p != nil {
		return p.Message, theme.ColorNameError
	}
	var parts []string
	if s.Off {
		parts = append(parts, text.SourceOff)
	}
	switch {
	case !s.Read.IsZero():
		parts = append(parts, text.ReadAgo(s.Read, now))
	case s.Checked:
		parts = append(parts, text.OnlyChecked)
	case !s.Off:
		parts = append(parts, text.NoPages)
	}
	if s.Base != "" {
		parts = append(parts, text.PublishedAt(s.Base))
	}
	return text.Facts(parts...), colorMuted
}

// figure returns a number for a column, a dash for a source of which nothing is known.
func (r *listedSource) figure(n int) string {
	if r.item.Read.IsZero() && !r.item.Checked || r.item.Err != nil && r.item.Pages == 0 {
		return text.Unknown
	}
	return text.Number(n)
}

// CreateRenderer implements [fyne.Widget].
func (r *listedSource) CreateRenderer() fyne.WidgetRenderer {
	return &listedSourceRenderer{r, []fyne.CanvasObject{r.check, r.address, r.note, r.figures[0], r.figures[1], r.warnings}}
}

type listedSourceRenderer struct {
	r       *listedSource
	objects []fyne.CanvasObject
}

// Widths of the columns of figures, and of the row from which all of them are shown.
const (
	figureWidth  = 70
	warnedWidth  = 84
	allFiguresAt = 560
	sourceHeight = 42
)

// columns returns where the columns of figures end in a row of a width, 0 for those
// that are not shown, and where the address ends.
func columns(width float32) (pages, chunks, warnings, address float32) {
	warnings = width - 12
	if width < allFiguresAt {
		return 0, 0, warnings, warnings - warnedWidth
	}
	chunks = warnings - warnedWidth
	pages = chunks - figureWidth
	return pages, chunks, warnings, pages - figureWidth
}

func (r *listedSourceRenderer) Destroy()                     {}
func (r *listedSourceRenderer) MinSize() fyne.Size           { return fyne.NewSize(200, sourceHeight) }
func (r *listedSourceRenderer) Objects() []fyne.CanvasObject { return r.objects }

// Layout puts the parts where columns has them.
func (r *listedSourceRenderer) Layout(size fyne.Size) {
	const left = 34
	w := r.r
	check := w.check.MinSize()
	w.check.Resize(check)
	w.check.Move(fyne.NewPos(2, (size.Height-check.Height)/2))
	pages, chunks, warnings, end := columns(size.Width)
	w.address.Move(fyne.NewPos(left, 3))
	w.note.Move(fyne.NewPos(left, 22))
	w.address.Text = cutMiddle(w.item.Address, end-left, w.address.TextSize)
	note, _ := noteOf(w.item, time.Now())
	w.note.Text = cut(note, warnings-left, w.note.TextSize, w.note.TextStyle)
	w.address.Resize(w.address.MinSize())
	w.note.Resize(w.note.MinSize())
	for i, x := range []float32{pages, chunks} {
		f := w.figures[i]
		f.Hidden = x == 0
		f.Move(fyne.NewPos(x-figureWidth, 3))
		f.Resize(fyne.NewSize(figureWidth, f.MinSize().Height))
	}
	at := w.warnings.MinSize()
	w.warnings.Resize(at)
	w.warnings.Move(fyne.NewPos(warnings-at.Width, 3))
}

// Refresh shows the source as it is, in the colours of the theme.
func (r *listedSourceRenderer) Refresh() {
	w := r.r
	ink := theme.ColorNameForeground
	if w.item.Off {
		ink = colorMuted
	}
	_, note := noteOf(w.item, time.Now())
	dress(w.address, ink, theme.SizeNameText)
	dress(w.note, note, theme.SizeNameCaptionText)
	for i, n := range []int{w.item.Pages, w.item.Chunks} {
		dress(w.figures[i], colorMuted, theme.SizeNameText)
		w.figures[i].Text = w.figure(n)
	}
	w.warnings.say(w.figure(w.item.Warnings), w.item.Warnings > 0)
	r.Layout(w.Size())
	for _, o := range r.objects {
		o.Refresh()
	}
}

// dress gives text a colour and size of the theme.
func dress(t *canvas.Text, ink fyne.ThemeColorName, size fyne.ThemeSizeName) {
	t.Color, t.TextSize = colorOf(ink), theme.Size(size)
}

// A cellLink is a figure in a table that can be clicked, or not.
type cellLink struct {
	widget.BaseWidget
	words  *canvas.Text
	tapped func()
	active bool
}

func newCellLink() *cellLink {
	l := &cellLink{words: canvas.NewText("", nil)}
	l.words.Alignment = fyne.TextAlignTrailing
	l.ExtendBaseWidget(l)
	return l
}

// say shows words; those that are active look as if they did something.
func (l *cellLink) say(words string, active bool) {
	l.words.Text, l.active = words, active
	ink := colorMuted
	if active {
		ink = theme.ColorNameWarning
	}
	dress(l.words, ink, theme.SizeNameText)
}

// CreateRenderer implements [fyne.Widget].
func (l *cellLink) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(l.words) }

// Tapped implements [fyne.Tappable].
func (l *cellLink) Tapped(*fyne.PointEvent) {
	if l.tapped != nil {
		l.tapped()
	}
}

// Cursor implements [desktop.Cursorable].
func (l *cellLink) Cursor() desktop.Cursor {
	if l.active {
		return desktop.PointerCursor
	}
	return desktop.DefaultCursor
}

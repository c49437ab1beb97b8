package window

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ragmanager/manager"
	"ragmanager/manager/window/answer"
	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// A sourceDetails shows all that is known of the source that is selected, and what
// can be done with it.
type sourceDetails struct {
	content fyne.CanvasObject
	v       *sourcesView
	item    controller.SourceItem

	address, facts, trouble *answer.View // they can be selected and copied
	hint                    *widget.RichText
	buttons                 map[string]*actionButton
	tools                   *fyne.Container
}

func newSourceDetails(v *sourcesView) *sourceDetails {
	d := &sourceDetails{v: v, buttons: map[string]*actionButton{}, hint: muted("", true)}
	d.address = answer.New(answer.Options{})
	d.facts = answer.New(answer.Options{Size: theme.SizeNameCaptionText})
	d.trouble = answer.New(answer.Options{Ink: theme.ColorNameError})
	d.tools = container.New(&flowLayout{},
		d.button(text.MoveUp, theme.MoveUpIcon(), func() { v.move(-1) }),
		d.button(text.MoveDown, theme.MoveDownIcon(), func() { v.move(1) }),
		d.button(text.ChunkAlone, theme.ViewRefreshIcon(), func() { v.c.ChunkAlone(d.item.Address) }),
		d.button(text.EditBase, theme.DocumentCreateIcon(), func() { v.editBase(d.item) }),
		d.button(text.OpenAddress, theme.SearchIcon(), func() { v.c.OpenPage(d.item.Address) }),
		d.button(text.SeeChunks, theme.ContentCutIcon(), d.seeChunks),
		d.button(text.SeeLog, theme.DocumentIcon(), func() { v.c.Show(controller.Place{View: controller.LogView}) }),
		d.button(text.CopyDetails, theme.ContentCopyIcon(), func() { toClipboard(d.details()) }),
		d.button(text.Remove, theme.DeleteIcon(), v.remove),
	)
	words := newColumn(d.address, d.facts, d.trouble, d.hint)
	page := newColumn(d.tools, words)
	d.content = container.NewStack(newBackdrop(colorCard, theme.ColorNameSeparator, 8), container.NewPadded(container.NewVScroll(page)))
	return d
}

func (d *sourceDetails) button(name string, icon fyne.Resource, tapped func()) *actionButton {
	label := name
	if name == text.MoveUp || name == text.MoveDown {
		label = "" // the arrow says it
	}
	b := newActionButton(d.v.tips, label, icon, tapped)
	b.Importance = widget.LowImportance
	b.tip = text.SourceMeaning(name)
	d.buttons[name] = b
	return b
}

// show shows a source, which is at place i of the list.
func (d *sourceDetails) show(item controller.SourceItem, i int) {
	d.item = item
	d.address.SetText(item.Address, true)
	facts := strings.Join(factsOf(item, time.Now()), "\n")
	d.facts.SetText(facts, false)
	setHidden(d.facts, facts == "")
	setHidden(d.trouble, item.Err == nil)
	p := controller.SourceProblem(item)
	if p != nil {
		d.trouble.SetText(p.Message, false)
		setPlain(d.hint, p.Hint)
	}
	setHidden(d.hint, p == nil || p.Hint == "")
	d.allow(i)
	d.tools.Refresh()
}

// allow shows and enables what can be done with the source.
func (d *sourceDetails) allow(i int) {
	web, known := manager.IsURL(d.item.Address), d.v.firstPage(d.item) != ""
	setHidden(d.buttons[text.EditBase], web && d.item.Base == "")
	setHidden(d.buttons[text.OpenAddress], !web)
	setHidden(d.buttons[text.SeeChunks], !known)
	setHidden(d.buttons[text.SeeLog], !d.item.Checked && d.item.Err == nil)
	for name, b := range d.buttons {
		why := ""
		switch {
		case name == text.ChunkAlone && d.item.Off:
			why = text.WhyOff
		case name == text.ChunkAlone && d.v.c.State().Job != "":
			why = text.WhyRunning(d.v.c.State().Job)
		case name == text.MoveUp && i == 0:
			why = text.WhyFirst
		case name == text.MoveDown && i == len(d.v.items)-1:
			why = text.WhyLast
		}
		b.allow(text.SourceMeaning(name), why)
	}
}

// factsOf says what is known of a source, a line each.
func factsOf(s controller.SourceItem, now time.Time) (lines []string) {
	if s.Off {
		lines = append(lines, text.Sentence(text.SourceOff))
	}
	switch {
	case s.Err != nil && s.Pages == 0:
	case s.Checked:
		lines = append(lines, text.Sentence(text.Figures(s.Pages, s.Chunks, s.Warnings))+" "+text.SourceChecked)
	case !s.Read.IsZero():
		lines = append(lines, text.Sentence(text.Figures(s.Pages, s.Chunks, s.Warnings)))
	}
	if !s.Read.IsZero() {
		lines = append(lines, text.Sentence(text.ReadAt(s.Read)+", "+text.Ago(s.Read, now)))
	} else if !s.Off && !s.Checked && s.Err == nil {
		lines = append(lines, text.SourceUnread)
	}
	if s.Base != "" {
		lines = append(lines, text.Sentence(text.PublishedAt(s.Base)))
	}
	return lines
}

// details returns all that is shown, to be copied.
func (d *sourceDetails) details() string {
	lines := append([]string{d.item.Address}, factsOf(d.item, time.Now())...)
	if p := controller.SourceProblem(d.item); p != nil {
		lines = append(lines, p.Details())
	}
	return strings.Join(lines, "\n")
}

// seeChunks shows the chunks of the source.
func (d *sourceDetails) seeChunks() {
	d.v.c.Show(controller.Place{View: controller.ChunksView, Page: d.v.firstPage(d.item)})
}

// newSourceHeader returns the titles of the columns; that of the addresses is given.
func newSourceHeader(addresses fyne.CanvasObject) fyne.CanvasObject {
	titles := []fyne.CanvasObject{addresses}
	for _, name := range []string{text.ColumnPages, text.ColumnChunks, text.ColumnWarnings} {
		t := muted(name, false)
		t.Truncation = fyne.TextTruncateOff
		titles = append(titles, t)
	}
	return container.New(sourceHeaderLayout{}, titles...)
}

// A sourceHeaderLayout puts titles above the columns of the rows.
type sourceHeaderLayout struct{}

// Layout implements [fyne.Layout].
func (sourceHeaderLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	pages, chunks, warnings, end := columns(size.Width)
	objects[0].Resize(fyne.NewSize(end, size.Height))
	for i, x := range []float32{pages, chunks, warnings} {
		o := objects[i+1]
		setHidden(o, x == 0)
		m := o.MinSize()
		o.Resize(m)
		o.Move(fyne.NewPos(x-m.Width+theme.InnerPadding(), 0))
	}
}

// MinSize implements [fyne.Layout].
func (sourceHeaderLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, objects[0].MinSize().Height)
}

// An emptySources says how to begin.
type emptySources struct {
	content    fyne.CanvasObject
	title, how *widget.RichText
	ways       *fyne.Container
}

func newEmptySources(v *sourcesView) *emptySources {
	e := &emptySources{title: heading(""), how: muted("", true)}
	centre(e.title)
	centre(e.how)
	e.ways = container.NewCenter(container.NewHBox(
		newKeyedButton(text.AddFolder, theme.FolderOpenIcon(), v.chooseFolder),
		newKeyedButton(text.PasteMany, theme.ContentPasteIcon(), func() { v.pasteMany() }),
	))
	column := container.New(&columnLayout{gap: 6, widest: 420}, spacer(0, 24), e.title, e.how, e.ways)
	e.content = container.NewVScroll(column)
	return e
}

// say says how to begin or, if that cannot be, why.
func (e *emptySources) say(why string) {
	title, how := text.NoSources, text.NoSourcesHow
	if why != "" {
		title, how = text.NoSourcesRoot, why
	}
	setPlain(e.title, title)
	setPlain(e.how, how)
	setHidden(e.ways, why != "")
}

package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/logview"
	"ragmanager/manager/window/text"
)

// A logView shows the log.
type logView struct {
	content fyne.CanvasObject
	view    *logview.View
	search  *keyedEntry
	found   *widget.RichText
	saved   *widget.RichText
	copyAll *actionButton
	empty   *actionButton
	c       *controller.Controller
}

// lineColors are the colours of lines.
var lineColors = map[controller.Kind]fyne.ThemeColorName{
	controller.Info:    theme.ColorNameForeground,
	controller.Detail:  colorMuted,
	controller.Success: theme.ColorNameSuccess,
	controller.Warning: theme.ColorNameWarning,
	controller.Failure: theme.ColorNameError,
	controller.Hint:    colorMuted,
	controller.Asked:   theme.ColorNamePrimary,
	controller.Quoted:  colorMuted,
}

// logSearchWidth is how much room the search should have beyond its least.
const logSearchWidth = 150

// timeFormat is how the log shows when a line came.
const timeFormat = "15:04:05  "

func newLogView(c *controller.Controller, t *tips) *logView {
	l := &logView{c: c, view: logview.New(), found: muted("", false), saved: muted("", false)}
	l.search = newSearchEntry(text.SearchLog, func() { l.move(l.view.Previous) })
	l.search.OnChanged = l.find
	l.search.OnSubmitted = func(string) { l.move(l.view.Next) }
	up := newIconButton(t, text.FindPrevious, theme.MoveUpIcon(), func() { l.move(l.view.Previous) })
	down := newIconButton(t, text.FindNext, theme.MoveDownIcon(), func() { l.move(l.view.Next) })
	l.copyAll = newActionButton(t, text.CopyAll, theme.ContentCopyIcon(), func() { toClipboard(l.view.Text()) })
	l.empty = newActionButton(t, text.EmptyLog, theme.ContentClearIcon(), l.view.Clear)
	l.copyAll.tip, l.empty.tip = text.CopyAllLines, text.EmptyLogMeaning
	l.copyAll.Importance, l.empty.Importance = widget.LowImportance, widget.LowImportance
	count := container.NewStack(spacer(90, 0), l.found)
	tools := container.NewHBox(count, up, down, l.copyAll, l.empty)
	top := container.New(&sparingLayout{
		inner:  layout.NewBorderLayout(nil, nil, nil, tools),
		room:   logSearchWidth,
		saving: func() float32 { return labelWidth(text.CopyAll) + labelWidth(text.EmptyLog) },
		spare:  sparesLabels(map[string]labelled{text.CopyAll: l.copyAll, text.EmptyLog: l.empty}),
	}, tools, l.search)
	l.content = container.NewBorder(container.NewPadded(top), l.saved, nil, nil, container.NewPadded(l.view))
	c.Lines.Connect(l.add)
	c.States.Connect(func(controller.State) { l.tellSaved() })
	return l
}

// add adds lines.
func (l *logView) add(lines []controller.Line) {
	shown := make([]logview.Line, len(lines))
	for i, line := range lines {
		shown[i] = logview.Line{Text: line.Time.Format(timeFormat) + line.Text, Color: lineColors[line.Kind]}
	}
	l.view.Append(shown...)
	l.tellFound()
}

// find marks what is searched for.
func (l *logView) find(words string) {
	l.view.Search(words)
	l.tellFound()
}

func (l *logView) move(to func()) {
	to()
	l.tellFound()
}

func (l *logView) tellFound() {
	match, count := l.view.Match()
	setPlain(l.found, text.MatchOf(match, count, l.search.Text != ""))
}

// tellSaved tells where the log is kept.
func (l *logView) tellSaved() {
	switch err := l.c.LogTrouble(); {
	case err != nil:
		setPlain(l.saved, text.LogNotSaved(err.Error()))
	case l.c.LogPath() != "":
		setPlain(l.saved, text.LogSaved(l.c.LogPath()))
	default:
		setPlain(l.saved, "")
	}
}

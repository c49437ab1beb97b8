package window

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// A panel is the column of buttons at the left, by the names of the original.
type panel struct {
	content fyne.CanvasObject
	below   *fyne.Container // what concerns questions and the log, to be put below the question
	buttons map[controller.Action]*actionButton
	checks  map[string]*tippedCheck

	about *tippedText // the library: its name, what it holds, how far it can be asked
	c     *controller.Controller
}

// panelGroups are the buttons of the panel, in the order in which they are usually
// needed. Those that concern a question stand beside it.
var panelGroups = []struct {
	title   string
	actions []controller.Action
}{
	{text.GroupLibrary, []controller.Action{controller.SetRoot, controller.SetKey, controller.SourceURLs}},
	{text.GroupBuild, []controller.Action{controller.Chunk, controller.Embed, controller.PurgeEmbeds, controller.Delete}},
	{text.GroupSetUp, []controller.Action{controller.AssistantPrompts, controller.Configure, controller.Help}},
}

// icons are those of the buttons.
var icons = map[controller.Action]fyne.ThemeIconName{
	controller.SetRoot: theme.IconNameFolderOpen, controller.SetKey: theme.IconNameLogin, controller.SourceURLs: theme.IconNameList,
	controller.Chunk: theme.IconNameContentCut, controller.Embed: theme.IconNameGrid, controller.PurgeEmbeds: theme.IconNameContentClear,
	controller.Delete: theme.IconNameDelete, controller.AssistantPrompts: theme.IconNameDocumentCreate,
	controller.Configure: theme.IconNameSettings, controller.Help: theme.IconNameHelp,
	controller.History: theme.IconNameHistory, controller.Clear: theme.IconNameContentUndo,
}

func newPanel(c *controller.Controller, t *tips, act func(controller.Action)) *panel {
	p := &panel{
		c: c, buttons: map[controller.Action]*actionButton{}, checks: map[string]*tippedCheck{},
		about: newAbout(t),
	}
	groups := &groupLayout{}
	box := container.New(groups, p.about)
	for _, g := range panelGroups {
		groups.starts = append(groups.starts, len(box.Objects))
		box.Add(muted(g.title, false))
		for _, a := range g.actions {
			box.Add(p.button(a, t, act))
		}
	}
	history, forget := p.button(controller.History, t, act), p.button(controller.Clear, t, act)
	p.below = container.New(&sparingLayout{
		inner:  layout.NewHBoxLayout(),
		saving: func() float32 { return labelWidth(text.History) + labelWidth(text.Clear) },
		spare:  sparesLabels(map[string]labelled{text.History: history, text.Clear: forget}),
	}, history, forget, layout.NewSpacer(),
		p.check(text.Verbose, t, c.SetVerbose), p.check(text.Dump, t, c.SetDump), p.check(text.ShowMatches, t, c.SetShowMatches))
	p.content = container.NewStack(newBackdrop(colorPanel, "", 0), container.NewBorder(nil, nil, nil, widget.NewSeparator(), container.NewVScroll(box)))
	c.States.Connect(p.update)
	p.update(c.State())
	return p
}

func (p *panel) button(a controller.Action, t *tips, act func(controller.Action)) *actionButton {
	b := newActionButton(t, string(a), theme.Current().Icon(icons[a]), func() { act(a) })
	b.Alignment, b.Importance = widget.ButtonAlignLeading, widget.LowImportance
	p.buttons[a] = b
	return b
}

func (p *panel) check(name string, t *tips, changed func(bool)) *tippedCheck {
	c := newTippedCheck(t, name, text.Meaning(name), changed)
	p.checks[name] = c
	return c
}

// update shows the state.
func (p *panel) update(s controller.State) {
	for a, b := range p.buttons {
		b.allow(text.Meaning(string(a)), s.Why(a))
	}
	setCheck(p.checks[text.Verbose], s.Verbose)
	setCheck(p.checks[text.ShowMatches], s.ShowMatches)
	setCheck(p.checks[text.Dump], s.Dump)
	setEnabled(p.checks[text.Dump], s.Phase == controller.Ready)
	p.describe(s)
}

// setCheck shows a switch as it is, without calling what it changes.
func setCheck(c *tippedCheck, on bool) {
	if c.Checked != on {
		c.Checked = on
		c.Refresh()
	}
}

// newAbout returns the three lines at the top of the panel.
func newAbout(tips *tips) *tippedText {
	name := widget.RichTextStyle{ColorName: theme.ColorNameForeground, SizeName: theme.SizeNameText, TextStyle: fyne.TextStyle{Bold: true}}
	more := widget.RichTextStyle{ColorName: colorMuted, SizeName: theme.SizeNameCaptionText}
	t := &tippedText{tips: tips}
	t.Segments = []widget.RichTextSegment{&widget.TextSegment{Style: name}, &widget.TextSegment{Style: more}, &widget.TextSegment{Style: more}}
	t.Truncation, t.Scroll = fyne.TextTruncateEllipsis, container.ScrollNone
	t.ExtendBaseWidget(t)
	return t
}

// describe tells which library is open and what it holds, and all that there is no room
// for in a tip.
func (p *panel) describe(s controller.State) {
	lines := [3]string{text.Program, text.NoLibrary, ""}
	tip := []string{text.NoLibrary}
	if s.Root != "" {
		lines = [3]string{text.LibraryName(s.Root)}
		tip = []string{s.Root}
	}
	if o := s.Overview; s.Known {
		lines[1] = text.InLibrary(o.Status.Pages, o.Status.Chunks)
		lines[2] = text.Ready(o.Builtin, o.Fitted, len(o.Missing))
		tip = append(tip, lines[1], text.Vectors(o.Builtin, o.Fitted, o.Space, len(o.Missing)))
	}
	for i, line := range lines {
		p.about.Segments[i].(*widget.TextSegment).Text = line
	}
	p.about.tip = strings.Join(tip, "\n")
	p.about.Refresh()
}

// A tippedText is text that tells more under the pointer.
type tippedText struct {
	widget.RichText
	tips *tips
	tip  string
}

// MouseIn implements [desktop.Hoverable].
func (t *tippedText) MouseIn(*desktop.MouseEvent) { t.tips.over(t, t.tip) }

// MouseMoved implements [desktop.Hoverable].
func (t *tippedText) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements [desktop.Hoverable].
func (t *tippedText) MouseOut() { t.tips.away() }

// A groupLayout puts things below each other, with a little space before each group if
// the height allows that.
type groupLayout struct {
	columnLayout
	starts []int // the first object of each group
}

// Layout implements [fyne.Layout].
func (l *groupLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	l.columnLayout.Layout(objects, size)
	const most = 12
	gap := min(most, (size.Height-l.MinSize(objects).Height)/float32(len(l.starts)))
	if gap <= 0 {
		return
	}
	for _, start := range l.starts {
		for _, o := range objects[start:] {
			o.Move(o.Position().AddXY(0, gap))
		}
	}
}

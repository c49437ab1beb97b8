package window

import (
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// A panel is the column of buttons at the left, by the names of the original.
type panel struct {
	content fyne.CanvasObject
	buttons map[controller.Action]*actionButton
	checks  map[string]*widget.Check

	name, holds, vectors *widget.RichText
	c                    *controller.Controller
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
		c: c, buttons: map[controller.Action]*actionButton{}, checks: map[string]*widget.Check{},
		name: heading(""), holds: muted("", false), vectors: muted("", false),
	}
	box := container.New(&columnLayout{}, p.name, p.holds, p.vectors)
	for _, g := range panelGroups {
		box.Add(muted(g.title, false))
		for _, a := range g.actions {
			box.Add(p.button(a, t, act))
		}
	}
	box.Add(muted(text.GroupShow, false))
	box.Add(p.check(text.Verbose, c.SetVerbose))
	box.Add(p.check(text.Dump, c.SetDump))
	box.Add(p.check(text.ShowMatches, c.SetShowMatches))
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

func (p *panel) check(name string, changed func(bool)) *widget.Check {
	c := widget.NewCheck(name, changed)
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
	if s.Phase == controller.Ready {
		p.checks[text.Dump].Enable()
	} else {
		p.checks[text.Dump].Disable()
	}
	p.describe(s)
}

// setCheck shows a switch as it is, without calling what it changes.
func setCheck(c *widget.Check, on bool) {
	if c.Checked != on {
		c.Checked = on
		c.Refresh()
	}
}

// describe tells which library is open and what it holds.
func (p *panel) describe(s controller.State) {
	if s.Root == "" {
		setPlain(p.name, text.Program)
		setPlain(p.holds, text.NoLibrary)
		setPlain(p.vectors, "")
		return
	}
	setPlain(p.name, filepath.Base(filepath.Dir(s.Root))+string(filepath.Separator)+filepath.Base(s.Root))
	if !s.Known {
		setPlain(p.holds, "")
		setPlain(p.vectors, "")
		return
	}
	o := s.Overview
	setPlain(p.holds, text.InLibrary(o.Status.Pages, o.Status.Chunks))
	setPlain(p.vectors, text.Vectors(o.Builtin, o.Fitted, o.Space, len(o.Missing)))
}

package window

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ragmanager/manager"
	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// A sourcesView is where the list of sources is edited. Each change is saved at once.
type sourcesView struct {
	content fyne.CanvasObject
	c       *controller.Controller
	win     fyne.Window
	tips    *tips

	entry    *keyedEntry
	buttons  map[string]*actionButton // of the list, by their names
	tally    *widget.RichText         // above the list
	kept     *widget.RichText         // what the library has of sources that are listed no more
	list     *keyedList
	empty    *emptySources
	details  *sourceDetails
	all      *fyne.Container  // without the tips
	split    *container.Split // of list and details; there are details only if a source is selected
	pages    *controller.Pages
	items    []controller.SourceItem
	selected string // address, "" if none is
}

func newSourcesView(c *controller.Controller, win fyne.Window, t *tips) *sourcesView {
	v := &sourcesView{c: c, win: win, tips: t, buttons: map[string]*actionButton{}, tally: muted("", false)}
	v.kept = plain("", theme.ColorNameWarning, theme.SizeNameCaptionText, true)
	v.entry = newKeyedEntry()
	v.entry.PlaceHolder = text.SourcePlaceholder
	v.entry.OnSubmitted = func(string) { v.addTyped() }
	v.entry.paste = v.pasted
	v.list = newKeyedList(func() int { return len(v.items) }, func() fyne.CanvasObject { return newListedSource() }, v.fillRow, func(i int) { v.choose(v.items[i].Address) })
	v.list.key, v.list.shortcut = v.key, v.shortcut
	v.details = newSourceDetails(v)
	v.empty = newEmptySources(v)
	v.build()
	c.Sources.Connect(v.update)
	c.Pages.Connect(func(p *controller.Pages) { v.pages = p })
	c.States.Connect(func(controller.State) { v.allow() })
	v.update(c.SourceItems())
	return v
}

// build puts the parts in their places.
func (v *sourcesView) build() {
	add := v.button(text.Add, theme.ContentAddIcon(), v.addTyped)
	add.Importance = widget.HighImportance
	tools := container.New(&flowLayout{},
		v.button(text.AddFile, theme.FileIcon(), v.chooseFile),
		v.button(text.AddFolder, theme.FolderOpenIcon(), v.chooseFolder),
		v.button(text.PasteMany, theme.ContentPasteIcon(), func() { v.pasteMany() }),
		v.button(text.CheckAll, theme.ConfirmIcon(), v.c.CheckAll),
		v.button(text.RemoveOff, theme.ContentClearIcon(), v.removeOff),
	)
	top := container.New(&columnLayout{gap: 4}, container.NewBorder(nil, nil, nil, add, v.entry), tools, v.kept)
	v.split = container.NewVSplit(container.NewBorder(newSourceHeader(v.tally), nil, nil, nil, v.list), v.details.content)
	v.split.SetOffset(0.62)
	body := container.NewStack(v.split, v.empty.content)
	const whole = 19 // lines of text
	v.all = compact(container.NewPadded(container.New(topLayout{}, top, body)), whole, v.details.content)
	v.all.Layout.(*compactLayout).want = func() bool { return v.selected != "" }
	v.content = v.all
}

// button makes a button of the list.
func (v *sourcesView) button(name string, icon fyne.Resource, tapped func()) *actionButton {
	b := newActionButton(v.tips, name, icon, tapped)
	v.buttons[name] = b
	return b
}

// update shows the sources as they are.
func (v *sourcesView) update(items []controller.SourceItem) {
	v.items = items
	on, changed := 0, false
	for _, s := range items {
		if !s.Off {
			on++
			changed = changed || s.Read.IsZero() && s.Err == nil
		}
	}
	setPlain(v.tally, text.SourceTally(len(items), on, changed))
	setPlain(v.kept, v.c.Kept())
	setHidden(v.kept, v.c.Kept() == "")
	v.allow()
	v.reselect()
	v.list.Refresh()
	v.arrange()
}

// reselect selects what was selected, wherever it is now.
func (v *sourcesView) reselect() {
	i := v.find(v.selected)
	if i < 0 {
		v.selected = ""
		v.list.none()
		return
	}
	if i != v.list.at {
		v.list.mark(i)
	}
	v.details.show(v.items[i], i)
}

// find returns the index of the source with an address, -1 if there is none.
func (v *sourcesView) find(address string) int {
	return slices.IndexFunc(v.items, func(s controller.SourceItem) bool { return s.Address == address })
}

// arrange shows what there is to be seen.
func (v *sourcesView) arrange() {
	setHidden(v.empty.content, len(v.items) > 0)
	setHidden(v.split, len(v.items) == 0)
	before := v.details.content.Visible()
	v.all.Layout.Layout(v.all.Objects, v.all.Size())
	if v.details.content.Visible() != before {
		v.split.Refresh()
	}
}

// allow enables what can be done now.
func (v *sourcesView) allow() {
	s := v.c.State()
	why := s.Why(controller.SourceURLs)
	for name, b := range v.buttons {
		b.allow(text.SourceMeaning(name), why)
	}
	v.buttons[text.CheckAll].allow(text.Meaning(text.CheckAll), s.Why(controller.CheckAll))
	setHidden(v.buttons[text.RemoveOff], !slices.ContainsFunc(v.items, func(s controller.SourceItem) bool { return s.Off }))
	setEnabled(v.entry, why == "")
	v.empty.say(why)
	if i := v.find(v.selected); i >= 0 {
		v.details.allow(i)
	}
}

// choose selects a source.
func (v *sourcesView) choose(address string) {
	v.selected = address
	if i := v.find(address); i >= 0 {
		v.details.show(v.items[i], i)
	}
	v.arrange()
}

// fillRow shows a source in its row.
func (v *sourcesView) fillRow(i int, o fyne.CanvasObject) {
	item := v.items[i]
	o.(*listedSource).show(item, func(on bool) { v.turn(item, on) }, func() {
		if item.Warnings > 0 {
			v.seeWarnings(item)
			return
		}
		v.list.Select(i)
	})
}

// turn puts a source on or off.
func (v *sourcesView) turn(item controller.SourceItem, on bool) {
	source := item.Source
	source.Off = !on
	v.c.SetSource(item.Address, source)
}

// seeWarnings shows what the authors of a source should know.
func (v *sourcesView) seeWarnings(item controller.SourceItem) {
	if page := v.firstPage(item); page != "" && !item.Checked {
		v.c.Show(controller.Place{View: controller.ChunksView, Page: page})
		return
	}
	v.c.Show(controller.Place{View: controller.LogView})
}

// firstPage returns the address of the first page of a source that the library has,
// one with warnings if there is one; "" if it has none.
func (v *sourcesView) firstPage(item controller.SourceItem) string {
	if v.pages == nil {
		return ""
	}
	first := ""
	for _, p := range v.pages.List {
		if controller.SourceOf(p) != item.Address {
			continue
		}
		if controller.Warnings(p) > 0 {
			return p.Address
		}
		first = firstOf(first, p.Address)
	}
	return first
}

// key takes the keys of the list.
func (v *sourcesView) key(k *fyne.KeyEvent) bool {
	i := v.find(v.selected)
	switch {
	case i < 0:
		return false
	case k.Name == fyne.KeyDelete || k.Name == fyne.KeyBackspace:
		v.remove()
	case k.Name == fyne.KeySpace:
		v.turn(v.items[i], v.items[i].Off)
	case k.Name == fyne.KeyEscape:
		v.deselect()
	default:
		return false
	}
	return true
}

// deselect shows the list alone.
func (v *sourcesView) deselect() {
	v.selected = ""
	v.list.none()
	v.arrange()
}

// shortcut takes Alt with the arrow keys.
func (v *sourcesView) shortcut(s fyne.Shortcut) {
	custom, ok := s.(*desktop.CustomShortcut)
	if !ok || custom.Modifier != fyne.KeyModifierAlt {
		return
	}
	switch custom.KeyName {
	case fyne.KeyUp:
		v.move(-1)
	case fyne.KeyDown:
		v.move(1)
	}
}

// move moves what is selected, unless it is at the end already.
func (v *sourcesView) move(by int) {
	if i := v.find(v.selected); i >= 0 && i+by >= 0 && i+by < len(v.items) {
		v.c.MoveSource(v.selected, by)
	}
}

// remove takes what is selected off the list, and selects the one after it.
func (v *sourcesView) remove() {
	i := v.find(v.selected)
	if i < 0 {
		return
	}
	gone := v.selected
	switch {
	case i+1 < len(v.items):
		v.choose(v.items[i+1].Address)
	case i > 0:
		v.choose(v.items[i-1].Address)
	}
	v.c.RemoveSources(gone)
}

// removeOff takes all sources that are off from the list, after asking if they are
// more than one.
func (v *sourcesView) removeOff() {
	var off []string
	for _, s := range v.items {
		if s.Off {
			off = append(off, s.Address)
		}
	}
	if len(off) < 2 {
		v.c.RemoveSources(off...)
		return
	}
	confirm(controller.Question{
		Title: text.RemoveOffTitle, Message: text.AskRemoveSources(len(off)), Yes: text.Remove, Danger: true,
		Answer: func(yes bool) {
			if yes {
				v.c.RemoveSources(off...)
			}
		},
	}, v.win)
}

// setBase says where a source is published.
func (v *sourcesView) setBase(item controller.SourceItem, base string) {
	source := item.Source
	source.Base = base
	v.c.SetSource(item.Address, source)
}

// checkBase returns what is wrong with where a source is said to be published.
func checkBase(s manager.Source, base string) error {
	list := manager.LibrarySettings{Sources: []manager.Source{s}}
	s.Base = base
	return list.SetSource(0, s)
}

// add adds sources, a line each. Of many, those that are not taken are shown to be
// corrected.
func (v *sourcesView) add(lines string) {
	if controller.CountSources(lines) < 2 {
		v.c.AddSources(lines, func(error) {})
		return
	}
	v.c.AddMany(lines, func(a controller.AddedSources, _ error) {
		if len(a.Bad) > 0 {
			v.pasteMany().showBad(a)
		}
	})
}

// addTyped adds what was typed. If it cannot be added it is put back into the entry,
// to be corrected, unless something else is there by then.
func (v *sourcesView) addTyped() {
	typed := strings.TrimSpace(v.entry.Text)
	if controller.CountSources(typed) == 0 || v.entry.Disabled() {
		return
	}
	v.entry.SetText("")
	v.c.AddSources(typed, func(err error) {
		if err != nil && v.entry.Text == "" {
			v.entry.SetText(typed)
			v.entry.CursorColumn = len([]rune(typed))
		}
	})
}

// pasted adds what is pasted if it is more than one line.
func (v *sourcesView) pasted(words string) bool {
	if !strings.ContainsAny(strings.TrimSpace(words), "\r\n") {
		return false
	}
	v.add(words)
	return true
}

// dropped adds files, folders and links that were dropped on the window.
func (v *sourcesView) dropped(uris []fyne.URI) {
	var lines []string
	for _, u := range uris {
		lines = append(lines, addressOf(u))
	}
	v.add(strings.Join(lines, "\n"))
}

// addressOf returns what a source at a URI is called.
func addressOf(u fyne.URI) string {
	if u.Scheme() == "file" {
		return u.Path()
	}
	return u.String()
}

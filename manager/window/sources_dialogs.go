package window

import (
	"errors"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ragmanager/manager"
	"ragmanager/manager/window/answer"
	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// chooseFile asks for a file to add.
func (v *sourcesView) chooseFile() {
	chooseFile(v.win, text.AddFile, text.Add, func(path string) { v.add(path) })
}

// chooseFolder asks for a folder to add.
func (v *sourcesView) chooseFolder() {
	chooseFolder(v.win, text.AddFolder, text.Add, func(path string) { v.add(path) })
}

// chooseFolder asks for a folder and passes its path to take.
func chooseFolder(win fyne.Window, title, confirm string, take func(path string)) {
	d := dialog.NewFolderOpen(func(folder fyne.ListableURI, err error) {
		if folder != nil && err == nil {
			take(folder.Path())
		}
	}, win)
	showFileDialog(d, win, title, confirm)
}

// chooseFile asks for a file that is there and passes its path to take.
func chooseFile(win fyne.Window, title, confirm string, take func(path string)) {
	d := dialog.NewFileOpen(func(file fyne.URIReadCloser, err error) {
		if file == nil || err != nil {
			return
		}
		_ = file.Close() // nothing was read
		take(file.URI().Path())
	}, win)
	showFileDialog(d, win, title, confirm)
}

// showFileDialog shows a dialog of Fyne for files, which begins where one was chosen
// last, else at home.
func showFileDialog(d *dialog.FileDialog, win fyne.Window, title, confirm string) {
	d.SetTitleText(strings.TrimSuffix(title, "…"))
	d.SetConfirmText(confirm)
	size := win.Canvas().Size()
	d.Resize(fyne.NewSize(min(860, size.Width*0.92), min(600, size.Height*0.92)))
	d.Show()
}

// A pasteSheet asks for many sources, a line each.
type pasteSheet struct {
	sheet   *sheet
	entry   *keyedEntry
	aside   string // lines that were pasted and are not shown
	counted *widget.RichText
	add     *keyedButton

	tried *widget.RichText // what became of those that were to be added
	why   *answer.View     // those that were not taken, a line each with the reason
	bad   *fyne.Container  // tried and why
}

// asideFrom is how many lines are not shown when they are pasted at once: an entry
// needs seconds for thousands.
const asideFrom = 300

// pasteMany asks for many sources. The sheet stays open until all of them are taken.
func (v *sourcesView) pasteMany() *pasteSheet {
	p := &pasteSheet{counted: muted("", false)}
	p.entry = newKeyedText(8)
	p.entry.Wrapping = fyne.TextWrapBreak // a line that is very wide could not be drawn
	p.entry.OnChanged = func(string) { p.count() }
	p.entry.paste = p.pasted
	p.add = newKeyedButton(text.Add, theme.ContentAddIcon(), func() {
		setEnabled(p.add, false)
		v.c.AddMany(p.entry.Text+"\n"+p.aside, p.added)
	})
	p.add.Importance = widget.HighImportance
	cancel := newKeyedButton(text.Cancel, nil, func() { p.sheet.close() })
	p.tried = plain("", theme.ColorNameWarning, theme.SizeNameText, true)
	p.why = answer.New(answer.Options{})
	const whyHeight = 110
	reasons := container.NewVScroll(p.why)
	reasons.SetMinSize(fyne.NewSize(0, whyHeight))
	p.bad = newColumn(p.tried, reasons)
	p.bad.Hide()
	body := container.NewBorder(muted(text.PasteManyHow, true), container.NewVBox(p.counted, p.bad), nil, nil, p.entry)
	p.sheet = newSheet(text.PasteManyTitle, body, fyne.NewSize(680, 560), v.win, nil, cancel, p.add)
	p.count()
	p.sheet.show(p.entry)
	return p
}

// added takes what became of the sources.
func (p *pasteSheet) added(a controller.AddedSources, err error) {
	switch {
	case err != nil:
		p.count() // they are still to be added
	case topSheet(p.sheet.win) != p.sheet: // it was left meanwhile
	case len(a.Bad) == 0:
		p.sheet.close()
	default:
		p.showBad(a)
	}
}

// showBad shows the sources that were not taken, each with the reason.
func (p *pasteSheet) showBad(a controller.AddedSources) {
	const most = 100 // reasons; who has more sees the pattern
	var shown, aside, why strings.Builder
	for i, bad := range a.Bad {
		where := &shown
		if i >= asideFrom {
			where = &aside
		}
		where.WriteString(bad.Line + "\n")
		switch {
		case i < most:
			why.WriteString(text.NotTaken(bad.Name, bad.Why) + "\n")
		case i == most:
			why.WriteString(text.More(len(a.Bad) - most))
		}
	}
	p.aside = aside.String()
	p.entry.SetText(strings.TrimSuffix(shown.String(), "\n"))
	setPlain(p.tried, text.Tried(a.Added, a.Listed, len(a.Bad)))
	p.why.SetText(strings.TrimSuffix(why.String(), "\n"), false)
	setHidden(p.bad, false)
	p.count()
	p.sheet.layer.Refresh()
}

// pasted puts many lines aside.
func (p *pasteSheet) pasted(lines string) bool {
	if controller.CountSources(lines) < asideFrom {
		return false
	}
	p.aside += lines + "\n"
	p.count()
	return true
}

// count tells how many sources there are.
func (p *pasteSheet) count() {
	typed, aside := controller.CountSources(p.entry.Text), controller.CountSources(p.aside)
	setEnabled(p.add, typed+aside > 0)
	setPlain(p.counted, text.Pasted(typed, aside))
}

// editBase asks where a source is published.
func (v *sourcesView) editBase(item controller.SourceItem) {
	var s *sheet
	entry := newKeyedEntry()
	entry.PlaceHolder = "https://www.example.org/manual/"
	entry.Text, entry.CursorColumn = item.Base, len([]rune(item.Base))
	wrong := plain("", theme.ColorNameError, theme.SizeNameCaptionText, true)
	save := newKeyedButton(text.Save, theme.DocumentSaveIcon(), func() { s.close(); v.setBase(item, strings.TrimSpace(entry.Text)) })
	save.Importance = widget.HighImportance
	entry.OnChanged = func(words string) {
		err := checkBase(item.Source, strings.TrimSpace(words))
		setPlain(wrong, wanted(err))
		setEnabled(save, err == nil)
	}
	entry.OnSubmitted = func(string) {
		if !save.Disabled() {
			save.OnTapped()
		}
	}
	cancel := newKeyedButton(text.Cancel, nil, func() { s.close() })
	body := newColumn(muted(item.Address, true), muted(text.BaseHow, true), entry, wrong)
	s = newSheet(text.BaseTitle, body, fyne.NewSize(560, 0), v.win, nil, cancel, save)
	s.show(entry)
}

// wanted says what is allowed in place of a value that is not, "" if err is nil.
func wanted(err error) string {
	if err == nil {
		return ""
	}
	if e, ok := errors.AsType[*manager.FieldError](err); ok {
		return text.Wanted(e.Want)
	}
	return text.Sentence(err.Error())
}

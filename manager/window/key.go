package window

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// A keyDialog is where the key for the server of models is set and tried. What is
// typed is never shown.
type keyDialog struct {
	c     *controller.Controller
	win   fyne.Window
	sheet *sheet

	entry              *keyedEntry
	where              *widget.RichText // the key is now
	said, hint         *widget.RichText // what came of setting it
	keep, choose, done *keyedButton
	anyway             *keyedButton    // keeps a key that the server did not take
	vectors            *fyne.Container // what the library needs now
	needs              *widget.RichText
	turn               int    // counts tries, so that one that comes late does not count
	stop               func() // ends a try
}

// showSetKey lets the user set the key.
func showSetKey(c *controller.Controller, win fyne.Window) { newKeyDialog(c, win).show() }

func newKeyDialog(c *controller.Controller, win fyne.Window) *keyDialog {
	d := &keyDialog{c: c, win: win, stop: func() {}}
	d.where = plain("", theme.ColorNameForeground, theme.SizeNameText, true)
	d.said = plain("", theme.ColorNameForeground, theme.SizeNameText, true)
	d.hint = muted("", true)
	d.entry = newKeyedEntry()
	d.entry.Password, d.entry.PlaceHolder = true, text.KeyPlaceholder
	paste := newKeyedButton("", theme.ContentPasteIcon(), func() { d.entry.SetText(strings.TrimSpace(fyne.CurrentApp().Clipboard().Content())) })
	paste.Importance = widget.LowImportance
	d.entry.ActionItem = paste // in place of the eye that would show the key
	d.entry.OnChanged = func(string) { d.allow(true) }
	d.entry.OnSubmitted = func(string) { d.keepKey() }
	d.keep = newKeyedButton(text.KeepKey, theme.DocumentSaveIcon(), d.keepKey)
	d.keep.Importance = widget.HighImportance
	d.choose = newKeyedButton(text.ChooseKeyFile, theme.FileIcon(), d.chooseFile)
	d.done = newKeyedButton(text.Close, nil, d.close)
	server := newKeyedButton(text.SetServer, theme.SettingsIcon(), d.showServer)
	server.Importance = widget.LowImportance
	d.anyway = newKeyedButton(text.KeepAnyway, nil, nil)
	d.buildVectors()
	result := newColumn(d.said, d.hint, container.NewHBox(d.anyway), d.vectors, spacer(0, 6))
	needless := container.NewBorder(nil, nil, nil, server, muted(text.KeyNeedless, true))
	body := newColumn(d.where, d.entry, muted(text.KeyWhere, true), result, widget.NewSeparator(), needless)
	d.sheet = newSheet(text.SetKey, body, fyne.NewSize(600, 0), win, d.choose, nil, d.done, d.keep)
	d.sheet.leave = d.close
	d.showWhere()
	d.tell(controller.KeyOutcome{})
	d.allow(true)
	return d
}

// buildVectors makes what tells of vectors that the library needs.
func (d *keyDialog) buildVectors() {
	d.needs = plain("", theme.ColorNameWarning, theme.SizeNameText, true)
	embed := newKeyedButton(string(controller.Embed), theme.GridIcon(), func() {
		d.close()
		d.c.Embed()
	})
	stay := newKeyedButton(text.StayBuiltin, nil, d.stayBuiltin)
	d.vectors = newColumn(d.needs, container.NewHBox(embed, stay))
}

// stayBuiltin asks the library in the builtin space.
func (d *keyDialog) stayBuiltin() {
	if err := d.c.StayBuiltin(); err != nil {
		setPlain(d.needs, text.Sentence(err.Error()))
		return
	}
	d.tell(controller.KeyOutcome{Said: text.BuiltinStays})
}

func (d *keyDialog) show() { d.sheet.show(d.entry) }

// showWhere tells where the key is now.
func (d *keyDialog) showWhere() {
	where := text.KeyNone
	if from := d.c.KeyFrom(); from != "" {
		where = text.KeyIn(from)
	}
	setPlain(d.where, where)
}

// allow enables the buttons, or disables them while the key is tried.
func (d *keyDialog) allow(idle bool) {
	setEnabled(d.keep, idle && strings.TrimSpace(d.entry.Text) != "")
	setEnabled(d.choose, idle)
}

// keepKey keeps and tries what is typed.
func (d *keyDialog) keepKey() {
	if d.keep.Disabled() {
		return
	}
	d.begin()
	d.stop = d.c.SetKey(d.entry.Text, d.came(d.turn))
}

// chooseFile lets the user choose the file of a key, which is tried.
func (d *keyDialog) chooseFile() {
	chooseFile(d.win, text.ChooseKeyFile, text.UseFile, d.useFile)
}

func (d *keyDialog) useFile(path string) {
	d.begin()
	d.stop = d.c.UseKeyFile(path, d.came(d.turn))
}

// begin shows that the key is being tried.
func (d *keyDialog) begin() {
	d.stop()
	d.turn++
	d.allow(false)
	d.tell(controller.KeyOutcome{Said: text.KeyAsking})
}

// came returns what takes the result of a try.
func (d *keyDialog) came(turn int) func(controller.KeyOutcome) {
	return func(o controller.KeyOutcome) {
		if turn != d.turn {
			return // it was closed, or another one is being tried
		}
		if o.Said != "" {
			d.entry.SetText("") // it is kept
		}
		d.showWhere()
		d.tell(o)
		d.allow(true)
	}
}

// tell shows what came of setting the key.
func (d *keyDialog) tell(o controller.KeyOutcome) {
	ink, hint, message := theme.ColorNameSuccess, "", o.Said
	switch p := o.Problem; {
	case p != nil:
		ink, hint = theme.ColorNameError, p.Hint
		if p.Action == controller.SetKey {
			hint = text.HintKeyHere
		}
		message = strings.TrimSpace(message + " " + p.Message)
	case message == text.KeyAsking:
		ink = colorMuted
	}
	if o.Keep != nil {
		message += " " + text.KeyNotKept
		d.anyway.OnTapped = func() {
			d.allow(false)
			setEnabled(d.anyway, false)
			o.Keep()
		}
	}
	d.said.Segments[0].(*widget.TextSegment).Style.ColorName = ink
	setPlain(d.said, message)
	setPlain(d.hint, hint)
	setPlain(d.needs, text.KeyVectors(o.Missing, o.Space))
	setEnabled(d.anyway, true)
	setHidden(d.said, message == "")
	setHidden(d.hint, hint == "")
	setHidden(d.anyway, o.Keep == nil)
	setHidden(d.vectors, o.Missing == 0)
	d.sheet.layer.Refresh() // it is as high as what it says
}

// close closes the dialog; what is typed is forgotten, and what is tried is not kept.
func (d *keyDialog) close() {
	d.stop()
	d.turn++
	d.entry.SetText("")
	d.sheet.close()
}

// showServer leaves for the settings of the server.
func (d *keyDialog) showServer() {
	d.close()
	showServer(d.c, d.win)
}

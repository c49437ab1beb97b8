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
	turn               int // counts tries, so that one that comes late does not count
}

// showSetKey lets the user set the key.
func showSetKey(c *controller.Controller, win fyne.Window) { newKeyDialog(c, win).show() }

func newKeyDialog(c *controller.Controller, win fyne.Window) *keyDialog {
	d := &keyDialog{c: c, win: win}
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
	result := newColumn(d.said, d.hint)
	needless := container.NewBorder(nil, nil, nil, server, muted(text.KeyNeedless, true))
	body := newColumn(d.where, d.entry, muted(text.KeyWhere, true), result, widget.NewSeparator(), needless)
	d.sheet = newSheet(text.SetKey, body, fyne.NewSize(600, 0), win, d.choose, nil, d.done, d.keep)
	d.sheet.leave = d.close
	d.showWhere()
	d.tell("", nil)
	d.allow(true)
	return d
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
	d.c.SetKey(d.entry.Text, d.came(d.turn))
}

// chooseFile lets the user choose the file of a key, which is tried.
func (d *keyDialog) chooseFile() {
	chooseFile(d.win, text.ChooseKeyFile, text.UseFile, d.useFile)
}

func (d *keyDialog) useFile(path string) {
	d.begin()
	d.c.UseKeyFile(path, d.came(d.turn))
}

// begin shows that the key is being tried.
func (d *keyDialog) begin() {
	d.turn++
	d.allow(false)
	d.tell(text.KeyAsking, nil)
}

// came returns what takes the result of a try.
func (d *keyDialog) came(turn int) func(string, *controller.Problem) {
	return func(message string, p *controller.Problem) {
		if turn != d.turn {
			return // it was closed, or another one is being tried
		}
		if p == nil {
			d.entry.SetText("")
		}
		d.showWhere()
		d.tell(message, p)
		d.allow(true)
	}
}

// tell shows what came of setting the key.
func (d *keyDialog) tell(message string, p *controller.Problem) {
	ink, hint := theme.ColorNameSuccess, ""
	switch {
	case p != nil:
		ink, hint = theme.ColorNameError, p.Hint
		message = strings.TrimSpace(message + " " + p.Message)
	case message == text.KeyAsking:
		ink = colorMuted
	}
	d.said.Segments[0].(*widget.TextSegment).Style.ColorName = ink
	setPlain(d.said, message)
	setPlain(d.hint, hint)
	setHidden(d.said, message == "")
	setHidden(d.hint, hint == "")
	d.sheet.layer.Refresh() // it is as high as what it says
}

// close closes the dialog; what is typed is forgotten.
func (d *keyDialog) close() {
	d.turn++
	d.entry.SetText("")
	d.sheet.close()
}

// showServer leaves for the settings of the server.
func (d *keyDialog) showServer() {
	d.close()
	showServer(d.c, d.win)
}

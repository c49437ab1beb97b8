package window

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ragmanager/manager"
	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// A hostsEditor is where user and password of hosts are changed.
type hostsEditor struct {
	content *fyne.Container
	all     *configure
	hosts   []*hostBox
	name    *keyedEntry
	wrong   *widget.RichText
	add     *keyedButton
}

// A hostBox is a host with its rows for user and password.
type hostBox struct {
	content *fyne.Container
	name    string
	rows    []*settingRow
	gone    bool
}

// newHostsEditor returns an editor without hosts.
func newHostsEditor(all *configure) *hostsEditor {
	h := &hostsEditor{content: container.New(&columnLayout{gap: 10}), all: all}
	h.name = newKeyedEntry()
	h.name.PlaceHolder = text.HostPlaceholder
	h.name.OnSubmitted = func(string) { h.addTyped() }
	h.name.OnChanged = func(string) { h.check() }
	h.wrong = plain("", theme.ColorNameError, theme.SizeNameCaptionText, true)
	h.add = newKeyedButton(text.AddHost, theme.ContentAddIcon(), h.addTyped)
	h.check()
	return h
}

// load takes the user or the password of a host; those of a host come one after the
// other.
func (h *hostsEditor) load(s controller.Setting) {
	name := hostOf(s.Key)
	if len(h.hosts) == 0 || h.hosts[len(h.hosts)-1].name != name {
		h.hosts = append(h.hosts, &hostBox{name: name})
	}
	box := h.hosts[len(h.hosts)-1]
	box.rows = append(box.rows, newSettingRow(s, h.all))
}

// hostOf returns the host of a setting.
func hostOf(key string) string {
	host := strings.TrimPrefix(key, "hosts.")
	return host[:strings.LastIndexByte(host, '.')]
}

// rows returns the rows of all hosts.
func (h *hostsEditor) rows() (all []*settingRow) {
	for _, box := range h.hosts {
		all = append(all, box.rows...)
	}
	return all
}

// arrange shows the hosts.
func (h *hostsEditor) arrange() {
	h.content.Objects = nil
	if len(h.hosts) == 0 {
		h.content.Add(muted(text.NoHosts, true))
	}
	for _, box := range h.hosts {
		if box.content == nil {
			h.fill(box)
		}
		h.content.Add(box.content)
	}
	h.content.Add(newColumn(container.NewBorder(nil, nil, nil, h.add, h.name), h.wrong))
	h.content.Refresh()
}

// fill makes the content of a host.
func (h *hostsEditor) fill(box *hostBox) {
	remove := newKeyedButton(text.RemoveHost, theme.DeleteIcon(), nil)
	remove.Importance = widget.LowImportance
	rows := newColumn()
	for _, r := range box.rows {
		rows.Add(r.content)
	}
	title := heading(box.name)
	remove.OnTapped = func() {
		box.remove()
		remove.Disable()
		rows.Hide()
		setPlain(title, box.name+" – "+text.HostGone)
		box.content.Refresh()
		h.all.update()
	}
	box.content = card(newColumn(container.NewBorder(nil, nil, nil, remove, title), rows))
}

// remove empties user and password, which is what makes a host go.
func (b *hostBox) remove() {
	b.gone = true
	for _, r := range b.rows {
		r.restore()
	}
}

// check says whether what is typed can be the name of a host.
func (h *hostsEditor) check() {
	name := strings.TrimSpace(h.name.Text)
	wrong := ""
	if name != "" {
		wrong = h.wrongName(name)
	}
	setPlain(h.wrong, wrong)
	setEnabled(h.add, name != "" && wrong == "")
	h.content.Refresh()
}

// wrongName returns what is wrong with the name of a new host, "" if nothing is.
func (h *hostsEditor) wrongName(name string) string {
	for _, box := range h.hosts {
		if strings.EqualFold(box.name, name) && !box.gone {
			return text.HostListed
		}
	}
	f, err := manager.Lookup("hosts." + name + ".user")
	if err == nil {
		err = controller.CheckSetting(f, "user")
	}
	return wanted(err)
}

// addTyped adds the host that is typed.
func (h *hostsEditor) addTyped() {
	name := strings.TrimSpace(h.name.Text)
	if h.add.Disabled() {
		return
	}
	box := &hostBox{name: name}
	for _, part := range []string{"user", "password"} {
		f, err := manager.Lookup("hosts." + name + "." + part)
		if err != nil {
			return // unreachable: check has looked it up
		}
		box.rows = append(box.rows, newSettingRow(controller.Setting{Field: f}, h.all))
	}
	h.hosts = append(h.hosts, box)
	h.name.SetText("")
	h.arrange()
	h.all.update()
	if user, ok := box.rows[0].input.(fyne.Focusable); ok {
		h.all.win.Canvas().Focus(user)
	}
}

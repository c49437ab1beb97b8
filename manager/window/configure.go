package window

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ragmanager/manager"
	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// A configure shows all settings, by their topics, to be changed and saved together.
type configure struct {
	c     *controller.Controller
	win   fyne.Window
	sheet *sheet

	rows   []*settingRow // without those of hosts
	hosts  *hostsEditor
	topics []string
	topic  int // that is shown, unless something is searched
	list   *keyedList
	search *keyedEntry
	page   *fyne.Container
	scroll *container.Scroll

	status                *widget.RichText // how many settings have changed or are faulty
	said                  *widget.RichText // why they could not be saved
	save, restore, cancel *keyedButton
}

// showConfigure shows all settings.
func showConfigure(c *controller.Controller, win fyne.Window) { newConfigure(c, win).show() }

// showServer shows the settings of the server of models.
func showServer(c *controller.Controller, win fyne.Window) {
	s := newConfigure(c, win)
	s.show()
	s.list.choose(slices.Index(s.topics, text.TopicServer))
}

// reveal scrolls as far as is needed to show an object of the page.
func (s *configure) reveal(o fyne.CanvasObject) {
	driver := fyne.CurrentApp().Driver()
	top := driver.AbsolutePositionForObject(o).Y - driver.AbsolutePositionForObject(s.scroll.Content).Y
	bottom := top + o.Size().Height
	at := s.scroll.Offset.Y
	switch height := s.scroll.Size().Height; {
	case top < at:
		s.scroll.ScrollToOffset(fyne.NewPos(0, top))
	case bottom > at+height:
		s.scroll.ScrollToOffset(fyne.NewPos(0, bottom-height))
	}
}

func newConfigure(c *controller.Controller, win fyne.Window) *configure {
	s := &configure{c: c, win: win, page: container.New(&columnLayout{gap: 10}), status: muted("", false)}
	s.status.Truncation = fyne.TextTruncateOff
	s.said = plain("", theme.ColorNameError, theme.SizeNameCaptionText, true)
	s.said.Hide()
	settings, err := c.LoadSettings()
	s.fill(settings)
	s.build()
	if err != nil {
		s.say(theme.ColorNameError, text.Sentence(err.Error()))
	}
	return s
}

// fill makes the rows of the settings.
func (s *configure) fill(settings []controller.Setting) {
	s.hosts = newHostsEditor(s)
	for _, setting := range settings {
		switch {
		case setting.Key == "sources": // has its own view
		case topicOf(setting.Key) == text.TopicHosts:
			s.hosts.load(setting)
		default:
			s.rows = append(s.rows, newSettingRow(setting, s))
		}
	}
	s.hosts.arrange()
	s.topics = topics
	if !slices.ContainsFunc(s.rows, func(r *settingRow) bool { return r.s.Level == manager.LibraryLevel }) {
		s.topics = personalTopics
	}
}

// personalTopics are those of the settings that need no library.
var personalTopics = []string{text.TopicServer, text.TopicComputer, text.TopicHosts}

// build puts the parts in their places.
func (s *configure) build() {
	s.list = newKeyedList(func() int { return len(s.topics) }, newTopic, s.fillTopic, s.choose)
	s.search = newKeyedEntry()
	s.search.PlaceHolder, s.search.Icon = text.SearchSettings, theme.SearchIcon()
	s.search.OnChanged = s.find
	s.save = newKeyedButton(text.SaveConfiguration, theme.DocumentSaveIcon(), s.keep)
	s.save.Importance = widget.HighImportance
	s.restore = newKeyedButton(text.RestoreDefaults, theme.ContentUndoIcon(), s.restoreAll)
	s.cancel = newKeyedButton(text.Cancel, nil, s.leave)
	s.scroll = container.NewVScroll(container.New(layout.NewCustomPaddedLayout(0, 0, 0, scrollGap), s.page))
	right := container.NewBorder(s.search, s.said, nil, nil, s.scroll)
	body := container.NewBorder(nil, nil, container.NewPadded(s.list), nil, right)
	s.sheet = newSheet(text.ConfigureTitle, body, fyne.NewSize(960, 720), s.win, s.restore, nil, s.status, s.cancel, s.save)
	s.sheet.leave = s.leave
}

// show shows the settings, those of the first topic at first.
func (s *configure) show() {
	s.sheet.show(s.search)
	s.list.choose(0)
	s.update()
}

// scrollGap keeps what is scrolled clear of the scroll bar.
const scrollGap = 12

// newTopic returns a row of the list of topics.
func newTopic() fyne.CanvasObject {
	t := plain(text.TopicServer+"  •", theme.ColorNameForeground, theme.SizeNameText, false)
	t.Truncation = fyne.TextTruncateOff // so that the list is as wide as it needs to be
	return t
}

// fillTopic shows a topic, with a dot if something of it has changed.
func (s *configure) fillTopic(i int, o fyne.CanvasObject) {
	ink, dot := theme.ColorNameForeground, ""
	for _, r := range s.all() {
		if r.topic != s.topics[i] {
			continue
		}
		if r.changed() {
			dot = "  •"
		}
		if r.err != nil {
			ink = theme.ColorNameError
		}
	}
	t := o.(*widget.RichText)
	segment := t.Segments[0].(*widget.TextSegment)
	segment.Text, segment.Style.ColorName = s.topics[i]+dot, ink
	t.Refresh()
}

// all returns the rows of all settings.
func (s *configure) all() []*settingRow { return append(s.hosts.rows(), s.rows...) }

// choose shows a topic.
func (s *configure) choose(i int) {
	s.topic = i
	s.search.Text = ""
	s.search.Refresh()
	s.arrange()
}

// find shows the settings that have words, or the topic again if there are none.
func (s *configure) find(words string) {
	if strings.TrimSpace(words) == "" {
		s.list.choose(s.topic)
		return
	}
	s.list.none()
	s.arrange()
}

// arrange shows what is searched or, if nothing is, the topic.
func (s *configure) arrange() {
	s.page.Objects = nil
	if words := strings.Fields(strings.ToLower(s.search.Text)); len(words) > 0 {
		s.arrangeFound(words)
	} else {
		s.arrangeTopic(s.topics[s.topic])
	}
	s.page.Refresh()
	s.scroll.ScrollToTop()
	s.scroll.Refresh()
}

func (s *configure) arrangeFound(words []string) {
	for _, topic := range s.topics {
		first := true
		for _, r := range s.all() {
			if r.topic != topic || !r.matches(words) {
				continue
			}
			if first {
				s.page.Add(muted(strings.ToUpper(topic), false))
				first = false
			}
			s.page.Add(r.content)
		}
	}
	if len(s.page.Objects) == 0 {
		s.page.Add(muted(text.NothingFound, true))
	}
}

func (s *configure) arrangeTopic(topic string) {
	if len(s.topics) < len(topics) {
		s.page.Add(muted(text.SettingsLater+" "+s.c.State().Why(controller.SourceURLs), true))
	}
	if topic == text.TopicHosts {
		s.page.Add(s.hosts.content)
	}
	for _, r := range s.rows {
		if r.topic == topic {
			s.page.Add(r.content)
		}
	}
	if topic == text.TopicPages {
		edit := newKeyedButton(text.EditSources, theme.ListIcon(), s.showSources)
		s.page.Add(newColumn(muted(text.SourcesElsewhere, true), container.NewHBox(edit)))
	}
}

// showSources leaves the settings for the list of sources.
func (s *configure) showSources() {
	s.ask(func() {
		s.sheet.close()
		s.c.Show(controller.Place{View: controller.SourcesView})
	})
}

// changes returns what has changed, and how many settings are faulty.
func (s *configure) changes() (values map[string]string, faulty int) {
	values = map[string]string{}
	for _, r := range s.all() {
		if r.changed() {
			values[r.s.Key] = r.value()
		}
		if r.err != nil {
			faulty++
		}
	}
	return values, faulty
}

// update tells how many settings have changed and are faulty.
func (s *configure) update() {
	values, faulty := s.changes()
	segment := s.status.Segments[0].(*widget.TextSegment)
	switch {
	case faulty > 0:
		segment.Text, segment.Style.ColorName = text.Faulty(faulty), theme.ColorNameError
	case len(values) > 0:
		segment.Text, segment.Style.ColorName = text.Unsaved(len(values)), colorMuted
	default:
		segment.Text = ""
	}
	s.status.Refresh()
	setHidden(s.restore, !slices.ContainsFunc(s.rows, (*settingRow).restorable))
	setEnabled(s.save, faulty == 0 && len(values) > 0)
	s.list.Refresh()
	s.page.Refresh()
	s.scroll.Refresh()
}

// keep saves what has changed.
func (s *configure) keep() {
	values, _ := s.changes()
	if err := s.c.SaveSettings(values); err != nil {
		s.say(theme.ColorNameError, text.Sentence(err.Error()))
		return
	}
	s.sheet.close()
}

// say tells something above the buttons.
func (s *configure) say(ink fyne.ThemeColorName, words string) {
	s.said.Segments[0].(*widget.TextSegment).Style.ColorName = ink
	setPlain(s.said, words)
	setHidden(s.said, false)
}

// restoreAll fills in the defaults of all settings but the root, secrets and hosts.
func (s *configure) restoreAll() {
	for _, r := range s.rows {
		if r.restorable() {
			r.restore()
		}
	}
	s.say(colorMuted, text.DefaultsRestored)
}

// leave closes the settings, after asking if something has changed.
func (s *configure) leave() { s.ask(s.sheet.close) }

// ask calls then, after asking if something has changed.
func (s *configure) ask(then func()) {
	if values, _ := s.changes(); len(values) == 0 {
		then()
		return
	}
	askDiscard(s.win, then)
}

// askDiscard asks whether what has changed is to be forgotten, and calls then if so.
func askDiscard(win fyne.Window, then func()) {
	confirm(controller.Question{
		Title: text.Discard, Message: text.AskDiscard, Yes: text.Discard, Danger: true,
		Answer: func(yes bool) {
			if yes {
				then()
			}
		},
	}, win)
}

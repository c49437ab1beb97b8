package window

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ragmanager/manager"
	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// A settingRow is where one setting is changed: what it is called, where its value is
// typed, and what is to be known of it.
type settingRow struct {
	content *fyne.Container
	s       controller.Setting
	topic   string
	err     error // of the value as it stands

	input   fyne.CanvasObject
	get     func() string
	set     func(string)
	cleared bool // a secret is to be forgotten

	title *widget.RichText
	hint  *widget.RichText
	wrong *widget.RichText // in place of the hint
	reset *keyedButton
	tell  func() // the value has changed
}

// newSettingRow returns a row of the settings all.
func newSettingRow(s controller.Setting, all *configure) *settingRow {
	r := &settingRow{s: s, topic: topicOf(s.Key), tell: all.update, title: newSettingTitle(text.SettingLabel(s.Key), s.Key)}
	r.wrong = plain("", theme.ColorNameError, theme.SizeNameCaptionText, true)
	r.wrong.Hide()
	r.hint = muted(hintOf(s.Field), true)
	r.makeInput()
	r.follow(all.reveal)
	r.reset = newKeyedButton(text.ResetSetting, theme.ContentUndoIcon(), r.restore)
	r.reset.Importance = widget.LowImportance
	if s.Secret {
		r.reset.SetText(text.RemoveSecret)
	}
	unit := muted(unitOf(s.Field), false)
	unit.Truncation = fyne.TextTruncateOff
	setHidden(unit, unitOf(s.Field) == "")
	line := container.New(inputLayout{most: inputWidth(s.Field)}, r.input, unit, r.reset)
	if s.Type == manager.PathType {
		choose := newKeyedButton("", theme.FolderOpenIcon(), func() { chooseFile(all.win, text.SettingLabel(s.Key), text.UseFile, r.set) })
		choose.Importance = widget.LowImportance
		line.Objects = slices.Insert(line.Objects, 1, fyne.CanvasObject(choose))
	}
	r.content = newColumn(r.title, line, container.New(coverLayout{}, r.hint, r.wrong))
	if s.Counts != "" {
		r.content.Add(plain(text.Overridden(s.Variable, s.Counts), theme.ColorNameWarning, theme.SizeNameCaptionText, true))
	}
	if s.Key == rootKey {
		r.lock()
	}
	r.check()
	return r
}

// rootKey is the setting that is changed elsewhere, because it opens another library.
const rootKey = "root"

// lock shows the value and lets nobody change it.
func (r *settingRow) lock() {
	value := r.s.Value
	if value == "" {
		value = text.NoRoot
	}
	r.content.Objects = []fyne.CanvasObject{r.title, sentences(value, false), muted(text.RootElsewhere, true)}
}

// topics are those of the settings, in the order in which they are shown.
var topics = []string{text.TopicPages, text.TopicChunks, text.TopicAnswers, text.TopicServer, text.TopicComputer, text.TopicHosts}

// topicOf returns the topic of a setting.
func topicOf(key string) string {
	group, _, _ := strings.Cut(key, ".")
	switch group {
	case "fetch", "dump", "sources":
		return text.TopicPages
	case "retrieve":
		return text.TopicChunks
	case "answer":
		return text.TopicAnswers
	case "endpoint":
		return text.TopicServer
	case "hosts":
		return text.TopicHosts
	}
	return text.TopicComputer
}

// newSettingTitle returns what a setting is called, with its key and room for a mark.
func newSettingTitle(label, key string) *widget.RichText {
	t := widget.NewRichText(
		&widget.TextSegment{Text: label, Style: widget.RichTextStyle{Inline: true, ColorName: theme.ColorNameForeground, SizeName: theme.SizeNameText, TextStyle: fyne.TextStyle{Bold: true}}},
		&widget.TextSegment{Text: "   " + key, Style: widget.RichTextStyle{Inline: true, ColorName: colorMuted, SizeName: theme.SizeNameCaptionText}},
		&widget.TextSegment{Style: widget.RichTextStyle{Inline: true, ColorName: theme.ColorNamePrimary, SizeName: theme.SizeNameCaptionText}},
	)
	t.Truncation = fyne.TextTruncateEllipsis
	return t
}

// unitOf returns what stands behind the value of a field.
func unitOf(f manager.Field) string {
	if f.Type == manager.NumberType {
		return f.Unit
	}
	return ""
}

// inputWidth returns how wide the value of a field is typed at most.
func inputWidth(f manager.Field) float32 {
	const narrow, wide = 150, 620
	switch f.Type {
	case manager.NumberType, manager.DurationType, manager.SizeType, manager.SwitchType:
		return narrow
	}
	if len(f.Words()) > 0 {
		return narrow
	}
	return wide
}

// hintOf says what is to be known of a field.
func hintOf(f manager.Field) string {
	parts := []string{text.Sentence(f.Meaning)}
	if len(f.Words()) == 0 && f.Type != manager.SwitchType && f.Type != manager.ParagraphsType {
		parts = append(parts, text.Sentence(f.Range))
	}
	if f.Default != "" && f.Type != manager.SwitchType {
		parts = append(parts, text.Default(f.Default))
	}
	return strings.Join(parts, " ")
}

// makeInput makes where the value is typed, as fits its type.
func (r *settingRow) makeInput() {
	switch {
	case r.s.Type == manager.SwitchType:
		r.makeSwitch()
	case len(r.s.Words()) > 0:
		r.makeSelect()
	default:
		r.makeEntry()
	}
}

func (r *settingRow) makeSwitch() {
	c := newKeyedCheck(text.On)
	c.Checked = r.s.Value == "true"
	c.OnChanged = func(bool) { r.edited() }
	r.input = c
	r.set = func(value string) { c.SetChecked(value == "true") }
	r.get = func() string {
		if c.Checked {
			return "true"
		}
		return "false"
	}
}

func (r *settingRow) makeSelect() {
	s := newKeyedSelect(r.s.Words())
	s.Selected = r.s.Value
	s.OnChanged = func(string) { r.edited() }
	r.input = s
	r.set, r.get = s.SetSelected, func() string { return s.Selected }
}

func (r *settingRow) makeEntry() {
	const rows = 4
	e := newKeyedEntry()
	if r.s.Type == manager.ParagraphsType {
		e = newKeyedText(rows)
	}
	e.PlaceHolder = r.s.Default
	if r.s.Secret {
		e.Password = r.s.Type != manager.ParagraphsType
		e.ActionItem = container.NewWithoutLayout() // no eye that shows it
		e.PlaceHolder = text.SecretUnset
		if r.s.Value != "" {
			e.PlaceHolder = text.SecretSet
		}
	} else {
		e.Text = r.s.Value
	}
	e.OnChanged = func(string) { r.edited() }
	r.input = e
	r.set, r.get = e.SetText, func() string { return e.Text }
}

// follow makes reveal be called with the row when its input gets the focus.
func (r *settingRow) follow(reveal func(fyne.CanvasObject)) {
	shown := func() { reveal(r.content) }
	switch input := r.input.(type) {
	case *keyedEntry:
		input.gained = shown
	case *keyedCheck:
		input.gained = shown
	case *keyedSelect:
		input.gained = shown
	}
}

// value returns the value as it stands: what is typed or, if that is nothing, the
// default.
func (r *settingRow) value() string {
	if typed := r.get(); typed != "" || r.s.Secret {
		return typed
	}
	return r.s.Default
}

// changed reports whether the value is another one than that of the file.
func (r *settingRow) changed() bool {
	if r.s.Secret {
		return r.get() != "" || r.cleared && r.s.Value != ""
	}
	return r.value() != r.s.Value
}

// restore gives the setting its default; a secret is forgotten.
func (r *settingRow) restore() {
	r.cleared = r.s.Secret
	r.set(r.s.Default)
	r.check()
	r.tell()
}

// edited takes note of another value.
func (r *settingRow) edited() {
	if r.get() != "" {
		r.cleared = false
	}
	r.check()
	r.tell()
}

// check finds out what is wrong with the value, and shows that.
func (r *settingRow) check() {
	r.err = nil
	if r.changed() {
		r.err = controller.CheckSetting(r.s.Field, r.value())
	}
	setPlain(r.wrong, wanted(r.err))
	setHidden(r.wrong, r.err == nil)
	setHidden(r.hint, r.err != nil)
	mark := ""
	if r.changed() {
		mark = "   " + text.Changed
	}
	if s := r.title.Segments[2].(*widget.TextSegment); s.Text != mark {
		s.Text = mark
		r.title.Refresh()
	}
	setHidden(r.reset, !r.resettable())
	r.content.Refresh()
}

// resettable reports whether there is something to be reset.
func (r *settingRow) resettable() bool {
	if r.s.Secret {
		return r.s.Value != "" && !r.cleared || r.get() != ""
	}
	if r.topic == text.TopicHosts {
		return false // a host goes with its button
	}
	return r.value() != r.s.Default
}

// restorable reports whether the setting has its default as one of all.
func (r *settingRow) restorable() bool {
	return r.s.Key != rootKey && !r.s.Secret && r.resettable()
}

// matches reports whether the setting has all of some words in lower case.
func (r *settingRow) matches(words []string) bool {
	all := strings.ToLower(strings.Join([]string{text.SettingLabel(r.s.Key), r.s.Key, r.s.Meaning, r.topic}, "\n"))
	for _, w := range words {
		if !strings.Contains(all, w) {
			return false
		}
	}
	return true
}

// A coverLayout puts things into one place, which is as large as the largest of them
// needs, also of those that are hidden, so that nothing jumps.
type coverLayout struct{}

// Layout implements [fyne.Layout].
func (coverLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	for _, o := range objects {
		o.Resize(size)
		o.Move(fyne.Position{})
	}
}

// MinSize implements [fyne.Layout].
func (coverLayout) MinSize(objects []fyne.CanvasObject) (size fyne.Size) {
	for _, o := range objects {
		size = size.Max(o.MinSize())
	}
	return size
}

// An inputLayout puts the first object at the left, no wider than most, and the
// others behind it.
type inputLayout struct{ most float32 }

// Layout implements [fyne.Layout].
func (l inputLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	behind := float32(0)
	for _, o := range objects[1:] {
		if o.Visible() {
			behind += o.MinSize().Width
		}
	}
	width := min(l.most, size.Width-behind)
	objects[0].Move(fyne.Position{})
	objects[0].Resize(fyne.NewSize(width, size.Height))
	x := width
	for _, o := range objects[1:] {
		if !o.Visible() {
			continue
		}
		m := o.MinSize()
		o.Resize(m)
		o.Move(fyne.NewPos(x, 0))
		x += m.Width
	}
}

// MinSize implements [fyne.Layout].
func (l inputLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	first := objects[0].MinSize()
	for _, o := range objects[1:] { // hidden ones too, so that nothing jumps
		first.Height = max(first.Height, o.MinSize().Height)
	}
	return fyne.NewSize(min(first.Width, l.most), first.Height)
}

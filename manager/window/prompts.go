package window

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// A tier is a page of the prompts: what the model is told for questions of one tier.
type tier struct {
	name    string // as settings have it
	title   string
	content fyne.CanvasObject
	setting controller.Setting
	model   string

	entry  *keyedEntry
	whose  *widget.RichText // prompt it is
	tokens *widget.RichText
	wrong  *widget.RichText
	reset  *keyedButton
	turn   int // counts texts, so that a count that comes late does not count
	err    error
}

// A prompts shows what the model is told, to be changed.
type prompts struct {
	c            *controller.Controller
	win          fyne.Window
	sheet        *sheet
	tiers        []*tier
	tabs         *container.AppTabs
	save, cancel *keyedButton
	said         *widget.RichText // why they could not be saved
}

// showPrompts shows what the model is told for questions of each tier.
func showPrompts(c *controller.Controller, win fyne.Window) { newPrompts(c, win).show() }

func newPrompts(c *controller.Controller, win fyne.Window) *prompts {
	p := &prompts{c: c, win: win, said: plain("", theme.ColorNameError, theme.SizeNameCaptionText, true)}
	p.said.Hide()
	p.save = newKeyedButton(text.SaveConfiguration, theme.DocumentSaveIcon(), p.keep)
	p.save.Importance = widget.HighImportance
	p.cancel = newKeyedButton(text.Cancel, nil, p.leave)
	settings, err := c.LoadSettings()
	byKey := map[string]controller.Setting{}
	for _, s := range settings {
		byKey[s.Key] = s
	}
	p.tabs = container.NewAppTabs()
	titles := map[string]string{"high": text.TierHigh, "mid": text.TierMid, "low": text.TierLow}
	for _, name := range []string{"high", "mid", "low"} {
		t := p.newTier(name, titles[name], byKey)
		p.tiers = append(p.tiers, t)
		p.tabs.Append(container.NewTabItem(t.title, t.content))
	}
	p.tabs.OnSelected = func(*container.TabItem) { p.win.Canvas().Focus(p.tiers[p.tabs.SelectedIndex()].entry) }
	body := container.NewBorder(nil, p.said, nil, nil, p.tabs)
	p.sheet = newSheet(text.PromptsTitle, body, fyne.NewSize(900, 680), win, nil, p.cancel, p.save)
	p.sheet.leave = p.leave
	if err != nil {
		p.say(text.Sentence(err.Error()))
	}
	return p
}

func (p *prompts) show() {
	p.sheet.show(p.tiers[0].entry)
	p.update()
}

// counting returns the value of a setting that counts.
func counting(s controller.Setting) string { return firstOf(s.Counts, s.Value) }

func (p *prompts) newTier(name, title string, settings map[string]controller.Setting) *tier {
	t := &tier{
		name: name, title: title, setting: settings["answer."+name+"_prompt"], model: counting(settings["answer."+name+"_model"]),
		whose: muted("", false), tokens: muted("", false), wrong: plain("", theme.ColorNameError, theme.SizeNameCaptionText, true),
	}
	t.tokens.Truncation = fyne.TextTruncateOff
	t.wrong.Hide()
	t.entry = newKeyedText(4)
	t.entry.TextStyle.Monospace = true
	t.entry.Text = strings.TrimRight(firstOf(t.setting.Value, controller.DefaultPrompt(name)), "\n")
	t.entry.OnChanged = func(string) { p.edited(t) }
	t.reset = newKeyedButton(text.ResetPrompt, theme.ContentUndoIcon(), func() { t.entry.SetText(t.program()) })
	t.reset.Importance = widget.LowImportance
	use := muted(strings.Join(p.useOf(t, counting(settings["answer."+name+"_tokens"])), " "), true)
	top := newColumn(use)
	if t.setting.Counts != "" {
		top.Add(plain(text.OverriddenPrompt(t.setting.Variable), theme.ColorNameWarning, theme.SizeNameCaptionText, true))
	}
	below := container.NewBorder(nil, nil, nil, container.NewHBox(t.tokens, t.reset), t.whose)
	t.content = container.New(topLayout{}, top, container.NewBorder(nil, container.NewVBox(t.wrong, below), nil, nil, t.entry))
	p.describe(t)
	return t
}

// useOf says when a tier is used, and what answers then.
func (p *prompts) useOf(t *tier, tokens string) []string {
	s := p.c.State()
	use := text.TierUnknown(t.title)
	if at := s.Overview.Thresholds; s.Known {
		switch t.name {
		case "high":
			use = text.TierUse(at.High, 1)
		case "mid":
			use = text.TierUse(at.Mid, at.High)
		default:
			use = text.TierUse(0, at.Mid)
		}
	}
	return []string{use, text.TierAnswer(t.model, thousands(tokens), s.Known && s.Overview.Asks != "")}
}

// thousands parts the thousands of a number.
func thousands(number string) string {
	n, err := strconv.Atoi(number)
	if err != nil {
		return number
	}
	return text.Number(n)
}

// program returns the prompt of the program for the tier.
func (t *tier) program() string { return strings.TrimRight(controller.DefaultPrompt(t.name), "\n") }

// value returns what the setting is to be: nothing for the prompt of the program.
func (t *tier) value() string {
	typed := strings.TrimRight(t.entry.Text, "\n")
	if strings.TrimSpace(typed) == "" || typed == t.program() {
		return ""
	}
	return typed
}

// changed reports whether the prompt is another one than that of the file.
func (t *tier) changed() bool { return t.value() != strings.TrimRight(t.setting.Value, "\n") }

// edited takes note of another text.
func (p *prompts) edited(t *tier) {
	t.err = controller.CheckSetting(t.setting.Field, t.value())
	setPlain(t.wrong, wanted(t.err))
	setHidden(t.wrong, t.err == nil)
	p.describe(t)
	p.update()
}

// describe tells whose prompt it is and how long.
func (p *prompts) describe(t *tier) {
	own := t.value() != ""
	whose := text.PromptProgram
	switch {
	case own:
		whose = text.PromptOwn
	case t.entry.Text == "":
		whose = text.PromptEmpty
	}
	if t.changed() {
		whose += " " + text.NotSaved
	}
	setPlain(t.whose, whose)
	setEnabled(t.reset, t.entry.Text != t.program())
	t.turn++
	turn := t.turn
	p.c.CountTokens(t.model, firstOf(t.value(), t.program()), func(n int) {
		if turn == t.turn {
			setPlain(t.tokens, text.PromptTokens(n))
		}
	})
}

// update enables what can be done, and marks the tabs of what has changed.
func (p *prompts) update() {
	values, faulty := p.changes()
	setEnabled(p.save, len(values) > 0 && !faulty)
	for i, t := range p.tiers {
		title := t.title
		if t.changed() {
			title += " •"
		}
		if p.tabs.Items[i].Text != title {
			p.tabs.Items[i].Text = title
			p.tabs.Refresh()
		}
	}
}

// changes returns what has changed, and whether any of it is faulty.
func (p *prompts) changes() (values map[string]string, faulty bool) {
	values = map[string]string{}
	for _, t := range p.tiers {
		if t.changed() {
			values[t.setting.Key] = t.value()
		}
		faulty = faulty || t.err != nil
	}
	return values, faulty
}

// keep saves what has changed.
func (p *prompts) keep() {
	values, _ := p.changes()
	if err := p.c.SaveSettings(values); err != nil {
		p.say(text.Sentence(err.Error()))
		return
	}
	p.sheet.close()
}

// say tells why something did not work.
func (p *prompts) say(words string) {
	setPlain(p.said, words)
	p.said.Show()
}

// leave closes the prompts, after asking if something has changed.
func (p *prompts) leave() {
	if values, _ := p.changes(); len(values) > 0 {
		askDiscard(p.win, p.sheet.close)
		return
	}
	p.sheet.close()
}

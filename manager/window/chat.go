package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ragmanager/manager/window/answer"
	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/equation"
	"ragmanager/manager/window/text"
)

// readingWidth is how wide the column of exchanges is at most. Longer lines are hard
// to read.
const readingWidth = 900

// A chatView shows the exchanges as they come.
type chatView struct {
	content fyne.CanvasObject
	list    *fyne.Container
	scroll  *container.Scroll
	empty   *fyne.Container
	items   map[int]*exchangeItem // by the ID of the exchange

	c         *controller.Controller
	tips      *tips
	equations *equation.Renderer
	put       func(question string) // into the composer
	act       func(controller.Action)
	hover     func(address string)
}

func newChatView(c *controller.Controller, t *tips, equations *equation.Renderer, put func(string), act func(controller.Action), hover func(string)) *chatView {
	v := &chatView{c: c, tips: t, equations: equations, put: put, act: act, hover: hover, items: map[int]*exchangeItem{}}
	v.list = container.New(&columnLayout{gap: 14, widest: readingWidth})
	v.scroll = container.NewVScroll(newQuiet(container.NewPadded(v.list)))
	v.empty = container.New(&columnLayout{gap: 6, widest: readingWidth * 0.75})
	v.content = container.NewStack(container.NewVScroll(container.NewPadded(v.empty)), v.scroll)
	c.Exchanges.Connect(v.update)
	c.Conversations.Connect(v.show)
	c.States.Connect(func(controller.State) { v.invite() })
	v.invite()
	return v
}

// show shows these exchanges and no others.
func (v *chatView) show(list []*controller.Exchange) {
	v.items = map[int]*exchangeItem{}
	v.list.RemoveAll()
	for _, e := range list {
		item := v.newItem(e)
		item.update(e)
		v.items[e.ID] = item
		v.list.Objects = append(v.list.Objects, item.content)
	}
	v.invite()
	v.arrange()
	if n := len(list); n > 0 {
		v.follow(v.items[list[n-1].ID])
	}
}

// update shows an exchange as it is now.
func (v *chatView) update(e *controller.Exchange) {
	follow := v.atEnd()
	item, known := v.items[e.ID]
	if !known {
		item = v.newItem(e)
		v.items[e.ID] = item
		v.list.Add(item.content)
		v.invite()
		follow = true
	}
	item.update(e)
	v.arrange()
	if follow {
		v.follow(item)
	}
}

// follow shows the end of an exchange, but never less than its beginning: who reads
// an answer reads it from the top.
func (v *chatView) follow(item *exchangeItem) {
	end := v.scroll.Content.MinSize().Height - v.scroll.Size().Height
	v.scroll.ScrollToOffset(fyne.NewPos(0, max(0, min(end, item.content.Position().Y))))
}

// arrange gives every exchange the height that it needs now.
func (v *chatView) arrange() {
	v.list.Layout.Layout(v.list.Objects, v.list.Size())
	v.scroll.Refresh()
}

// atEnd reports whether the end of the last exchange is seen, or as much as follow
// shows of it.
func (v *chatView) atEnd() bool {
	const near = 40
	y := v.scroll.Offset.Y
	if n := len(v.list.Objects); n > 0 && y >= v.list.Objects[n-1].Position().Y-near && y <= v.list.Objects[n-1].Position().Y+near {
		return true
	}
	return y+v.scroll.Size().Height >= v.scroll.Content.Size().Height-near
}

// invite shows what can be done while there is no exchange.
func (v *chatView) invite() {
	none := len(v.items) == 0
	setHidden(v.scroll, none)
	setHidden(v.content.(*fyne.Container).Objects[0], !none)
	if !none {
		return
	}
	v.empty.RemoveAll()
	s := v.c.State()
	switch {
	case s.Phase == controller.Opening || s.Phase == controller.Ready && !s.Known:
		v.empty.Add(plain(text.LoadingLibrary, colorMuted, theme.SizeNameText, true))
	case s.Job != "" && s.Overview.Status.Chunks == 0:
		v.empty.Add(plain(text.Working(s.Job), colorMuted, theme.SizeNameText, true))
	case s.Overview.Status.Chunks == 0:
		v.inviteToFill(s)
	case s.Why(controller.Submit) != "" && s.Asking == "" && s.Unknown > 0:
		v.empty.Add(plain(text.VectorsUnknown(s.Unknown), colorMuted, theme.SizeNameText, true))
		v.empty.Add(v.actionRow(controller.SayVectors))
		if s.Why(controller.Embed) == "" { // they are of another model for sure
			v.empty.Add(v.actionRow(controller.Embed))
		}
	case s.Why(controller.Submit) != "" && s.Asking == "":
		v.empty.Add(plain(s.Why(controller.Submit), colorMuted, theme.SizeNameText, true))
		v.empty.Add(v.actionRow(controller.Embed))
	default:
		v.inviteToAsk(s)
	}
}

// inviteToFill says how an empty library is filled.
func (v *chatView) inviteToFill(s controller.State) {
	v.empty.Add(plain(text.ChatNothing, theme.ColorNameForeground, theme.SizeNameSubHeadingText, true))
	if s.On == 0 {
		v.empty.Add(plain(text.ChatNoSources, colorMuted, theme.SizeNameText, true))
		v.empty.Add(v.actionRow(controller.SourceURLs))
		return
	}
	v.empty.Add(plain(text.ChatToChunk, colorMuted, theme.SizeNameText, true))
	v.empty.Add(v.actionRow(controller.Chunk))
}

func (v *chatView) actionRow(a controller.Action) fyne.CanvasObject {
	b := newKeyedButton(string(a), nil, func() { v.act(a) })
	b.Importance = widget.HighImportance
	return container.NewHBox(b)
}

// inviteToAsk says what can be asked.
func (v *chatView) inviteToAsk(s controller.State) {
	v.empty.Add(plain(text.ChatEmpty, theme.ColorNameForeground, theme.SizeNameText, true))
	if s.Overview.Asks == "" {
		v.empty.Add(muted(text.NoteWithoutKey, true))
	}
	examples := v.c.Examples()
	if len(examples) == 0 {
		return
	}
	v.empty.Add(muted(text.ChatTry, false))
	for _, q := range examples {
		b := newKeyedButton(q, theme.QuestionIcon(), func() { v.c.Submit(q) })
		b.Alignment = widget.ButtonAlignLeading
		v.empty.Add(b)
	}
}

// An exchangeItem is a question with its answer and what is known of that.
type exchangeItem struct {
	content *fyne.Container
	when    *widget.RichText
	wait    *widget.RichText // what is being done
	answer  *answer.View
	problem *fyne.Container
	hints   *fyne.Container
	facts   *fyne.Container
	sources *fyne.Container
	bar     *fyne.Container // the question
	stop    *keyedButton    // beside the question, where it stays while the answer grows
	edit    *actionButton   // in its place when there is nothing to stop
	v       *chatView
	whole   bool // all sources are shown
}

func (v *chatView) newItem(e *controller.Exchange) *exchangeItem {
	i := &exchangeItem{v: v, wait: muted("", false), when: muted(text.When(e.Time), false)}
	i.answer = answer.New(answer.Options{
		Equations: typesetter{v.equations}, Images: loader{v.c}, OnLink: v.follows(v.c.FollowLink), OnHover: v.hover, Dispatch: v.c.Do,
	})
	i.stop = newKeyedButton(text.Stop, theme.MediaStopIcon(), v.c.StopAnswer)
	i.stop.Importance = widget.LowImportance
	box := func() *fyne.Container { return container.New(&columnLayout{gap: 2}) }
	i.problem, i.hints, i.facts, i.sources = box(), box(), box(), box()
	i.bar = i.question(e)
	i.content = container.New(&columnLayout{gap: 6}, i.when, i.bar, i.answer, i.wait, i.problem, i.hints, i.facts, i.sources)
	i.when.Hidden = !e.Past
	return i
}

// follows returns what follows a link. The pointer may leave it unnoticed then, because
// another view is shown.
func (v *chatView) follows(open func(address string)) func(address string) {
	return func(address string) {
		v.hover("")
		open(address)
	}
}

// question shows the question, which can be selected and edited, and Stop while it is
// being answered.
func (i *exchangeItem) question(e *controller.Exchange) *fyne.Container {
	i.edit = newIconButton(i.v.tips, text.EditQuestion, theme.DocumentCreateIcon(), func() { i.v.put(e.Question) })
	i.edit.Hide()
	bar := newBackdrop(theme.ColorNamePrimary, "", 2)
	mark := container.NewStack(spacer(4, 0), bar)
	return container.NewStack(newBackdrop(theme.ColorNameHeaderBackground, "", 8),
		container.NewBorder(nil, nil, mark, container.NewVBox(i.stop, i.edit), sentences(e.Question, true)))
}

// update shows the exchange as it is now.
func (i *exchangeItem) update(e *controller.Exchange) {
	i.answer.SetMarkdown(e.Answer)
	setHidden(i.answer, e.Answer == "")
	setHidden(i.wait, !e.Running())
	if i.stop.Visible() != e.Running() {
		setHidden(i.stop, !e.Running())
		setHidden(i.edit, e.Running())
		i.bar.Refresh()
	}
	if e.State == controller.Searching {
		setPlain(i.wait, text.Searching)
	} else {
		setPlain(i.wait, text.Answering)
	}
	if e.Running() {
		return
	}
	i.showProblem(e)
	i.showHints(e)
	i.showFacts(e)
	i.showSources(e)
	i.content.Layout.Layout(i.content.Objects, i.content.Size())
}

// showProblem shows why there is no answer.
func (i *exchangeItem) showProblem(e *controller.Exchange) {
	i.problem.RemoveAll()
	if e.Problem == nil {
		return
	}
	i.problem.Add(plain(e.Problem.Message, theme.ColorNameError, theme.SizeNameText, true))
	if e.Problem.Hint != "" {
		i.problem.Add(plain(e.Problem.Hint, theme.ColorNameForeground, theme.SizeNameText, true))
	}
	row := container.NewHBox()
	if a := e.Problem.Action; a != "" {
		row.Add(newKeyedButton(string(a), nil, func() { i.v.act(a) }))
	}
	details := newKeyedButton(text.CopyDetails, theme.ContentCopyIcon(), func() { toClipboard(e.Problem.Details()) })
	details.Importance = widget.LowImportance
	row.Add(details)
	i.problem.Add(row)
}

// showHints shows what should be known of the answer.
func (i *exchangeItem) showHints(e *controller.Exchange) {
	i.hints.RemoveAll()
	if e.State == controller.Stopped {
		i.hints.Add(plain(text.WasStopped, theme.ColorNameWarning, theme.SizeNameCaptionText, true))
	}
	for _, h := range e.Hints {
		i.hints.Add(plain(h, theme.ColorNameWarning, theme.SizeNameCaptionText, true))
	}
}

// showFacts shows tier, relevance, model, tokens, price and time, and what can be
// done with the answer.
func (i *exchangeItem) showFacts(e *controller.Exchange) {
	i.facts.RemoveAll()
	row := container.NewHBox()
	if e.Tier != "" {
		tier := newChip()
		tier.set(text.TierOf(e.Tier, e.Relevance), tierColor(e.Tier))
		row.Add(container.NewCenter(tier))
	}
	tool := func(label string, icon fyne.Resource, do func()) {
		b := newKeyedButton(label, icon, do)
		b.Importance = widget.LowImportance
		row.Add(b)
	}
	if e.Answer != "" {
		tool(text.CopyMarkdown, theme.ContentCopyIcon(), func() { toClipboard(e.Answer) })
	}
	tool(text.AskAgain, theme.ViewRefreshIcon(), func() { i.v.c.AskAgain(e) })
	if e.State == controller.Answered || e.Model != "" {
		i.facts.Add(muted(text.AnswerFacts(e.Model, e.Prompt, e.Completed, e.Price, e.Priced, e.Seconds), true))
	}
	i.facts.Add(row)
}

// fewSources is how many sources are shown before the rest is asked for.
const fewSources = 4

// showSources shows the chunks that the answer rests on: each opens its page at its
// heading, or the chunk in the window.
func (i *exchangeItem) showSources(e *controller.Exchange) {
	i.sources.RemoveAll()
	if len(e.Sources) == 0 {
		return
	}
	i.sources.Add(sourcesTitle(e.Sources))
	shown := e.Sources
	if !i.whole && len(shown) > fewSources+1 {
		shown = shown[:fewSources]
	}
	for _, line := range i.v.sourceLines(e, shown) {
		i.sources.Add(i.sourceRow(line))
	}
	if rest := len(e.Sources) - len(shown); rest > 0 {
		more := newKeyedButton(text.More(rest), nil, func() {
			i.whole = true
			i.showSources(e)
			i.v.arrange()
		})
		more.Importance, more.Alignment = widget.LowImportance, widget.ButtonAlignLeading
		i.sources.Add(more)
	}
}

package window

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/equation"
	"ragmanager/manager/window/text"
)

// A Window is the main window. Make it with New and show it with Show.
type Window struct {
	app fyne.App
	win fyne.Window
	c   *controller.Controller

	tips      *tips
	panel     *panel
	composer  *composer
	status    *statusBar
	tabs      *container.AppTabs
	items     map[controller.View]*container.TabItem
	chat      *chatView
	retrieval *retrievalView
	chunks    *chunksView
	sources   *sourcesView
	log       *logView

	worn     map[Appearance]*fyne.MenuItem // entries of the menu that choose colours
	resizing bool                          // the size of everything is about to change
	// later calls f on the goroutine of the window after a while.
	later func(d time.Duration, f func()) (stop func())

	equations *equation.Renderer
	welcome   fyne.CanvasObject
	notice    *notice
	work      fyne.CanvasObject // tabs and composer
}

// New makes the main window of an app, which shows what a controller does. The
// controller is started by Show.
func New(app fyne.App, c *controller.Controller) *Window {
	w := &Window{app: app, win: app.NewWindow(text.Program), c: c, tips: newTips(c), equations: equation.New(), worn: map[Appearance]*fyne.MenuItem{}, later: c.After}
	w.wear()
	w.win.SetIcon(iconResource)
	w.win.SetPadded(false)
	w.build()
	w.connect()
	w.win.SetMainMenu(w.menu())
	w.win.SetOnDropped(w.dropped)
	w.win.Canvas().SetOnTypedKey(w.typedKey)
	w.win.SetCloseIntercept(w.quit)
	w.recall()
	return w
}

// build makes the views and puts them in their places.
func (w *Window) build() {
	w.panel = newPanel(w.c, w.tips, w.act)
	w.composer = newComposer(w.c, w.tips)
	w.status = newStatusBar(w.c, w.tips)
	w.chat = newChatView(w.c, w.tips, w.equations, w.composer.put, w.act, w.status.hover)
	w.retrieval = newRetrievalView(w.c)
	w.chunks = newChunksView(w.c, w.win, w.tips)
	w.sources = newSourcesView(w.c, w.win, w.tips)
	w.log = newLogView(w.c, w.tips)
	w.buildTabs()
	w.welcome, w.notice = newWelcome(w.c, w.act), newNotice()
	below := container.NewBorder(nil, w.panel.below, nil, nil, w.composer.content)
	w.work = container.NewBorder(nil, container.NewPadded(below), nil, nil, w.tabs)
	middle := container.NewStack(w.welcome, w.notice.content, w.work)
	all := container.NewBorder(nil, w.status.content, w.panel.content, nil, middle)
	w.win.SetContent(container.NewStack(all, w.tips.layer))
}

func (w *Window) buildTabs() {
	tab := func(name string, icon fyne.Resource, content fyne.CanvasObject) *container.TabItem {
		return container.NewTabItemWithIcon(name, icon, container.New(stillLayout{}, content))
	}
	w.items = map[controller.View]*container.TabItem{
		controller.ChatView:      tab(text.Chat, theme.QuestionIcon(), w.chat.content),
		controller.RetrievalView: tab(text.Retrieval, theme.SearchIcon(), w.retrieval.content),
		controller.ChunksView:    tab(text.Chunks, theme.ContentCutIcon(), w.chunks.content),
		controller.SourcesView:   tab(text.Sources, theme.ListIcon(), w.sources.content),
		controller.LogView:       tab(text.Log, theme.DocumentIcon(), w.log.content),
	}
	w.tabs = container.NewAppTabs()
	for v := controller.ChatView; v <= controller.LogView; v++ {
		w.tabs.Append(w.items[v])
	}
}

// connect makes the window follow the controller.
func (w *Window) connect() {
	w.c.States.Connect(w.update)
	w.c.Questions.Connect(func(q controller.Question) { confirm(q, w.win) })
	w.c.Problems.Connect(func(p *controller.Problem) { showProblem(p, w.win, w.act) })
	w.c.Shows.Connect(w.showPlace)
	w.update(w.c.State())
}

// update shows what there is to be seen in the phase of the library.
func (w *Window) update(s controller.State) {
	title := text.Program
	if s.Root != "" {
		title = s.Root + " – " + text.Program
	}
	w.win.SetTitle(title)
	setHidden(w.welcome, s.Phase != controller.NoLibrary)
	lost := s.Phase == controller.Broken || s.Phase == controller.Gone
	setHidden(w.notice.content, !lost)
	before := w.work.Visible()
	setHidden(w.work, s.Phase == controller.NoLibrary || lost)
	if !before {
		w.focusQuestion() // what is hidden cannot have it
	}
	if lost && s.Trouble != nil {
		w.notice.say(text.LibraryTrouble, s.Trouble.Message+"\n\n"+s.Trouble.Hint, text.SetRoot, func() { w.act(controller.SetRoot) })
	}
}

// showPlace shows something in its view.
func (w *Window) showPlace(p controller.Place) {
	w.tabs.Select(w.items[p.View])
	if p.View == controller.ChunksView && (p.Chunk != "" || p.Page != "") {
		w.chunks.show(p)
	}
}

// act does what an action is for.
func (w *Window) act(a controller.Action) {
	if w.c.State().Why(a) != "" {
		return // the button says why
	}
	w.do(a)
	if a != controller.SourceURLs { // which has an entry of its own
		w.c.Do(w.focusQuestion) // after the character of the key that pressed the button, or the question would get it
	}
}

// do does what an action is for, which can be done now.
func (w *Window) do(a controller.Action) {
	switch a {
	case controller.SetRoot:
		showSetRoot(w.c, w.win)
	case controller.SampleElsewhere:
		showSampleElsewhere(w.c, w.win)
	case controller.SetKey:
		showSetKey(w.c, w.win)
	case controller.SourceURLs:
		w.showSources()
	case controller.AssistantPrompts:
		showPrompts(w.c, w.win)
	case controller.Configure:
		showConfigure(w.c, w.win)
	case controller.Help:
		w.showHelp()
	case controller.SayVectors:
		showSayVectors(w.c, w.win)
	case controller.Chunk:
		w.c.Chunk()
	case controller.Embed:
		w.c.Embed()
	case controller.PurgeEmbeds:
		w.c.PurgeEmbeds()
	case controller.Delete:
		w.c.Delete()
	case controller.CheckAll:
		w.c.CheckAll()
	case controller.Retrieve:
		w.composer.find()
	case controller.Submit:
		w.composer.ask()
	case controller.History:
		w.c.History()
	case controller.Clear:
		w.c.Clear()
	case controller.Abort:
		w.c.Abort()
	}
}

// showSources shows the list of sources. Who does so mostly wants to add one.
func (w *Window) showSources() {
	w.tabs.Select(w.items[controller.SourcesView])
	w.win.Canvas().Focus(w.sources.entry)
}

// focusQuestion gives the keys to the question, unless something lies over it. Who has
// pressed a button goes on typing there.
func (w *Window) focusQuestion() {
	if w.win.Canvas().Overlays().Top() == nil && w.work.Visible() {
		w.win.Canvas().Focus(w.composer.entry)
	}
}

// dropped takes what was dropped on the window: sources.
func (w *Window) dropped(_ fyne.Position, uris []fyne.URI) {
	if w.c.State().Phase != controller.Ready {
		return
	}
	w.tabs.Select(w.items[controller.SourcesView])
	w.sources.dropped(uris)
}

// Show starts the controller and shows the window.
func (w *Window) Show() {
	w.win.Show()
	w.c.Start()
}

// quit closes the window, after asking for what would be lost.
func (w *Window) quit() {
	if s := topSheet(w.win); s != nil {
		s.leave()
		if topSheet(w.win) != nil {
			return // it asks whether to discard what was changed
		}
	}
	job := w.c.State().Job
	if job == "" {
		w.Close()
		return
	}
	confirm(controller.Question{
		Title: text.Quit, Message: text.AskQuit(job), Yes: text.Quit,
		Answer: func(yes bool) {
			if yes {
				w.Close()
			}
		},
	}, w.win)
}

// Close closes the window, and so ends the program, after remembering what it looks
// like.
func (w *Window) Close() {
	w.remember()
	w.c.Close()
	w.equations.Close()
	w.win.Close()
}

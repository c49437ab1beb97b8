package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// A statusBar tells what runs and how far it is.
type statusBar struct {
	content fyne.CanvasObject
	dot     *backdrop
	word    *widget.RichText
	bar     *widget.ProgressBar
	busy    *widget.ProgressBarInfinite // for what has no known end; costly, so only while something runs
	told    *widget.RichText            // how far the job is, or what it did
	abort   *actionButton
	last    controller.Progress
	line    string // what there is to tell, shown unless the pointer is over a link
	address string // that the pointer is over, "" for none
	trouble bool   // line is what is wrong with the library
	running string // word for what runs, "" if nothing does
	root    string // of the library that line is about
}

func newStatusBar(c *controller.Controller, t *tips) *statusBar {
	s := &statusBar{
		word: plain(text.StateIdle, theme.ColorNameForeground, theme.SizeNameText, false),
		told: muted("", false),
		bar:  widget.NewProgressBar(), busy: widget.NewProgressBarInfinite(),
		abort: newActionButton(t, text.Abort, theme.MediaStopIcon(), c.Abort),
	}
	s.abort.Importance = widget.LowImportance
	s.word.Segments[0].(*widget.TextSegment).Style.TextStyle.Bold = true
	s.bar.TextFormatter = func() string { return text.Percent(s.last.Done, s.last.Total) }
	s.bar.Hide()
	s.busy.Stop()
	s.busy.Hide()
	const wordWidth, barWidth, dotSize = 190, 160, 10
	dot, placed := newDot(colorMuted, dotSize)
	s.dot = dot
	height := s.bar.MinSize().Height
	word := container.New(layout.NewGridWrapLayout(fyne.NewSize(wordWidth, height)), s.word)
	bars := container.New(layout.NewGridWrapLayout(fyne.NewSize(barWidth, height-4)), container.NewStack(s.bar, s.busy))
	left := container.NewHBox(placed, word, container.NewCenter(bars))
	row := container.NewBorder(nil, nil, container.NewHBox(spacer(6, 0), left), s.abort, s.told)
	s.content = container.NewStack(newBackdrop(colorPanel, "", 0), container.NewBorder(widget.NewSeparator(), nil, nil, nil, row))
	c.States.Connect(s.update)
	c.Progresses.Connect(s.progress)
	c.Outcomes.Connect(s.ended)
	c.Notices.Connect(s.tell)
	s.update(c.State())
	return s
}

// update shows the state.
func (s *statusBar) update(state controller.State) {
	setPlain(s.word, state.Word())
	color := colorMuted
	switch {
	case state.Trouble != nil:
		color = theme.ColorNameError
	case state.Job != "" || state.Asking != "" || state.Phase == controller.Opening:
		color = theme.ColorNamePrimary
	case state.Known && state.Overview.Status.Chunks > 0:
		color = theme.ColorNameSuccess
	}
	s.dot.paint(color)
	s.abort.allow(text.Meaning(text.Abort), state.Why(controller.Abort))
	running := state.Job != "" || state.Asking != ""
	if !running {
		s.last = controller.Progress{}
	}
	s.showBars(running)
	s.begin(state, running)
	switch {
	case state.Trouble != nil:
		s.tell(state.Trouble.Message + " " + state.Trouble.Hint)
		s.trouble = true
	case s.trouble:
		s.tell("") // it is over
	}
}

// begin tells of what has just begun, in place of what was done before or in another
// library.
func (s *statusBar) begin(state controller.State, running bool) {
	word := ""
	if running {
		word = state.Word()
	}
	began := word != "" && word != s.running && len(word) >= len(s.running) // else one of two has ended
	switch {
	case began:
		s.tell(text.Began(word))
	case state.Root != s.root:
		s.tell("")
	}
	s.running, s.root = word, state.Root
}

// tell shows a line, as soon as the pointer is over no link.
func (s *statusBar) tell(line string) {
	s.line, s.trouble = line, false
	s.ink(colorMuted)
	setPlain(s.told, firstOf(s.address, s.line))
}

// ink gives the line a colour.
func (s *statusBar) ink(color fyne.ThemeColorName) {
	if style := &s.told.Segments[0].(*widget.TextSegment).Style; style.ColorName != color {
		style.ColorName = color
		s.told.Refresh()
	}
}

// showBars shows the bar that fits what is known of the end.
func (s *statusBar) showBars(running bool) {
	known := running && s.last.Total > 0
	s.bar.Hidden = !known
	if busy := running && !known; busy != s.busy.Running() {
		if busy {
			setHidden(s.busy, false)
			s.busy.Start()
		} else {
			s.busy.Stop()
			s.busy.Hide()
		}
	}
	s.bar.Refresh()
}

// progress shows how far a job is.
func (s *statusBar) progress(p controller.Progress) {
	s.last = p
	if p.Total > 0 {
		s.bar.Max = float64(p.Total)
		s.bar.SetValue(float64(p.Done))
	}
	s.showBars(true)
	s.tell(text.Progress(p.Stage, p.Done, p.Total, p.Rate, p.Left, p.Item))
}

// ended shows what a job did.
func (s *statusBar) ended(o controller.Outcome) {
	switch {
	case o.Err != nil:
		s.tell(o.Word + ": " + o.Err.Message)
	case o.Aborted:
		s.tell(o.Text)
	case o.Caution != "":
		s.tell(text.EndedBut(o.Word, o.Caution, o.Text, o.Seconds))
		s.ink(theme.ColorNameWarning)
	case o.Text != "":
		s.tell(text.Ended(o.Word, o.Text, o.Seconds))
	default:
		s.tell(text.Ended(o.Word, "", o.Seconds))
	}
}

// hover shows the address that the pointer is over, "" for none.
func (s *statusBar) hover(address string) {
	s.address = address
	setPlain(s.told, firstOf(s.address, s.line))
}

package terminal

import (
	"fmt"
	"io"
	"time"

	"ragmanager/manager"
)

// A Mode says how much a [Text] tells.
type Mode int

// The modes of a [Text].
const (
	Normal  Mode = iota // stages, steps and warnings
	Quiet               // warnings alone
	Verbose             // details too
)

// lineEvery and barEvery are the shortest times between two steps that are
// shown as lines and as a bar: as much as can be read, and what looks smooth.
//
// Lines stay, in a log or a mail, so they become rarer as a stage goes on: the
// next one comes when it has run another lineShare of its time, and at the latest
// after lineAtLeast. A stage of ten minutes leaves some fifty of them.
const (
	lineEvery   = 200 * time.Millisecond
	lineShare   = 10
	lineAtLeast = 30 * time.Second
	barEvery    = 100 * time.Millisecond
)

// A Text is a reporter for people: on a terminal a progress bar below the
// warnings, elsewhere lines. The end of each stage leaves a line in both. A job
// that takes but a moment leaves nothing else.
type Text struct {
	out  output
	mode Mode
	bar  *bar // of the stage that runs; nil if lines are wanted or none runs
	tty  bool
	now  func() time.Time

	stage   string
	total   int // 0: unknown
	done    int
	running bool
	began   time.Time // the stage
	shown   time.Time // the last step
}

// NewText returns a Text that writes to w, with a bar if w is a terminal.
// Close it when the job has returned.
func NewText(w io.Writer, mode Mode) *Text {
	return &Text{out: output{w: w}, mode: mode, tty: hasBar(w), now: time.Now}
}

// Stage ends the stage before and begins a new one.
func (t *Text) Stage(name string, total int) {
	t.endStage()
	if t.mode == Quiet {
		return
	}
	t.stage, t.total, t.done, t.running = Clean(name), max(total, 0), 0, true
	t.began = t.now()
	t.shown = t.began
	if t.tty {
		t.bar = newBar(t.out.w, t.stage, t.total)
		t.out.draw(t.bar.line(0, ""))
	}
}

// Step shows how far the stage is, but only now and then. The last step of a
// stage whose total is known ends it; those that follow are not shown.
func (t *Text) Step(done int, item string) {
	if !t.running {
		return
	}
	t.done = done
	switch now := t.now(); {
	case t.total > 0 && done >= t.total:
		t.endStage()
	case t.bar != nil && now.Sub(t.shown) >= barEvery:
		t.shown = now
		t.out.draw(t.bar.line(done, Clean(item)))
	case t.bar == nil && now.Sub(t.shown) >= t.lineAfter(now):
		t.shown = now
		t.out.print("", t.count()+": "+Clean(item))
	}
}

// lineAfter returns how long after the last line the next one is shown.
func (t *Text) lineAfter(now time.Time) time.Duration {
	return min(max(lineEvery, now.Sub(t.began)/lineShare), lineAtLeast)
}

// Warn shows a problem and what can be done about it.
func (t *Text) Warn(err error) {
	t.out.print("warning: ", err.Error())
	t.out.print("hint: ", manager.Hint(err))
}

// Detail shows text if the mode is [Verbose].
func (t *Text) Detail(text string) {
	if t.mode == Verbose {
		t.out.print("", text)
	}
}

// Close ends the last stage. It returns the first error of writing.
func (t *Text) Close() error {
	t.endStage()
	return t.out.err
}

// endStage takes the bar away and leaves a line that says what was done, unless
// there was nothing to count and it took but a moment.
func (t *Text) endStage() {
	if !t.running {
		return
	}
	t.running, t.bar = false, nil
	t.out.draw("")
	took := t.now().Sub(t.began)
	line := t.count()
	if t.total == 0 && t.done == 0 {
		if took < lineEvery {
			return
		}
		line = t.stage + ": done"
	}
	if took := took.Round(lineEvery / 2); took > 0 {
		line += fmt.Sprintf(" (%s)", took)
	}
	t.out.print("", line)
}

// count returns the name of the stage and how far it is.
func (t *Text) count() string {
	if t.total == 0 {
		return fmt.Sprintf("%s: %d", t.stage, t.done)
	}
	return fmt.Sprintf("%s: %d of %d", t.stage, t.done, t.total)
}

package controller

import (
	"sync"
	"time"

	"ragmanager/manager"
	"ragmanager/manager/window/text"
)

// A Progress tells how far a job is.
type Progress struct {
	Word  string // of the job
	Stage string
	Item  string // that was finished last
	Done  int
	Total int           // 0 if it is not known
	Rate  float64       // items a second, 0 if it is not known yet
	Left  time.Duration // until the stage is over, 0 if it is not known yet
}

// A reporter passes on to the window, a few times a second, what a job reports in
// any number of small pieces. It is a [manager.Detailer].
type reporter struct {
	c       *Controller
	batch   batch
	verbose bool

	mu       sync.Mutex
	progress Progress
	changed  bool
	stage    time.Time // when the stage began
	lines    []Line
	failed   map[string]error // what could not be read, by address of page or source

	caution string // of the outcome; the job sets it
}

var _ manager.Detailer = (*reporter)(nil)

func (c *Controller) newReporter(word string) *reporter {
	r := &reporter{c: c, verbose: c.state.Verbose, progress: Progress{Word: word}, failed: map[string]error{}}
	r.batch = batch{do: c.Do, flush: r.flush}
	return r
}

// Stage implements [manager.Reporter].
func (r *reporter) Stage(name string, total int) {
	r.report(func() {
		r.stage = time.Now()
		r.progress = Progress{Word: r.progress.Word, Stage: name, Total: total}
		r.lines = append(r.lines, newLine(Info, text.Stage(name, total)))
	})
}

// Step implements [manager.Reporter].
func (r *reporter) Step(done int, item string) {
	r.report(func() {
		p := &r.progress
		p.Done, p.Item = done, item
		const settled = time.Second // until then a rate says nothing
		if spent := time.Since(r.stage); spent > settled {
			p.Rate = float64(done) / spent.Seconds()
			if p.Total > 0 && p.Rate > 0 {
				p.Left = time.Duration(float64(p.Total-done) / p.Rate * float64(time.Second))
			}
		}
	})
}

// Warn implements [manager.Reporter].
func (r *reporter) Warn(err error) {
	r.report(func() {
		r.lines = append(r.lines, warningLines(err)...)
		if address := manager.Concerns(err); address != "" {
			r.failed[address] = err
		}
	})
}

// Detail implements [manager.Detailer].
func (r *reporter) Detail(line string) {
	if r.verbose {
		r.report(func() { r.lines = append(r.lines, newLine(Detail, line)) })
	}
}

// report changes what is to be passed on, and sees to it that it is.
func (r *reporter) report(change func()) {
	r.mu.Lock()
	change()
	r.changed = true
	r.mu.Unlock()
	r.batch.ask()
}

// mostLines is how many lines are passed on at once. More would keep the window from
// answering for longer than is noticed.
const mostLines = 4000

// flush passes on what is new, on the goroutine of the window; of very many lines the
// first, and soon the others.
func (r *reporter) flush() {
	r.mu.Lock()
	progress, changed, lines, failed := r.progress, r.changed, r.lines, r.failed
	r.changed, r.lines, r.failed = false, nil, map[string]error{}
	if len(lines) > mostLines {
		lines, r.lines = lines[:mostLines], lines[mostLines:]
		r.batch.ask()
	}
	r.mu.Unlock()
	if len(lines) > 0 {
		r.c.lines(lines)
	}
	r.c.noteFailures(failed)
	if changed {
		r.c.Progresses.emit(progress)
	}
}

// drain waits, in the background, until what is left can be passed on at once.
func (r *reporter) drain() {
	for r.c.ctx.Err() == nil {
		r.mu.Lock()
		left := len(r.lines)
		r.mu.Unlock()
		if left <= mostLines {
			return
		}
		time.Sleep(frame)
	}
}

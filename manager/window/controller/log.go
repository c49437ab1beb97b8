package controller

import (
	"sync"
	"time"

	"ragmanager/manager"
	"ragmanager/manager/window/text"
)

// A Kind says what a line of the log is.
type Kind int

// The kinds of lines.
const (
	Info    Kind = iota // what happens
	Detail              // what happens, exactly
	Success             // a job has ended well
	Warning             // something that a job survived
	Failure             // what did not work
	Hint                // what can be done about it
	Asked               // a question
	Quoted              // text of the library or of a model
)

// A Line is a line of the log.
type Line struct {
	Time time.Time
	Kind Kind
	Text string
}

func newLine(kind Kind, words string) Line { return Line{time.Now(), kind, words} }

// warningLines returns the lines for a problem that a job survived.
func warningLines(err error) []Line {
	lines := []Line{newLine(Warning, text.Sentence(manager.Plain(err)))}
	if exact := err.Error(); exact != manager.Plain(err) {
		lines = append(lines, newLine(Detail, exact))
	}
	if hint, _ := advice(err); hint != "" {
		lines = append(lines, newLine(Hint, text.Sentence(hint)))
	}
	return lines
}

// A logger keeps lines for the window and in a file of the library.
type logger struct {
	batch batch
	file  *manager.Log // nil without a library

	mu      sync.Mutex
	waiting []Line
}

// logName is the name of the file in the folder Log.
const logName = "window"

// to makes the lines that follow go to the file of the library at root.
func (l *logger) to(root string) {
	l.close()
	if root != "" {
		l.file = manager.OpenLog(root, logName)
	}
}

func (l *logger) close() {
	if l.file != nil {
		_ = l.file.Close() // why lines could not be kept was shown by LogTrouble
		l.file = nil
	}
}

// say adds a line to the log.
func (c *Controller) say(kind Kind, words string) { c.lines([]Line{newLine(kind, words)}) }

// warn adds a problem that is survived to the log. It may be called from any
// goroutine.
func (c *Controller) warn(err error) {
	c.log.mu.Lock()
	c.log.waiting = append(c.log.waiting, warningLines(err)...)
	c.log.mu.Unlock()
	c.log.batch.ask()
}

// flushLog adds what other goroutines have said.
func (c *Controller) flushLog() {
	c.log.mu.Lock()
	lines := c.log.waiting
	c.log.waiting = nil
	c.log.mu.Unlock()
	c.lines(lines)
}

// lines adds lines to the log.
func (c *Controller) lines(lines []Line) {
	if c.log.file != nil {
		for _, l := range lines {
			c.log.file.Write(l.Time, l.Text)
		}
	}
	c.Lines.emit(lines)
}

// logProblem adds a problem to the log.
func (c *Controller) logProblem(p *Problem) {
	c.say(Failure, p.Title+": "+p.Message)
	if exact := p.Err.Error(); exact != manager.Plain(p.Err) {
		c.say(Detail, exact)
	}
	if p.Hint != "" {
		c.say(Hint, p.Hint)
	}
}

// LogPath returns the path of the file that the log is kept in, "" if it is kept in
// none.
func (c *Controller) LogPath() string {
	if c.log.file == nil {
		return ""
	}
	return c.log.file.Path()
}

// LogTrouble returns why the log cannot be kept in its file, nil if it can.
func (c *Controller) LogTrouble() error {
	if c.log.file == nil {
		return nil
	}
	return c.log.file.Err()
}

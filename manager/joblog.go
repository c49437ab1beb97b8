package manager

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"
)

// Limits of a [Log].
const (
	logPause   = 100 * time.Millisecond // in which lines gather, so that a burst is one write
	logLargest = 10e6                   // bytes; a file that would become larger is put aside
	logWaiting = 8e6                    // bytes of lines that wait for a disk; further ones are lost
)

// logTime is how the time of a line is written. What follows a line break within
// a line is indented by as much.
const logTime = "2006-01-02 15:04:05.000 "

// A Log keeps the lines of the window, or of another face, in a file of the
// library's Log folder. Lines are written a tenth of a second later, together. A
// file that has reached 10 MB becomes NAME.1.log, in place of the one before.
//
// What cannot be written now is tried again with the next line, for as long as
// 8 MB have not come together; how many lines were lost then is written in their
// place. It is safe for concurrent use. Whatever else is in the lines is kept as
// it is: secrets must not be in them.
type Log struct {
	root, path string

	writing sync.Mutex // held by the one who writes to the file

	mu      sync.Mutex
	timer   *time.Timer // writes what waits; nil if nobody has to
	waiting []byte
	lost    int // lines, since the last one that was kept
	err     error
	closed  bool
}

// OpenLog returns the log ROOT/Log/NAME.log. File and folder are made when the
// first line comes, but never the root: it may be on a disk that was taken out.
func OpenLog(root, name string) *Log {
	return &Log{root: root, path: filepath.Join(root, "Log", name+".log")}
}

// Path returns the path of the file, which may not exist.
func (l *Log) Path() string { return l.path }

// Err returns why lines could not be kept, nil if all that came to the disk were
// kept. It becomes nil again when the disk is back.
func (l *Log) Err() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}

// Write adds a line, which may have line breaks. It waits for no disk. After Close
// it does nothing.
func (l *Log) Write(when time.Time, line string) {
	text := when.Format(logTime) + plainLines(line) + "\n"
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.closed:
		return
	case l.lost > 0 || len(l.waiting)+len(text) > logWaiting:
		l.lost++ // also short ones, so that the lines that are lost are in one place
	default:
		l.waiting = append(l.waiting, text...)
	}
	if l.timer == nil {
		l.timer = time.AfterFunc(logPause, l.flush)
	}
}

// plainLines returns a text without what a terminal would take for orders, each
// line after the first indented.
func plainLines(text string) string {
	text = strings.TrimRight(text, "\r\n")
	if !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) || r == utf8.RuneError }) {
		return text
	}
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return utf8.RuneError
		}
		return r
	}, text)
	return strings.ReplaceAll(text, "\n", "\n"+strings.Repeat(" ", len(logTime)))
}

// flush writes what waits, and how many lines were lost after it.
func (l *Log) flush() {
	l.writing.Lock()
	defer l.writing.Unlock()
	l.mu.Lock()
	text, lost := l.waiting, l.lost
	l.waiting, l.lost, l.timer = nil, 0, nil
	l.mu.Unlock()
	n, err := l.append(text)
	if err == nil && lost > 0 {
		_, err = l.append(fmt.Appendf(nil, "%s%d lines were lost\n", time.Now().Format(logTime), lost))
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.err = err
	if err != nil {
		l.waiting, l.lost = slices.Concat(text[n:], l.waiting), l.lost+lost
	}
}

// append adds text to the file and returns how many bytes of it are there.
func (l *Log) append(text []byte) (n int, err error) {
	if len(text) == 0 {
		return 0, nil
	}
	if err := os.Mkdir(filepath.Dir(l.path), 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return 0, err
	}
	if info, err := os.Stat(l.path); err == nil && info.Size() > 0 && info.Size()+int64(len(text)) > logLargest {
		// Where another program keeps it open, it may be impossible: better a large
		// file than none.
		_ = os.Rename(l.path, strings.TrimSuffix(l.path, ".log")+".1.log")
	}
	f, err := os.OpenFile(l.path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return 0, err
	}
	n, err = f.Write(text)
	return n, cmp.Or(err, f.Close())
}

// Close writes what waits and returns why it could not. Closing twice is no error.
func (l *Log) Close() error {
	l.mu.Lock()
	l.closed = true
	timer := l.timer
	l.mu.Unlock()
	if timer != nil {
		timer.Stop()
	}
	l.flush() // after a flush that is under way
	return l.Err()
}

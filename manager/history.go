package manager

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"ragmanager/library"
)

// historyName is the name of the history in the log folder. Each line is an
// exchange in JSON.
const historyName = "history.jsonl"

// An Exchange is a question with its answer.
type Exchange struct {
	Time      time.Time       `json:"time"`
	Question  string          `json:"question"`
	Answer    string          `json:"answer"`
	Tier      string          `json:"tier"`
	Relevance float64         `json:"relevance"`
	Chunks    []library.Name  `json:"chunks"`            // that were sent, the most relevant first
	Sources   []HistorySource `json:"sources,omitempty"` // of the answer, as they were then
	Model     string          `json:"model,omitempty"`   // "" if no model was asked
	Prompt    int             `json:"promptTokens,omitempty"`
	Completed int             `json:"answerTokens,omitempty"`
	Price     float64         `json:"price,omitempty"` // US dollars
	Seconds   float64         `json:"seconds"`
}

// A HistorySource is a place that an answer rests on, kept so that an old
// exchange can be read when its page is gone.
type HistorySource struct {
	Name  library.Name `json:"name"`
	Title string       `json:"title"`
	URL   string       `json:"url,omitempty"`
}

// historyPath returns the path of the history.
func (m *Manager) historyPath() string { return filepath.Join(m.library.LogDir(), historyName) }

// History returns the exchanges of the library, oldest first; none if there
// never was one. A line that a crash has cut short is passed over. The error
// names the file and line of anything else that is no exchange; the exchanges
// that could be read are returned all the same.
func (m *Manager) History() ([]Exchange, error) {
	f, err := os.Open(m.historyPath())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var exchanges []Exchange
	s := bufio.NewScanner(f)
	s.Buffer(nil, 64<<20) // an answer is a few kB
	for line := 1; s.Scan(); line++ {
		var e Exchange
		switch wrong := json.Unmarshal(s.Bytes(), &e); {
		case wrong == nil:
			exchanges = append(exchanges, e)
		case !wasCut(s.Bytes()):
			err = errors.Join(err, fmt.Errorf("%s:%d: no exchange: %w", m.historyPath(), line, wrong))
		}
	}
	return exchanges, errors.Join(err, s.Err())
}

// wasCut reports whether a line is the beginning of an exchange, or blank. Zeros
// are what some systems leave when the power fails.
func wasCut(line []byte) bool {
	line = bytes.Trim(line, " \t\r\x00")
	d := json.NewDecoder(bytes.NewReader(line))
	return len(line) == 0 || line[0] == '{' && errors.Is(d.Decode(&Exchange{}), io.ErrUnexpectedEOF)
}

// remember adds an exchange to the history. It is on the disk when remember
// returns.
func (m *Manager) remember(e Exchange) error {
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(m.library.LogDir(), 0o777); err != nil {
		return err
	}
	f, err := os.OpenFile(m.historyPath(), os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return err
	}
	// One write appends the whole line, also beside other programs. A line that
	// was cut short is ended first.
	_, err = f.Write(append(newlineIfCut(f), append(line, '\n')...))
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// newlineIfCut returns a line end if the file does not end with one.
func newlineIfCut(f *os.File) []byte {
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return nil
	}
	last := make([]byte, 1)
	if _, err := f.ReadAt(last, info.Size()-1); err != nil || last[0] == '\n' {
		return nil
	}
	return []byte("\n")
}

// ClearHistory forgets all exchanges and returns how many there were.
func (m *Manager) ClearHistory() (int, error) {
	exchanges, _ := m.History() // what cannot be read goes, too
	if err := os.Remove(m.historyPath()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, err
	}
	return len(exchanges), nil
}

package terminal

import (
	"encoding/json"
	"io"

	"ragmanager/manager"
)

// A JSON is a reporter for programs. It writes one object per line for each
// call, with the kind of call in event:
//
//	{"event":"stage","stage":"embed","total":2}
//	{"event":"step","stage":"embed","done":1,"total":2,"item":"3fa9c01b77de"}
//	{"event":"warn","error":"server said 401","hint":"check the key"}
//	{"event":"detail","text":"waited 2s"}
//
// A total of 0 is not known. Without a hint there is no field of that name.
type JSON struct {
	encoder *json.Encoder
	stage   string
	total   int
	err     error
}

// NewJSON returns a JSON that writes to w.
func NewJSON(w io.Writer) *JSON {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false) // addresses keep their ampersands
	return &JSON{encoder: e}
}

// Stage writes that a stage begins.
func (j *JSON) Stage(name string, total int) {
	j.stage, j.total = name, total
	j.write(struct {
		Event string `json:"event"`
		Stage string `json:"stage"`
		Total int    `json:"total"`
	}{"stage", name, total})
}

// Step writes how far the stage is, each time.
func (j *JSON) Step(done int, item string) {
	j.write(struct {
		Event string `json:"event"`
		Stage string `json:"stage"`
		Done  int    `json:"done"`
		Total int    `json:"total"`
		Item  string `json:"item"`
	}{"step", j.stage, done, j.total, item})
}

// Warn writes a problem and its hint.
func (j *JSON) Warn(err error) {
	j.write(struct {
		Event string `json:"event"`
		Error string `json:"error"`
		Hint  string `json:"hint,omitempty"`
	}{"warn", err.Error(), manager.Hint(err)})
}

// Detail writes a detail.
func (j *JSON) Detail(text string) {
	j.write(struct {
		Event string `json:"event"`
		Text  string `json:"text"`
	}{"detail", text})
}

// Close returns the first error of writing.
func (j *JSON) Close() error { return j.err }

// write writes one line.
func (j *JSON) write(event any) {
	if err := j.encoder.Encode(event); err != nil && j.err == nil {
		j.err = err
	}
}

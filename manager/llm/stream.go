package llm

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/sashabaranov/go-openai"
)

// A reply gathers an answer from a stream of server-sent events, of which each
// is a line "data: JSON". Other lines are comments that keep the connection
// alive, however many there are. A server that does not stream sends the JSON
// alone, which is taken for one event.
type reply struct {
	c     *Client
	x     *exchange
	delta func(string) error
	first func() time.Duration // since the beginning

	text      strings.Builder
	firstText time.Duration
	finish    Finish
	model     string
	usage     *openai.Usage
}

// A stoppedError is an error of the caller's function, which must not be taken
// for one of ours, that might be retried.
type stoppedError struct{ error }

const (
	// largestEvent is the size in bytes of the largest event that is read.
	largestEvent = 16 << 20
	// longestEnd is how long we wait for what follows the end of an answer:
	// the count of tokens, and "[DONE]". Some servers send neither.
	longestEnd = 2 * time.Second
)

// read reads the stream and says whether it is an answer.
func (r *reply) read(a *answer) error {
	err := r.readEvents(a)
	if _, ok := err.(*stoppedError); ok {
		return err
	}
	text := r.text.String()
	switch {
	case r.finish != "":
		return r.verdict(text) // whatever came after it
	case a.ctx.Err() != nil:
		return a.ctx.Err()
	case text == "" && err == nil:
		return &NetworkError{URL: r.c.where(r.x.path), Err: ErrEndedEarly}
	case text == "":
		return err
	}
	return &AnswerError{Reason: ErrCut, Text: text, Err: err}
}

// verdict returns what is wrong with an answer that the model finished.
func (r *reply) verdict(text string) error {
	switch {
	case r.finish == FinishFilter:
		return &AnswerError{Reason: ErrFiltered, Text: text, Finish: r.finish}
	case isBlank(text):
		return &AnswerError{Reason: ErrEmpty, Finish: r.finish}
	}
	return nil
}

// readEvents reads events to the end of the stream.
func (r *reply) readEvents(a *answer) error {
	in := bufio.NewReaderSize(a, 64<<10)
	switch firstByte(in) {
	case '{', '[':
		return r.readValues(in)
	case '<':
		start, _ := in.Peek(4096)
		return r.c.notJSON(r.x, start)
	}
	for {
		line, err := readLine(in)
		if err == errLong {
			return &ProtocolError{URL: r.c.where(r.x.path), Reason: "the answer has a line without end"}
		}
		data, ok := event(line)
		if err != nil && (err != io.EOF || !json.Valid(data)) {
			return noEOF(err) // what there is of the line is cut
		}
		if ok {
			if string(data) == "[DONE]" {
				return nil
			}
			if err := r.take(data); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if r.finish != "" {
			a.watch.Hurry(longestEnd)
		}
	}
}

// readValues reads an answer that is no stream of events but JSON: one value, or
// several as some servers stream them.
func (r *reply) readValues(in io.Reader) error {
	d := json.NewDecoder(io.LimitReader(in, largestEvent))
	for {
		var data json.RawMessage
		err := d.Decode(&data)
		if _, ok := errors.AsType[*json.SyntaxError](err); ok {
			return &ProtocolError{URL: r.c.where(r.x.path), Reason: "the answer is not JSON: " + err.Error()}
		}
		if err != nil {
			return noEOF(err)
		}
		if err := r.take(data); err != nil {
			return err
		}
	}
}

// noEOF returns nil for the end of a stream: what arrived tells whether it is
// the right one.
func noEOF(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return nil
	}
	return err
}

// firstByte returns the first byte that is no white space, without taking it; 0
// if there is none.
func firstByte(in *bufio.Reader) byte {
	for {
		b, err := in.Peek(1)
		if err != nil {
			return 0 // reading the first line will tell
		}
		if !bytes.Contains([]byte(" \t\r\n"), b) {
			return b[0]
		}
		in.Discard(1)
	}
}

var errLong = errors.New("line too long")

// readLine returns the next line without its end, and an error after the last.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > largestEvent {
			return nil, errLong
		}
		if err != bufio.ErrBufferFull {
			return bytes.TrimRight(line, "\r\n"), err
		}
	}
}

// event returns the data of a line, which some servers send without its name.
func event(line []byte) (data []byte, ok bool) {
	data, ok = bytes.CutPrefix(line, []byte("data:"))
	data = bytes.TrimSpace(data)
	return data, (ok || bytes.HasPrefix(data, []byte("{"))) && len(data) > 0
}

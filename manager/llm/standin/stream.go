package standin

import (
	"context"
	"encoding/json"
	"net/http"
)

// A chunk is an event of a stream.
type chunk struct {
	ID      string        `json:"id"`
	Object  string        `json:"object"`
	Created int           `json:"created"`
	Model   string        `json:"model"`
	Choices []chunkChoice `json:"choices"`
	Usage   *usage        `json:"usage,omitempty"`
}

type chunkChoice struct {
	Index  int     `json:"index"`
	Delta  delta   `json:"delta"`
	Finish *string `json:"finish_reason"`
}

type delta struct {
	Role    string  `json:"role,omitempty"`
	Content *string `json:"content,omitempty"`
}

// stream writes an answer piece by piece.
func (s *Server) stream(ctx context.Context, w http.ResponseWriter, a *completion) {
	w.Header().Set("Content-Type", "text/event-stream")
	empty := ""
	a.event(w, chunkChoice{Delta: delta{Role: "assistant", Content: &empty}})
	for _, piece := range a.pieces {
		sleep(ctx, s.opts.Pace)
		if ctx.Err() != nil {
			return
		}
		a.event(w, chunkChoice{Delta: delta{Content: &piece}})
	}
	a.event(w, chunkChoice{Finish: &a.finish})
	if a.count != nil {
		a.event(w)
	}
	send(w, []byte("[DONE]"))
}

// event writes one event; without a choice, that which tells the usage.
func (a *completion) event(w http.ResponseWriter, choices ...chunkChoice) {
	c := chunk{"chatcmpl-standin", "chat.completion.chunk", created, a.model, choices, nil}
	if len(choices) == 0 {
		c.Choices, c.Usage = []chunkChoice{}, a.count
	}
	data, err := json.Marshal(c)
	if err != nil {
		panic("unreachable: " + err.Error()) // all values are ours
	}
	send(w, data)
}

// send writes the data of an event at once.
func send(w http.ResponseWriter, data []byte) {
	w.Write(append(append([]byte("data: "), data...), "\n\n"...))
	if f, ok := w.(http.Flusher); ok {
		f.Flush()
	}
}

package standin

import (
	"net/http"
	"strings"
)

// A message is one of a conversation.
type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// A completion is an answer before it is written.
type completion struct {
	model  string
	pieces []string // of the text
	finish string
	stream bool
	count  *usage // nil: it is not told
}

type usage struct {
	Prompt     int `json:"prompt_tokens"`
	Completion int `json:"completion_tokens"`
	Total      int `json:"total_tokens"`
}

// completion answers a request for a completion.
func (s *Server) completion(w http.ResponseWriter, body []byte) (*completion, *refusal) {
	var c call
	var r struct {
		Messages      []message
		Stream        bool
		StreamOptions struct {
			Usage bool `json:"include_usage"`
		} `json:"stream_options"`
		MaxTokens           int `json:"max_tokens"`
		MaxCompletionTokens int `json:"max_completion_tokens"`
	}
	if e := s.parse(body, &c, &r); e != nil {
		return nil, e
	}
	if e := checkThinking(&c); e != nil {
		return nil, e
	}
	if len(r.Messages) == 0 {
		return nil, refuse(http.StatusBadRequest, "", "", "Missing required parameter: 'messages'.")
	}
	tokens := s.countMessages(r.Messages)
	if tokens > s.opts.Context {
		return nil, refuse(http.StatusBadRequest, "context_length_exceeded", "messages", "This model's maximum context length is %d tokens. "+
			"However, your messages resulted in %d tokens. Please reduce the length of the messages.", s.opts.Context, tokens)
	}
	if e := s.admit(w.Header(), c.Model, tokens); e != nil {
		return nil, e
	}
	a := &completion{model: c.Model, stream: r.Stream, finish: "stop"}
	said := s.fill(a, Answer(contents(r.Messages)), max(r.MaxTokens, r.MaxCompletionTokens))
	if !s.opts.NoUsage && (!r.Stream || r.StreamOptions.Usage) {
		a.count = &usage{tokens, said, tokens + said}
	}
	return a, nil
}

// countMessages returns the tokens of messages and of what separates them.
func (s *Server) countMessages(messages []message) int {
	tokens := 3
	for _, m := range messages {
		tokens += 3 + s.opts.Count(m.Role) + s.opts.Count(m.Content)
	}
	return tokens
}

// contents returns what documents say and the question, which is last.
func contents(messages []message) (documents []string, question string) {
	for _, m := range messages {
		if m.Role == "user" {
			documents = append(documents, question)
			question = m.Content
		}
	}
	return documents, question
}

// fill cuts a text into pieces of a word, at most so many tokens of it (0: no
// limit), and returns how many tokens they are.
func (s *Server) fill(a *completion, text string, most int) (tokens int) {
	for len(text) > 0 {
		piece := text
		if i := strings.IndexByte(text[1:], ' '); i >= 0 {
			piece = text[:i+1]
		}
		n := s.opts.Count(piece)
		if most > 0 && tokens+n > most {
			a.finish = "length"
			return tokens
		}
		tokens += n
		a.pieces = append(a.pieces, piece)
		text = text[len(piece):]
	}
	return tokens
}

// whole returns an answer that is not streamed.
func (a *completion) whole() any {
	type choice struct {
		Index   int     `json:"index"`
		Message message `json:"message"`
		Finish  string  `json:"finish_reason"`
	}
	answer := map[string]any{
		"id": "chatcmpl-standin", "object": "chat.completion", "created": created, "model": a.model,
		"choices": []choice{{0, message{"assistant", strings.Join(a.pieces, "")}, a.finish}},
	}
	if a.count != nil {
		answer["usage"] = a.count
	}
	return answer
}

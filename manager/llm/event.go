package llm

import (
	"encoding/json"

	"github.com/sashabaranov/go-openai"
)

// A wireEvent is a piece of an answer, or all of it.
type wireEvent struct {
	Model   string
	Choices []struct {
		Index        int
		Delta        wireMessage
		Message      wireMessage // of an answer that is not streamed
		FinishReason Finish      `json:"finish_reason"`
	}
	Usage *openai.Usage
	Error json.RawMessage
}

type wireMessage struct {
	Content wireText
	Refusal wireText // what a model says in place of an answer that it will not give
}

// A wireText is text: a string, or a list of parts of which those of type "text"
// are the answer and the others are thoughts.
type wireText string

// UnmarshalJSON takes any JSON; what is no text is none.
func (t *wireText) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		*t = wireText(text)
		return nil
	}
	var parts []struct{ Type, Text string }
	if json.Unmarshal(data, &parts) == nil {
		for _, p := range parts {
			if p.Type == "text" {
				*t += wireText(p.Text)
			}
		}
	}
	return nil
}

// take takes one event. The error is a *ProtocolError, a *StatusError, or a
// *stoppedError.
func (r *reply) take(data []byte) error {
	var e wireEvent
	if err := r.c.parse(r.x, data, &e, &e.Error); err != nil {
		return err
	}
	if e.Model != "" {
		r.model = e.Model
	}
	if e.Usage != nil {
		r.usage = e.Usage
	}
	for _, choice := range e.Choices {
		if choice.Index != 0 {
			continue // we asked for one
		}
		for _, text := range []wireText{choice.Delta.Content, choice.Delta.Refusal, choice.Message.Content, choice.Message.Refusal} {
			if err := r.add(string(text)); err != nil {
				return err
			}
		}
		if choice.FinishReason != "" {
			r.finish = choice.FinishReason
		}
	}
	return nil
}

// add takes a piece of text.
func (r *reply) add(text string) error {
	if text == "" {
		return nil
	}
	if r.text.Len() == 0 {
		r.firstText = r.first()
	}
	r.text.WriteString(text)
	if err := r.delta(text); err != nil {
		return &stoppedError{err}
	}
	return nil
}

// usageOr returns the server's count of tokens, or ours.
func (r *reply) usageOr(asked CompleteRequest) Usage {
	if u := r.usage; u != nil && u.PromptTokens+u.CompletionTokens > 0 {
		usage := Usage{In: u.PromptTokens, Out: u.CompletionTokens}
		if d := u.PromptTokensDetails; d != nil {
			usage.Cached = d.CachedTokens
		}
		if d := u.CompletionTokensDetails; d != nil {
			usage.Thinking = d.ReasoningTokens
		}
		return usage
	}
	if r.text.Len() == 0 && r.finish == "" {
		return Usage{} // nothing was answered
	}
	return Usage{
		In: CountMessages(asked.Model, asked.Messages), Out: CountTokens(asked.Model, r.text.String()), Counted: true,
	}
}

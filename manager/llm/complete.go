package llm

import (
	"context"
	"errors"
	"time"

	"github.com/sashabaranov/go-openai"
)

// A Message is a part of a conversation with a model.
type Message struct {
	Role    string `json:"role"` // "system", "user" or "assistant"
	Content string `json:"content"`
}

// A CompleteRequest asks a model for an answer.
type CompleteRequest struct {
	Model    string
	Messages []Message

	// MaxTokens is how long the answer may be, thinking included; 0: as long as
	// the server allows.
	MaxTokens int

	// Temperature is how much chance there is in the answer, 0 to 2; nil: as
	// much as the server sees fit. Models that think take none and get none.
	Temperature *float64
}

// A Finish is why a model stopped.
type Finish = openai.FinishReason

// What servers say, and what they may not.
const (
	FinishStop   = openai.FinishReasonStop          // the answer is complete
	FinishLength = openai.FinishReasonLength        // it reached its longest length
	FinishFilter = openai.FinishReasonContentFilter // the provider does not want it said
)

// A Completion is an answer of a model.
type Completion struct {
	Text   string
	Finish Finish // other words than the constants are those of the server
	Model  string // as the server calls it, which may be a dated version
	Usage  Usage

	Requests  int           // to the server, repeated ones too
	FirstText time.Duration // until the first text came; 0 if none did
	Time      time.Duration // until the last
}

// Usage is how many tokens were sent and received.
type Usage struct {
	In, Out  int
	Cached   int  // of In, those that cost less; 0 if the server does not say
	Thinking int  // of Out, those that are not in the text; 0 if it does not say
	Counted  bool // the server does not say: In and Out are our count
}

// Complete asks a model and hands its answer to delta as it comes, piece by
// piece, from the goroutine of the caller; delta may be nil, and must not block
// for long. An error of delta ends it. The server learns that nobody listens any
// more when ctx is done.
//
// Requests that fail before any text came are repeated like those of
// [Client.Embed]. Later failures, and answers that are empty or filtered, give
// an [*AnswerError]; beside it, as beside the errors of ctx and delta, is what
// arrived. An answer that reached its longest length is no error, see Finish.
//
// The error is one of this package, of ctx, or of delta.
func (c *Client) Complete(ctx context.Context, r CompleteRequest, delta func(text string) error) (Completion, error) {
	start := time.Now()
	if delta == nil {
		delta = func(string) error { return nil }
	}
	x := r.exchange()
	var got *reply
	x.stream = func(a *answer) error {
		got = &reply{c: c, x: x, delta: delta, first: func() time.Duration { return time.Since(start) }}
		return got.read(a)
	}
	err := c.do(ctx, x)
	if stopped, ok := errors.AsType[*stoppedError](err); ok {
		err = stopped.error
	}
	out := Completion{Requests: int(x.requests.Load()), Time: time.Since(start)}
	if got == nil {
		return out, err
	}
	out.Text, out.Finish, out.Model, out.FirstText = got.text.String(), got.finish, got.model, got.firstText
	out.Usage = got.usageOr(r)
	return out, err
}

// exchange returns the request.
func (r CompleteRequest) exchange() *exchange {
	x := &exchange{
		path: "chat/completions", model: r.Model, tokens: r.guess(),
		fields: map[string]any{"model": r.Model, "messages": r.Messages, "stream": true},
		wishes: []wish{{{"stream_options", map[string]bool{"include_usage": true}}}},
	}
	x.wishes = append(x.wishes, limitWish(r.Model, r.MaxTokens)...)
	if r.Temperature != nil && !thinks(r.Model) {
		x.wishes = append(x.wishes, wish{{"temperature", *r.Temperature}})
	}
	return x
}

// guess returns about how many tokens the messages have.
func (r CompleteRequest) guess() int {
	size := 0
	for _, m := range r.Messages {
		size += len(m.Content)
	}
	return size / 4
}

// CountMessages returns how many tokens messages have for a model, with those
// that separate them: three for each message and three for the answer to come, as
// OpenAI's models count them.
func CountMessages(model string, messages []Message) int {
	count := 3
	for _, m := range messages {
		count += 3 + CountTokens(model, m.Role) + CountTokens(model, m.Content)
	}
	return count
}

package llm

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// An embedding is one call of Embed.
type embedding struct {
	c    *Client
	r    EmbedRequest
	plan *plan
	done func(EmbedBatch) error

	mu     sync.Mutex // guards what follows, and calls of done
	ended  error      // of done, which is not called again
	result EmbedResult
}

func newEmbedding(c *Client, r EmbedRequest, texts []string, done func(EmbedBatch) error) *embedding {
	r = r.withDefaults()
	if done == nil {
		done = func(EmbedBatch) error { return nil }
	}
	return &embedding{c: c, r: r, plan: newPlan(r, texts), done: done, result: EmbedResult{Dimensions: r.Dimensions}}
}

// work embeds batches until there are no more.
func (e *embedding) work(ctx context.Context) error {
	for ctx.Err() == nil {
		b := e.plan.next()
		if len(b) == 0 {
			return nil
		}
		if _, err := e.send(ctx, b); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// send embeds a batch, in parts if the server does not take all of it at once,
// and reports whether each text was taken as it is.
func (e *embedding) send(ctx context.Context, b batch) (uncut bool, err error) {
	if len(b) > e.plan.mostTexts() {
		return e.halve(ctx, b)
	}
	err = e.request(ctx, b)
	refusal, ok := errors.AsType[*StatusError](err)
	switch {
	case err == nil:
		e.plan.accepted(len(b))
		return true, nil
	case !ok || !refusal.tooLong():
		return false, err
	case len(b) > 1:
		return e.halve(ctx, b)
	}
	return false, e.cut(ctx, b[0], refusal)
}

// halve sends a batch in two parts. If both pass without a cut, it was not for
// the length of one text that the server refused the whole.
func (e *embedding) halve(ctx context.Context, b batch) (uncut bool, err error) {
	half := (len(b) + 1) / 2
	first, err := e.send(ctx, b[:half])
	if err != nil {
		return false, err
	}
	second, err := e.send(ctx, b[half:])
	if first && second {
		e.plan.shrink(half)
	}
	return first && second, err
}

// fewestTokens is how far a text is cut before it is left out.
const fewestTokens = 16

// cut sends the beginning of a text that the server finds too long, shorter each
// time. The server may count otherwise than we do, so that no limit is known.
func (e *embedding) cut(ctx context.Context, i item, refusal *StatusError) error {
	tokens := CountTokens(e.r.Model, i.text)
	if tokens <= fewestTokens {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.result.Refused = append(e.result.Refused, RefusedText{i.index, refusal})
		return nil
	}
	if i.whole == 0 {
		i.whole = tokens
	}
	i.text = FirstTokens(e.r.Model, i.text, tokens*3/4)
	_, err := e.send(ctx, batch{i})
	return err
}

// request embeds a batch in one request and delivers its vectors.
func (e *embedding) request(ctx context.Context, b batch) error {
	input := b.texts()
	x := &exchange{
		path: "embeddings", model: e.r.Model, tokens: b.guess(), wishes: e.r.wishes(),
		fields: map[string]any{"model": e.r.Model, "input": input},
	}
	var vectors [][]float32
	var tokens int
	x.decode = func(data []byte) error {
		var a embedAnswer
		if err := e.c.parse(x, data, &a, &a.Error); err != nil {
			return err
		}
		var err error
		vectors, err = a.vectors(e.r.Model, len(b))
		tokens = a.tokens()
		return b.name(err)
	}
	err := e.c.do(ctx, x)
	if err == nil && tokens == 0 {
		for _, text := range input {
			tokens += CountTokens(e.r.Model, text)
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.result.Requests += int(x.requests.Load())
	if err != nil {
		return err
	}
	e.result.Tokens += tokens
	return e.deliver(b, vectors)
}

// deliver hands over the vectors of a batch. e.mu is held.
func (e *embedding) deliver(b batch, vectors [][]float32) error {
	out := EmbedBatch{Indices: make([]int, len(b)), Vectors: vectors}
	for n, i := range b {
		out.Indices[n] = i.index
		if err := e.check(i, vectors[n]); err != nil {
			return err
		}
	}
	if e.ended == nil {
		e.ended = e.done(out)
	}
	if e.ended != nil {
		return e.ended
	}
	e.result.Texts += len(b)
	for _, i := range b {
		if i.whole > 0 {
			e.result.Cut = append(e.result.Cut, CutText{i.index, i.whole, CountTokens(e.r.Model, i.text)})
		}
	}
	return nil
}

// check compares the length of a vector with what was asked for or came before.
func (e *embedding) check(i item, vector []float32) error {
	if e.result.Dimensions == 0 {
		e.result.Dimensions = len(vector)
	}
	if len(vector) == e.result.Dimensions {
		return nil
	}
	reason := fmt.Sprintf("vector of %d components after others of %d", len(vector), e.result.Dimensions)
	if e.r.Dimensions > 0 {
		reason = fmt.Sprintf("vector of %d components in place of the %d asked for", len(vector), e.r.Dimensions)
	}
	return &VectorError{Model: e.r.Model, Text: i.index, Reason: reason}
}

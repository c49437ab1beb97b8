package standin

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	openai "github.com/sashabaranov/go-openai"
)

// The tests of this file let a client of the protocol that others wrote talk to
// the stand-in.

const foreignKey = "sk-foreign-0123456789abcdef"

func foreign(t *testing.T, o Options, key string) (context.Context, *openai.Client) {
	t.Helper()
	s := Start(o)
	t.Cleanup(s.Close)
	config := openai.DefaultConfig(key)
	config.BaseURL = s.URL
	return t.Context(), openai.NewClientWithConfig(config)
}

func TestForeignEmbeddings(t *testing.T) {
	ctx, c := foreign(t, Options{Key: foreignKey}, foreignKey)
	texts := []string{"The antenna is on the roof.", "Batteries last four years."}
	for _, format := range []openai.EmbeddingEncodingFormat{"", openai.EmbeddingEncodingFormatBase64} {
		r, err := c.CreateEmbeddings(ctx, openai.EmbeddingRequest{Input: texts, Model: openai.SmallEmbedding3, Dimensions: 64, EncodingFormat: format})
		if err != nil {
			t.Fatal(err)
		}
		for i, d := range r.Data {
			if d.Index != i || dot(d.Embedding, Vector(texts[i], 64)) < 0.99999 {
				t.Errorf("text %d has another vector", i)
			}
		}
		if len(r.Data) != 2 || r.Usage.PromptTokens == 0 || r.Model != "text-embedding-3-small" {
			t.Errorf("have %+v", r)
		}
	}
}

func TestForeignCompletion(t *testing.T) {
	ctx, c := foreign(t, Options{}, foreignKey)
	r := openai.ChatCompletionRequest{Model: "gpt-4o", Messages: []openai.ChatCompletionMessage{
		{Role: "system", Content: "Answer."}, {Role: "user", Content: "The antenna is on the roof."}, {Role: "user", Content: "Where is the antenna?"},
	}}
	const want = "The documentation says: “The antenna is on the roof.”"
	whole, err := c.CreateChatCompletion(ctx, r)
	if err != nil || whole.Choices[0].Message.Content != want || whole.Choices[0].FinishReason != "stop" || whole.Usage.CompletionTokens == 0 {
		t.Errorf("have %+v, %v", whole, err)
	}
	r.StreamOptions = &openai.StreamOptions{IncludeUsage: true}
	stream, err := c.CreateChatCompletionStream(ctx, r)
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Close()
	text, finish, used := "", "", 0
	for {
		event, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if event.Usage != nil {
			used = event.Usage.TotalTokens
		}
		for _, choice := range event.Choices {
			text += choice.Delta.Content
			finish += string(choice.FinishReason)
		}
	}
	if text != want || finish != "stop" || used != whole.Usage.TotalTokens {
		t.Errorf("have %q, %q, %d tokens", text, finish, used)
	}
}

func TestForeignModels(t *testing.T) {
	ctx, c := foreign(t, Options{Models: []string{"a", "b"}}, foreignKey)
	r, err := c.ListModels(ctx)
	if err != nil || len(r.Models) != 2 || r.Models[0].ID != "a" {
		t.Error(r, err)
	}
}

func TestForeignErrors(t *testing.T) {
	for name, test := range map[string]struct {
		o      Options
		model  openai.EmbeddingModel
		texts  []string
		status int
		code   string
		text   string
	}{
		"wrong key":       {Options{Key: "sk-other"}, "m", []string{"a"}, 401, "invalid_api_key", "Incorrect API key provided: sk-forei***************cdef."},
		"unknown model":   {Options{Models: []string{"b"}}, "m", []string{"a"}, 404, "model_not_found", "The model `m` does not exist"},
		"no model":        {Options{}, "", []string{"a"}, 400, "", "you must provide a model"},
		"empty text":      {Options{}, "m", []string{""}, 400, "", "'$.input' is invalid"},
		"too many texts":  {Options{MaxTexts: 1}, "m", []string{"a", "b"}, 400, "array_above_max_length", "maximum length 1"},
		"too long a text": {Options{MaxInput: 2}, "m", []string{"abcdefghijkl"}, 400, "", "maximum context length is 2 tokens, however you requested 3 tokens"},
		"too much":        {Options{MaxTokens: 2}, "m", []string{"abcdefgh", "a"}, 400, "max_tokens_per_request", "Requested 3 tokens, max 2 tokens per request"},
		"no credit":       {Options{Always: NoCredit()}, "m", []string{"a"}, 429, "insufficient_quota", "billing"},
		"too fast":        {Options{RequestsPerMinute: 1}, "m", []string{"a"}, 429, "rate_limit_exceeded", "Limit 1, Requested 1. Please try again in"},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, c := foreign(t, test.o, foreignKey)
			_, err := c.CreateEmbeddings(ctx, openai.EmbeddingRequest{Input: test.texts, Model: test.model})
			if test.o.RequestsPerMinute > 0 {
				_, err = c.CreateEmbeddings(ctx, openai.EmbeddingRequest{Input: test.texts, Model: test.model})
			}
			e, ok := errors.AsType[*openai.APIError](err)
			if !ok {
				t.Fatal(err)
			}
			if e.HTTPStatusCode != test.status || code(e) != test.code || !strings.Contains(e.Message, test.text) {
				t.Errorf("have %v (%+v)", err, e)
			}
		})
	}
}

// code returns the code of an error, "" if it is null.
func code(e *openai.APIError) string {
	text, _ := e.Code.(string)
	return text
}

// dot returns the cosine of two vectors of length 1, 0 if they are of two spaces.
func dot(a, b []float32) float64 {
	if len(a) != len(b) {
		return 0
	}
	return cosine(a, b)
}

package llm

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"
)

// An EmbedRequest says how texts are embedded. Each number that is zero stands
// for its default.
type EmbedRequest struct {
	Model string

	// Dimensions is the length of the vectors; 0: the model's own. A model that
	// cannot shorten its vectors is not asked to, and must then have this length.
	Dimensions int

	MaxTexts  int // per request; default 2,048, OpenAI's limit
	MaxTokens int // per request; default 300,000, OpenAI's limit

	// MaxInput is how many tokens of a text are embedded; default 8,191, the
	// limit of OpenAI's models.
	MaxInput int
}

// An EmbedBatch is a part of the texts with their vectors.
type EmbedBatch struct {
	Indices []int       // of the texts, ascending
	Vectors [][]float32 // one for each index, all of one length and finite
}

// An EmbedResult is what became of the texts.
type EmbedResult struct {
	Texts      int           // how many were handed to done
	Cut        []CutText     // of which only a part was embedded; by index
	Refused    []RefusedText // which have no vector; by index
	Dimensions int           // of the vectors; 0 if there are none
	Tokens     int           // the server's count, ours where it has none
	Requests   int           // to the server, repeated ones too
	Time       time.Duration
}

// A CutText is a text that is longer than the model takes: its vector is that of
// its beginning.
type CutText struct {
	Index  int
	Tokens int // of all of it
	Kept   int // that were embedded
}

// A RefusedText is a text that has no vector.
type RefusedText struct {
	Index int
	Err   error // ErrBlank or a *StatusError
}

// Embed fetches a vector for each text, as [Input] makes of it. It sends several
// requests at once, each of as many texts as the limits allow, and hands their
// vectors to done as they come, in any order but one batch at a time, so that
// the caller can store them. done may be nil; an error of it ends the call. Few
// texts in a request lose less when it is cut short, and suit slow servers.
//
// A text over the limit of the model is cut, and one that the server does not
// take at all is left out; both are in the result and are no error. Requests
// that fail for a reason that may pass are repeated, see [Options]; when they
// are given up, or the reason is one that stays, Embed stops with the error.
// What done was given is finished, and the result counts it, whatever the error.
//
// The error is one of this package, of ctx, or of done.
func (c *Client) Embed(ctx context.Context, r EmbedRequest, texts []string, done func(EmbedBatch) error) (EmbedResult, error) {
	start := time.Now()
	e := newEmbedding(c, r, texts, done)
	// More workers than requests: while one decodes and stores, another asks.
	group, inner := errgroup.WithContext(ctx)
	for range 2 * c.opts.Parallel {
		group.Go(func() error { return e.work(inner) })
	}
	err := group.Wait()
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = ctx.Err()
	}
	result := e.result
	if result.Texts == 0 {
		result.Dimensions = 0
	}
	result.Time = time.Since(start)
	result.Refused = append(result.Refused, e.plan.blank...)
	slices.SortFunc(result.Cut, func(a, b CutText) int { return cmp.Compare(a.Index, b.Index) })
	slices.SortFunc(result.Refused, func(a, b RefusedText) int { return cmp.Compare(a.Index, b.Index) })
	return result, err
}

// EmbedText returns the vector of one text, such as a question. The error is one
// of this package or of ctx; that of a text which is not taken is the one of its
// [RefusedText].
func (c *Client) EmbedText(ctx context.Context, r EmbedRequest, text string) ([]float32, EmbedResult, error) {
	var vector []float32
	result, err := c.Embed(ctx, r, []string{text}, func(b EmbedBatch) error {
		vector = b.Vectors[0]
		return nil
	})
	if err == nil && len(result.Refused) > 0 {
		err = result.Refused[0].Err
	}
	return vector, result, err
}

// withDefaults returns r with each zero field set. The numbers are those of
// https://platform.openai.com/docs/api-reference/embeddings/create.
func (r EmbedRequest) withDefaults() EmbedRequest {
	setDefault(&r.MaxTexts, 2048)
	setDefault(&r.MaxTokens, 300_000)
	setDefault(&r.MaxInput, 8191)
	return r
}

// wishes returns what is asked of the server if it can. Base64 has a third of
// the bytes of numbers; some servers refuse it, and some of them want to be told.
func (r EmbedRequest) wishes() []wish {
	wishes := []wish{{{"encoding_format", "base64"}, {"encoding_format", "float"}}}
	if r.Dimensions > 0 && r.Model != "text-embedding-ada-002" && r.Dimensions != ownDimensions[r.Model] {
		wishes = append(wishes, wish{{"dimensions", r.Dimensions}})
	}
	return wishes
}

// ownDimensions are the lengths that vectors have without being asked for.
var ownDimensions = map[string]int{"text-embedding-3-small": 1536, "text-embedding-3-large": 3072}

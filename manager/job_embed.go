package manager

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ragmanager/library"
	"ragmanager/manager/llm"
)

// An EmbedResult tells what an embed job did, or would do.
type EmbedResult struct {
	Space    string  `json:"space"`
	Missing  int     `json:"missing"`  // chunks without vector before
	Embedded int     `json:"embedded"` // vectors made
	Tokens   int     `json:"tokens"`   // sent or, of a dry run, to be sent
	Price    float64 `json:"price"`    // of them, in US dollars; 0 if it is not known
	Priced   bool    `json:"priced"`
	Requests int     `json:"requests"`
	Seconds  float64 `json:"seconds"`
	Cut      int     `json:"cut"`     // texts of which only the first part was embedded
	Refused  int     `json:"refused"` // texts without vector
}

// String returns the result on one line.
func (r EmbedResult) String() string {
	if r.Space == SpaceBuiltin {
		return fmt.Sprintf("space builtin: fitted on %d chunks in %.1f s; it needs no vectors", r.Embedded, r.Seconds)
	}
	return fmt.Sprintf("vectors: %d made, %d missing before; %d tokens%s in %s and %.1f s, %.0f a second; %d cut, %d refused",
		r.Embedded, r.Missing, r.Tokens, r.price(), counted(r.Requests, "request"), r.Seconds, r.rate(), r.Cut, r.Refused)
}

// Quote says what embedding will cost, before it is done.
func (r EmbedResult) Quote() string {
	return fmt.Sprintf("vectors to make: %d, of %d tokens%s (%s)", r.Missing, r.Tokens, r.price(), r.Space)
}

// rate returns how many vectors were made in a second.
func (r EmbedResult) rate() float64 {
	if r.Seconds == 0 {
		return 0
	}
	return float64(r.Embedded) / r.Seconds
}

func (r EmbedResult) price() string {
	if !r.Priced {
		return ""
	}
	return fmt.Sprintf(" for $%.4f", r.Price)
}

// Embed makes the vectors of the chunks that have none. Each batch is stored
// as it comes, so that a job that is cut short goes on where it was. quote is
// told what it will cost before anything is sent, and an error of it ends the
// job; it may be nil. With dryRun set nothing more is done.
//
// In the builtin space there are no vectors: its index is made, if it is not
// up to date.
//
// Errors that end the job are ctx's and quote's, [ErrNoKey], [ErrNoChunks], and
// those of the library and of llm. What was stored until then stays, and the
// result counts it.
func (m *Manager) Embed(ctx context.Context, dryRun bool, quote func(EmbedResult) error, r Reporter) (EmbedResult, error) {
	m.warnOfKey(r)
	builtin, err := m.builtin()
	if err != nil {
		return EmbedResult{}, err
	}
	if builtin {
		return m.fit(ctx, dryRun, r)
	}
	space, err := m.space()
	if err != nil {
		return EmbedResult{}, err
	}
	result := EmbedResult{Space: space.Model}
	names, texts, err := m.toEmbed(space)
	if err != nil {
		return result, err
	}
	result.quote(space.Model, texts)
	if quote != nil {
		if err := quote(result); err != nil {
			return result, err
		}
	}
	if dryRun || len(names) == 0 {
		return result, nil
	}
	return m.embedAll(ctx, space, names, texts, result, r)
}

// fit makes the index of the builtin space.
func (m *Manager) fit(ctx context.Context, dryRun bool, r Reporter) (EmbedResult, error) {
	result := EmbedResult{Space: SpaceBuiltin}
	if dryRun {
		return result, nil
	}
	began := time.Now()
	x, err := m.builtinIndex(ctx, r)
	if err != nil {
		return result, err
	}
	result.Embedded, result.Seconds = x.Len(), time.Since(began).Seconds()
	return result, nil
}

// toEmbed returns the chunks without vector and their match strings. Those that
// have gone in the meantime are passed over.
func (m *Manager) toEmbed(space library.Space) ([]library.Name, []string, error) {
	names, err := m.missing(space)
	if err != nil {
		return nil, nil, err
	}
	var there []library.Name
	var texts []string
	for _, n := range names {
		c, err := m.library.Chunk(n)
		if errors.Is(err, library.ErrNoChunk) {
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		there, texts = append(there, n), append(texts, c.Match)
	}
	return there, texts, nil
}

// missing returns the chunks without vector in a space, of which the dimensions
// may not be known yet.
func (m *Manager) missing(space library.Space) ([]library.Name, error) {
	names, err := m.library.Names()
	if err == nil && len(names) == 0 {
		err = noChunks()
	}
	if err != nil || space.Dimensions == 0 {
		return names, err
	}
	return m.library.Missing(space)
}

// quote counts what will be sent.
func (r *EmbedResult) quote(model string, texts []string) {
	r.Missing = len(texts)
	for _, t := range texts {
		r.Tokens += llm.CountTokens(model, llm.Input(t))
	}
	r.setPrice(model)
}

func (r *EmbedResult) setPrice(model string) {
	var in float64
	in, _, r.Priced = llm.Price(model)
	r.Price = in * float64(r.Tokens) / 1e6
}

// batchTexts is how many texts are sent at once: few enough for a job that is cut
// short to lose little, and many enough for a server to be asked seldom.
const batchTexts = 256

// embedAll fetches and stores the vectors of texts.
func (m *Manager) embedAll(ctx context.Context, space library.Space, names []library.Name, texts []string, result EmbedResult, r Reporter) (EmbedResult, error) {
	client, err := m.mustClient()
	if err != nil {
		return result, err
	}
	w, err := m.library.Lock()
	if err != nil {
		return result, err
	}
	defer w.Close()
	r.Stage("embed", len(texts))
	request := llm.EmbedRequest{Model: space.Model, Dimensions: m.settings.Retrieve.Dimensions, MaxTexts: batchTexts}
	done, err := client.Embed(ctx, request, texts, func(b llm.EmbedBatch) error {
		if space.Dimensions == 0 {
			space.Dimensions = len(b.Vectors[0])
		}
		list := make([]library.Embedding, len(b.Indices))
		for i, at := range b.Indices {
			list[i] = library.Embedding{Name: names[at], Vector: b.Vectors[i]}
		}
		if err := w.PutVectors(ctx, space, list); err != nil {
			return err
		}
		result.Embedded += len(list)
		r.Step(result.Embedded, string(names[b.Indices[len(b.Indices)-1]]))
		return nil
	})
	result.Tokens, result.Requests, result.Seconds = done.Tokens, done.Requests, done.Time.Seconds()
	result.Cut, result.Refused = len(done.Cut), len(done.Refused)
	result.setPrice(space.Model)
	for _, c := range done.Cut {
		r.Warn(&hintError{
			fmt.Errorf("chunk %s has %d tokens, of which the first %d were embedded", names[c.Index], c.Tokens, c.Kept),
			"part it, or add prompts to its beginning",
		})
	}
	for _, f := range done.Refused {
		r.Warn(fmt.Errorf("chunk %s has no vector: %w", names[f.Index], f.Err))
	}
	return result, err
}

// mustClient returns the client, or an error if there is no key.
func (m *Manager) mustClient() (*llm.Client, error) {
	c, err := m.client(m.personal.Endpoint.Timeout)
	if err == nil && c == nil {
		_, err = m.personal.FindKey()
		if err == nil {
			err = ErrNoKey // unreachable: with a key there is a client
		}
	}
	return c, err
}

// Purge removes the vectors of chunks that are gone, in all spaces of the
// library; with dryRun set it only tells which. Errors are [ErrUnknownSpace] and
// those of the library.
func (m *Manager) Purge(ctx context.Context, dryRun bool) (library.PurgeResult, error) {
	w, err := m.library.Lock()
	if err != nil {
		return library.PurgeResult{}, err
	}
	defer w.Close()
	spaces, err := m.library.Spaces()
	if err != nil {
		return library.PurgeResult{}, err
	}
	if own, known, err := m.library.Space(); err == nil && !known && own.Dimensions > 0 {
		return library.PurgeResult{}, unknownSpace(own.Dimensions)
	}
	var total library.PurgeResult
	for _, s := range spaces {
		r, err := w.Purge(ctx, s, dryRun)
		total.Names, total.Bytes = append(total.Names, r.Names...), total.Bytes+r.Bytes
		if err != nil {
			return total, err
		}
	}
	return total, nil
}

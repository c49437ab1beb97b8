package manager

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"ragmanager/library"
	"ragmanager/manager/llm"
	"ragmanager/manager/retrieve"
)

// openAIThresholds are those of text-embedding-3-small, as measured by the
// makers of the original.
var openAIThresholds = retrieve.Thresholds{High: 0.50, Mid: 0.30}

// knownDimensions holds how many components the vectors of a model have unless
// it is asked for fewer.
var knownDimensions = map[string]int{
	"text-embedding-3-small": 1536, "text-embedding-3-large": 3072, "text-embedding-ada-002": 1536,
}

// client returns a client of the server of models whose requests take at most
// limit, nil if there is neither a key nor a server that may do without.
func (m *Manager) client(limit time.Duration) (*llm.Client, error) {
	e := m.personal.Endpoint
	key, err := m.personal.FindKey()
	if err != nil && (!errors.Is(err, ErrNoKey) || e.KeyFile != "" || isOpenAI(e.BaseURL)) {
		if errors.Is(err, ErrNoKey) && e.KeyFile == "" {
			return nil, nil
		}
		return nil, err
	}
	return m.clientWith(key.Secret, limit)
}

// clientWith returns a client that has a key, "" for none.
func (m *Manager) clientWith(key Secret, limit time.Duration) (*llm.Client, error) {
	e := m.personal.Endpoint
	return llm.New(llm.Options{
		BaseURL: e.BaseURL, Key: string(key), Organisation: e.Organisation, Headers: e.headers(), Proxy: m.personal.Proxy, CAFile: m.personal.CAFile,
		Timeout: limit, IdleTimeout: limit, MaxWait: e.MaxWait, Parallel: e.Parallel,
	})
}

// warnOfKey tells r of a key that others can read, once.
func (m *Manager) warnOfKey(r Reporter) {
	if key, err := m.personal.FindKey(); err == nil && key.Exposed != nil {
		m.exposed.Do(func() { r.Warn(key.Exposed) })
	}
}

// isOpenAI reports whether a base URL is that of OpenAI itself, as none is, which
// answers nobody without a key.
func isOpenAI(base string) bool {
	u, err := url.Parse(base)
	return err != nil || base == "" || strings.EqualFold(u.Hostname(), "api.openai.com")
}

// builtin reports whether the space is the builtin one. With the setting auto
// it is, unless there is a key.
func (m *Manager) builtin() (bool, error) {
	switch m.settings.Retrieve.Space {
	case SpaceBuiltin:
		return true, nil
	case SpaceOpenAI:
		return false, nil
	}
	_, err := m.personal.FindKey()
	if errors.Is(err, ErrNoKey) {
		return true, nil
	}
	return false, err
}

// NeedsVectors reports whether chunks need vectors to be found: they do not in the
// builtin space, nor with the retriever keyword. It fails, and says that they do, if it
// cannot be found out whether there is a key.
func (m *Manager) NeedsVectors() (bool, error) {
	if m.settings.Retrieve.Retriever == RetrieverKeyword {
		return false, nil
	}
	builtin, err := m.builtin()
	return !builtin, err
}

// space returns the embedding space of the settings. Its dimensions are those
// that are set, else those known of the model, else those of the vectors that
// the library has of it, else 0.
func (m *Manager) space() (library.Space, error) {
	s := library.Space{Model: m.settings.Retrieve.Model, Dimensions: m.settings.Retrieve.Dimensions}
	if s.Dimensions > 0 {
		return s, nil
	}
	if s.Dimensions = knownDimensions[s.Model]; s.Dimensions > 0 {
		return s, nil
	}
	spaces, err := m.library.Spaces()
	for _, have := range spaces {
		if have.Model == s.Model {
			return have, err
		}
	}
	return s, err
}

// thresholds returns those of the settings, else those of the space.
func (m *Manager) thresholds(builtin bool) retrieve.Thresholds {
	t := openAIThresholds
	if builtin {
		t = retrieve.BuiltinThresholds
	}
	if h := m.settings.Retrieve.High; h > 0 {
		t.High = h
	}
	if mid := m.settings.Retrieve.Mid; mid > 0 {
		t.Mid = mid
	}
	return t
}

// A vectorRetriever finds chunks by the vectors of a library.
type vectorRetriever struct {
	index *library.Index
	embed func(ctx context.Context, text string) ([]float32, error)
}

// Retrieve implements [retrieve.Retriever].
func (v vectorRetriever) Retrieve(ctx context.Context, question string, n int) ([]retrieve.Hit, error) {
	vector, err := v.embed(ctx, question)
	if err != nil {
		return nil, fmt.Errorf("embed the question: %w", err)
	}
	found, err := v.index.Search(vector, n)
	if err != nil {
		return nil, err
	}
	hits := make([]retrieve.Hit, len(found))
	for i, h := range found {
		hits[i] = retrieve.Hit{Name: string(h.Name), Score: h.Relevance, Relevance: h.Relevance}
	}
	return hits, nil
}

// Models returns the names of the models that the server offers to the key, and
// so tells whether address and key are right. Errors are [ErrNoKey] and those
// of llm.
func (s PersonalSettings) Models(ctx context.Context) ([]string, error) {
	m := &Manager{personal: s}
	c, err := m.mustClient()
	if err != nil {
		return nil, err
	}
	return c.Models(ctx)
}

// TryKey is [PersonalSettings.Models] with a key that need not be kept yet. White space
// round it does not count.
func (s PersonalSettings) TryKey(ctx context.Context, key Secret) ([]string, error) {
	m := &Manager{personal: s}
	c, err := m.clientWith(Secret(strings.TrimSpace(string(key))), s.Endpoint.Timeout)
	if err != nil {
		return nil, err
	}
	return c.Models(ctx)
}

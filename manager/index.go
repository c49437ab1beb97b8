package manager

import (
	"context"
	"errors"
	"iter"
	"os"
	"path/filepath"
	"sync"

	"ragmanager/library"
	"ragmanager/manager/retrieve"
)

// builtinName is the name of the index of the builtin space in the cache.
const builtinName = "builtin.index"

// Errors of asking a library that has nothing to say.
var (
	// ErrNoChunks says that the library is empty.
	ErrNoChunks = errors.New("the library has no chunks")
	// ErrNotEmbedded says that no chunk has a vector in the space.
	ErrNotEmbedded = errors.New("no chunk of the library has a vector")
)

// indexes are the indexes of a library in memory. They are read when they are
// first needed and follow the library.
type indexes struct {
	mu      sync.Mutex
	vectors *library.Index
	builtin *retrieve.Index
}

// vectorIndex returns the index of the vectors of a space, as they are now.
func (m *Manager) vectorIndex(ctx context.Context, space library.Space) (*library.Index, error) {
	m.indexes.mu.Lock()
	defer m.indexes.mu.Unlock()
	if x := m.indexes.vectors; x != nil && x.Space() == space {
		_, err := x.Refresh(ctx)
		return x, err
	}
	x, err := m.library.Index(ctx, space)
	if err == nil {
		m.indexes.vectors = x
	}
	return x, err
}

// builtinIndex returns the index of the builtin space, as the library is now:
// from memory, else from the cache, else made anew, which takes a second for
// a thousand chunks.
func (m *Manager) builtinIndex(ctx context.Context, r Reporter) (*retrieve.Index, error) {
	m.indexes.mu.Lock()
	defer m.indexes.mu.Unlock()
	path := filepath.Join(m.library.CacheDir(), builtinName)
	known := make(chan *retrieve.Index, 1)
	go func(x *retrieve.Index) {
		if x == nil {
			x = readIndex(path) // while the files are looked at, which takes as long
		}
		known <- x
	}(m.indexes.builtin)
	stamp, err := m.textStamp()
	x := <-known
	if err != nil {
		return nil, err
	}
	if x != nil && x.Stamp() == stamp {
		m.indexes.builtin = x
		return x, nil
	}
	x, err = m.buildIndex(ctx, stamp, r)
	if err != nil {
		return nil, err
	}
	if x.Len() == 0 {
		return nil, noChunks()
	}
	m.indexes.builtin = x
	m.keepIndex(path, x) // in vain on a disk that cannot be written
	return x, nil
}

// readIndex reads the index from the cache, nil if there is none that can be
// used.
func readIndex(path string) *retrieve.Index {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	x, err := retrieve.Decode(data)
	if err != nil {
		return nil
	}
	return x
}

// keepIndex writes the index to the cache, for the next time.
func (m *Manager) keepIndex(path string, x *retrieve.Index) {
	if os.MkdirAll(m.library.CacheDir(), 0o777) == nil {
		_ = replaceFile(path, x.Encode(), 0o666)
	}
}

// buildIndex makes the index of the builtin space.
func (m *Manager) buildIndex(ctx context.Context, stamp string, r Reporter) (*retrieve.Index, error) {
	names, err := m.library.Names()
	if err != nil {
		return nil, err
	}
	r.Stage("fit", len(names))
	language := languages[m.settings.Retrieve.Language]
	return retrieve.Build(ctx, m.documents(names, r), retrieve.Options{Language: language, Stamp: stamp})
}

// languages holds the languages by their codes.
var languages = map[string]retrieve.Language{
	"en": "english", "de": "german", "fr": "french", "es": "spanish", "it": "italian", "nl": "dutch", "pt": "portuguese",
	"sv": "swedish", "no": "norwegian", "da": "danish", "fi": "finnish", "ru": "russian", "hu": "hungarian", "ro": "romanian", "tr": "turkish",
}

// documents yields the texts of chunks.
func (m *Manager) documents(names []library.Name, r Reporter) iter.Seq2[retrieve.Document, error] {
	return func(yield func(retrieve.Document, error) bool) {
		for i, n := range names {
			c, err := m.library.Chunk(n)
			if errors.Is(err, library.ErrNoChunk) {
				continue // it went in the meantime
			}
			d := retrieve.Document{Name: string(n), Match: c.Match}
			var path position
			path, d.Content = splitPosition(c.Content)
			d.Headings = path.titles()
			if !yield(d, err) || err != nil {
				return
			}
			r.Step(i+1, string(n))
		}
	}
}

// textStamp tells the state of the texts of the library, and what else an index
// of them depends on.
func (m *Manager) textStamp() (string, error) {
	stamp, err := m.library.TextStamp()
	return m.settings.Retrieve.Language + " " + stamp, err
}

package manager

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"ragmanager/library"
)

// ErrUnknownSpace says that the library has vectors, as those of the original
// program, and that nothing tells which model made them. [Manager.SayVectors]
// does.
var ErrUnknownSpace = errors.New("nobody knows of which model the vectors of this library are")

// unknownSpace returns an [ErrUnknownSpace] for vectors of so many components.
func unknownSpace(components int) error {
	return &hintError{ErrUnknownSpace, fmt.Sprintf("they have %d components; say it with: ragmanager embed --vectors-are MODEL", components)}
}

// SayVectors notes that the vectors that lie in Embed itself are of model, and
// returns their space. To say again what is noted is no error. What was said
// before is not changed: the error then tells how to take it back. Other errors
// are [ErrNotEmbedded] if there are no vectors, and those of the library, such
// as library.ErrSpace and library.ErrLocked.
func (m *Manager) SayVectors(ctx context.Context, model string) (library.Space, error) {
	space, _, err := m.library.Space()
	if err != nil {
		return library.Space{}, err
	}
	note := filepath.Join(m.library.Root(), "Embed", "space.json")
	if _, err := os.Stat(note); err == nil && space.Model != model {
		return library.Space{}, &hintError{
			fmt.Errorf("the vectors of the library are noted to be of %s", space),
			"if that was said by mistake, remove " + note + " and say it again",
		}
	}
	if space.Dimensions == 0 {
		return library.Space{}, &hintError{&noVectorsError{model}, "make some with: ragmanager embed"}
	}
	w, err := m.library.Lock()
	if err != nil {
		return library.Space{}, err
	}
	defer w.Close()
	space.Model = model
	if err := w.SetSpace(ctx, space); err != nil {
		return library.Space{}, err
	}
	return space, nil
}

// A noVectorsError is an [ErrNotEmbedded] where a model was named that nothing
// can be of.
type noVectorsError struct{ model string }

// Error says what is missing.
func (e *noVectorsError) Error() string {
	return "the library has no vectors that could be of " + e.model
}

// Is reports whether target is [ErrNotEmbedded].
func (e *noVectorsError) Is(target error) bool { return target == ErrNotEmbedded }

// Delete removes all chunks and pages of the library, but no vector and no
// setting, and forgets what was retrieved last. Errors are those of the library,
// such as library.ErrLocked; after one, what is left is a valid library.
func (m *Manager) Delete(ctx context.Context) (library.DeleteResult, error) {
	w, err := m.library.Lock()
	if err != nil {
		return library.DeleteResult{}, err
	}
	defer w.Close()
	m.asked.mu.Lock()
	m.asked.last = nil
	m.asked.mu.Unlock()
	return w.Delete(ctx)
}

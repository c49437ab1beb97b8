package library

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
)

// An Embedding is the vector of one chunk.
type Embedding struct {
	Name   Name
	Vector []float32
}

// PutVectors stores vectors of space, durably: when it returns, they are on the
// disk. It is cheap for hundreds of vectors at once and dear for one. A name may be
// given once, and need not be that of a chunk. Killed half way it leaves some of
// the vectors, each of them whole.
//
// The vectors go to Embed itself if the vectors there are of space, or if there are
// none in the library yet; else to a folder for space in Embed.
//
// The error is ErrSpace if it cannot be told whether the vectors in Embed belong
// to space (see SetSpace), a VectorError if a vector has not the components that
// space says or one that cannot be stored, ErrDiskFull, ErrReadOnly or ErrClosed.
// Nothing is stored then.
func (w *Writer) PutVectors(ctx context.Context, space Space, embeddings []Embedding) error {
	done, err := w.use()
	if err != nil {
		return err
	}
	defer done()
	dir, err := w.vectorHome(space)
	if err != nil {
		return err
	}
	texts, err := w.encodeAll(ctx, dir, space, embeddings)
	if err != nil {
		return err
	}
	var b batch
	if len(embeddings) > 0 {
		if err := w.putSpace(&b, dir, space); err != nil {
			return err
		}
	}
	for i, e := range embeddings {
		if texts[i] != nil {
			b.put(path.Join(dir, e.Name.file()), texts[i])
		}
	}
	return w.commit(ctx, &b)
}

// SetSpace says that the vectors in Embed itself are of space, for a library of
// which this is not known. The error is ErrSpace if they have another number of
// components, ErrDiskFull, ErrReadOnly or ErrClosed.
func (w *Writer) SetSpace(ctx context.Context, space Space) error {
	done, err := w.use()
	if err != nil {
		return err
	}
	defer done()
	if err := space.check(); err != nil {
		return incomplete(err)
	}
	names, err := w.lib.list(embedDir)
	if err != nil {
		return err
	}
	for _, length := range w.lib.firstLengths(sorted(names)) {
		if length != space.Dimensions {
			return hint(fmt.Errorf("%s: %w: its vectors have %d components, those of %s have %d",
				w.lib.path(embedDir), ErrSpace, length, space.Model, space.Dimensions),
				"choose the model that made these vectors, or remove them")
		}
	}
	var b batch
	if err := w.putSpace(&b, embedDir, space); err != nil {
		return err
	}
	return w.commit(ctx, &b)
}

// vectorHome returns the folder to which new vectors of space go.
func (w *Writer) vectorHome(space Space) (string, error) {
	dir, err := w.lib.vectorDir(space)
	if err != nil || dir == embedDir {
		return dir, err
	}
	if _, err := os.Lstat(w.lib.path(dir)); !errors.Is(err, fs.ErrNotExist) {
		return dir, err
	}
	vectors, err := w.lib.list(embedDir)
	if err == nil && len(vectors) == 0 {
		return embedDir, nil
	}
	return dir, err
}

// putSpace puts into b that the vectors in dir are of space, if dir does not say.
func (w *Writer) putSpace(b *batch, dir string, space Space) error {
	switch there, err := w.lib.readSpace(dir); {
	case err == nil && there == space:
		return nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	b.put(path.Join(dir, spaceFile), space.encode())
	return nil
}

// encodeAll returns the texts of the embed files, nil for those that say so
// already.
func (w *Writer) encodeAll(ctx context.Context, dir string, space Space, embeddings []Embedding) ([][]byte, error) {
	seen := nameSet{}
	for _, e := range embeddings {
		if !e.Name.Valid() || seen.has(e.Name) {
			return nil, fmt.Errorf("vector of %q: no name, or one given twice", string(e.Name))
		}
		seen[e.Name] = struct{}{}
	}
	texts := make([][]byte, len(embeddings))
	err := forEach(ctx, len(embeddings), func(i int) (err error) {
		texts[i], err = w.encodeOne(dir, space, embeddings[i])
		return err
	})
	return texts, err
}

// encodeOne returns the text of the embed file of e, nil if it says so already.
func (w *Writer) encodeOne(dir string, space Space, e Embedding) ([]byte, error) {
	file := w.lib.path(dir, e.Name.file())
	if len(e.Vector) != space.Dimensions {
		err := fmt.Errorf("%w: the new vector has %d components, those of %s have %d",
			ErrSpace, len(e.Vector), space.Model, space.Dimensions)
		return nil, &VectorError{file, err, "check the embedding model and its dimensions in the settings"}
	}
	const digits = 6 // of a component, about
	text, err := EncodeVector(make([]byte, 0, digits*len(e.Vector)), e.Vector)
	if err != nil {
		return nil, &VectorError{file, err, "check what the embedding model answers"}
	}
	if old, err := os.ReadFile(file); err == nil && bytes.Equal(old, text) {
		return nil, nil
	}
	return text, nil
}

package library

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Vectors are the vectors of one embedding space.
type Vectors struct {
	Space Space
	Names []Name // sorted
	// Values holds the vectors one after another, in the order of Names; each has
	// Space.Dimensions components.
	Values []float32
	// Bad tells of the embed files that cannot be used, which are in neither.
	Bad []*VectorError
}

// At returns the vector of Names[i]. It is part of Values.
func (v *Vectors) At(i int) []float32 {
	d := v.Space.Dimensions
	return v.Values[i*d : (i+1)*d : (i+1)*d]
}

// VectorNames returns the sorted names that have a vector in space, whether there
// is such a chunk or not. The error is ErrSpace if it cannot be told whether
// the vectors in Embed belong to space, see Space.
func (l *Library) VectorNames(space Space) ([]Name, error) {
	names, err := l.vectorSet(space)
	return sorted(names), err
}

// Missing returns the sorted names of the chunks that have no vector in space.
// Errors are those of VectorNames.
func (l *Library) Missing(space Space) ([]Name, error) {
	vectors, err := l.vectorSet(space)
	if err != nil {
		return nil, err
	}
	chunks, err := l.chunks()
	return sorted(chunks.minus(vectors)), err
}

// Obsolete returns the sorted names of the vectors in space that have no content
// file. Errors are those of VectorNames.
func (l *Library) Obsolete(space Space) ([]Name, error) {
	vectors, err := l.vectorSet(space)
	if err != nil {
		return nil, err
	}
	contents, err := l.list(contentDir)
	return sorted(vectors.minus(contents)), err
}

func (l *Library) vectorSet(space Space) (nameSet, error) {
	dir, err := l.vectorDir(space)
	if err != nil {
		return nil, err
	}
	return l.list(dir)
}

// Vector reads the vector of n in space. The error is ErrNoVector if there is
// none, a VectorError if the file cannot be used, else as for VectorNames.
func (l *Library) Vector(space Space, n Name) ([]float32, error) {
	dir, err := l.vectorDir(space)
	if err != nil {
		return nil, err
	}
	vector := make([]float32, space.Dimensions)
	err = l.readVector(vector, dir, n)
	if errors.Is(err, fs.ErrNotExist) || !n.Valid() {
		return nil, fmt.Errorf("chunk %s: %w in %s", n, ErrNoVector, l.path(dir))
	}
	if err != nil {
		return nil, err
	}
	return vector, nil
}

// Vectors reads all vectors of space, whether there is such a chunk or not, from
// several goroutines at once. Files that cannot be used are told in Bad, and are
// no error. Errors are those of VectorNames, or the cause of ctx's end.
func (l *Library) Vectors(ctx context.Context, space Space) (*Vectors, error) {
	dir, err := l.vectorDir(space)
	if err != nil {
		return nil, err
	}
	set, err := l.list(dir)
	if err != nil {
		return nil, err
	}
	names := sorted(set)
	all := &Vectors{Space: space, Names: names, Values: make([]float32, len(names)*space.Dimensions)}
	bad := make([]error, len(names))
	err = forEach(ctx, len(names), func(i int) error {
		bad[i] = l.readVector(all.At(i), dir, names[i])
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("reading vectors: %w", err)
	}
	all.drop(bad)
	return all, nil
}

// drop removes the vectors that have an error in bad, and keeps the errors.
func (v *Vectors) drop(bad []error) {
	kept := 0
	for i, err := range bad {
		var vectorError *VectorError
		switch {
		case err == nil:
			if kept < i { // something before it went
				v.Names[kept] = v.Names[i]
				copy(v.At(kept), v.At(i))
			}
			kept++
		case errors.As(err, &vectorError):
			v.Bad = append(v.Bad, vectorError)
		default: // the file went after the folder was read
		}
	}
	v.Names = v.Names[:kept]
	v.Values = v.Values[:kept*v.Space.Dimensions]
}

// readVector reads the vector of n in the folder dir into vector, whose length it
// must have. The error is fs.ErrNotExist or a VectorError.
func (l *Library) readVector(vector []float32, dir string, n Name) error {
	file := l.path(dir, n.file())
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err == nil {
		err = decodeExactly(vector, text)
	}
	if err != nil {
		return unusable(file, err)
	}
	return nil
}

// unusable returns the error of an embed file that cannot be used.
func unusable(file string, err error) *VectorError {
	return &VectorError{file, err, "delete the file and embed again, which fetches the vector anew"}
}

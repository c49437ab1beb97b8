package library

import (
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"
)

// DefaultHits is how many hits a search gives if it is not told: as many as the
// original program retrieves at most.
const DefaultHits = 500

// A Hit is a chunk that a search found.
type Hit struct {
	Name Name
	// Relevance is the cosine of the chunk's vector and the query, from -1 to 1,
	// and 0 if either is zero. It is exact to 1e-12 for embed files of whole numbers
	// and to 1e-6 for others.
	Relevance float64
}

// An Index holds the vectors of one embedding space in memory and searches them
// exactly. It takes 4 bytes for each component. It is safe for concurrent use;
// it does not notice by itself that the library changes, see Refresh.
type Index struct {
	lib   *Library
	space Space

	// update is held while the index is compared with the library. It guards what
	// follows, and the matrix against everyone else who would change it.
	update   sync.Mutex
	seen     stamp
	hasPack  bool // there is one that is whole
	unpacked int  // rows that the pack on the disk does not have, or has in excess
	packErr  error

	// mu guards what follows, and is held only for as long as the matrix is searched
	// or changed.
	mu     sync.RWMutex
	matrix *matrix
	bad    []*VectorError
}

// A QueryError is a query that cannot be searched with.
type QueryError struct {
	Err  error // what is wrong with the query
	hint string
}

// Error says what is wrong with the query.
func (e *QueryError) Error() string { return "vector of the question: " + e.Err.Error() }

// Unwrap returns what is wrong with the query.
func (e *QueryError) Unwrap() error { return e.Err }

// Hint returns what the user can do.
func (e *QueryError) Hint() string { return e.hint }

// Index reads the vectors of space into memory. They come from a pack in CacheDir
// where that agrees with the embed files by name, size and time, else from the
// embed files; if these were many, the pack is written anew, and failing in that
// does no harm, see PackError. Files that cannot be used are no error either,
// see Bad. Errors are those of VectorNames, or the cause of ctx's end.
func (l *Library) Index(ctx context.Context, space Space) (*Index, error) {
	x := &Index{lib: l, space: space}
	var found listing
	group, groupCtx := errgroup.WithContext(ctx)
	group.Go(func() (err error) {
		found, err = l.listing(groupCtx, space)
		return err
	})
	group.Go(func() error {
		x.matrix, x.hasPack = l.openPack(groupCtx, space)
		return nil
	})
	if err := group.Wait(); err != nil {
		return nil, fmt.Errorf("reading vectors: %w", err)
	}
	if x.matrix == nil {
		x.matrix = newMatrix(space.Dimensions, 0)
	}
	if _, err := x.follow(ctx, found); err != nil {
		return nil, fmt.Errorf("reading vectors: %w", err)
	}
	return x, nil
}

// Refresh makes the index agree with the library again, and reports whether it had
// to change. If no file was made, replaced or removed, as far as the folders of
// vectors and contents tell, that takes microseconds, so it may be called before
// each search; else only the files that changed are read. A file that was
// overwritten in its place, which this program never does, is noticed only
// together with another change or by a new Index. Errors are those of
// Library.Index; the index stays as it was then. Searches go on meanwhile.
func (x *Index) Refresh(ctx context.Context) (changed bool, err error) {
	x.update.Lock()
	defer x.update.Unlock()
	if x.seen.holds(x.lib) {
		return false, nil
	}
	found, err := x.lib.listing(ctx, x.space)
	if err == nil {
		changed, err = x.follow(ctx, found)
	}
	if err != nil {
		return false, fmt.Errorf("reading vectors: %w", err)
	}
	return changed, nil
}

// Space returns the embedding space of the vectors.
func (x *Index) Space() Space { return x.space }

// Len returns the number of vectors that are searched: those of all names that
// have a content file.
func (x *Index) Len() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.matrix.live()
}

// Bad tells of the embed files that cannot be used, which are not searched, sorted
// by path.
func (x *Index) Bad() []*VectorError {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return slices.Clone(x.bad)
}

// PackError returns why the pack could not be written when that was last tried,
// which makes the next opening slow and does no other harm. It is nil if it
// could, or need not be; it is ErrReadOnly or ErrDiskFull where that is the reason.
func (x *Index) PackError() error {
	x.update.Lock()
	defer x.update.Unlock()
	return x.packErr
}

// Search returns the n chunks most relevant to query, best first, those of equal
// relevance by name; fewer if there are no more, and DefaultHits if n is less
// than 1. Chunks without a content file are left out. The length of the query
// does not matter. The error is a QueryError if the query has another number of
// components than the space, or one that is not finite.
func (x *Index) Search(query []float32, n int) ([]Hit, error) {
	exact, err := x.normalised(query)
	if err != nil {
		return nil, err
	}
	if n < 1 {
		n = DefaultHits
	}
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.matrix.search(exact, n), nil
}

// normalised returns query with length 1, or 0 if it has that.
func (x *Index) normalised(query []float32) ([]float64, error) {
	if len(query) != x.space.Dimensions {
		return nil, &QueryError{
			fmt.Errorf("has %d components in place of %d", len(query), x.space.Dimensions),
			"embed the question with the model of the vectors, " + x.space.String(),
		}
	}
	exact := make([]float64, len(query))
	var square float64
	for i, q := range query {
		exact[i] = float64(q)
		square += exact[i] * exact[i]
	}
	if math.IsNaN(square) || math.IsInf(square, 0) { // finite float32 do not get there
		at := slices.IndexFunc(exact, func(q float64) bool { return math.IsNaN(q) || math.IsInf(q, 0) })
		return nil, &QueryError{
			fmt.Errorf("component %d is %v", at+1, query[at]),
			"check what the embedding model answers",
		}
	}
	if square > 0 {
		length := math.Sqrt(square)
		for i := range exact {
			exact[i] /= length
		}
	}
	return exact, nil
}

// A key is a name in half the space.
type key [nameLen / 2]byte

// keyOf returns the key of a valid name.
func keyOf(n Name) (k key) {
	_, err := hex.Decode(k[:], []byte(n))
	if err != nil {
		panic(err) // unreachable: n is valid
	}
	return k
}

func (k key) name() Name { return Name(hex.EncodeToString(k[:])) }

func (k key) compare(other key) int { return bytes.Compare(k[:], other[:]) }

package library

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
)

// A DeleteResult tells what Delete removed.
type DeleteResult struct {
	Chunks int // names that had a match or a content file
	Pages  int // page records
}

// Delete removes all chunks and page records: the files of Match, Content and Page
// that are named as this package names them. Vectors and settings stay. It
// needs no space on the disk. If it is cut short, what is left is a valid library
// with fewer pages and chunks, and Delete can be called again. Errors are
// ErrReadOnly, ErrClosed, or what the system says of a file.
func (w *Writer) Delete(ctx context.Context) (DeleteResult, error) {
	done, err := w.use()
	if err != nil {
		return DeleteResult{}, err
	}
	defer done()
	matches, err := w.lib.list(matchDir)
	if err != nil {
		return DeleteResult{}, err
	}
	contents, err := w.lib.list(contentDir)
	if err != nil {
		return DeleteResult{}, err
	}
	pages, err := w.lib.pageFiles()
	if err != nil {
		return DeleteResult{}, err
	}
	// Claims go before what they claim, and matches before contents, so that
	// whoever sees one finds the other.
	var b batch
	for _, file := range pages {
		b.remove(path.Join(pageDir, file))
	}
	b.removeNames(matchDir, sorted(matches))
	b.removeNames(contentDir, sorted(contents))
	result := DeleteResult{Chunks: len(matches) + len(contents.minus(matches)), Pages: len(pages)}
	if err := w.commit(ctx, &b); err != nil {
		return DeleteResult{}, err
	}
	return result, nil
}

func (b *batch) removeNames(dir string, names []Name) {
	for _, n := range names {
		b.remove(path.Join(dir, n.file()))
	}
}

// A PurgeResult tells which vectors Purge removed, or would remove.
type PurgeResult struct {
	Names []Name // sorted
	Bytes int64  // size of their files
}

// Purge removes the vectors of space that Library.Obsolete lists, or if dryRun is
// set only tells which. If it is cut short, it can be called again. Errors are
// those of Obsolete, ErrReadOnly, ErrClosed, or what the system says of a file.
func (w *Writer) Purge(ctx context.Context, space Space, dryRun bool) (PurgeResult, error) {
	done, err := w.use()
	if err != nil {
		return PurgeResult{}, err
	}
	defer done()
	names, err := w.lib.Obsolete(space)
	if err != nil {
		return PurgeResult{}, err
	}
	return w.removeVectors(ctx, space, names, dryRun)
}

// RemoveVectors removes the vectors of the names in space, such as those that
// cannot be read. Names without a vector are passed over. Errors are those of
// Purge.
func (w *Writer) RemoveVectors(ctx context.Context, space Space, names []Name) (PurgeResult, error) {
	done, err := w.use()
	if err != nil {
		return PurgeResult{}, err
	}
	defer done()
	set, err := w.lib.vectorSet(space)
	if err != nil {
		return PurgeResult{}, err
	}
	wanted := nameSet{}
	for _, n := range names {
		if set.has(n) {
			wanted[n] = struct{}{}
		}
	}
	return w.removeVectors(ctx, space, sorted(wanted), false)
}

func (w *Writer) removeVectors(ctx context.Context, space Space, names []Name, dryRun bool) (PurgeResult, error) {
	dir, err := w.lib.vectorDir(space)
	if err != nil {
		return PurgeResult{}, err
	}
	result := PurgeResult{Names: names}
	for _, n := range names {
		info, err := os.Lstat(w.lib.path(dir, n.file()))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return PurgeResult{}, fmt.Errorf("chunk %s: %w", n, err)
		}
		if err == nil {
			result.Bytes += info.Size()
		}
	}
	if dryRun {
		return result, nil
	}
	var b batch
	b.removeNames(dir, names)
	if err := w.commit(ctx, &b); err != nil {
		return PurgeResult{}, err
	}
	return result, nil
}

package library

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
)

// A batch is a change of files. Paths are relative to the root, with slashes.
type batch struct {
	puts      []newFile // put in place in this order
	removes   []string  // removed in this order, after the puts
	journaled bool      // the batch is made entirely or not at all
	resumed   bool      // the batch was read from a journal: some of it is done
}

// A newFile is a file to be made or replaced.
type newFile struct {
	target string
	data   []byte
}

func (b *batch) put(target string, data []byte) { b.puts = append(b.puts, newFile{target, data}) }

func (b *batch) remove(target string) { b.removes = append(b.removes, target) }

// folders returns the folders that the batch changes.
func (b *batch) folders() []string {
	dirs := b.putFolders()
	for _, target := range b.removes {
		dirs = append(dirs, path.Dir(target))
	}
	slices.Sort(dirs)
	return slices.Compact(dirs)
}

// putFolders returns the folders that the batch puts files in.
func (b *batch) putFolders() []string {
	var dirs []string
	for _, f := range b.puts {
		dirs = append(dirs, path.Dir(f.target))
	}
	slices.Sort(dirs)
	return slices.Compact(dirs)
}

// commit makes the change b, durably. If it fails before anything was changed, or
// ctx ends before that, the library is as it was.
func (w *Writer) commit(ctx context.Context, b *batch) error {
	if len(b.puts)+len(b.removes) == 0 {
		return nil
	}
	made, err := w.stage(ctx, b)
	if err != nil {
		w.unstage(b, made)
		return writeError(w.lib.root, err)
	}
	if err := w.carryOut(ctx, b); err != nil {
		return w.unfinished(b, err)
	}
	return nil
}

// unfinished explains an error of carrying out b.
func (w *Writer) unfinished(b *batch, err error) error {
	err = fmt.Errorf("library %s: half way: %w", w.lib.root, err)
	if b.journaled {
		return hint(err, "put right what is wrong with the file; the change is finished when the library is next written")
	}
	w.unstage(b, nil)
	return hint(err, "put right what is wrong with the file, and do the same again")
}

// stage does all of b that does not change the library, up to the point from which
// it counts as made. Made are the folders that were made for it.
func (w *Writer) stage(ctx context.Context, b *batch) (made []string, err error) {
	if made, err = w.makeFolders(b.putFolders()); err != nil {
		return made, err
	}
	files := b.puts
	if b.journaled {
		files = append(slices.Clip(files), newFile{journalFile, b.journal()})
	}
	err = forEach(ctx, len(files), func(i int) error { return w.write(files[i], syncEach(len(files))) })
	if err != nil {
		return made, err
	}
	if !syncEach(len(files)) {
		if err := w.syncAll(b.putFolders()); err != nil {
			return made, err
		}
	}
	if err := ctx.Err(); err != nil {
		return made, err
	}
	if !b.journaled {
		return made, nil
	}
	if err := w.rename(journalFile); err != nil {
		return made, err
	}
	return made, w.syncFolder(".")
}

// unstage removes what stage made, as far as the disk lets it. What stays is swept
// away by the next Lock.
func (w *Writer) unstage(b *batch, made []string) {
	if b.journaled && !w.withdrawJournal() {
		return // the journal counts, so what it lists must stay
	}
	for _, f := range b.puts {
		_ = w.removeFile(temporary(f.target))
	}
	for _, dir := range slices.Backward(made) {
		_ = w.removeFile(dir)
	}
}

// withdrawJournal removes the journal, and reports whether it is gone for good.
func (w *Writer) withdrawJournal() bool {
	return w.removeFile(journalFile) == nil &&
		w.syncFolder(".") == nil &&
		w.removeFile(temporary(journalFile)) == nil
}

// carryOut puts the staged files of b in place and removes what is to be removed. It
// stops when ctx ends only if half of b is as good as none.
func (w *Writer) carryOut(ctx context.Context, b *batch) error {
	if b.journaled {
		ctx = context.WithoutCancel(ctx)
	}
	for _, f := range b.puts {
		err := w.rename(f.target)
		if b.resumed && errors.Is(err, fs.ErrNotExist) {
			continue // it is in place already
		}
		if err != nil {
			return err
		}
	}
	for _, target := range b.removes {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := w.removeFile(target); err != nil {
			return err
		}
	}
	for _, dir := range b.folders() {
		if err := w.syncFolder(dir); err != nil {
			return err
		}
	}
	if !b.journaled {
		return nil
	}
	if err := w.removeFile(journalFile); err != nil {
		return err
	}
	return w.syncFolder(".") // so that an old journal cannot come back
}

// makeFolders makes those of the folders that do not exist, and returns which.
func (w *Writer) makeFolders(dirs []string) (made []string, err error) {
	for _, dir := range dirs {
		if parent := path.Dir(dir); parent != "." {
			dir, err := w.makeFolders([]string{parent})
			if made = append(made, dir...); err != nil {
				return made, err
			}
		}
		isNew, err := w.makeFolder(dir)
		if isNew {
			made = append(made, dir)
		}
		if err != nil {
			return made, err
		}
	}
	return made, nil
}

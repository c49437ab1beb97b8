package library

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"runtime"
	"syscall"
	"time"
)

// A step is something done to the disk.
type step string

const (
	stepFolder step = "make folder"
	stepWrite  step = "write"
	stepSync   step = "sync"
	stepRename step = "rename"
	stepRemove step = "remove"
)

// step is called before each step on the disk.
func (w *Writer) step(s step, path string) error {
	if w.before == nil {
		return nil
	}
	return w.before(s, path)
}

// makeFolder makes a folder durably, unless it exists.
func (w *Writer) makeFolder(dir string) (isNew bool, err error) {
	if err := w.step(stepFolder, w.lib.path(dir)); err != nil {
		return false, err
	}
	err = os.Mkdir(w.lib.path(dir), 0o777)
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, w.syncFolder(path.Dir(dir))
}

// write writes the temporary file of f, and forces it to the disk if durable.
func (w *Writer) write(f newFile, durable bool) error {
	target, file := w.lib.path(f.target), w.lib.path(temporary(f.target))
	if info, err := os.Lstat(target); err == nil && info.IsDir() {
		err := &fs.PathError{Op: "replace", Path: target, Err: syscall.EISDIR}
		return hint(err, "remove or rename the folder, which is where a file of the library belongs")
	}
	if err := w.step(stepWrite, file); err != nil {
		return err
	}
	out, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return err
	}
	_, err = out.Write(f.data)
	if err == nil && durable {
		err = out.Sync()
	}
	if closeErr := out.Close(); err == nil {
		err = closeErr
	}
	return err
}

// rename puts the temporary file of target in place.
func (w *Writer) rename(target string) error {
	from, to := w.lib.path(temporary(target)), w.lib.path(target)
	if err := w.step(stepRename, to); err != nil {
		return err
	}
	err := os.Rename(from, to)
	for try := 0; isBusy(err) && try < 20; try++ {
		time.Sleep(50 * time.Millisecond)
		err = os.Rename(from, to)
	}
	return err
}

// isBusy reports whether a rename failed because a reader has the file open,
// which only Windows minds.
func isBusy(err error) bool {
	const sharingViolation = syscall.Errno(32) // ERROR_SHARING_VIOLATION of winerror.h
	return runtime.GOOS == "windows" && (errors.Is(err, sharingViolation) || errors.Is(err, fs.ErrPermission))
}

// removeFile removes a file or an empty folder, if it is there.
func (w *Writer) removeFile(target string) error {
	file := w.lib.path(target)
	if err := w.step(stepRemove, file); err != nil {
		return err
	}
	err := os.Remove(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// syncAll forces the files written in the folders to the disk, if write did not.
func (w *Writer) syncAll(dirs []string) error {
	if err := w.step(stepSync, w.lib.root); err != nil {
		return err
	}
	paths := []string{w.lib.root}
	for _, dir := range dirs {
		paths = append(paths, w.lib.path(dir))
	}
	return syncDisks(paths)
}

// syncFolder forces to the disk which files are in the folder.
func (w *Writer) syncFolder(dir string) error {
	dir = w.lib.path(dir)
	if err := w.step(stepSync, dir); err != nil {
		return err
	}
	if runtime.GOOS == "windows" { // knows no such thing
		return nil
	}
	f, err := os.Open(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // and nothing in it
	}
	if err != nil {
		return err
	}
	defer f.Close()
	err = f.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		return nil // some network file systems know no such thing
	}
	return err
}

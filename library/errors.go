package library

import (
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"syscall"
)

// Errors that callers may want to tell apart. The errors returned wrap them,
// name the thing concerned, and mostly have a method Hint() string that tells
// the user a way out.
var (
	ErrNoRoot       = errors.New("no such folder")
	ErrNotDirectory = errors.New("not a folder")
	ErrReadOnly     = errors.New("nothing can be written there")
	ErrDiskFull     = errors.New("the disk is full")
	ErrLocked       = errors.New("in use")
	ErrClosed       = errors.New("the writer is closed")
	ErrNoChunk      = errors.New("no such chunk")
	ErrNoPage       = errors.New("no such page")
	ErrNoVector     = errors.New("no such vector")
	ErrSpace        = errors.New("wrong embedding space")
)

// hinted is an error together with a way out.
type hinted struct {
	error
	hint string
}

// Unwrap returns the error without the hint.
func (e *hinted) Unwrap() error { return e.error }

// Hint returns what the user can do.
func (e *hinted) Hint() string { return e.hint }

// hint adds a way out to err, which is not nil.
func hint(err error, format string, args ...any) error {
	return &hinted{err, fmt.Sprintf(format, args...)}
}

// A RecordError is a file in JSON that does not say what it should: a page
// record, the description of an embedding space, or the journal.
type RecordError struct {
	Path string // of the file
	Err  error  // what is wrong with it
	hint string
}

// Error names the file and what is wrong with it.
func (e *RecordError) Error() string { return e.Path + ": " + e.Err.Error() }

// Unwrap returns what is wrong with the file.
func (e *RecordError) Unwrap() error { return e.Err }

// Hint returns what the user can do.
func (e *RecordError) Hint() string { return e.hint }

// writeError explains an error of writing to the library at root.
func writeError(root string, err error) error {
	switch {
	case err == nil:
		return nil
	case isFull(err):
		return hint(fmt.Errorf("library %s: %w: %w", root, ErrDiskFull, err),
			"the library is as it was; free some space on the disk that holds %s", root)
	case isReadOnly(err):
		return hint(fmt.Errorf("library %s: %w: %w", root, ErrReadOnly, err),
			"make %s writable, or copy the library to a folder of yours", root)
	default:
		return fmt.Errorf("library %s: %w", root, err)
	}
}

// isFull reports whether err says that the disk, or the user's share of it, is
// full.
func isFull(err error) bool {
	const windowsDiskFull = syscall.Errno(112) // ERROR_DISK_FULL of winerror.h
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) ||
		runtime.GOOS == "windows" && errors.Is(err, windowsDiskFull)
}

// isReadOnly reports whether err says that the disk or folder may not be
// written.
func isReadOnly(err error) bool {
	return errors.Is(err, syscall.EROFS) || errors.Is(err, fs.ErrPermission)
}

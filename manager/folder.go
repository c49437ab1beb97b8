package manager

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"ragmanager/library"
)

// A FolderKind says what there is at a path.
type FolderKind int

// The kinds of folders that somebody may want a library in.
const (
	FolderNone    FolderKind = iota // no path
	FolderMissing                   // nothing is there yet
	FolderEmpty
	FolderLibrary // a library
	FolderOther   // other files, and nothing of a library
	FolderFile    // it, or something on the way to it, is no folder
	FolderClosed  // it cannot be read
)

// A Folder tells what there is at a path.
type Folder struct {
	Path     string // absolute, "" for none
	Kind     FolderKind
	Chunks   int    // of a library
	Writable bool   // something can be written there or, if it is missing, it can be made
	Above    string // the nearest folder above that there is
	Err      error  // why it cannot be read, of FolderClosed
}

// LookAtFolder tells what there is at a path as it is typed, in which ~ stands for the
// home of the person and which is relative to that unless it is absolute. It changes
// nothing. It takes as long as the disk does.
func LookAtFolder(typed string) Folder {
	if typed == "" {
		return Folder{}
	}
	home, _ := os.UserHomeDir() // without one, "" is the working directory
	path, err := absolute(typed, home)
	if err != nil {
		return Folder{Path: typed, Kind: FolderClosed, Err: err}
	}
	f := Folder{Path: path, Above: folderAbove(path)}
	entries, err := os.ReadDir(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f.Kind, f.Writable = FolderMissing, writable(f.Above)
		return f
	case errors.Is(err, syscall.ENOTDIR):
		f.Kind = FolderFile
		return f
	case err != nil:
		f.Kind, f.Err = FolderClosed, err
		if e, ok := errors.AsType[*fs.PathError](err); ok {
			f.Err = e.Err // the path is known
		}
		return f
	}
	f.Writable = writable(path)
	switch {
	case len(entries) == 0:
		f.Kind = FolderEmpty
	case library.Foreign(path):
		f.Kind = FolderOther
	default:
		f.Kind = FolderLibrary
		f.Chunks, f.Err = countChunks(path)
		if f.Err != nil {
			f.Kind = FolderClosed
		}
	}
	return f
}

func countChunks(root string) (int, error) {
	l, err := library.Open(root)
	if err != nil {
		return 0, err
	}
	names, err := l.Names()
	return len(names), err
}

// folderAbove returns the nearest folder above a path that there is.
func folderAbove(path string) string {
	for {
		above := filepath.Dir(path)
		if info, err := os.Stat(above); above == path || err == nil && info.IsDir() {
			return above
		}
		path = above
	}
}

// MakeFolder makes a folder, and those above it, unless it is there.
func MakeFolder(path string) error { return os.MkdirAll(path, 0o755) }

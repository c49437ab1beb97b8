package fetch

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// walk returns the pages in and below a folder, and what could not be read. It
// stops when ctx is done.
func walk(ctx context.Context, root string) (files []string, problems []error) {
	w := walker{ctx: ctx, root: realPath(root), read: map[string]bool{}}
	w.folder(root, w.root)
	for len(w.links) > 0 {
		l := w.links[0]
		w.links = w.links[1:]
		w.follow(l)
	}
	return w.files, w.problems
}

// A walker reads folders. Links to folders wait until the folders themselves are
// read, so that a page keeps the path without a link in it.
type walker struct {
	ctx      context.Context
	root     string          // real path of the first folder
	read     map[string]bool // real paths of folders
	links    []link          // links to folders, to be followed
	files    []string
	problems []error
}

// A link is a symbolic link to a folder.
type link struct {
	path string
	in   string // real path of the folder that it is in
}

// realPath resolves the links in a path. A path that some systems cannot resolve
// but read is its own.
func realPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// follow reads the folder that a link leads to, but not upwards: it would be
// found in itself.
func (w *walker) follow(l link) {
	real := realPath(l.path)
	if !holds(real, w.root) && !holds(real, l.in) {
		w.folder(l.path, real)
	}
}

// folder reads a folder and those below it.
func (w *walker) folder(path, real string) {
	if w.read[real] || w.ctx.Err() != nil {
		return
	}
	w.read[real] = true
	entries, err := os.ReadDir(path)
	if err != nil {
		w.problems = append(w.problems, newFileError(path, err))
	}
	for _, e := range entries {
		w.entry(e, filepath.Join(path, e.Name()), filepath.Join(real, e.Name()))
	}
}

func (w *walker) entry(e fs.DirEntry, path, real string) {
	switch {
	case strings.HasPrefix(e.Name(), "."):
	case e.IsDir():
		w.folder(path, real)
	case e.Type()&fs.ModeSymlink != 0:
		w.link(path, filepath.Dir(real))
	case isPageName(e.Name()):
		w.files = append(w.files, path)
	}
}

// link sorts out a symbolic link. One that leads nowhere is a page that cannot be
// read if it is named like one, else perhaps a folder of a disk that is not there.
func (w *walker) link(path, in string) {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		w.links = append(w.links, link{path, in})
	case isPageName(path):
		w.files = append(w.files, path)
	case err != nil && filepath.Ext(path) == "":
		w.problems = append(w.problems, newFileError(path, errBrokenLink))
	}
}

// isPageName tells from its name whether a file of a folder is a page.
func isPageName(name string) bool {
	return slices.Contains([]string{".html", ".htm", ".php"}, strings.ToLower(filepath.Ext(name)))
}

// holds reports whether a folder is another one or has it somewhere below.
func holds(folder, other string) bool {
	rel, err := filepath.Rel(folder, other)
	return err == nil && (rel == "." || filepath.IsLocal(rel))
}

// relative returns the path of a file below root, with slashes.
func relative(root, file string) string {
	return filepath.ToSlash(strings.TrimPrefix(strings.TrimPrefix(file, root), string(filepath.Separator)))
}

package library

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"syscall"
)

// The folders of a library. Those of chunks and pages belong to this package.
const (
	matchDir   = "Match"
	contentDir = "Content"
	embedDir   = "Embed"
	pageDir    = "Page"
	logDir     = "Log"
	cacheDir   = "Cache"
)

// settingsFile is the name of the settings, which belong to whoever uses the library.
const settingsFile = "settings.yaml"

// A Library is a root directory, for reading. It holds nothing but the path: each
// call looks at the disk. It is safe for concurrent use.
type Library struct {
	root  string
	known recordCache
}

// A Chunk is what is kept of a chunk apart from its place and its vectors.
type Chunk struct {
	Name    Name
	Match   string // the text that is embedded
	Content string // the text that is sent to the model; of all its places, see Join
}

// Open returns the library in the existing directory root, which may be empty.
// A relative root is made absolute. The errors are ErrNoRoot, ErrNotDirectory,
// or what the system says.
func Open(root string) (*Library, error) {
	if root == "" {
		return nil, hint(fmt.Errorf("library: %w: the path is empty", ErrNoRoot), "choose the root directory of a library")
	}
	abs, err := filepath.Abs(root)
	if err != nil {
		return nil, fmt.Errorf("library %s: %w", root, err)
	}
	info, err := os.Stat(abs)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, noRoot(abs)
	case errors.Is(err, syscall.ENOTDIR), err == nil && !info.IsDir():
		return nil, hint(fmt.Errorf("library %s: %w", abs, ErrNotDirectory), "choose a folder, not a file")
	case err != nil:
		return nil, fmt.Errorf("library %s: %w", abs, err)
	}
	return &Library{root: abs}, nil
}

// Foreign reports whether a folder holds something, but nothing of a library: whoever
// makes it a root should know. It does not for a folder that cannot be read.
func Foreign(dir string) bool {
	entries, err := os.ReadDir(dir)
	own := []string{matchDir, contentDir, embedDir, pageDir, logDir, cacheDir, settingsFile}
	return err == nil && len(entries) > 0 && !slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return slices.Contains(own, e.Name()) })
}

func noRoot(root string) error {
	return hint(fmt.Errorf("library %s: %w", root, ErrNoRoot), "make the folder first, or choose another root directory")
}

// Root returns the absolute path of the root directory.
func (l *Library) Root() string { return l.root }

// LogDir returns the path of the folder for logs and dumps. It may not exist.
func (l *Library) LogDir() string { return l.path(logDir) }

// CacheDir returns the path of the folder for what can be derived from the rest
// of the library and may be deleted at any time. It may not exist.
func (l *Library) CacheDir() string { return l.path(cacheDir) }

// SettingsPath returns the path of the settings of the library. It may not exist.
func (l *Library) SettingsPath() string { return l.path(settingsFile) }

func (l *Library) path(elem ...string) string {
	return filepath.Join(append([]string{l.root}, elem...)...)
}

// Chunk reads the chunk n. The error is ErrNoChunk if there is not both a match
// and a content file of that name.
func (l *Library) Chunk(n Name) (Chunk, error) {
	if !n.Valid() {
		return Chunk{}, fmt.Errorf("chunk %q: %w", string(n), ErrNoChunk)
	}
	match, err := l.text(matchDir, n)
	if err != nil {
		return Chunk{}, err
	}
	content, err := l.text(contentDir, n)
	if err != nil {
		return Chunk{}, err
	}
	return Chunk{Name: n, Match: match, Content: content}, nil
}

func (l *Library) text(dir string, n Name) (string, error) {
	text, err := os.ReadFile(l.path(dir, n.file()))
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("chunk %s: %w in %s", n, ErrNoChunk, l.root)
	}
	if err != nil {
		return "", fmt.Errorf("chunk %s: %w", n, err)
	}
	return string(text), nil
}

// Names returns the sorted names of the chunks: those with both a match and a
// content file. It reads two folders and no file.
func (l *Library) Names() ([]Name, error) {
	chunks, err := l.chunks()
	return sorted(chunks), err
}

// Original reports whether the library was made by the original program and not
// chunked since: it has chunks, but not one page record.
func (l *Library) Original() (bool, error) {
	files, err := l.pageFiles()
	if err != nil || len(files) > 0 {
		return false, err
	}
	chunks, err := l.chunks()
	return len(chunks) > 0, err
}

// A nameSet is a set of names.
type nameSet map[Name]struct{}

func (s nameSet) has(n Name) bool { _, ok := s[n]; return ok }

// minus returns the names of s that are not in other.
func (s nameSet) minus(other nameSet) nameSet {
	rest := nameSet{}
	for n := range s {
		if !other.has(n) {
			rest[n] = struct{}{}
		}
	}
	return rest
}

func sorted(s nameSet) []Name { return slices.Sorted(maps.Keys(s)) }

// chunks returns the names that have both a match and a content file.
func (l *Library) chunks() (nameSet, error) {
	matches, err := l.list(matchDir)
	if err != nil {
		return nil, err
	}
	contents, err := l.list(contentDir)
	if err != nil {
		return nil, err
	}
	maps.DeleteFunc(matches, func(n Name, _ struct{}) bool { return !contents.has(n) })
	return matches, nil
}

// list returns the names that have a file in the folder dir of the library.
func (l *Library) list(dir string) (nameSet, error) {
	entries, err := l.entries(dir)
	if err != nil {
		return nil, err
	}
	names := make(nameSet, len(entries))
	for _, e := range entries {
		if n, ok := nameOfFile(e.Name()); ok && !e.IsDir() {
			names[n] = struct{}{}
		}
	}
	return names, nil
}

// folder opens the folder dir of the library. A missing one is nil, as one is with
// an error.
func (l *Library) folder(dir string) (*os.File, error) {
	f, err := os.Open(l.path(dir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("library: %w", err)
	}
	return f, nil
}

// entries returns what is in the folder dir of the library, in no order. A
// missing folder has no entries.
func (l *Library) entries(dir string) ([]fs.DirEntry, error) {
	f, err := l.folder(dir)
	if f == nil {
		return nil, err
	}
	defer f.Close()
	entries, err := f.ReadDir(-1)
	if err != nil {
		return nil, fmt.Errorf("library: folder %s: %w", l.path(dir), err)
	}
	return entries, nil
}

package library

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"sync"
	"time"
)

// isSettled reports whether a file that was changed at the given time, in nanoseconds
// since 1970, has another time if it is changed after now. Systems that keep parts
// of milliseconds look at the clock every 10 ms at least; FAT keeps times to 2 s.
// What is not settled may change without being noticed, so it is read again.
func isSettled(changed int64, now time.Time) bool {
	age := 2 * time.Second
	if changed%int64(time.Millisecond) != 0 {
		age = 100 * time.Millisecond
	}
	return changed < now.Add(-age).UnixNano()
}

// A listing is what the folders of a library say about the vectors of a space.
type listing struct {
	dir      string // the folder of the vectors
	files    []embedFile
	contents map[key]struct{}
	seen     stamp
}

// An embedFile is an embed file, without what is in it.
type embedFile struct {
	name    key
	size    int64
	changed int64 // when, in nanoseconds since 1970; 0 if that is not settled
}

// listing reads the folders of vectors and contents, and size and time of each
// embed file. Errors are those of VectorNames, or the cause of ctx's end.
func (l *Library) listing(ctx context.Context, space Space) (listing, error) {
	now := time.Now()
	dir, err := l.vectorDir(space)
	if err != nil {
		return listing{}, err
	}
	found := listing{dir: dir, seen: l.stamp(dir, now)}
	if found.contents, err = l.contentKeys(); err != nil {
		return listing{}, err
	}
	found.files, err = l.embedFiles(ctx, dir, now)
	return found, err
}

// contentKeys returns the names that have a content file.
func (l *Library) contentKeys() (map[key]struct{}, error) {
	entries, err := l.entries(contentDir)
	keys := make(map[key]struct{}, len(entries))
	for _, e := range entries {
		if n, ok := nameOfFile(e.Name()); ok && !e.IsDir() {
			keys[keyOf(n)] = struct{}{}
		}
	}
	return keys, err
}

// embedFiles returns the embed files in dir, in no order, as they are after now.
func (l *Library) embedFiles(ctx context.Context, dir string, now time.Time) ([]embedFile, error) {
	f, err := l.folder(dir)
	if f == nil {
		return nil, err
	}
	defer f.Close()
	names, err := f.Readdirnames(-1)
	if err != nil {
		return nil, err
	}
	files := make([]embedFile, len(names))
	const atOnce = 256
	err = forEach(ctx, (len(names)+atOnce-1)/atOnce, func(i int) error {
		for j := i * atOnce; j < min(len(names), (i+1)*atOnce); j++ {
			files[j] = lookAt(f, names[j], now)
		}
		return nil
	})
	kept := files[:0]
	for _, file := range files {
		if file.size >= 0 {
			kept = append(kept, file)
		}
	}
	return kept, err
}

// lookAt looks at a file of the folder. Its size is -1 if it is no embed file.
func lookAt(folder *os.File, base string, now time.Time) embedFile {
	n, ok := nameOfFile(base)
	if !ok {
		return embedFile{size: -1}
	}
	size, changed, err := statIn(folder, base)
	if err != nil {
		return embedFile{size: -1} // it is a folder, or gone
	}
	if !isSettled(changed, now) {
		changed = 0
	}
	return embedFile{keyOf(n), size, changed}
}

var errNoFile = errors.New("not a file")

// readRows reads embed files from the folder dir. Those that cannot be used are
// told in bad; those that are gone are passed over.
func (l *Library) readRows(ctx context.Context, dir string, dims int, files []embedFile) (*matrix, []*VectorError, error) {
	m := newMatrix(dims, len(files))
	good := make([]bool, len(files))
	var mu sync.Mutex
	var bad []*VectorError
	buffers := sync.Pool{New: func() any { return new([]byte) }}
	err := forEach(ctx, len(files), func(i int) error {
		buffer := buffers.Get().(*[]byte)
		defer buffers.Put(buffer)
		file := l.path(dir, files[i].name.name().file())
		text, err := readInto(buffer, file, files[i].size)
		if err == nil {
			err = decodeRow(m.at(i), text)
		}
		switch {
		case err == nil:
			good[i] = true
			m.rows[i] = row{files[i].name, false, inverseLength(m.at(i)), files[i].size, files[i].changed}
		case !errors.Is(err, fs.ErrNotExist):
			mu.Lock()
			bad = append(bad, unusable(file, err))
			mu.Unlock()
		}
		return nil
	})
	m.keep(good)
	return m, bad, err
}

// readInto reads a file that should have the given size into the buffer, which
// grows if need be.
func readInto(buffer *[]byte, file string, size int64) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	const largest = 1 << 20 // that is read in one go
	if size < largest && int64(len(*buffer)) <= size {
		*buffer = make([]byte, size+size/4+1)
	}
	b := *buffer
	n := 0
	for n < len(b) {
		more, err := f.Read(b[n:])
		n += more
		if err == io.EOF || err == nil && int64(n) == size {
			return b[:n], nil
		}
		if err != nil {
			return nil, err
		}
	}
	rest, err := io.ReadAll(f)
	return append(b[:n:n], rest...), err
}

// A stamp tells when the folders that matter to an index were last changed.
type stamp struct {
	dir   string // the folder of the vectors
	times [3]int64
	now   time.Time // before it was looked at
}

// stamp looks at the folders. Vectors are in dir.
func (l *Library) stamp(dir string, now time.Time) stamp {
	s := stamp{dir: dir, now: now}
	for i, dir := range []string{embedDir, dir, contentDir} {
		if info, err := os.Stat(l.path(dir)); err == nil { // else it has no time, which is one too
			s.times[i] = info.ModTime().UnixNano()
		}
	}
	return s
}

// holds reports whether the folders are as they were.
func (s stamp) holds(l *Library) bool {
	for _, t := range s.times {
		if !isSettled(t, s.now) {
			return false
		}
	}
	return l.stamp(s.dir, time.Now()).times == s.times
}

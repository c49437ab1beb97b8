package library

import (
	"io/fs"
	"maps"
	"os"
	"slices"
	"sync"
)

// A recordCache keeps page records in memory for as long as their files stay the
// same, because a job reads all of them several times, and understanding them
// takes longer than all else it does. The zero value is empty.
type recordCache struct {
	mu    sync.Mutex
	known map[string]knownRecord // by the name of the file
}

type knownRecord struct {
	info fs.FileInfo
	page Page
}

// get returns the record in file, with chunks of its own, if info is still that of
// the file it was read from.
func (c *recordCache) get(file string, info fs.FileInfo) (Page, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	k, ok := c.known[file]
	if !ok || !os.SameFile(k.info, info) || k.info.Size() != info.Size() || !k.info.ModTime().Equal(info.ModTime()) {
		return Page{}, false
	}
	return copyPage(k.page), true
}

// put keeps the record in file, of which info was taken before it was read: if it
// changed in between, it will be read again.
func (c *recordCache) put(file string, info fs.FileInfo, page Page) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known == nil {
		c.known = map[string]knownRecord{}
	}
	c.known[file] = knownRecord{info, copyPage(page)}
}

// keep forgets all records but those of files, which are sorted.
func (c *recordCache) keep(files []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	maps.DeleteFunc(c.known, func(file string, _ knownRecord) bool {
		_, found := slices.BinarySearch(files, file)
		return !found
	})
}

// copyPage returns a page with chunks of its own, which are what changes of pages
// are made in.
func copyPage(p Page) Page {
	p.Chunks = slices.Clone(p.Chunks)
	return p
}

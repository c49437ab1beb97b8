package manager

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A Change tells what another program, or this one, has changed of a library.
type Change struct {
	Texts    bool // match strings or contents
	Pages    bool // page records
	Vectors  bool // of any space
	Settings bool // those of the library
	History  bool // exchanges
	Gone     bool // the root is not there any more, or cannot be looked at
	Back     bool // it is there again; what changed meanwhile is told along
}

// watchPatience is how long a burst of changes may go on untold.
const watchPatience = 2 * time.Second

// Watch calls changed whenever something of the library at root has changed since
// the last call, until ctx ends; it then returns. changed is called from the
// goroutine of Watch, which waits for it. What is there when Watch begins is no
// change, except that a root which is not there then is told to be gone. begun is
// called once Watch has looked for the first time: who reads the library after that
// misses nothing. It may be nil.
//
// Watch looks every so often at the times of a dozen folders and files, and reads
// no folder but Embed, when that has changed. So it also works on disks of the
// network. It does not see a file of a folder that is written in place, which no
// program of ours does. Changes are told when they pause for the time every, and
// at least every 2 s, or every so often if that is longer; Gone and Back at once.
// A disk that does not answer does not keep Watch from returning.
func Watch(ctx context.Context, root string, every time.Duration, begun func(), changed func(Change)) {
	l := &looker{root: root}
	w := &watcher{every: every, look: l.look, begun: begun, changed: changed}
	w.run(ctx)
}

// A watcher compares looks at a library.
type watcher struct {
	every   time.Duration
	look    func() look
	begun   func() // may be nil
	changed func(Change)

	last    look // the last one with a root
	gone    bool // the root, now
	pending Change
	since   time.Time // when the first pending change was seen
}

// run looks until ctx ends.
func (w *watcher) run(ctx context.Context) {
	first, ok := w.next(ctx)
	if !ok {
		return
	}
	w.last, w.gone = first, first == nil
	if w.begun != nil {
		w.begun()
	}
	if w.gone {
		w.changed(Change{Gone: true})
	}
	tick := time.NewTicker(w.every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		now, ok := w.next(ctx)
		if !ok {
			return
		}
		w.take(now)
	}
}

// next looks at the library; ok is false if ctx ends before that is done. The
// look then ends by itself some time.
func (w *watcher) next(ctx context.Context) (now look, ok bool) {
	done := make(chan look, 1)
	go func() { done <- w.look() }()
	select {
	case now = <-done:
		return now, ctx.Err() == nil
	case <-ctx.Done():
		return nil, false
	}
}

// take compares a new look with the last one, and tells of changes if it is time.
func (w *watcher) take(now look) {
	var none Change
	c := w.compare(now)
	if c != none && w.pending == none {
		w.since = time.Now()
	}
	w.pending = w.pending.and(c)
	if w.pending == none {
		return
	}
	if c == none || c.Gone || c.Back || time.Since(w.since)+w.every > watchPatience {
		w.changed(w.pending)
		w.pending = none
	}
}

// compare returns what has changed since the last look, and keeps the new one.
func (w *watcher) compare(now look) Change {
	if now == nil {
		c := Change{Gone: !w.gone}
		w.gone = true
		return c
	}
	c := now.since(w.last)
	c.Back = w.gone
	w.last, w.gone = now, false
	return c
}

// and returns the changes of both.
func (c Change) and(other Change) Change {
	return Change{
		Texts:    c.Texts || other.Texts,
		Pages:    c.Pages || other.Pages,
		Vectors:  c.Vectors || other.Vectors,
		Settings: c.Settings || other.Settings,
		History:  c.History || other.History,
		Gone:     c.Gone || other.Gone,
		Back:     c.Back || other.Back,
	}
}

// A look is what a library looked like: its folders and files that are watched, by
// their paths from the root. It is nil if the root was not there.
type look map[string]fs.FileInfo

// since returns what differs from an earlier look.
func (now look) since(before look) Change {
	var c Change
	for path, info := range now {
		if !sameEntry(before[path], info) {
			c.add(path)
		}
	}
	for path := range before {
		if now[path] == nil {
			c.add(path)
		}
	}
	return c
}

// sameEntry reports whether nothing tells that an entry has changed; nil stands
// for one that was not there.
func sameEntry(a, b fs.FileInfo) bool {
	return a != nil && b != nil && os.SameFile(a, b) && a.ModTime().Equal(b.ModTime()) && a.Size() == b.Size()
}

// watched are the folders and files of a library that are looked at, from its
// root. The folders in Embed are added.
var watched = []string{"Match", "Content", "Page", "Embed", filepath.Join("Log", historyName), "settings.yaml"}

// add adds that the entry at path has changed.
func (c *Change) add(path string) {
	switch top, _, _ := strings.Cut(filepath.ToSlash(path), "/"); top {
	case "Match", "Content":
		c.Texts = true
	case "Page":
		c.Pages = true
	case "Embed":
		c.Vectors = true
	case "Log":
		c.History = true
	default:
		c.Settings = true
	}
}

// A looker looks at a library. It is not safe for concurrent use.
type looker struct {
	root   string
	spaces []string    // folders in Embed, from the root
	listed fs.FileInfo // Embed when they were listed
	embed  fs.FileInfo // Embed at the last look
}

// look looks at the library.
func (l *looker) look() look {
	if !isDir(l.root) {
		return nil
	}
	now := look{}
	for _, path := range watched {
		l.add(now, path)
	}
	l.list(now["Embed"])
	for _, path := range l.spaces {
		l.add(now, path)
	}
	if !isDir(l.root) {
		return nil // what was not found went with the root: nobody has removed it
	}
	return now
}

// isDir reports whether path can be looked at and is a folder.
func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// add adds an entry to a look, if it is there.
func (l *looker) add(now look, path string) {
	if info, err := os.Stat(filepath.Join(l.root, path)); err == nil {
		now[path] = info
	}
}

// list lists the folders in Embed if it has changed. There may be a vector for
// each chunk beside them, so it waits for vectors to stop coming.
func (l *looker) list(embed fs.FileInfo) {
	settled := l.listed == nil || sameEntry(l.embed, embed)
	l.embed = embed
	if embed == nil {
		l.spaces, l.listed = nil, nil
		return
	}
	if !settled || sameEntry(l.listed, embed) {
		return
	}
	entries, err := os.ReadDir(filepath.Join(l.root, "Embed"))
	if err != nil {
		return // tried again at the next look
	}
	l.spaces, l.listed = nil, embed
	for _, e := range entries {
		if e.IsDir() {
			l.spaces = append(l.spaces, filepath.Join("Embed", e.Name()))
		}
	}
}

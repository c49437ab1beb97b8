package library

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
)

// A plan is how an update becomes a batch of files. It is made from what is on
// the disk, in the order of newPlan; nothing is written.
type plan struct {
	lib    *Library
	update Update

	matches, contents, vectors nameSet // what is on the disk

	before map[string]*record // the page records on the disk, by address
	claims map[Name]int       // at how many places of them a chunk stands
	put    map[string]bool    // the addresses of the pages that are put
	after  map[string]*record // the pages to be, by address
	pages  []*record          // the same, sorted by address
	gone   []string           // the files of the records to remove, sorted

	places  map[Name][]place // where the chunks are to stand, in order
	changes []*change        // the chunks concerned, sorted by name
	edited  map[*record]bool // the pages whose record may have to be written

	batch  batch
	result Result
}

// A place is where a chunk is to stand.
type place struct {
	page  *record
	index int
}

func (p place) chunk() *PageChunk { return &p.page.Chunks[p.index] }

func newPlan(ctx context.Context, lib *Library, u Update) (*plan, error) {
	p := &plan{lib: lib, update: u, put: map[string]bool{}, edited: map[*record]bool{}}
	for _, do := range []func(context.Context) error{
		p.look, p.readRecords, p.choosePages, p.findChanges, p.workOut, p.putAndRemove,
	} {
		if err := do(ctx); err != nil {
			return nil, err
		}
	}
	p.count()
	return p, nil
}

// look lists the files of chunks and vectors.
func (p *plan) look(context.Context) (err error) {
	if p.matches, err = p.lib.list(matchDir); err != nil {
		return err
	}
	if p.contents, err = p.lib.list(contentDir); err != nil {
		return err
	}
	dir := embedDir
	if p.update.Space != (Space{}) {
		dir, err = p.lib.vectorDir(p.update.Space)
		if errors.Is(err, ErrSpace) {
			dir, err = embedDir, nil // it is only for counting
		}
	}
	if err != nil {
		return err
	}
	p.vectors, err = p.lib.list(dir)
	return err
}

// readRecords reads the page records, and finds those to remove.
func (p *plan) readRecords(ctx context.Context) error {
	records, broken, err := p.lib.records(ctx)
	if err != nil {
		return err
	}
	p.before, p.claims = map[string]*record{}, map[Name]int{}
	for _, r := range records {
		p.before[r.Address] = r
		for _, c := range r.Chunks {
			p.claims[c.Name]++
		}
	}
	for _, address := range p.update.Remove {
		file := pageFile(address)
		if p.before[address] != nil || broken[file] != nil {
			p.gone = append(p.gone, file)
		}
	}
	if err := p.passOver(broken); err != nil {
		return err
	}
	slices.Sort(p.gone)
	p.gone = slices.Compact(p.gone)
	return nil
}

// passOver deals with broken records: as long as their pages are not put, they are
// as good as none, and go when it is swept. Other errors are returned.
func (p *plan) passOver(broken map[string]error) error {
	for _, page := range p.update.Put {
		delete(broken, pageFile(page.Address))
	}
	for _, file := range slices.Sorted(maps.Keys(broken)) {
		var recordError *RecordError
		if !errors.As(broken[file], &recordError) {
			return broken[file]
		}
		if p.update.Sweep {
			p.gone = append(p.gone, file)
		}
	}
	return nil
}

// choosePages finds the pages to be, and where their chunks stand.
func (p *plan) choosePages(context.Context) error {
	p.after = maps.Clone(p.before)
	for _, address := range p.update.Remove {
		delete(p.after, address)
	}
	for _, page := range p.update.Put {
		r, err := p.newRecord(page)
		if err != nil {
			return fmt.Errorf("page %s: %w", page.Address, err)
		}
		p.after[page.Address] = r
		p.put[page.Address] = true
		p.edited[r] = true
	}
	p.pages = slices.SortedFunc(maps.Values(p.after), func(a, b *record) int {
		return strings.Compare(a.Address, b.Address)
	})
	p.places = map[Name][]place{}
	for _, r := range p.pages {
		for i, c := range r.Chunks {
			p.places[c.Name] = append(p.places[c.Name], place{r, i})
		}
	}
	return nil
}

// newRecord returns the record of a page that is put, with chunks of its own.
// Those that stand for what the library holds get what the record on the disk has.
func (p *plan) newRecord(page Page) (*record, error) {
	page.Chunks = slices.Clone(page.Chunks)
	for i := range page.Chunks {
		c := &page.Chunks[i]
		if c.Match != "" {
			continue
		}
		held, err := p.held(page.Address, c.Name)
		if err != nil {
			return nil, err
		}
		if c.Content == "" {
			c.Content = held.Content
		}
	}
	return &record{page}, nil
}

// held returns the chunk n that the record of the page at address has.
func (p *plan) held(address string, n Name) (PageChunk, error) {
	if r := p.before[address]; r != nil {
		i := slices.IndexFunc(r.Chunks, func(c PageChunk) bool { return c.Name == n })
		if i >= 0 {
			return r.Chunks[i], nil
		}
	}
	return PageChunk{}, fmt.Errorf("chunk %s without a match: %w on that page", n, ErrNoChunk)
}

// putAndRemove makes the batch. Contents are put before matches, and removed after
// them, so that whoever sees a match can read its content.
func (p *plan) putAndRemove(context.Context) error {
	p.batch.journaled = true
	for _, c := range p.changes {
		if c.putContent {
			p.batch.put(path.Join(contentDir, c.name.file()), []byte(c.content))
		}
	}
	for _, c := range p.changes {
		if c.putMatch {
			p.batch.put(path.Join(matchDir, c.name.file()), []byte(c.match))
		}
	}
	if err := p.putRecords(); err != nil {
		return err
	}
	p.removeTexts(matchDir, p.matches)
	p.removeTexts(contentDir, p.contents)
	for _, file := range p.gone {
		p.batch.remove(path.Join(pageDir, file))
	}
	return nil
}

// putRecords puts the page records that change.
func (p *plan) putRecords() error {
	for _, r := range p.pages {
		if !p.edited[r] {
			continue
		}
		text, same, err := p.encode(r)
		switch {
		case err != nil:
			return err
		case !same:
			p.batch.put(path.Join(pageDir, pageFile(r.Address)), text)
			p.result.PagesWritten++
		case p.put[r.Address]:
			p.result.PagesUnchanged++
		}
	}
	return nil
}

// encode returns the bytes of the record of r, and whether those on the disk are
// the same but for the time of reading.
func (p *plan) encode(r *record) (text []byte, same bool, err error) {
	if old := p.before[r.Address]; old != nil {
		as := r.Page
		as.Read = old.Read
		if text, err = as.encode(); err != nil {
			return text, false, err
		}
		raw, err := os.ReadFile(p.lib.path(pageDir, pageFile(r.Address)))
		if err == nil && bytes.Equal(text, raw) {
			return text, true, nil
		}
	}
	text, err = r.encode()
	return text, false, err
}

// removeTexts removes from a folder, which holds the names there, the texts of the
// chunks that go.
func (p *plan) removeTexts(dir string, there nameSet) {
	for _, c := range p.changes {
		if c.goes() && there.has(c.name) {
			p.batch.remove(path.Join(dir, c.name.file()))
		}
	}
}

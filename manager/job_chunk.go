package manager

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ragmanager/chunker"
	"ragmanager/library"
	"ragmanager/manager/fetch"
)

// Errors of the chunk job.
var (
	// ErrNoSources says that the list of sources is empty. Chunking it would
	// empty the library, which is what Delete is for.
	ErrNoSources = errors.New("the list of sources is empty")
	// ErrNothingRead says that not one page could be read.
	ErrNothingRead = errors.New("no page could be read")
)

// chunksAtOnce is how many chunks are stored at once: enough that writing them
// durably costs little for each, few enough that a job that is killed has not
// much to do again.
const chunksAtOnce = 5000

// readers is how many pages are read and chunked at the same time. How many of
// them may come from one host is a setting.
const readers = 8

// A ChunkResult tells what a chunk job did.
type ChunkResult struct {
	Pages struct {
		Read      int `json:"read"`      // chunked
		Unchanged int `json:"unchanged"` // not chunked, because nothing of theirs has changed
		Failed    int `json:"failed"`    // kept as they were
		Gone      int `json:"gone"`      // removed from the library
	} `json:"pages"`
	Chunks struct {
		Added     int `json:"added"`
		Changed   int `json:"changed"` // of which the content is another one
		Gone      int `json:"gone"`
		Unchanged int `json:"unchanged"`
	} `json:"chunks"`
	Reports struct {
		Errors   int `json:"errors"`
		Warnings int `json:"warnings"`
	} `json:"reports"` // to the authors of the pages that were chunked
	Shared  int `json:"shared"`  // chunks of these pages that stand in several places
	Reused  int `json:"reused"`  // added chunks that have a vector already
	Vectors int `json:"vectors"` // chunks of the library that have no vector yet
	// Kept is why pages and chunks that nothing claims any more were kept, ""
	// if they were not: some source could not be read.
	Kept string `json:"kept,omitempty"`
}

// String returns the result on one line.
func (r ChunkResult) String() string {
	gone := ""
	if r.Pages.Gone > 0 {
		gone = fmt.Sprintf(", %d gone", r.Pages.Gone)
	}
	return fmt.Sprintf("pages: %d read, %d unchanged, %d failed%s; chunks: %d added, %d changed in content, %d gone, %d unchanged; vectors to make: %d",
		r.Pages.Read, r.Pages.Unchanged, r.Pages.Failed, gone,
		r.Chunks.Added, r.Chunks.Changed, r.Chunks.Gone, r.Chunks.Unchanged, r.Vectors)
}

// Chunk reads sources, cuts their pages into chunks and stores these in the
// library. Pages whose document and rules have not changed are left as they
// are.
//
// Without sources it reads the whole list of the settings. It then also removes
// the pages that are gone from their server or whose source is listed no more,
// and the chunks that no page claims, provided that every source could be read.
// With sources it reads these alone and removes no page; a source within one of
// the list is read as a part of that one.
//
// A page that cannot be read is a warning, and what the library holds of it is
// kept. Errors that end the job are ctx's, [ErrNoSources], [ErrNothingRead],
// [*fetch.SettingError], and those of the library, such as library.ErrLocked.
// What was stored until then stays, and the library is valid.
func (m *Manager) Chunk(ctx context.Context, sources []Source, r Reporter) (ChunkResult, error) {
	w, err := m.library.Lock()
	if err != nil {
		return ChunkResult{}, err
	}
	defer w.Close()
	f, err := newFetcher(m.settings.Fetch, m.personal)
	if err != nil {
		return ChunkResult{}, err
	}
	j := &chunkJob{Manager: m, Reporter: r, writer: w, fetcher: f, whole: len(sources) == 0}
	err = j.run(ctx, sources)
	return j.result, err
}

// A chunkJob is a run of Chunk.
type chunkJob struct {
	*Manager
	Reporter
	writer  *library.Writer
	fetcher *fetch.Fetcher
	whole   bool // the whole list is read

	pages   []fetch.Page
	records map[string]library.Page // by address
	damaged map[string]bool         // addresses of pages that must be chunked anew
	failed  bool                    // some source could not be read
	gone    []string                // addresses of pages that are gone from their server
	waiting []library.Page          // chunked, not stored yet
	count   int                     // chunks of waiting
	result  ChunkResult
}

func (j *chunkJob) run(ctx context.Context, sources []Source) error {
	j.Stage("list sources", 0)
	if err := j.list(ctx, sources); err != nil {
		return err
	}
	if err := j.recall(); err != nil {
		return err
	}
	j.Stage("chunk", len(j.pages))
	if err := j.readAll(ctx); err != nil {
		return err
	}
	if err := j.store(ctx, j.last()); err != nil {
		return err
	}
	if j.settings.Dump {
		if err := j.dump(); err != nil {
			return err
		}
	}
	if len(j.pages) > 0 && j.result.Pages.Failed == len(j.pages) {
		return ErrNothingRead
	}
	return nil
}

// list finds the pages to read.
func (j *chunkJob) list(ctx context.Context, sources []Source) error {
	listed := fetchSources(j.settings.Sources)
	if j.whole && len(listed) == 0 {
		return &hintError{ErrNoSources, "add one with: ragmanager sources add ADDRESS"}
	}
	pages, errs := j.fetcher.Pages(ctx, listed)
	if !j.whole {
		var own []error
		pages, own = j.choose(ctx, sources, pages)
		errs = own
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	for _, err := range errs {
		j.Warn(err)
		if !errors.Is(err, fetch.ErrDuplicate) {
			j.failed = true
		}
	}
	j.pages = pages
	if len(pages) == 0 {
		return ErrNothingRead
	}
	return nil
}

// fetchSources returns the sources that are to be read.
func fetchSources(sources []Source) []fetch.Source {
	var list []fetch.Source
	for _, s := range sources {
		if !s.Off {
			list = append(list, fetch.Source{Address: s.Address, Base: s.Base})
		}
	}
	return list
}

// choose returns the pages of sources. Those that are among the pages of the
// list are taken from there, with their published address.
func (j *chunkJob) choose(ctx context.Context, sources []Source, listed []fetch.Page) ([]fetch.Page, []error) {
	pages, errs := j.fetcher.Pages(ctx, fetchSources(sources))
	known := map[string]fetch.Page{}
	for _, p := range listed {
		known[p.Address] = p
	}
	strangers := map[string]bool{}
	for i, p := range pages {
		if k, ok := known[p.Address]; ok {
			pages[i] = k
		} else if !strangers[p.Source] {
			strangers[p.Source] = true
			j.Warn(&hintError{
				fmt.Errorf("%s is not among the sources, and goes when the whole list is chunked", p.Source),
				"keep it with: ragmanager sources add " + p.Source,
			})
		}
	}
	return pages, errs
}

// recall reads what the library knows of pages.
func (j *chunkJob) recall() error {
	records, err := j.library.Pages()
	if err := j.broken(err); err != nil {
		return err
	}
	j.records = make(map[string]library.Page, len(records))
	for _, p := range records {
		j.records[p.Address] = p
	}
	damaged, err := j.library.Damaged()
	j.damaged = make(map[string]bool, len(damaged))
	for _, address := range damaged {
		j.damaged[address] = true
	}
	return j.broken(err)
}

// broken tells of records that cannot be understood, and returns err if it is
// of another kind. Their pages are chunked anew, which replaces them.
func (j *chunkJob) broken(err error) error {
	var record *library.RecordError
	if err == nil || !errors.As(err, &record) {
		return err
	}
	return nil
}

// A pageResult is what became of a page.
type pageResult struct {
	index int // of the page
	page  library.Page
	err   error
	same  bool // nothing has changed
}

// readAll reads and chunks all pages, several at a time.
func (j *chunkJob) readAll(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := 0
	for p := range eachPage(ctx, j.pages, j.readPage) {
		done++
		j.take(p)
		j.Step(done, j.pages[p.index].Address)
		if j.count < chunksAtOnce {
			continue
		}
		if err := j.store(ctx, library.Update{}); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// take counts what became of a page.
func (j *chunkJob) take(p pageResult) {
	address := j.pages[p.index].Address
	switch {
	case errors.Is(p.err, context.Canceled):
	case p.err != nil:
		j.result.Pages.Failed++
		j.Warn(p.err)
		if fetch.Gone(p.err) {
			j.gone = append(j.gone, address)
		} else {
			j.failed = true
		}
	case p.same:
		j.result.Pages.Unchanged++
		j.result.Chunks.Unchanged += len(p.page.Chunks)
	default:
		j.result.Pages.Read++
		j.waiting = append(j.waiting, p.page)
		j.count += len(p.page.Chunks)
		j.tell(p.page)
	}
}

// tell reports what an author should know of a page.
func (j *chunkJob) tell(p library.Page) {
	for _, r := range p.Reports {
		switch chunker.Severity(r.Severity) {
		case chunker.Error:
			j.result.Reports.Errors++
		case chunker.Warning:
			j.result.Reports.Warnings++
		}
	}
	if len(p.Chunks) == 0 {
		j.Warn(&hintError{fmt.Errorf("%s: no text to make chunks of", p.Address), "see why with: ragmanager check " + p.Address})
	}
	for _, c := range p.Chunks {
		Detail(j.Reporter, fmt.Sprintf("%s:%d: %s %s %s", p.Address, c.FirstLine, c.Kind, c.Name, snippet(c.Match)))
	}
}

// snippet is the start of a text on one line.
func snippet(text string) string {
	const most = 45 // as in the original's log
	line := []rune(strings.Join(strings.Fields(text), " "))
	if len(line) > most {
		return string(line[:most]) + "…"
	}
	return string(line)
}

// readPage reads a page and chunks it, unless the library holds it as it is.
func (j *chunkJob) readPage(ctx context.Context, index int, p fetch.Page) pageResult {
	old, known := j.records[p.Address]
	current := known && old.Rules == chunker.Rules && !j.damaged[p.Address]
	var v fetch.Validators
	if current && (old.Base == p.Base || p.Path == "") {
		v = fetch.Validators{ETag: old.ETag, LastModified: old.LastModified, URL: old.FinalURL}
	}
	doc, err := j.fetcher.Get(ctx, p, v)
	switch {
	case err != nil:
		return pageResult{index: index, err: err}
	case doc.NotModified:
		return pageResult{index: index, page: old, same: true}
	}
	sum := sha256.Sum256(doc.Body)
	hash := hex.EncodeToString(sum[:])
	if current && old.SHA256 == hash && old.Base == doc.Base && old.Source == doc.Source && old.ContentType == doc.ContentType {
		return pageResult{index: index, page: old, same: true}
	}
	page := newRecord(doc)
	page.SHA256 = hash
	return pageResult{index: index, page: page}
}

// newRecord chunks a document and makes the record of its page.
func newRecord(doc fetch.Document) library.Page {
	chunks, reports := chunker.Page(doc.Body, chunker.Options{Base: doc.Base, ContentType: doc.ContentType})
	p := library.Page{
		Address: doc.Address, Source: doc.Source, Base: doc.Base, Read: time.Now(),
		ETag: doc.ETag, LastModified: doc.LastModified, FinalURL: doc.FinalURL, ContentType: doc.ContentType, Rules: chunker.Rules,
	}
	if len(chunks) > 0 {
		p.Title = chunks[0].Document.Text
	}
	for _, c := range chunks {
		p.Chunks = append(p.Chunks, pageChunk(c))
		for _, l := range c.Links {
			if !l.Image && !slices.Contains(p.Links, l.URL) {
				p.Links = append(p.Links, l.URL)
			}
		}
	}
	for _, r := range reports {
		p.Reports = append(p.Reports, library.Report{
			Line: r.Line, Column: r.Column, Severity: string(r.Severity), ID: r.ID, Message: r.Message, Element: r.Element, LeftOut: r.LeftOut,
		})
	}
	return p
}

// pageChunk makes the record of a chunk at its place of a page.
func pageChunk(c chunker.Chunk) library.PageChunk {
	p := library.PageChunk{
		Name: library.Name(c.Name), Kind: string(c.Kind), Date: c.Date, FirstLine: c.FirstLine, LastLine: c.LastLine,
		Match: c.Match, Content: c.Content,
	}
	add := func(label string, t chunker.Title) {
		if t.Text != "" {
			p.Headings = append(p.Headings, library.Heading{Label: label, Title: t.Text, Link: t.Link})
		}
	}
	add("Document", c.Document)
	add("Chapter", c.Chapter)
	add("Section", c.Section)
	for _, s := range c.Subsections {
		add("Subsection", s)
	}
	return p
}

// last returns what the end of a job over the whole list removes.
func (j *chunkJob) last() library.Update {
	if !j.whole {
		return library.Update{}
	}
	var u library.Update
	stay := map[string]bool{}
	for _, p := range j.pages {
		stay[p.Address] = true
	}
	for _, address := range j.gone {
		delete(stay, address)
	}
	for address := range j.records {
		if !stay[address] {
			u.Remove = append(u.Remove, address)
		}
	}
	u.Sweep = true
	if j.failed {
		if len(u.Remove) > 0 {
			j.result.Kept = fmt.Sprintf("%d pages that are gone or listed no more are kept, because not every source could be read", len(u.Remove))
			j.Warn(errors.New(j.result.Kept))
		}
		return library.Update{}
	}
	return u
}

// store stores what waits, and makes the change u besides.
func (j *chunkJob) store(ctx context.Context, u library.Update) error {
	u.Put = j.waiting
	done, err := j.writer.Apply(ctx, u)
	if err != nil {
		return err
	}
	j.waiting, j.count = nil, 0
	r := &j.result
	r.Chunks.Added += done.Added
	r.Chunks.Changed += done.Changed
	r.Chunks.Gone += done.Gone
	r.Chunks.Unchanged += done.Unchanged
	r.Pages.Gone += done.PagesRemoved
	r.Reused += done.Reused
	r.Shared += len(done.Shared)
	r.Vectors = done.Missing
	return nil
}

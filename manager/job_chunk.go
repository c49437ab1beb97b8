package manager

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"ragmanager/library"
	"ragmanager/manager/fetch"
)

// Errors of the chunk job.
var (
	// ErrNoSources says that the list of sources is empty, or that all of it is
	// off. Chunking it would empty the library, which is what Delete is for.
	ErrNoSources = errors.New("the list of sources is empty")
	// ErrNothingRead says that not one page could be read, and that the library
	// holds none of them.
	ErrNothingRead = errors.New("no page could be read")
	// ErrNoText says that a page holds nothing that could be found. It is a
	// warning.
	ErrNoText = errors.New("no text to make chunks of")
)

// A rhythm says when to store what has been chunked.
type rhythm struct {
	chunks int           // when so many wait
	every  time.Duration // when something waits and nothing was stored for so long
}

// usual is often enough that a job that is killed has not much to do again, and
// seldom enough that writing durably costs little.
var usual = rhythm{chunks: 5000, every: 30 * time.Second}

// Chunk reads sources, cuts their pages into chunks and stores these in the
// library. Pages whose document and rules have not changed are left as they
// are.
//
// Without sources it reads the whole list of the settings. It then also removes
// the pages that are gone from their server or whose source is listed no more or
// is off, and the chunks that no page claims, provided that every source could be
// read. With sources it reads these alone and removes no page; a source within one
// of the list is read as a part of that one.
//
// A page that cannot be read is a warning, and what the library holds of it is
// kept. Errors that end the job are ctx's, [ErrNoSources], [ErrNothingRead],
// [*fetch.SettingError], a [*FieldError] for a base, and those of the library,
// such as library.ErrLocked. What was stored until then stays, and the library is
// valid.
func (m *Manager) Chunk(ctx context.Context, sources []Source, r Reporter) (ChunkResult, error) {
	return m.chunk(ctx, sources, r, usual)
}

func (m *Manager) chunk(ctx context.Context, sources []Source, r Reporter, when rhythm) (ChunkResult, error) {
	given := slices.Clone(sources)
	for i, s := range given {
		if err := s.checkBase(); err != nil {
			return ChunkResult{}, err
		}
		if address, err := cleanAddress(s.Address, ""); err == nil { // else reading it tells what is wrong
			given[i].Address = address
		}
	}
	w, err := m.library.Lock()
	if err != nil {
		return ChunkResult{}, err
	}
	defer w.Close()
	f, err := newFetcher(m.settings.Fetch, m.personal)
	if err != nil {
		return ChunkResult{}, err
	}
	j := &chunkJob{Manager: m, Reporter: r, writer: w, fetcher: f, rhythm: when, whole: len(given) == 0, read: nameSet{}, same: nameSet{}}
	err = j.run(ctx, given)
	return j.result, err
}

// A chunkJob is a run of Chunk.
type chunkJob struct {
	*Manager
	Reporter
	rhythm
	writer  *library.Writer
	fetcher *fetch.Fetcher
	whole   bool // the whole list is read

	pages   []fetch.Page
	before  map[string]library.Page // what the library knew of pages, by address
	records map[string]library.Page // what it knows, or will when waiting is stored
	damaged map[string]bool         // addresses of pages that must be chunked anew
	failed  bool                    // some source could not be read
	gone    []string                // addresses of pages that are gone from their server

	waiting    []library.Page // not stored yet
	count      int            // chunks of waiting
	stored     time.Time      // when something was stored, or the job began
	read, same nameSet        // chunks of the pages that were chunked, and of those that did not change
	tally      *tally
	result     ChunkResult
}

func (j *chunkJob) run(ctx context.Context, sources []Source) error {
	j.Stage("list sources", 0)
	if err := j.recall(); err != nil {
		return err
	}
	if err := j.list(ctx, sources); err != nil {
		return err
	}
	j.Stage("chunk", len(j.pages))
	if err := j.readAll(ctx); err != nil {
		return err
	}
	if j.nothing() {
		return ErrNothingRead
	}
	j.Stage("store", 0)
	if err := j.finish(ctx); err != nil {
		return err
	}
	if j.settings.Dump {
		return j.dump()
	}
	return nil
}

// recall reads what the library knows of pages. Records that cannot be understood
// count as none: their pages are chunked anew, which replaces them.
func (j *chunkJob) recall() error {
	pages, err := j.library.Pages()
	if !onlyBroken(err) {
		return err
	}
	damaged, err := j.library.Damaged()
	if !onlyBroken(err) {
		return err
	}
	if j.result.Original, err = j.library.Original(); err != nil {
		return err
	}
	j.before = make(map[string]library.Page, len(pages))
	for _, p := range pages {
		j.before[p.Address] = p
	}
	j.records = maps.Clone(j.before)
	j.damaged = make(map[string]bool, len(damaged))
	for _, address := range damaged {
		j.damaged[address] = true
	}
	j.stored = time.Now()
	j.tally, err = newTally(j.library, j.before)
	return err
}

// onlyBroken reports whether err, if any, tells of nothing but page records that
// cannot be understood.
func onlyBroken(err error) bool {
	var record *library.RecordError
	return err == nil || errors.As(err, &record)
}

// list finds the pages to read.
func (j *chunkJob) list(ctx context.Context, sources []Source) error {
	on := fetchSources(j.settings.Sources)
	switch {
	case j.whole && len(j.settings.Sources) == 0:
		return &hintError{ErrNoSources, "add one with: ragmanager sources add ADDRESS"}
	case j.whole && len(on) == 0:
		return &hintError{fmt.Errorf("%w: all of them are off", ErrNoSources), "switch one on: remove it from the list and add it again"}
	}
	var errs []error
	if j.whole {
		j.pages, errs = j.fetcher.Pages(ctx, on)
	} else {
		j.pages, errs = j.choose(ctx, sources)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	for _, err := range errs {
		j.Warn(err)
		if !errors.Is(err, fetch.ErrDuplicate) {
			j.failed = true
			j.result.Pages.Failed++
		}
	}
	return nil
}

// fetchSources returns the sources that are to be read.
func fetchSources(sources []Source) []fetch.Source {
	var list []fetch.Source
	for _, s := range sources {
		if !s.Off {
			list = append(list, s.fetch())
		}
	}
	return list
}

func (s Source) fetch() fetch.Source { return fetch.Source{Address: s.Address, Base: s.Base} }

// choose returns the pages of given sources. Those that are among the pages of the
// list, of which some may be off, are taken from there, with their published
// address.
func (j *chunkJob) choose(ctx context.Context, sources []Source) ([]fetch.Page, []error) {
	pages, errs := j.fetcher.Pages(ctx, fetchSources(sources))
	var list []fetch.Source
	for _, s := range j.settings.Sources {
		list = append(list, s.fetch())
	}
	listed, _ := j.fetcher.Pages(ctx, list) // what is wrong with them is told when they are read
	known := map[string]fetch.Page{}
	for _, p := range listed {
		known[p.Address] = p
	}
	told := map[string]bool{}
	for i, p := range pages {
		k, ok := known[p.Address]
		if ok {
			pages[i] = k
		}
		if warning := j.strange(p, k, ok, sources); warning != nil && !told[p.Source] {
			told[p.Source] = true
			j.Warn(warning)
		}
	}
	return pages, errs
}

// strange returns what the user should know of a page that was asked for by name:
// that it is not, or not so, in the list. listed is what the list says of it, if ok.
func (j *chunkJob) strange(p, listed fetch.Page, ok bool, sources []Source) error {
	if !ok {
		return &hintError{
			fmt.Errorf("%s is %w, and goes when the whole list is chunked", p.Source, ErrSourceNotListed),
			"keep it with: ragmanager sources add " + shellWord(p.Source),
		}
	}
	for _, s := range j.settings.Sources {
		if s.Off && s.fetch().String() == listed.Source {
			return fmt.Errorf("the source %s is off; what is read of it goes when the whole list is chunked", listed.Source)
		}
	}
	for _, s := range sources {
		if s.Base != "" && s.fetch().String() == p.Source && p.Base != listed.Base {
			return &hintError{
				fmt.Errorf("the base %s does not count: %s is a part of the source %s, which has its own", s.Base, p.Source, listed.Source),
				"to change it, remove the source and add it with --base",
			}
		}
	}
	return nil
}

// nothing reports whether no page could be read and the library holds none of
// those asked for.
func (j *chunkJob) nothing() bool {
	if j.result.Pages.Read+j.result.Pages.Unchanged > 0 {
		return false
	}
	for _, p := range j.pages {
		if _, known := j.before[p.Address]; known {
			return false
		}
	}
	return !j.whole || len(j.before) == 0
}

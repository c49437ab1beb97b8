package controller

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"ragmanager/chunker"
	"ragmanager/library"
	"ragmanager/manager"
	"ragmanager/manager/window/text"
)

// A SourceItem is a source with what is known of its pages.
type SourceItem struct {
	manager.Source
	Read     time.Time // when a page of it was read last, zero if none was
	Pages    int
	Chunks   int // of different names
	Warnings int // reports to the authors: errors and warnings
	Err      error
	Checked  bool // Pages, Chunks and Warnings are those of a check
}

// A sourceCheck is what a check or a job has told of a source.
type sourceCheck struct {
	checked                 bool
	pages, chunks, warnings int
	err                     error
}

// SourceItems returns the sources of the library, in their order.
func (c *Controller) SourceItems() []SourceItem {
	items := make([]SourceItem, len(c.settings.Sources))
	at := make(map[string]int, len(items))
	for i, s := range c.settings.Sources {
		items[i].Source = s
		at[s.Address] = i
	}
	if c.pages != nil {
		for address, f := range c.figures.of(c.pages) {
			if i, ok := at[address]; ok {
				f.Source = items[i].Source
				items[i] = f
			}
		}
	}
	for address, check := range c.checks {
		i, ok := at[address]
		if !ok {
			continue
		}
		items[i].Err = check.err
		if check.checked {
			items[i].Checked, items[i].Pages, items[i].Chunks, items[i].Warnings = true, check.pages, check.chunks, check.warnings
		}
	}
	return items
}

// figures are what pages say of their sources. They are counted once.
type figures struct {
	pages *Pages
	items map[string]SourceItem // by the address of the source
}

// of returns the figures of pages. A chunk that stands at several places of a source
// is counted once, as in the library.
func (f *figures) of(pages *Pages) map[string]SourceItem {
	if f.pages == pages {
		return f.items
	}
	f.pages, f.items = pages, map[string]SourceItem{}
	type placed struct {
		source string
		name   library.Name
	}
	seen := map[placed]bool{}
	for _, p := range pages.List {
		address := SourceOf(p)
		item := f.items[address]
		item.Pages++
		item.Warnings += Warnings(p)
		if p.Read.After(item.Read) {
			item.Read = p.Read
		}
		for _, c := range p.Chunks {
			if at := (placed{address, c.Name}); !seen[at] {
				seen[at] = true
				item.Chunks++
			}
		}
		f.items[address] = item
	}
	return f.items
}

// SourceOf returns the address of the source of a page.
func SourceOf(p library.Page) string {
	if p.Source == "" {
		return p.Address
	}
	return p.Source
}

// tellSources tells the views of the sources.
func (c *Controller) tellSources() {
	if c.m != nil {
		c.Sources.emit(c.SourceItems())
	}
}

// noteFailures keeps what could not be read, by address of page or source, for its
// source.
func (c *Controller) noteFailures(failed map[string]error) {
	if len(failed) == 0 {
		return
	}
	listed := make(map[string]string, len(c.settings.Sources))
	for _, s := range c.settings.Sources {
		listed[strings.TrimRight(s.Address, separators)] = s.Address
	}
	for address, err := range failed {
		if source, ok := holding(listed, address); ok {
			check := c.checks[source]
			check.err = err
			c.checks[source] = check
		}
	}
}

// separators part the names in a path or URL.
const separators = `/\`

// holding returns what is listed of the nearest folder that an address is in, or of
// the address itself, and whether there is one. Listed addresses do not end in a
// separator.
func holding(listed map[string]string, address string) (found string, ok bool) {
	for address = strings.TrimRight(address, separators); address != ""; {
		if found, ok = listed[address]; ok {
			return found, true
		}
		address = strings.TrimRight(address[:max(0, strings.LastIndexAny(address, separators))], separators)
	}
	return "", false
}

// AddSources adds addresses, a line each, to the sources; blank lines and those that
// begin with # count as none. Those that cannot be added are told of, and do not keep
// the others out. It passes why some or all were not added to then, nil if all were,
// unless there were none.
func (c *Controller) AddSources(lines string, then func(error)) {
	list := sourcesIn(lines)
	if len(list) == 0 {
		return
	}
	c.editSettingsThen(text.SourceURLs, func(s *manager.LibrarySettings) (string, error) {
		errs := s.AddSources(list)
		return tallyAdded(list, errs).String(), errors.Join(errs...)
	}, then)
}

// AddMany adds addresses as AddSources does. It passes what became of them to then,
// and tells of none itself. If the settings cannot be saved, it tells that and passes
// it to then, and no source was added.
func (c *Controller) AddMany(lines string, then func(AddedSources, error)) {
	list := sourcesIn(lines)
	if len(list) == 0 {
		return
	}
	var added AddedSources
	c.editSettingsThen(text.SourceURLs, func(s *manager.LibrarySettings) (string, error) {
		added = tallyAdded(list, s.AddSources(list))
		return added.String(), nil
	}, func(err error) {
		if err != nil {
			added = AddedSources{}
		}
		then(added, err)
	})
}

// CountSources returns how many sources lines stand for.
func CountSources(lines string) int { return len(sourcesIn(lines)) }

// sourcesIn returns the sources of lines.
func sourcesIn(lines string) (list []manager.Source) {
	for line := range strings.Lines(lines) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			list = append(list, manager.Source{Address: line})
		}
	}
	return list
}

// AddedSources tell what became of sources that were to be added.
type AddedSources struct {
	Added, Listed int
	Bad           []BadSource // that were not taken, in their order
}

// A BadSource is a line that is no source.
type BadSource struct {
	Line string // as it was given
	Name string // the same, without a password
	Why  string // in a sentence
}

// String returns a sentence.
func (a AddedSources) String() string { return text.Added(a.Added, a.Listed, len(a.Bad)) }

// tallyAdded tells what became of a list of sources.
func tallyAdded(list []manager.Source, errs []error) (a AddedSources) {
	for i, err := range errs {
		switch {
		case err == nil:
			a.Added++
		case errors.Is(err, manager.ErrSourceListed):
			a.Listed++
		default:
			a.Bad = append(a.Bad, newBadSource(list[i].Address, err))
		}
	}
	return a
}

func newBadSource(line string, err error) BadSource {
	if e, ok := errors.AsType[*manager.AddressError](err); ok {
		return BadSource{line, e.Value, text.Sentence(e.Reason)}
	}
	return BadSource{line, line, text.Sentence(manager.Plain(err))}
}

// RemoveSources removes the sources at addresses.
func (c *Controller) RemoveSources(addresses ...string) {
	c.editSettings(text.SourceURLs, func(s *manager.LibrarySettings) (string, error) {
		for _, a := range addresses {
			if err := s.RemoveSource(a); err != nil {
				return "", err
			}
		}
		return text.RemovedSources(len(addresses)), nil
	})
}

// MoveSource moves the source at an address by some places, down if by is positive.
func (c *Controller) MoveSource(address string, by int) {
	c.editSettings(text.SourceURLs, func(s *manager.LibrarySettings) (string, error) {
		i, err := s.FindSource(address)
		if err != nil {
			return "", err
		}
		s.MoveSource(i, min(max(i+by, 0), len(s.Sources)-1))
		return "", nil
	})
}

// SetSource replaces the source at an address.
func (c *Controller) SetSource(address string, source manager.Source) {
	c.editSettings(text.SourceURLs, func(s *manager.LibrarySettings) (string, error) {
		i, err := s.FindSource(address)
		if err != nil {
			return "", err
		}
		return "", s.SetSource(i, source)
	})
}

// CheckAll reads the pages of all sources and tells what their authors should know,
// without touching the library.
func (c *Controller) CheckAll() {
	c.checks = map[string]sourceCheck{}
	settings, personal := c.settings, c.personal
	c.run(text.CheckAll, func(ctx context.Context, _ *manager.Manager, r *reporter) (string, error) {
		reader, err := manager.NewPageReader(settings.Fetch, personal)
		if err != nil {
			return "", err
		}
		return c.checkSources(ctx, reader, settings.Sources, r)
	})
}

// checkSources checks sources one after the other, in the background.
func (c *Controller) checkSources(ctx context.Context, reader *manager.PageReader, sources []manager.Source, r *reporter) (string, error) {
	on := make([]manager.Source, 0, len(sources))
	for _, s := range sources {
		if !s.Off {
			on = append(on, s)
		}
	}
	r.Stage(text.CheckAll, len(on))
	views := &batch{do: c.Do, flush: c.tellSources}
	defer c.Do(c.tellSources)
	var total sourceCheck
	failed, chunks := 0, map[string]bool{}
	for i, s := range on {
		check := checkSource(ctx, reader, s, r, chunks)
		if err := ctx.Err(); err != nil {
			return "", err
		}
		c.Do(func() { c.checks[s.Address] = check })
		views.ask()
		total.pages, total.warnings = total.pages+check.pages, total.warnings+check.warnings
		if check.err != nil {
			failed++
		}
		r.Step(i+1, s.Address)
	}
	return text.Checked(total.pages, len(chunks), total.warnings, failed), nil
}

// checkSource checks a source, and adds the names of its chunks to all.
func checkSource(ctx context.Context, reader *manager.PageReader, s manager.Source, r *reporter, all map[string]bool) sourceCheck {
	check := sourceCheck{checked: true}
	own := map[string]bool{}
	errs := reader.Check(ctx, []manager.Source{s}, func(p manager.CheckedPage) {
		if p.Err != nil {
			check.err = p.Err
			r.Warn(p.Err)
			return
		}
		check.pages++
		for _, c := range p.Chunks {
			own[c.Name], all[c.Name] = true, true
		}
		for _, report := range p.Reports {
			if report.Severity == chunker.Info {
				continue
			}
			check.warnings++
			r.Warn(fmt.Errorf("%s:%d:%d: %s: %s", p.Address, report.Line, report.Column, report.Severity, report.Message))
		}
	})
	for _, err := range errs {
		if ctx.Err() == nil {
			check.err = err
			r.Warn(err)
		}
	}
	check.chunks = len(own)
	return check
}

// SourceProblem returns what is wrong with a source, nil if nothing is known to be.
func SourceProblem(s SourceItem) *Problem {
	if s.Err == nil {
		return nil
	}
	return problem(s.Address, s.Err)
}

// Warnings returns how much of a page its authors should know: errors and warnings.
func Warnings(p library.Page) (n int) {
	for _, r := range p.Reports {
		if r.Severity != string(chunker.Info) {
			n++
		}
	}
	return n
}

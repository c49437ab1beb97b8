package library

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
)

// Pages returns the records of all pages, sorted by address. Records that cannot
// be understood are left out and joined in the error, each as a RecordError; the
// others are returned all the same.
func (l *Library) Pages() ([]Page, error) {
	records, broken, err := l.records(context.Background())
	if err != nil {
		return nil, err
	}
	var errs []error
	for _, file := range slices.Sorted(maps.Keys(broken)) {
		errs = append(errs, broken[file])
	}
	return pagesOf(records), errors.Join(errs...)
}

// Page returns the record of the page at address. The error is ErrNoPage if there
// is none, and a RecordError if it cannot be understood.
func (l *Library) Page(address string) (Page, error) {
	r, err := l.record(pageFile(address))
	if errors.Is(err, fs.ErrNotExist) {
		return Page{}, fmt.Errorf("page %s: %w in %s", address, ErrNoPage, l.root)
	}
	if err != nil {
		return Page{}, err
	}
	return r.Page, nil
}

// Places returns where each chunk that a page claims stands, by page address and
// then by place on the page. Errors are those of Pages.
func (l *Library) Places() (map[Name][]Place, error) {
	pages, err := l.Pages()
	return placesOf(pages), err
}

// Owners returns the places where the chunk n stands, as Places does; none if no
// page claims it. It reads all page records: for many chunks use Places.
func (l *Library) Owners(n Name) ([]Place, error) {
	places, err := l.Places()
	return places[n], err
}

func placesOf(pages []Page) map[Name][]Place {
	places := map[Name][]Place{}
	for _, p := range pages {
		for i, c := range p.Chunks {
			places[c.Name] = append(places[c.Name], Place{p.Address, i, c})
		}
	}
	return places
}

// Damaged returns the addresses, sorted, of the pages of which something was lost:
// the match or content file of a chunk, or the content of a place of a chunk that
// stands in several. They have to be chunked again, also if the document did not
// change. Errors are those of Pages.
func (l *Library) Damaged() ([]string, error) {
	chunks, err := l.chunks()
	if err != nil {
		return nil, err
	}
	places, err := l.Places()
	return damaged(places, chunks), err
}

func damaged(places map[Name][]Place, chunks nameSet) []string {
	addresses := map[string]bool{}
	for n, all := range places {
		for _, at := range all {
			if !chunks.has(n) || len(all) > 1 && at.Content == "" {
				addresses[at.Address] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(addresses))
}

// A record is a page as it is on the disk, or is to be there.
type record struct{ Page }

// records reads all page records, sorted by address. Why those that cannot be
// understood cannot is in broken, by the name of the file.
func (l *Library) records(ctx context.Context) (records []*record, broken map[string]error, err error) {
	files, err := l.pageFiles()
	if err != nil {
		return nil, nil, err
	}
	l.known.keep(files)
	records = make([]*record, len(files))
	errs := make([]error, len(files))
	err = forEach(ctx, len(files), func(i int) error {
		records[i], errs[i] = l.record(files[i])
		return nil
	})
	if err != nil {
		return nil, nil, fmt.Errorf("reading page records: %w", err)
	}
	broken = map[string]error{}
	for i, err := range errs {
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // else it went meanwhile
			broken[files[i]] = err
		}
	}
	records = slices.DeleteFunc(records, func(r *record) bool { return r == nil })
	slices.SortFunc(records, func(a, b *record) int { return strings.Compare(a.Address, b.Address) })
	return records, broken, nil
}

// record reads the page record in file, unless it is known from before.
func (l *Library) record(file string) (*record, error) {
	path := l.path(pageDir, file)
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("page record: %w", err)
	}
	if page, ok := l.known.get(file, info); ok {
		return &record{page}, nil
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("page record: %w", err)
	}
	page, err := decodePage(path, file, raw)
	if err != nil {
		return nil, err
	}
	l.known.put(file, info, page)
	return &record{page}, nil
}

func pagesOf(records []*record) []Page {
	pages := make([]Page, len(records))
	for i, r := range records {
		pages[i] = r.Page
	}
	return pages
}

// pageFiles returns the sorted names of the files of page records.
func (l *Library) pageFiles() ([]string, error) {
	entries, err := l.entries(pageDir)
	var files []string
	for _, e := range entries {
		if isPageFile(e.Name()) && !e.IsDir() {
			files = append(files, e.Name())
		}
	}
	slices.Sort(files)
	return files, err
}

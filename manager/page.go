package manager

import (
	"context"
	"fmt"

	"ragmanager/chunker"
	"ragmanager/library"
	"ragmanager/manager/fetch"
)

// A PageReader reads and chunks single pages and touches no library, for
// authors who try what becomes of a page. It is safe for concurrent use.
type PageReader struct {
	fetcher *fetch.Fetcher
}

// NewPageReader returns a PageReader. The error is a [*fetch.SettingError].
func NewPageReader(s FetchSettings, p PersonalSettings) (*PageReader, error) {
	f, err := newFetcher(s, p)
	if err != nil {
		return nil, err
	}
	return &PageReader{f}, nil
}

// A ReadPage is a page with the chunks that a library would hold of it.
type ReadPage struct {
	Address string
	Chunks  []PageChunk // of different names
	Reports []chunker.Report
}

// A PageChunk is a chunk of a page with its name and texts as a library would
// keep them.
type PageChunk struct {
	chunker.Chunk
	Also []chunker.Chunk // further places with the same match string
}

// Read reads the page of a source, which must be one page, and chunks it.
// Chunks with equal names are made one. Errors are those of fetch, and a
// [*FieldError] for a base that is none.
func (r *PageReader) Read(ctx context.Context, s Source) (ReadPage, error) {
	if err := s.checkBase(); err != nil {
		return ReadPage{}, err
	}
	pages, errs := r.fetcher.Pages(ctx, []fetch.Source{s.fetch()})
	if len(errs) > 0 {
		return ReadPage{}, errs[0]
	}
	if len(pages) != 1 {
		return ReadPage{}, &hintError{fmt.Errorf("%s holds %s", s.Address, counted(len(pages), "page")), "name one file or URL"}
	}
	return r.read(ctx, pages[0])
}

func (r *PageReader) read(ctx context.Context, p fetch.Page) (ReadPage, error) {
	doc, err := r.fetcher.Get(ctx, p, fetch.Validators{})
	if err != nil {
		return ReadPage{}, err
	}
	chunks, reports := chunker.Page(doc.Body, chunker.Options{Base: doc.Base, ContentType: doc.ContentType})
	return ReadPage{Address: doc.Address, Chunks: mergeEqual(chunks), Reports: reports}, nil
}

// mergeEqual makes chunks of equal names one, as a library does.
func mergeEqual(chunks []chunker.Chunk) []PageChunk {
	var merged []PageChunk
	at := map[string]int{}
	contents := map[string][]string{}
	for _, c := range chunks {
		contents[c.Name] = append(contents[c.Name], c.Content)
		i, ok := at[c.Name]
		if !ok {
			at[c.Name] = len(merged)
			merged = append(merged, PageChunk{Chunk: c})
			continue
		}
		merged[i].Also = append(merged[i].Also, c)
		merged[i].Content = library.Join(contents[c.Name])
	}
	return merged
}

// A CheckedPage is what came of checking a page.
type CheckedPage struct {
	ReadPage
	Err error // why it could not be read
}

// Check reads the pages of sources, which may be folders, and passes each on
// as soon as it and those before it are read. It returns the errors of sources
// that could not be listed, and ctx's.
func (r *PageReader) Check(ctx context.Context, sources []Source, pass func(CheckedPage)) []error {
	pages, errs := r.fetcher.Pages(ctx, fetchSources(sources))
	type result struct {
		index int
		page  CheckedPage
	}
	read := func(ctx context.Context, i int, p fetch.Page) result {
		page, err := r.read(ctx, p)
		page.Address = p.Address
		return result{i, CheckedPage{page, err}}
	}
	waiting, next := map[int]CheckedPage{}, 0
	for r := range eachPage(ctx, pages, read) {
		waiting[r.index] = r.page
		for p, ok := waiting[next]; ok; p, ok = waiting[next] {
			pass(p)
			delete(waiting, next)
			next++
		}
	}
	if err := ctx.Err(); err != nil {
		errs = append(errs, err)
	}
	return errs
}

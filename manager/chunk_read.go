package manager

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"ragmanager/chunker"
	"ragmanager/library"
	"ragmanager/manager/fetch"
)

// readers is how many pages are read and chunked at the same time. How many of
// them may come from one host is a setting.
const readers = 8

// A pageResult is what became of a page.
type pageResult struct {
	index   int          // of the page
	page    library.Page // as the library is to know it
	err     error
	same    bool     // nothing has changed that matters to chunks
	details []string // for those who want to know exactly
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
		if j.count < j.chunks && (len(j.waiting) == 0 || time.Since(j.stored) < j.every) {
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
	case p.err != nil:
		j.result.Pages.Failed++
		j.Warn(p.err)
		if fetch.Gone(p.err) {
			j.gone = append(j.gone, address)
		} else {
			j.failed = true
		}
		return
	case p.same:
		j.result.Pages.Unchanged++
		j.same.addPage(p.page)
		if !reflect.DeepEqual(p.page, j.before[address]) {
			j.put(p.page)
		}
	default:
		j.result.Pages.Read++
		j.read.addPage(p.page)
		j.put(p.page)
		j.tell(p.page)
	}
	for _, text := range p.details {
		Detail(j.Reporter, text)
	}
}

// put makes a page wait to be stored.
func (j *chunkJob) put(p library.Page) {
	j.waiting = append(j.waiting, p)
	j.count += len(p.Chunks)
	known := p
	known.Chunks = slices.Clone(p.Chunks)
	for i := range known.Chunks {
		known.Chunks[i].Match, known.Chunks[i].Content = "", "" // they need not stay in memory
	}
	j.records[p.Address] = known
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
		j.Warn(&hintError{fmt.Errorf("%s: %w", p.Address, ErrNoText), "see why with: ragmanager check " + shellWord(p.Address)})
	}
}

// readPage reads a page and chunks it, unless the library holds it as it is.
func (j *chunkJob) readPage(ctx context.Context, index int, p fetch.Page) pageResult {
	if !utf8.ValidString(p.Address) { // which JSON cannot say
		err := &hintError{fmt.Errorf("%s: the name is not in UTF-8", p.Address), "rename the file"}
		return pageResult{index: index, err: err}
	}
	old, known := j.before[p.Address]
	known = known && old.Rules == chunker.Rules && !j.damaged[p.Address]
	var v fetch.Validators
	if known {
		v = fetch.Validators{ETag: old.ETag, LastModified: old.LastModified, URL: old.FinalURL}
	}
	doc, err := j.fetcher.Get(ctx, p, v)
	if err == nil && doc.NotModified && doc.Base != old.Base {
		doc, err = j.fetcher.Get(ctx, p, fetch.Validators{}) // its links lead elsewhere now
	}
	if err != nil {
		return pageResult{index: index, err: err}
	}
	if known && doc.NotModified {
		return pageResult{index: index, page: revalidated(old, doc), same: true, details: []string{p.Address + ": not modified"}}
	}
	sum := sha256.Sum256(doc.Body)
	hash := hex.EncodeToString(sum[:])
	if known && old.SHA256 == hash && old.Base == doc.Base && old.ContentType == doc.ContentType {
		return pageResult{index: index, page: revalidated(old, doc), same: true, details: []string{p.Address + ": unchanged"}}
	}
	page, details := newRecord(doc)
	page.SHA256 = hash
	return pageResult{index: index, page: page, details: details}
}

// revalidated returns the record of a page that did not change, with what is new
// about how it was read. An answer without a body need not repeat all validators.
func revalidated(old library.Page, doc fetch.Document) library.Page {
	p := old
	p.Source = doc.Source
	p.ETag, p.LastModified, p.FinalURL = doc.ETag, doc.LastModified, doc.FinalURL
	if doc.NotModified {
		p.ETag, p.LastModified = cmp.Or(doc.ETag, old.ETag), cmp.Or(doc.LastModified, old.LastModified)
	}
	return p
}

// newRecord chunks a document and makes the record of its page, and a line for
// each fragment.
func newRecord(doc fetch.Document) (p library.Page, details []string) {
	chunks, reports := chunker.Page(doc.Body, chunker.Options{Base: doc.Base, ContentType: doc.ContentType})
	p = library.Page{
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
		for _, f := range c.Fragments {
			details = append(details, fmt.Sprintf("%s:%d-%d: %s in chunk %s %s", p.Address, f.FirstLine, f.LastLine, f.Kind, c.Name, snippet(c.Match)))
		}
	}
	for _, r := range reports {
		p.Reports = append(p.Reports, library.Report{
			Line: r.Line, Column: r.Column, Severity: string(r.Severity), ID: r.ID, Message: r.Message, Element: r.Element, LeftOut: r.LeftOut,
		})
	}
	return p, details
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

// pageChunk makes the record of a chunk at its place of a page.
func pageChunk(c chunker.Chunk) library.PageChunk {
	return library.PageChunk{
		Name: library.Name(c.Name), Kind: string(c.Kind), Headings: Headings(c), Date: c.Date, FirstLine: c.FirstLine, LastLine: c.LastLine,
		Prompts: append([]string(nil), c.Prompts...), // nil if there are none, as when it is read again
		Match:   c.Match, Content: c.Content,
	}
}

// Headings returns the headings above a chunk, outermost first.
func Headings(c chunker.Chunk) (headings []library.Heading) {
	add := func(label string, t chunker.Title) {
		if t.Text != "" {
			headings = append(headings, library.Heading{Label: label, Title: t.Text, Link: t.Link})
		}
	}
	add("Document", c.Document)
	add("Chapter", c.Chapter)
	add("Section", c.Section)
	for _, s := range c.Subsections {
		add("Subsection", s)
	}
	return headings
}

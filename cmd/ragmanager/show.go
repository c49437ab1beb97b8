package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ragmanager/chunker"
	"ragmanager/library"
	"ragmanager/manager/terminal"
)

var errNoSuch = errors.New("neither a chunk nor a page of this library")

func (a *app) showCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "show NAME|PAGE",
		Short: "Show a chunk and where it stands, or the chunks of a page",
		Long: `Shows the match string and the content of a chunk and where it stands, or the
chunks of a page. A chunk is named by its name or the first digits of it, a page
by its address or the end of that.`,
		Args: arguments(1, 1),
		RunE: func(c *cobra.Command, args []string) error {
			if args[0] == "" {
				return &usageError{fmt.Errorf("the name is empty"), "usage: " + c.UseLine()}
			}
			m, err := a.open(c)
			if err != nil {
				return err
			}
			return a.show(m.Library(), args[0])
		},
	}
}

// show finds what is meant, a chunk or a page, and shows it.
func (a *app) show(l *library.Library, what string) error {
	names, err := matchingNames(l, what)
	if err != nil {
		return err
	}
	pages, err := matchingPages(l, what)
	if err != nil && len(pages)+len(names) == 0 {
		return err
	}
	switch {
	case len(names) == 1 && len(pages) == 0:
		return a.showChunk(l, names[0])
	case len(pages) == 1 && len(names) == 0:
		return a.showPage(pages[0])
	case len(names)+len(pages) == 0:
		return &hinted{fmt.Errorf("%s is %w", what, errNoSuch), "its pages are listed by: ragmanager pages"}
	}
	return ambiguous(what, names, pages)
}

// ambiguous is the error for what can mean several things; it names some.
func ambiguous(what string, names []library.Name, pages []library.Page) error {
	const most = 10
	var found []string
	for _, p := range pages {
		found = append(found, p.Address)
	}
	for _, n := range names {
		found = append(found, string(n))
	}
	if more := len(found) - most; more > 0 {
		found = append(found[:most], fmt.Sprintf("and %d more", more))
	}
	return fmt.Errorf("%s can be any of:\n%s", what, strings.Join(found, "\n"))
}

// matchingNames returns the names of chunks that begin with given digits.
func matchingNames(l *library.Library, prefix string) ([]library.Name, error) {
	names, err := l.Names()
	if err != nil {
		return nil, err
	}
	var found []library.Name
	for _, n := range names {
		if strings.HasPrefix(string(n), strings.ToLower(prefix)) {
			found = append(found, n)
		}
	}
	return found, nil
}

// matchingPages returns the page with an address or at a path or, failing that,
// those with an address that ends so.
func matchingPages(l *library.Library, address string) ([]library.Page, error) {
	paths := []string{address}
	if path, err := filepath.Abs(address); err == nil {
		paths = append(paths, path)
	}
	for _, path := range paths {
		if p, err := l.Page(path); err == nil {
			return []library.Page{p}, nil
		}
	}
	pages, err := l.Pages()
	var found []library.Page
	for _, p := range pages {
		if strings.HasSuffix(p.Address, address) {
			found = append(found, p)
		}
	}
	return found, err
}

func (a *app) showChunk(l *library.Library, name library.Name) error {
	chunk, err := l.Chunk(name)
	if err != nil {
		return err
	}
	places, err := l.Owners(name)
	if err != nil {
		a.warn(err)
	}
	if a.json {
		return a.writeJSON(map[string]any{"name": name, "match": chunk.Match, "content": chunk.Content, "places": printedOwners(places)})
	}
	for _, p := range places {
		a.printf("%s:%d-%d: %s %s\n", terminal.Clean(p.Address), p.FirstLine, p.LastLine, p.Kind, name)
	}
	if len(places) == 0 {
		a.printf("%s: no page has this chunk\n", name)
	}
	a.printf("%s", framed(chunk.Match, chunk.Content))
	return nil
}

// A printedOwner is a place of a chunk as show writes it for programs.
type printedOwner struct {
	Page      string            `json:"page"`
	Kind      string            `json:"kind"`
	Headings  []library.Heading `json:"headings"`
	Date      string            `json:"date"`
	FirstLine int               `json:"first_line"`
	LastLine  int               `json:"last_line"`
}

func printedOwners(places []library.Place) []printedOwner {
	owners := []printedOwner{}
	for _, p := range places {
		owners = append(owners, printedOwner{p.Address, p.Kind, headings(p.PageChunk), p.Date, p.FirstLine, p.LastLine})
	}
	return owners
}

// headings returns the headings above a chunk, never nil.
func headings(c library.PageChunk) []library.Heading {
	return append([]library.Heading{}, c.Headings...)
}

// A shownPage is a page as show writes it for programs.
type shownPage struct {
	Address      string          `json:"address"`
	Source       string          `json:"source"`
	Base         string          `json:"base"`
	Title        string          `json:"title"`
	Read         time.Time       `json:"read"`
	ETag         string          `json:"etag"`
	LastModified string          `json:"last_modified"`
	FinalURL     string          `json:"final_url"`
	ContentType  string          `json:"content_type"`
	SHA256       string          `json:"sha256"`
	Rules        int             `json:"rules"`
	Chunks       []shownChunk    `json:"chunks"`
	Reports      []printedReport `json:"reports"`
	Links        []string        `json:"links"`
}

// A shownChunk is a chunk of a [shownPage].
type shownChunk struct {
	Name      library.Name      `json:"name"`
	Kind      string            `json:"kind"`
	Headings  []library.Heading `json:"headings"`
	Date      string            `json:"date"`
	FirstLine int               `json:"first_line"`
	LastLine  int               `json:"last_line"`
	Prompts   []string          `json:"prompts"`
}

// printedRecord makes a page ready to be written for programs.
func printedRecord(p library.Page) shownPage {
	s := shownPage{
		Address: p.Address, Source: p.Source, Base: p.Base, Title: p.Title, Read: p.Read,
		ETag: p.ETag, LastModified: p.LastModified, FinalURL: p.FinalURL, ContentType: p.ContentType, SHA256: p.SHA256, Rules: p.Rules,
		Chunks: []shownChunk{}, Reports: []printedReport{}, Links: append([]string{}, p.Links...),
	}
	for _, c := range p.Chunks {
		s.Chunks = append(s.Chunks, shownChunk{c.Name, c.Kind, headings(c), c.Date, c.FirstLine, c.LastLine, append([]string{}, c.Prompts...)})
	}
	for _, r := range p.Reports {
		s.Reports = append(s.Reports, printedReport{p.Address, r.Line, r.Column, chunker.Severity(r.Severity), r.ID, r.Message, r.Element, r.LeftOut})
	}
	return s
}

func (a *app) showPage(p library.Page) error {
	if a.json {
		return a.writeJSON(printedRecord(p))
	}
	a.printf("%s\n", terminal.Clean(p.Address))
	if p.Title != "" {
		a.printf("%s\n", terminal.Clean(p.Title))
	}
	var rows [][]string
	for _, c := range p.Chunks {
		var path []string
		for _, h := range c.Headings {
			if h.Label != "Document" {
				path = append(path, h.Title)
			}
		}
		rows = append(rows, []string{string(c.Name), fmt.Sprintf("%d-%d", c.FirstLine, c.LastLine), c.Kind, c.Date, strings.Join(path, " › ")})
	}
	if err := terminal.Table(a.stdout, []string{"chunk", "lines", "kind", "date", "under"}, rows); err != nil {
		return err
	}
	for _, r := range p.Reports {
		if r.Severity != "info" || a.verbose {
			a.printReport(p.Address, r.Line, r.Column, r.Severity, r.Message, r.ID)
		}
	}
	return nil
}

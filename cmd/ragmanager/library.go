package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ragmanager/library"
	"ragmanager/manager/terminal"
)

func (a *app) deleteCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "delete",
		Short: "Remove all chunks and pages from the library, but no vector",
		Long: `Removes the files of Match, Content and Page. Vectors, which cost money, and
settings stay, so that chunking the same pages again makes the library as it was.`,
		Args: arguments(0, 0),
		RunE: func(c *cobra.Command, _ []string) error {
			m, err := a.open(c)
			if err != nil {
				return err
			}
			w, err := m.Library().Lock()
			if err != nil {
				return err
			}
			defer w.Close()
			r, err := w.Delete(c.Context())
			if err != nil {
				return err
			}
			if a.json {
				return a.writeJSON(map[string]int{"chunks": r.Chunks, "pages": r.Pages})
			}
			if a.quiet {
				return nil
			}
			return a.println(fmt.Sprintf("removed: %d chunks of %d pages; vectors are kept", r.Chunks, r.Pages))
		},
	}
}

func (a *app) statusCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "status",
		Short: "Tell what the library holds",
		Args:  arguments(0, 0),
		RunE: func(c *cobra.Command, _ []string) error {
			m, err := a.open(c)
			if err != nil {
				return err
			}
			s, err := m.Library().Status()
			if err != nil {
				return err
			}
			if a.json {
				return a.writeJSON(printedStatus(m.Library().Root(), s))
			}
			return terminal.Table(a.stdout, nil, statusRows(m.Library().Root(), s))
		},
	}
}

// statusRows makes the lines of the status.
func statusRows(root string, s library.Status) [][]string {
	rows := [][]string{
		{"library", root},
		{"pages", strconv.Itoa(s.Pages)},
		{"chunks", strconv.Itoa(s.Chunks)},
		{"texts", fmt.Sprintf("%s of match strings, %s of contents", size(s.Bytes.Match), size(s.Bytes.Content))},
	}
	add := func(n int, name, what string) {
		if n > 0 {
			rows = append(rows, []string{name, fmt.Sprintf("%d %s", n, what)})
		}
	}
	add(s.Shared, "shared", "chunks stand in several places")
	add(s.Unclaimed, "unclaimed", "chunks that no page has; chunking the whole list removes them")
	add(s.Damaged, "damaged", "pages have lost files and are made whole by the next chunking")
	add(s.Broken, "broken", "page records cannot be understood; chunking the pages again mends them")
	if s.Original {
		rows = append(rows, []string{"made by", "the original RAG Manager, and not chunked since"})
	}
	if len(s.Spaces) == 0 {
		rows = append(rows, []string{"vectors", fmt.Sprintf("none, %d to make", s.Chunks)})
	}
	for _, v := range s.Spaces {
		name := v.Space.String()
		if v.Space.Model == "" {
			name = fmt.Sprintf("unknown model, %d components", v.Space.Dimensions)
		}
		rows = append(rows, []string{"vectors", fmt.Sprintf("%d (%s), %d to make, %d obsolete", v.Vectors, name, v.Missing, v.Obsolete)})
	}
	return rows
}

// size writes a number of bytes for people.
func size(n int64) string {
	const kilo = 1000
	switch {
	case n >= kilo*kilo:
		return fmt.Sprintf("%.1f MB", float64(n)/kilo/kilo)
	case n >= kilo:
		return fmt.Sprintf("%.1f kB", float64(n)/kilo)
	}
	return fmt.Sprintf("%d bytes", n)
}

// printedStatus makes the status ready to be written for programs.
func printedStatus(root string, s library.Status) any {
	type space struct {
		Model      string `json:"model"`
		Dimensions int    `json:"dimensions"`
		Vectors    int    `json:"vectors"`
		Missing    int    `json:"missing"`
		Obsolete   int    `json:"obsolete"`
		Bytes      int64  `json:"bytes"`
	}
	spaces := []space{}
	for _, v := range s.Spaces {
		spaces = append(spaces, space{v.Space.Model, v.Space.Dimensions, v.Vectors, v.Missing, v.Obsolete, v.Bytes})
	}
	return struct {
		Root         string  `json:"root"`
		Original     bool    `json:"original"`
		Pages        int     `json:"pages"`
		Broken       int     `json:"broken"`
		Damaged      int     `json:"damaged"`
		Chunks       int     `json:"chunks"`
		Unclaimed    int     `json:"unclaimed"`
		Shared       int     `json:"shared"`
		MatchBytes   int64   `json:"match_bytes"`
		ContentBytes int64   `json:"content_bytes"`
		Spaces       []space `json:"spaces"`
	}{root, s.Original, s.Pages, s.Broken, s.Damaged, s.Chunks, s.Unclaimed, s.Shared, s.Bytes.Match, s.Bytes.Content, spaces}
}

func (a *app) pagesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "pages",
		Short: "List the pages of the library",
		Args:  arguments(0, 0),
		RunE: func(c *cobra.Command, _ []string) error {
			m, err := a.open(c)
			if err != nil {
				return err
			}
			pages, err := m.Library().Pages()
			if err != nil && len(pages) == 0 {
				return err
			}
			terminal.PrintError(a.stderr, err)
			if a.json {
				return a.writeJSON(printedPages(pages))
			}
			var rows [][]string
			for _, p := range pages {
				errors, warnings := countReports(p)
				rows = append(rows, []string{
					strconv.Itoa(len(p.Chunks)), strconv.Itoa(errors), strconv.Itoa(warnings), p.Read.Local().Format("2006-01-02 15:04"), p.Title, p.Address,
				})
			}
			return terminal.Table(a.stdout, []string{"chunks", "errors", "warnings", "read", "title", "address"}, rows)
		},
	}
}

// countReports counts the reports of a page to its author.
func countReports(p library.Page) (errors, warnings int) {
	for _, r := range p.Reports {
		switch r.Severity {
		case "error":
			errors++
		case "warning":
			warnings++
		}
	}
	return errors, warnings
}

// A printedPage is a page as pages writes it for programs.
type printedPage struct {
	Address  string    `json:"address"`
	Source   string    `json:"source"`
	Base     string    `json:"base"`
	Title    string    `json:"title"`
	Read     time.Time `json:"read"`
	Chunks   int       `json:"chunks"`
	Errors   int       `json:"errors"`
	Warnings int       `json:"warnings"`
}

func printedPages(pages []library.Page) []printedPage {
	list := []printedPage{}
	for _, p := range pages {
		errors, warnings := countReports(p)
		list = append(list, printedPage{p.Address, p.Source, p.Base, p.Title, p.Read, len(p.Chunks), errors, warnings})
	}
	return list
}

func (a *app) showCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "show NAME|PAGE",
		Short: "Show a chunk and where it stands, or the chunks of a page",
		Long: `Shows the match string and the content of a chunk and where it stands, or the
chunks of a page. A chunk is named by its name or the first digits of it, a page
by its address or the end of that.`,
		Args: arguments(1, 1),
		RunE: func(c *cobra.Command, args []string) error {
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
	case len(pages) == 1:
		return a.showPage(pages[0])
	case len(names)+len(pages) == 0:
		return fmt.Errorf("%s is %w of this library", what, errNoSuch)
	}
	var found []string
	for _, n := range names {
		found = append(found, string(n))
	}
	for _, p := range pages {
		found = append(found, p.Address)
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

// matchingPages returns the pages with an address or, failing that, those with
// an address that ends so.
func matchingPages(l *library.Library, address string) ([]library.Page, error) {
	if p, err := l.Page(address); err == nil {
		return []library.Page{p}, nil
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
	terminal.PrintError(a.stderr, err)
	if a.json {
		return a.writeJSON(map[string]any{"name": name, "match": chunk.Match, "content": chunk.Content, "places": printedOwners(places)})
	}
	for _, p := range places {
		fmt.Fprintf(a.stdout, "%s:%d-%d: %s\n", p.Address, p.FirstLine, p.LastLine, p.Kind)
	}
	if len(places) == 0 {
		a.println("no page has this chunk any more")
	}
	return a.println(fmt.Sprintf("---------- MATCH -----------\n%s\n--------- CONTENT ----------\n%s\n----------- END ------------", chunk.Match, chunk.Content))
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
		owners = append(owners, printedOwner{p.Address, p.Kind, p.Headings, p.Date, p.FirstLine, p.LastLine})
	}
	return owners
}

func (a *app) showPage(p library.Page) error {
	if a.json {
		return a.writeJSON(p)
	}
	a.println(p.Address)
	if p.Title != "" {
		a.println(p.Title)
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
			fmt.Fprintf(a.stdout, "%s:%d:%d: %s: %s [%s]\n", p.Address, r.Line, r.Column, r.Severity, oneLine(r.Message), r.ID)
		}
	}
	return nil
}

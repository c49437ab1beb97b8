package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"ragmanager/chunker"
	"ragmanager/manager"
)

// fetchFlags are the settings of reading pages that have flags.
var fetchFlags = []string{
	"fetch.timeout", "fetch.idle_timeout", "fetch.max_wait", "fetch.max_bytes", "fetch.per_host", "fetch.retries", "fetch.user_agent",
	"proxy", "ca_file",
}

func (a *app) chunkCommand() *cobra.Command {
	var print bool
	var base string
	c := &cobra.Command{
		Use:   "chunk [SOURCE...]",
		Short: "Read pages, cut them into chunks and store these in the library",
		Long: `Reads the pages of the sources, cuts them into chunks and stores these.

Without SOURCE the whole list of sources is read; pages that are gone and chunks
that no page has any more are then removed, if every source could be read. With
SOURCE, a URL, file or folder, these alone are read and nothing is removed.

With --print the chunks of one page are printed, and no library is touched.`,
		Example: `  ragmanager --root lib sources add manual/ --base https://www.example.com/manual/
  ragmanager --root lib chunk
  ragmanager --root lib chunk manual/pump.html
  ragmanager chunk --print manual/pump.html --json`,
		Args: arguments(0, -1),
		RunE: func(c *cobra.Command, args []string) error {
			if print {
				return a.printPage(c, args, base)
			}
			return a.chunk(c, args, base)
		},
	}
	c.Flags().BoolVar(&print, "print", false, "print the chunks of one page instead of storing them")
	c.Flags().StringVar(&base, "base", "", "URL under which the given local sources are published")
	manager.AddFlags(c.Flags(), append([]string{"dump"}, fetchFlags...)...)
	return c
}

// chunk runs the chunk job.
func (a *app) chunk(c *cobra.Command, args []string, base string) error {
	if base != "" && len(args) == 0 {
		return usageError{fmt.Errorf("--base concerns given sources; in the list each has its own: ragmanager sources add SOURCE --base URL")}
	}
	m, err := a.open(c)
	if err != nil {
		return err
	}
	original, err := m.Library().Original()
	if err != nil {
		return err
	}
	r := a.reporter()
	result, err := m.Chunk(c.Context(), sourcesOf(args, base), r)
	if closed := r.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	if err := a.tellChunked(result, original); err != nil {
		return err
	}
	if result.Pages.Failed > 0 {
		return errPartly
	}
	return nil
}

// sourcesOf returns the sources given as arguments.
func sourcesOf(args []string, base string) []manager.Source {
	var sources []manager.Source
	for _, s := range args {
		sources = append(sources, manager.Source{Address: s, Base: base})
	}
	return sources
}

// tellChunked writes what chunking has done.
func (a *app) tellChunked(r manager.ChunkResult, original bool) error {
	if a.json {
		return a.writeJSON(struct {
			Result manager.ChunkResult `json:"result"`
		}{r})
	}
	if a.quiet {
		return nil
	}
	if original {
		fmt.Fprintf(a.stdout, "library of the original RAG Manager: %d of %d new chunks reuse its vectors\n", r.Reused, r.Chunks.Added)
	}
	if r.Shared > 0 {
		fmt.Fprintf(a.stdout, "%d chunks stand in several places, for their match strings are equal\n", r.Shared)
	}
	if n := r.Reports.Errors + r.Reports.Warnings; n > 0 {
		fmt.Fprintf(a.stdout, "for authors: %d errors and %d warnings in these pages; see: ragmanager check SOURCE\n", r.Reports.Errors, r.Reports.Warnings)
	}
	return a.println(r)
}

// A printedChunk is a chunk as chunk --print writes it for programs.
type printedChunk struct {
	Name       string          `json:"name"`
	Match      string          `json:"match"`
	Content    string          `json:"content"`
	Kind       chunker.Kind    `json:"kind"`
	Document   string          `json:"document"`
	Chapter    string          `json:"chapter"`
	Section    string          `json:"section"`
	Subsection string          `json:"subsection"`
	Headings   []printedTitle  `json:"headings"`
	Date       string          `json:"date"`
	FirstLine  int             `json:"first_line"`
	LastLine   int             `json:"last_line"`
	Prompts    []string        `json:"prompts"`
	Links      []printedLink   `json:"links"`
	Fragments  []printedPiece  `json:"fragments"`
	Also       []printedPlaces `json:"also,omitempty"`
}

type printedTitle struct {
	Label string `json:"label"`
	Title string `json:"title"`
	Link  string `json:"link"`
}

type printedLink struct {
	Text  string `json:"text"`
	URL   string `json:"url"`
	Image bool   `json:"image"`
}

type printedPiece struct {
	Kind      chunker.Kind `json:"kind"`
	FirstLine int          `json:"first_line"`
	LastLine  int          `json:"last_line"`
}

type printedPlaces struct {
	FirstLine int `json:"first_line"`
	LastLine  int `json:"last_line"`
}

// printPage prints the chunks of one page.
func (a *app) printPage(c *cobra.Command, args []string, base string) error {
	if len(args) != 1 {
		return usageError{fmt.Errorf("--print takes one file or URL")}
	}
	reader, err := a.pageReader(c)
	if err != nil {
		return err
	}
	page, err := reader.Read(c.Context(), manager.Source{Address: args[0], Base: base})
	if err != nil {
		return err
	}
	if !a.json {
		return a.printText(page)
	}
	chunks := make([]printedChunk, 0, len(page.Chunks))
	for _, c := range page.Chunks {
		chunks = append(chunks, printed(c))
	}
	return a.writeJSON(chunks)
}

// pageReader returns a reader of single pages. It takes the settings of no
// library: what it prints must not depend on one.
func (a *app) pageReader(c *cobra.Command) (*manager.PageReader, error) {
	personal, err := a.personal(c)
	if err != nil {
		return nil, err
	}
	settings, err := manager.FlagLibrarySettings(c.Flags())
	if err != nil {
		return nil, err
	}
	return manager.NewPageReader(settings.Fetch, personal)
}

// printed makes a chunk ready to be written.
func printed(c manager.PageChunk) printedChunk {
	p := printedChunk{
		Name: c.Name, Match: c.Match, Content: c.Content, Kind: c.Kind, Document: c.Document.Text, Chapter: c.Chapter.Text,
		Section: c.Section.Text, Date: c.Date, FirstLine: c.FirstLine, LastLine: c.LastLine,
		Headings: []printedTitle{}, Prompts: append([]string{}, c.Prompts...), Links: []printedLink{},
	}
	add := func(label string, t chunker.Title) {
		if t.Text != "" {
			p.Headings = append(p.Headings, printedTitle{label, t.Text, t.Link})
		}
	}
	add("Document", c.Document)
	add("Chapter", c.Chapter)
	add("Section", c.Section)
	for _, s := range c.Subsections {
		add("Subsection", s)
		p.Subsection = s.Text
	}
	for _, l := range c.Links {
		p.Links = append(p.Links, printedLink(l))
	}
	for _, f := range c.Fragments {
		p.Fragments = append(p.Fragments, printedPiece(f))
	}
	for _, o := range c.Also {
		p.Also = append(p.Also, printedPlaces{o.FirstLine, o.LastLine})
	}
	return p
}

// printText writes the chunks of a page for people, in the form of a dump.
func (a *app) printText(page manager.ReadPage) error {
	for _, c := range page.Chunks {
		if a.verbose {
			for _, f := range c.Fragments {
				fmt.Fprintf(a.stderr, "%s:%d: %s\n", page.Address, f.FirstLine, f.Kind)
			}
		}
		fmt.Fprintf(a.stdout, "%s:%d-%d: %s %s\n---------- MATCH -----------\n%s\n--------- CONTENT ----------\n%s\n----------- END ------------\n\n",
			page.Address, c.FirstLine, c.LastLine, c.Kind, c.Name, c.Match, c.Content)
	}
	return nil
}

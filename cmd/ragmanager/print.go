package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"ragmanager/chunker"
	"ragmanager/library"
	"ragmanager/manager"
	"ragmanager/manager/terminal"
)

// A printedChunk is a chunk as chunk --print writes it for programs.
type printedChunk struct {
	Name       string            `json:"name"`
	Match      string            `json:"match"`
	Content    string            `json:"content"`
	Kind       chunker.Kind      `json:"kind"`
	Document   string            `json:"document"`
	Chapter    string            `json:"chapter"`
	Section    string            `json:"section"`
	Subsection string            `json:"subsection"`
	Headings   []library.Heading `json:"headings"`
	Date       string            `json:"date"`
	FirstLine  int               `json:"first_line"`
	LastLine   int               `json:"last_line"`
	Prompts    []string          `json:"prompts"`
	Links      []printedLink     `json:"links"`
	Fragments  []printedPiece    `json:"fragments"`
	Also       []printedPlaces   `json:"also,omitempty"`
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
		return usage(c, "--print takes one file or URL")
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
		a.printText(page)
		return nil
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
		return nil, wrongSettings(err)
	}
	return manager.NewPageReader(settings.Fetch, personal)
}

// printed makes a chunk ready to be written.
func printed(c manager.PageChunk) printedChunk {
	p := printedChunk{
		Name: c.Name, Match: c.Match, Content: c.Content, Kind: c.Kind, Document: c.Document.Text, Chapter: c.Chapter.Text,
		Section: c.Section.Text, Date: c.Date, FirstLine: c.FirstLine, LastLine: c.LastLine,
		Headings: append([]library.Heading{}, manager.Headings(c.Chunk)...), Prompts: append([]string{}, c.Prompts...), Links: []printedLink{},
	}
	if n := len(c.Subsections); n > 0 {
		p.Subsection = c.Subsections[n-1].Text
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
func (a *app) printText(page manager.ReadPage) {
	for _, c := range page.Chunks {
		if a.verbose {
			for _, f := range c.Fragments {
				fmt.Fprintf(a.stderr, "%s:%d-%d: %s in chunk %s\n", terminal.Clean(page.Address), f.FirstLine, f.LastLine, f.Kind, c.Name)
			}
		}
		a.printf("%s:%d-%d: %s %s\n%s\n", terminal.Clean(page.Address), c.FirstLine, c.LastLine, c.Kind, c.Name, framed(c.Match, c.Content))
	}
	if len(page.Chunks) == 0 {
		a.hint(page.Address + ": no text to make chunks of")
	}
}

// framed returns the texts of a chunk as a dump shows them.
func framed(match, content string) string {
	return fmt.Sprintf("---------- MATCH -----------\n%s\n--------- CONTENT ----------\n%s\n----------- END ------------\n", match, content)
}

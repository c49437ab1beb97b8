package main

import (
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"ragmanager/library"
	"ragmanager/manager/terminal"
)

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
			if err != nil {
				a.warn(err)
			}
			if a.json {
				return a.writeJSON(printedPages(pages))
			}
			if len(pages) == 0 {
				a.hint("no pages yet; read some with: ragmanager chunk")
				return nil
			}
			var rows [][]string
			for _, p := range pages {
				errors, warnings := countReports(p)
				rows = append(rows, []string{
					strconv.Itoa(len(p.Chunks)), strconv.Itoa(errors), strconv.Itoa(warnings), p.Read.Local().Format("2006-01-02 15:04"), p.Title, terminal.Clean(p.Address),
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

package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ragmanager/chunker"
	"ragmanager/manager"
	"ragmanager/manager/fetch"
	"ragmanager/manager/terminal"
)

func (a *app) checkCommand() *cobra.Command {
	k := checker{app: a, found: []printedReport{}}
	severity := string(chunker.Warning)
	c := &cobra.Command{
		Use:   "check SOURCE...",
		Short: "Tell authors what in their pages will not be found",
		Long: `Reads pages and tells their authors, with line and column, what in them will not
be found or was not understood. No library is touched.

The exit status is 1 if there is any report of the severity that was asked for:
error (text was lost or misread), warning (the author should look) or info (what
was left out on purpose). The identifier in brackets is for --ignore.`,
		Example: `  ragmanager check manual/*.html
  ragmanager check https://www.example.com/manual/pump.html --severity error
  ragmanager check manual/ --ignore missing-caption,duplicate-match`,
		Args: arguments(1, -1),
		RunE: func(c *cobra.Command, args []string) (err error) {
			if k.shown, err = severities(c, severity); err != nil {
				return err
			}
			return k.run(c, args)
		},
	}
	c.Flags().StringSliceVar(&k.ignore, "ignore", nil, "`identifiers` of reports to leave out, separated by commas")
	c.Flags().StringVar(&severity, "severity", severity, "least `severity` to report: error, warning or info")
	manager.AddFlags(c.Flags(), fetchFlags...)
	return c
}

// severities returns the given severity and those above it.
func severities(c *cobra.Command, least string) ([]chunker.Severity, error) {
	all := []chunker.Severity{chunker.Error, chunker.Warning, chunker.Info}
	i := slices.Index(all, chunker.Severity(least))
	if i < 0 {
		return nil, usage(c, "--severity is %q: want error, warning or info", least)
	}
	return all[:i+1], nil
}

// A printedReport is a report as check writes it for programs.
type printedReport struct {
	Page     string           `json:"page"`
	Line     int              `json:"line"`
	Column   int              `json:"column"`
	Severity chunker.Severity `json:"severity"`
	ID       string           `json:"id"`
	Message  string           `json:"message"`
	Element  string           `json:"element"`
	LeftOut  string           `json:"left_out"`
}

// A checker reads pages and writes what their authors should know.
type checker struct {
	*app
	shown  []chunker.Severity
	ignore []string

	found  []printedReport
	failed bool // some page could not be read
}

func (k *checker) run(c *cobra.Command, args []string) error {
	reader, err := k.pageReader(c)
	if err != nil {
		return err
	}
	errs := reader.Check(c.Context(), sourcesOf(args, ""), k.page)
	if err := c.Context().Err(); err != nil {
		return err
	}
	for _, err := range errs {
		if errors.Is(err, fetch.ErrDuplicate) {
			k.warn(err)
		} else {
			k.fail(err)
		}
	}
	if k.json {
		if err := k.writeJSON(k.found); err != nil {
			return err
		}
	}
	if k.failed || len(k.found) > 0 {
		return errFound
	}
	return nil
}

// fail tells that a page or source could not be read.
func (k *checker) fail(err error) {
	k.failed = true
	terminal.PrintError(k.stderr, err)
}

// page takes a page with its reports.
func (k *checker) page(p manager.CheckedPage) {
	if p.Err != nil {
		k.fail(p.Err)
		return
	}
	for _, r := range p.Reports {
		if !slices.Contains(k.shown, r.Severity) || slices.Contains(k.ignore, r.ID) {
			continue
		}
		k.found = append(k.found, printedReport{p.Address, r.Line, r.Column, r.Severity, r.ID, r.Message, r.Element, r.LeftOut})
		if !k.json {
			k.printReport(p.Address, r.Line, r.Column, string(r.Severity), r.Message, r.ID)
		}
	}
}

// printReport writes a report on a line, in the form that editors understand.
func (a *app) printReport(page string, line, column int, severity, message, id string) {
	a.printf("%s:%d:%d: %s: %s [%s]\n", terminal.Clean(page), line, column, severity,
		terminal.Clean(strings.Join(strings.Fields(message), " ")), id)
}

package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ragmanager/chunker"
	"ragmanager/manager"
	"ragmanager/manager/terminal"
)

func (a *app) checkCommand() *cobra.Command {
	var ignore []string
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
		RunE: func(c *cobra.Command, args []string) error {
			shown, err := severities(severity)
			if err != nil {
				return err
			}
			return a.check(c, args, shown, ignore)
		},
	}
	c.Flags().StringSliceVar(&ignore, "ignore", nil, "identifiers of reports to leave out, separated by commas")
	c.Flags().StringVar(&severity, "severity", severity, "least severity to report: error, warning or info")
	manager.AddFlags(c.Flags(), fetchFlags...)
	return c
}

// severities returns the given severity and those above it.
func severities(least string) ([]chunker.Severity, error) {
	all := []chunker.Severity{chunker.Error, chunker.Warning, chunker.Info}
	i := slices.Index(all, chunker.Severity(least))
	if i < 0 {
		return nil, usageError{fmt.Errorf("--severity %q: allowed are error, warning and info", least)}
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

// check reads pages and writes their reports.
func (a *app) check(c *cobra.Command, args []string, shown []chunker.Severity, ignore []string) error {
	reader, err := a.pageReader(c)
	if err != nil {
		return err
	}
	found := []printedReport{}
	failed := false
	fail := func(err error) {
		failed = true
		terminal.PrintError(a.stderr, err)
	}
	errs := reader.Check(c.Context(), sourcesOf(args, ""), func(p manager.CheckedPage) {
		if p.Err != nil {
			fail(p.Err)
			return
		}
		for _, r := range p.Reports {
			if slices.Contains(shown, r.Severity) && !slices.Contains(ignore, r.ID) {
				found = append(found, printedReport{p.Address, r.Line, r.Column, r.Severity, r.ID, r.Message, r.Element, r.LeftOut})
			}
		}
		if !a.json {
			a.printReports(&found, &failed)
		}
	})
	for _, err := range errs {
		fail(err)
	}
	if a.json {
		if err := a.writeJSON(found); err != nil {
			return err
		}
		failed = failed || len(found) > 0
	}
	if failed {
		return errFound
	}
	return nil
}

// printReports writes reports, a line each, and empties the list.
func (a *app) printReports(found *[]printedReport, failed *bool) {
	for _, r := range *found {
		*failed = true
		fmt.Fprintf(a.stdout, "%s:%d:%d: %s: %s [%s]\n", r.Page, r.Line, r.Column, r.Severity, oneLine(r.Message), r.ID)
	}
	*found = (*found)[:0]
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

var errNoSuch = errors.New("neither a chunk nor a page")

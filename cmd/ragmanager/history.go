package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"ragmanager/manager"
	"ragmanager/manager/terminal"
)

func (a *app) historyCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "history",
		Short: "Show earlier questions and their answers",
		Long: `Shows earlier questions and their answers, oldest first. They are kept in the
library, in Log/history.jsonl, an exchange in JSON on each line.`,
		Args: arguments(0, 0),
		RunE: func(c *cobra.Command, _ []string) error {
			m, err := a.open(c)
			if err != nil {
				return err
			}
			return a.printHistory(m)
		},
	}
}

// printHistory shows the history.
func (a *app) printHistory(m *manager.Manager) error {
	exchanges, err := m.History()
	if err != nil && len(exchanges) == 0 {
		return err
	}
	a.warn(err)
	if a.json {
		return a.writeJSON(append([]manager.Exchange{}, exchanges...))
	}
	if len(exchanges) == 0 {
		a.hint("no questions yet; ask one with: ragmanager ask")
	}
	for _, e := range exchanges {
		if err := a.printExchange(e); err != nil {
			return err
		}
	}
	return nil
}

// printExchange shows a question and its answer to people.
func (a *app) printExchange(e manager.Exchange) error {
	model := e.Model
	if model == "" {
		model = "no model"
	}
	a.printf("%s  %s relevance %.2f, %s, %s sent\n? %s\n\n",
		e.Time.Local().Format("2006-01-02 15:04"), e.Tier, e.Relevance, terminal.Clean(model), counted(len(e.Chunks), "chunk"), terminal.Clean(e.Question))
	out := terminal.NewMarkdown(a.stdout)
	if _, err := io.WriteString(out, strings.TrimRight(e.Answer, "\n")); err != nil {
		return err
	}
	if err := out.Close(); err != nil {
		return err
	}
	a.printf("\n")
	return nil
}

func (a *app) clearCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "clear",
		Short: "Forget earlier questions and their answers",
		Long: `Forgets earlier questions and their answers, for good. None of them goes along
with the next question then.`,
		Args: arguments(0, 0),
		RunE: func(c *cobra.Command, _ []string) error {
			m, err := a.open(c)
			if err != nil {
				return err
			}
			return a.clearHistory(m)
		},
	}
}

// clearHistory forgets the history.
func (a *app) clearHistory(m *manager.Manager) error {
	n, err := m.ClearHistory()
	if err != nil {
		return err
	}
	if a.json {
		return a.writeJSON(map[string]int{"forgotten": n})
	}
	if !a.quiet {
		a.printf("forgotten: %s\n", counted(n, "exchange"))
	}
	return nil
}

package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"ragmanager/manager"
	"ragmanager/manager/terminal"
)

func (a *app) historyCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "history",
		Short: "Show earlier questions and their answers",
		Args:  arguments(0, 0),
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
	for _, e := range exchanges {
		model := e.Model
		if model == "" {
			model = "no model"
		}
		a.printf("%s  %s %.2f, %s, %d chunks\n? %s\n\n%s\n\n", e.Time.Local().Format("2006-01-02 15:04"), e.Tier, e.Relevance, model, len(e.Chunks), e.Question, e.Answer)
	}
	return nil
}

func (a *app) clearCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "clear",
		Short: "Forget earlier questions and their answers",
		Args:  arguments(0, 0),
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
		a.printf("forgotten: %d exchanges\n", n)
	}
	return nil
}

func (a *app) keyCommand() *cobra.Command {
	c := group("key", "Keep, show or test the key for the server of models", a.keySetCommand(), a.keyShowCommand(), a.keyTestCommand())
	c.Long = `Keeps, shows or tests the key for the server of models. It is taken from the
environment variable OPENAI_API_KEY, else from the file of the setting
endpoint.key_file, else from the keychain of the system. It is never shown.`
	return c
}

func (a *app) keySetCommand() *cobra.Command {
	return &cobra.Command{
		Use: "set", Short: "Keep a key in the keychain of the system", Args: arguments(0, 0),
		Long: "Reads a key from the input, where it is not shown, and keeps it in the keychain of the system.",
		RunE: func(c *cobra.Command, _ []string) error {
			text, err := a.value(c.Context(), manager.Field{Key: "key", Secret: true}, []string{"key"})
			if err != nil {
				return err
			}
			return manager.SetKey(manager.Secret(text))
		},
	}
}

func (a *app) keyShowCommand() *cobra.Command {
	return &cobra.Command{
		Use: "show", Short: "Tell where the key is found", Args: arguments(0, 0),
		RunE: func(c *cobra.Command, _ []string) error {
			personal, err := a.personal(c)
			if err != nil {
				return err
			}
			key, err := personal.FindKey()
			if err != nil {
				return err
			}
			a.warn(key.Exposed)
			if a.json {
				return a.writeJSON(map[string]string{"from": key.From})
			}
			a.printf("%s from %s\n", key.Secret, key.From)
			return nil
		},
	}
}

func (a *app) keyTestCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "test", Short: "Ask the server whether it takes the key", Args: arguments(0, 0),
		RunE: func(c *cobra.Command, _ []string) error {
			personal, err := a.personal(c)
			if err != nil {
				return err
			}
			models, err := personal.Models(c.Context())
			if err != nil {
				return err
			}
			if a.json {
				return a.writeJSON(append([]string{}, models...))
			}
			a.printf("%s takes the key and offers %d models\n", personal.Endpoint.BaseURL, len(models))
			return terminal.Table(a.stdout, nil, rowsOf(models))
		},
	}
	manager.AddFlags(c.Flags(), "endpoint.base_url", "endpoint.key_file", "proxy", "ca_file")
	return c
}

// rowsOf makes a table of one column.
func rowsOf(texts []string) [][]string {
	var rows [][]string
	for _, t := range texts {
		rows = append(rows, []string{fmt.Sprint(t)})
	}
	return rows
}

package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"ragmanager/manager"
	"ragmanager/manager/terminal"
)

func (a *app) configCommand() *cobra.Command {
	c := group("config", "List, show or change settings", a.configListCommand(), a.configGetCommand(), a.configSetCommand(), a.configPathCommand())
	c.Long = `Lists, shows or changes settings. Those of a library are kept in its root and
travel with it; those of the person stay with the person. A flag counts before
the environment, that before the file, that before the default. The user and
password that a host asks for are hosts.HOST.user and hosts.HOST.password.`
	return c
}

func (a *app) configListCommand() *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "List all settings that count, with their meanings", Args: arguments(0, 0),
		RunE: func(c *cobra.Command, _ []string) error {
			entries, err := a.entries(c)
			if err != nil {
				return err
			}
			if a.json {
				return a.writeJSON(printedEntries(entries))
			}
			var rows [][]string
			for _, e := range entries {
				rows = append(rows, []string{e.Field.Key, e.Value, string(e.Field.Level), e.Field.Meaning})
			}
			return terminal.Table(a.stdout, []string{"setting", "value", "of", "meaning"}, rows)
		},
	}
}

// entries returns all settings that count; those of a library only if one was
// named.
func (a *app) entries(c *cobra.Command) ([]manager.Entry, error) {
	personal, err := a.personal(c)
	if err != nil {
		return nil, err
	}
	var entries []manager.Entry
	if personal.Root != "" {
		settings, err := manager.LoadLibrarySettings(personal.Root, c.Flags())
		if err != nil {
			return nil, err
		}
		entries = settings.List()
	}
	return append(entries, personal.List()...), nil
}

// A printedEntry is a setting as config list writes it for programs.
type printedEntry struct {
	Key     string `json:"key"`
	Value   string `json:"value"`
	Level   string `json:"level"`
	Type    string `json:"type"`
	Unit    string `json:"unit"`
	Default string `json:"default"`
	Range   string `json:"range"`
	Meaning string `json:"meaning"`
}

func printedEntries(entries []manager.Entry) []printedEntry {
	list := []printedEntry{}
	for _, e := range entries {
		f := e.Field
		list = append(list, printedEntry{f.Key, e.Value, string(f.Level), string(f.Type), f.Unit, f.Default, f.Range, f.Meaning})
	}
	return list
}

func (a *app) configGetCommand() *cobra.Command {
	return &cobra.Command{
		Use: "get SETTING", Short: "Show the value of a setting that counts", Args: arguments(1, 1),
		RunE: func(c *cobra.Command, args []string) error {
			field, err := manager.Lookup(args[0])
			if err != nil {
				return err
			}
			personal, err := a.personal(c)
			if err != nil {
				return err
			}
			if field.Level == manager.PersonalLevel {
				return a.printValue(personal.Get(args[0]))
			}
			root, err := a.root(c)
			if err != nil {
				return err
			}
			settings, err := manager.LoadLibrarySettings(root, c.Flags())
			if err != nil {
				return err
			}
			return a.printValue(settings.Get(args[0]))
		},
	}
}

func (a *app) printValue(value string, err error) error {
	if err != nil {
		return err
	}
	if a.json {
		return a.writeJSON(value)
	}
	return a.println(value)
}

func (a *app) configSetCommand() *cobra.Command {
	return &cobra.Command{
		Use: "set SETTING [VALUE]", Short: "Change a setting in its file", Args: arguments(1, 2),
		Long: `Changes a setting in its file. Without VALUE it is read from the input, so that a
password need not stand in the command line.`,
		RunE: func(c *cobra.Command, args []string) error {
			field, err := manager.Lookup(args[0])
			if err != nil {
				return err
			}
			value, err := a.value(field, args)
			if err != nil {
				return err
			}
			if field.Level == manager.PersonalLevel {
				return setPersonal(args[0], value)
			}
			root, err := a.root(c)
			if err != nil {
				return err
			}
			settings, err := manager.ReadLibrarySettings(root)
			if err != nil {
				return err
			}
			if err := settings.Set(args[0], value); err != nil {
				return err
			}
			return settings.Save(root)
		},
	}
}

// setPersonal changes a setting of the person.
func setPersonal(key, value string) error {
	file, err := manager.PersonalFile()
	if err != nil {
		return err
	}
	settings, err := manager.ReadPersonalSettings(file)
	if err != nil {
		return err
	}
	if err := settings.Set(key, value); err != nil {
		return err
	}
	return settings.Save(file)
}

// value returns the value that was given or is typed in; a secret is not shown
// while it is typed.
func (a *app) value(field manager.Field, args []string) (string, error) {
	if len(args) == 2 {
		return args[1], nil
	}
	if f, ok := a.stdin.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		fmt.Fprintf(a.stderr, "%s: ", args[0])
		if field.Secret {
			secret, err := term.ReadPassword(int(f.Fd()))
			fmt.Fprintln(a.stderr)
			return string(secret), err
		}
	}
	line, err := bufio.NewReader(a.stdin).ReadString('\n')
	if err == io.EOF && line != "" {
		err = nil
	}
	if err != nil {
		return "", usageError{fmt.Errorf("no value for %s: %w", args[0], err)}
	}
	return strings.TrimRight(line, "\r\n"), nil
}

func (a *app) configPathCommand() *cobra.Command {
	return &cobra.Command{
		Use: "path", Short: "Show the files that settings are kept in", Args: arguments(0, 0),
		RunE: func(c *cobra.Command, _ []string) error {
			file, err := manager.PersonalFile()
			if err != nil {
				return err
			}
			personal, err := a.personal(c)
			if err != nil {
				return err
			}
			paths := map[string]string{"personal": file}
			if personal.Root != "" {
				paths["library"] = manager.LibraryFile(personal.Root)
			}
			if a.json {
				return a.writeJSON(paths)
			}
			rows := [][]string{{"personal", file}}
			if personal.Root != "" {
				rows = append(rows, []string{"library", paths["library"]})
			}
			return terminal.Table(a.stdout, nil, rows)
		},
	}
}

package main

import (
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"ragmanager/assets"
	"ragmanager/library"
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
			return nil, wrongSettings(err)
		}
		entries = settings.List()
	} else {
		a.hint("settings of a library are left out, because none was named; " + noRoot{}.Hint())
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
	var byDefault bool
	c := &cobra.Command{
		Use: "get SETTING", Short: "Show the value of a setting that counts", Args: arguments(1, 1), ValidArgsFunction: complete(keys),
		RunE: func(c *cobra.Command, args []string) error {
			field, err := manager.Lookup(args[0])
			if err != nil {
				return err
			}
			if byDefault {
				return a.printValue(defaultOf(field), nil)
			}
			if field.Level == manager.PersonalLevel {
				personal, err := a.personal(c)
				if err != nil {
					return err
				}
				return a.printValue(personal.Get(args[0]))
			}
			root, _, err := a.root(c)
			if err != nil {
				return err
			}
			settings, err := manager.LoadLibrarySettings(root, c.Flags())
			if err != nil {
				return wrongSettings(err)
			}
			return a.printValue(settings.Get(args[0]))
		},
	}
	c.Flags().BoolVar(&byDefault, "default", false, "show the default; of a prompt, that of the program")
	return c
}

// defaultOf returns what counts if a setting is not set.
func defaultOf(field manager.Field) string {
	name, ok := strings.CutPrefix(field.Key, "answer.")
	if tier, isPrompt := strings.CutSuffix(name, "_prompt"); ok && isPrompt {
		return strings.TrimSpace(assets.Prompt(tier))
	}
	return field.Default
}

// keys returns the keys of all settings.
func keys() []string {
	var all []string
	for _, f := range manager.Fields() {
		all = append(all, f.Key)
	}
	return all
}

func (a *app) printValue(value string, err error) error {
	if err != nil {
		return err
	}
	if a.json {
		return a.writeJSON(value)
	}
	a.printf("%s\n", value)
	return nil
}

func (a *app) configSetCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "set SETTING [VALUE]", Short: "Change a setting in its file", Args: arguments(1, 2), ValidArgsFunction: complete(keys),
		Long: `Changes a setting in its file. Without VALUE it is read from the input, so that a
password need not stand in the command line, where others can see it. Prompts
and lists, which have several lines, can also be read from a file: its name then
stands for VALUE, after an @.`,
		Example: `  ragmanager config set root lib
  ragmanager config set fetch.timeout 2m
  ragmanager config set hosts.www.example.com.user jo
  ragmanager config set hosts.www.example.com.password
  ragmanager config set sources < addresses.txt
  ragmanager config get answer.high_prompt --default > prompt.txt
  ragmanager config set answer.high_prompt @prompt.txt
  ragmanager config set answer.high_prompt ""`,
		RunE: func(c *cobra.Command, args []string) error {
			field, err := manager.Lookup(args[0])
			if err != nil {
				return err
			}
			if field.Level == manager.PersonalLevel {
				return a.setPersonal(c, field, args)
			}
			root, _, err := a.root(c)
			if err != nil {
				return err
			}
			value, err := a.value(c.Context(), field, args)
			if err != nil {
				return err
			}
			defer manager.LockSettings(root)()
			settings, err := manager.ReadLibrarySettings(root)
			if err != nil {
				return wrongSettings(err)
			}
			if err := settings.Set(args[0], value); err != nil {
				return err
			}
			return settings.Save(root)
		},
	}
	c.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return &usageError{err, "a VALUE that begins with - goes after --, as in: " + c.CommandPath() + " SETTING -- VALUE"}
	})
	return c
}

// setPersonal changes a setting of the person.
func (a *app) setPersonal(c *cobra.Command, field manager.Field, args []string) error {
	file, err := manager.PersonalFile()
	if err != nil {
		return err
	}
	value, err := a.value(c.Context(), field, args)
	if err != nil {
		return err
	}
	defer manager.LockSettings(filepath.Dir(file))()
	settings, err := manager.ReadPersonalSettings(file)
	if err != nil {
		return wrongSettings(err)
	}
	if err := settings.Set(args[0], value); err != nil {
		return err
	}
	if err := settings.Save(file); err != nil {
		return err
	}
	if field.Key == "root" && settings.Root != "" {
		if _, err := library.Open(settings.Root); err != nil {
			a.warn(err)
		}
	}
	return nil
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
			for _, level := range []string{"personal", "library"} {
				if path := paths[level]; path != "" {
					a.printf("%-8s  %s\n", level, path)
				}
			}
			return nil
		},
	}
}

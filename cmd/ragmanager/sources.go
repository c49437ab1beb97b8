package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"ragmanager/manager"
	"ragmanager/manager/terminal"
)

func (a *app) sourcesCommand() *cobra.Command {
	return group("sources", "List or change what pages are read from",
		a.sourcesListCommand(), a.sourcesAddCommand(), a.sourcesRemoveCommand(), a.sourcesSetCommand(), a.sourcesMoveCommand())
}

func (a *app) sourcesListCommand() *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "List the sources", Args: arguments(0, 0),
		RunE: func(c *cobra.Command, _ []string) error {
			root, _, err := a.root(c)
			if err != nil {
				return err
			}
			s, err := manager.ReadLibrarySettings(root)
			if err != nil {
				return wrongSettings(err)
			}
			if a.json {
				return a.writeJSON(printedSources(s.Sources))
			}
			if len(s.Sources) == 0 {
				a.hint("no sources yet; add one with: ragmanager sources add ADDRESS")
			}
			var rows [][]string
			for _, s := range s.Sources {
				rows = append(rows, sourceRow(s))
			}
			return terminal.Table(a.stdout, nil, rows)
		},
	}
}

// sourceRow returns a source as sources list shows it.
func sourceRow(s manager.Source) []string {
	off := ""
	if s.Off {
		off = "off"
	}
	return []string{s.Address, s.Base, off}
}

// A printedSource is a source as sources list writes it for programs.
type printedSource struct {
	Address string `json:"address"`
	Base    string `json:"base"`
	Off     bool   `json:"off"`
}

func printedSources(sources []manager.Source) []printedSource {
	list := []printedSource{}
	for _, s := range sources {
		list = append(list, printedSource(s))
	}
	return list
}

func (a *app) sourcesAddCommand() *cobra.Command {
	var base string
	var off bool
	c := &cobra.Command{
		Use: "add SOURCE...", Short: "Add URLs, files or folders to the sources", Args: arguments(1, -1),
		Long: `Adds URLs, files or folders at the end of the list of sources, all of them or, if
one cannot be added, none. For SOURCE - they are read from the input, one a line;
blank lines, and those that begin with #, are passed over.`,
		Example: `  ragmanager sources add https://www.example.com/manual/pump.html
  ragmanager sources add manual/ --base https://www.example.com/manual/
  ragmanager sources add - < addresses.txt`,
		RunE: func(c *cobra.Command, args []string) error {
			given, err := a.givenSources(c, args)
			if err != nil {
				return err
			}
			if err := checkBase(c, addressesOf(given), base); err != nil {
				return err
			}
			return a.changeSources(c, given, "added", func(s *manager.LibrarySettings, addresses []string) []error {
				list := sourcesOf(addresses, base)
				for i := range list {
					list[i].Off = off
				}
				return s.AddSources(list)
			})
		},
	}
	c.Flags().StringVar(&base, "base", "", "`URL` under which local sources are published, so that links lead there")
	c.Flags().BoolVar(&off, "off", false, "list the sources without reading them")
	return c
}

// A givenSource is the address of a source as it was given.
type givenSource struct {
	address string
	line    int // of the input, from 1; 0 for an argument
}

// addressesOf returns the addresses alone.
func addressesOf(given []givenSource) []string {
	addresses := make([]string, len(given))
	for i, g := range given {
		addresses[i] = g.address
	}
	return addresses
}

// givenSources returns the sources that arguments name, those of the input for -.
func (a *app) givenSources(c *cobra.Command, args []string) ([]givenSource, error) {
	var given []givenSource
	read := false
	for _, arg := range args {
		switch {
		case arg != "-":
			given = append(given, givenSource{address: arg})
		case read:
			return nil, usage(c, "the input can be read only once")
		default:
			read = true
			text, err := a.value(c.Context(), manager.Field{Type: manager.ListType}, []string{"sources"})
			if err != nil {
				return nil, err
			}
			given = append(given, sourcesOfLines(text)...)
		}
	}
	return given, nil
}

// sourcesOfLines returns the sources in a text, one a line; blank lines and those
// that begin with # are none.
func sourcesOfLines(text string) (given []givenSource) {
	number := 0
	for line := range strings.Lines(text) {
		number++
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			given = append(given, givenSource{line, number})
		}
	}
	return given
}

func (a *app) sourcesRemoveCommand() *cobra.Command {
	return &cobra.Command{
		Use: "remove SOURCE...", Short: "Remove sources from the list", Args: arguments(1, -1), ValidArgsFunction: a.completeSources(-1),
		Long: `Removes sources from the list, all of them or, if one is not in it, none. For
SOURCE - they are read from the input, as sources add does. Their pages and chunks
go when the whole list is chunked the next time.`,
		RunE: func(c *cobra.Command, args []string) error {
			given, err := a.givenSources(c, args)
			if err != nil {
				return err
			}
			return a.changeSources(c, given, "removed", (*manager.LibrarySettings).RemoveSources)
		},
	}
}

// changeSources changes the list of sources for each address, or not at all.
func (a *app) changeSources(c *cobra.Command, given []givenSource, done string, change func(*manager.LibrarySettings, []string) []error) error {
	s, err := a.editSources(c, func(s *manager.LibrarySettings) error {
		errs := change(s, addressesOf(given))
		for i, err := range errs {
			if line := given[i].line; err != nil && line > 0 {
				errs[i] = fmt.Errorf("line %d: %w", line, err)
			}
		}
		return errors.Join(errs...)
	})
	switch {
	case err != nil:
		return err
	case a.json:
		return a.writeJSON(map[string]int{done: len(given), "sources": len(s.Sources)})
	case !a.quiet:
		a.printf("%s: %d; sources now: %d\n", done, len(given), len(s.Sources))
	}
	return nil
}

// editSources changes the settings of the library that was named, unless edit
// returns an error, and returns them.
func (a *app) editSources(c *cobra.Command, edit func(*manager.LibrarySettings) error) (manager.LibrarySettings, error) {
	root, _, err := a.root(c)
	if err != nil {
		return manager.LibrarySettings{}, err
	}
	defer manager.LockSettings(root)()
	s, err := manager.ReadLibrarySettings(root)
	if err != nil {
		return s, wrongSettings(err)
	}
	if err := edit(&s); err != nil {
		return s, err
	}
	return s, s.Save(root)
}

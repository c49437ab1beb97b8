package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"ragmanager/manager"
	"ragmanager/manager/terminal"
)

func (a *app) sourcesSetCommand() *cobra.Command {
	var to manager.Source
	var on bool
	c := &cobra.Command{
		Use: "set SOURCE", Short: "Change the base or the address of a source, or put it off or on", Args: arguments(1, 1),
		ValidArgsFunction: a.completeSources(1),
		Long: `Changes a source of the list, which keeps its place. What no flag names stays as it
is. The pages of an address that is given up go when the whole list is chunked
the next time.`,
		Example: `  ragmanager sources set manual/ --base https://www.example.com/manual/
  ragmanager sources set manual/ --base ""
  ragmanager sources set manual/ --off`,
		RunE: func(c *cobra.Command, args []string) error {
			if !slices.ContainsFunc([]string{"base", "address", "off", "on"}, c.Flags().Changed) {
				return usage(c, "nothing to change: give --base, --address, --off or --on")
			}
			if on && to.Off {
				return usage(c, "--off and --on exclude each other")
			}
			return a.setSource(c, args[0], to)
		},
	}
	c.Flags().StringVar(&to.Base, "base", "", "`URL` under which the source is published; an empty one takes it away")
	c.Flags().StringVar(&to.Address, "address", "", "another URL, file or folder to read in its place")
	c.Flags().BoolVar(&to.Off, "off", false, "list the source without reading it")
	c.Flags().BoolVar(&on, "on", false, "read the source again")
	return c
}

// setSource gives a source what flags say of it.
func (a *app) setSource(c *cobra.Command, address string, to manager.Source) error {
	at := 0
	s, err := a.editSources(c, func(s *manager.LibrarySettings) (err error) {
		if at, err = s.FindSource(address); err != nil {
			return err
		}
		source := s.Sources[at]
		if c.Flags().Changed("base") {
			source.Base = to.Base
		}
		if c.Flags().Changed("address") {
			source.Address = to.Address
		}
		switch {
		case c.Flags().Changed("off"):
			source.Off = to.Off
		case c.Flags().Changed("on"):
			source.Off = c.Flags().Lookup("on").Value.String() != "true"
		}
		return s.SetSource(at, source)
	})
	switch {
	case err != nil:
		return err
	case a.json:
		return a.writeJSON(printedSource(s.Sources[at]))
	case !a.quiet:
		return terminal.Table(a.stdout, nil, [][]string{sourceRow(s.Sources[at])})
	}
	return nil
}

func (a *app) sourcesMoveCommand() *cobra.Command {
	return &cobra.Command{
		Use: "move SOURCE POSITION", Short: "Move a source to another place of the list", Args: arguments(2, 2),
		ValidArgsFunction: a.completeSources(1),
		Long: `Moves a source of the list to a position, counted from 1; those between make room.
Sources are read in the order of the list.`,
		Example: `  ragmanager sources move manual/ 1`,
		RunE: func(c *cobra.Command, args []string) error {
			return a.moveSource(c, args[0], args[1])
		},
	}
}

// moveSource moves a source to a position.
func (a *app) moveSource(c *cobra.Command, address, position string) error {
	to := 0
	s, err := a.editSources(c, func(s *manager.LibrarySettings) error {
		from, err := s.FindSource(address)
		if err != nil {
			return err
		}
		if to, err = strconv.Atoi(position); err != nil || to < 1 || to > len(s.Sources) {
			return usage(c, "the position is %q: want a number from 1 to %d", position, len(s.Sources))
		}
		s.MoveSource(from, to-1)
		return nil
	})
	switch {
	case err != nil:
		return err
	case a.json:
		return a.writeJSON(map[string]any{"address": s.Sources[to-1].Address, "position": to, "sources": len(s.Sources)})
	case !a.quiet:
		a.printf("moved to position %d of %d: %s\n", to, len(s.Sources), terminal.Clean(s.Sources[to-1].Address))
	}
	return nil
}

// completeSources makes a completion of arguments from the list of sources: of the
// first most, or of all if most is -1.
func (a *app) completeSources(most int) cobra.CompletionFunc {
	return func(c *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if most >= 0 && len(args) >= most {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		root, _, err := a.root(c)
		if err != nil {
			return nil, cobra.ShellCompDirectiveDefault // files may be sources
		}
		s, _ := manager.ReadLibrarySettings(root) // what can be read will do
		var found []string
		for _, source := range s.Sources {
			if strings.HasPrefix(source.Address, typed) {
				found = append(found, source.Address)
			}
		}
		return found, cobra.ShellCompDirectiveDefault
	}
}

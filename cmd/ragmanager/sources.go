package main

import (
	"github.com/spf13/cobra"

	"ragmanager/manager"
	"ragmanager/manager/terminal"
)

func (a *app) sourcesCommand() *cobra.Command {
	return group("sources", "List, add or remove what pages are read from", a.sourcesListCommand(), a.sourcesAddCommand(), a.sourcesRemoveCommand())
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
				off := ""
				if s.Off {
					off = "off"
				}
				rows = append(rows, []string{s.Address, s.Base, off})
			}
			return terminal.Table(a.stdout, nil, rows)
		},
	}
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
		Example: `  ragmanager sources add https://www.example.com/manual/pump.html
  ragmanager sources add manual/ --base https://www.example.com/manual/`,
		RunE: func(c *cobra.Command, args []string) error {
			if err := checkBase(c, args, base); err != nil {
				return err
			}
			return a.changeSources(c, args, "added", func(s *manager.LibrarySettings, address string) error {
				return s.AddSource(manager.Source{Address: address, Base: base, Off: off})
			})
		},
	}
	c.Flags().StringVar(&base, "base", "", "`URL` under which local sources are published, so that links lead there")
	c.Flags().BoolVar(&off, "off", false, "list the sources without reading them")
	return c
}

func (a *app) sourcesRemoveCommand() *cobra.Command {
	return &cobra.Command{
		Use: "remove SOURCE...", Short: "Remove sources from the list", Args: arguments(1, -1),
		Long: `Removes sources from the list. Their pages and chunks go when the whole list is
chunked the next time.`,
		RunE: func(c *cobra.Command, args []string) error {
			return a.changeSources(c, args, "removed", func(s *manager.LibrarySettings, address string) error { return s.RemoveSource(address) })
		},
	}
}

// changeSources changes the list of sources for each address, or not at all.
func (a *app) changeSources(c *cobra.Command, addresses []string, done string, change func(*manager.LibrarySettings, string) error) error {
	root, _, err := a.root(c)
	if err != nil {
		return err
	}
	defer manager.LockSettings(root)()
	s, err := manager.ReadLibrarySettings(root)
	if err != nil {
		return wrongSettings(err)
	}
	for _, address := range addresses {
		if err := change(&s, address); err != nil {
			return err
		}
	}
	if err := s.Save(root); err != nil {
		return err
	}
	switch {
	case a.json:
		return a.writeJSON(map[string]int{done: len(addresses), "sources": len(s.Sources)})
	case !a.quiet:
		a.printf("%s: %d; sources now: %d\n", done, len(addresses), len(s.Sources))
	}
	return nil
}

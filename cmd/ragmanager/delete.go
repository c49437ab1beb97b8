package main

import (
	"github.com/spf13/cobra"
)

func (a *app) deleteCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "delete",
		Short: "Remove all chunks and pages from the library, but no vector",
		Long: `Removes the files of Match, Content and Page. Vectors, which cost money, and
settings stay, so that chunking the same pages again makes the library as it was.`,
		Args: arguments(0, 0),
		RunE: func(c *cobra.Command, _ []string) error {
			m, err := a.open(c)
			if err != nil {
				return err
			}
			r, err := m.Delete(c.Context())
			if err != nil {
				return err
			}
			switch {
			case a.json:
				return a.writeJSON(map[string]int{"chunks": r.Chunks, "pages": r.Pages})
			case !a.quiet:
				a.printf("removed: %s of %s; vectors are kept\n", counted(r.Chunks, "chunk"), counted(r.Pages, "page"))
			}
			return nil
		},
	}
}

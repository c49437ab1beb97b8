package main

import (
	"github.com/spf13/cobra"

	"ragmanager/library"
	"ragmanager/manager"
)

// embedFlags are the settings of making vectors that have flags.
var embedFlags = []string{
	"retrieve.space", "retrieve.model", "retrieve.dimensions",
	"endpoint.base_url", "endpoint.key_file", "endpoint.parallel", "proxy", "ca_file",
}

// askFlags are the settings of finding chunks that have flags.
var askFlags = append([]string{"retrieve.retriever", "retrieve.high", "retrieve.mid"}, embedFlags...)

func (a *app) embedCommand() *cobra.Command {
	var dryRun bool
	var vectorsAre string
	c := &cobra.Command{
		Use:   "embed",
		Short: "Make the vectors of the chunks that have none",
		Long: `Makes the vectors of the chunks that have none, and says before what it will
cost. Each batch is stored as it comes: a run that was cut short goes on where it
was. Without a key, the builtin space is used, which needs no vectors; its index
is then made. A chunk that the server does not take is named and left out.

Switching the model, see retrieve.model, keeps the vectors of the old one. The
original RAG Manager does not note which model its vectors are of; they are
taken for those of text-embedding-3-small if they have its 1536 components. Say
it with --vectors-are if that is wrong or not known.`,
		Example: `  ragmanager --root lib embed --dry-run
  ragmanager --root lib embed`,
		Args: arguments(0, 0),
		RunE: func(c *cobra.Command, _ []string) error {
			m, err := a.open(c)
			if err != nil {
				return err
			}
			if vectorsAre != "" {
				return a.sayVectors(c, m, vectorsAre)
			}
			return a.embed(c, m, dryRun)
		},
	}
	c.Flags().BoolVar(&dryRun, "dry-run", false, "only say what it would cost")
	c.Flags().StringVar(&vectorsAre, "vectors-are", "", "`MODEL` that the vectors already in the library are of")
	manager.AddFlags(c.Flags(), embedFlags...)
	return c
}

// embed runs the embed job.
func (a *app) embed(c *cobra.Command, m *manager.Manager, dryRun bool) error {
	r := a.reporter()
	result, err := m.Embed(c.Context(), dryRun, func(q manager.EmbedResult) error {
		if !a.json && !a.quiet {
			a.printf("%s\n", quoted(q))
		}
		return nil
	}, r)
	err = closing(r, err)
	if a.json {
		if e := a.writeJSON(map[string]any{"result": result}); err == nil {
			err = e
		}
	} else if !a.quiet {
		a.tellEmbedded(result, dryRun, err)
	}
	if err == nil && result.Refused > 0 {
		err = errPartly
	}
	return err
}

// quoted says what embedding will cost.
func quoted(q manager.EmbedResult) string {
	if q.Missing == 0 {
		return "no vectors to make: all chunks have one of " + q.Space
	}
	text := q.Quote()
	if !q.Priced {
		text += ", at a price that is not known"
	}
	return text
}

// tellEmbedded tells what an embed job did, unless the quote said it all.
func (a *app) tellEmbedded(result manager.EmbedResult, dryRun bool, err error) {
	switch {
	case dryRun && err == nil && result.Space == manager.SpaceBuiltin:
		a.printf("the space builtin needs no vectors; it is made on this computer and costs nothing\n")
	case dryRun, err != nil && result.Embedded == 0, err == nil && result.Space != manager.SpaceBuiltin && result.Missing == 0:
	default:
		a.printf("%s\n", result)
	}
}

// sayVectors notes which model the vectors of a library are of.
func (a *app) sayVectors(c *cobra.Command, m *manager.Manager, model string) error {
	space, err := m.SayVectors(c.Context(), model)
	if err == nil && !a.quiet {
		a.printf("the vectors of the library are of %s\n", space)
	}
	return err
}

func (a *app) purgeCommand() *cobra.Command {
	var dryRun bool
	c := &cobra.Command{
		Use:   "purge",
		Short: "Remove the vectors of chunks that are gone",
		Long: `Removes the vectors of chunks that are gone. There is no hurry: they cost a little
space, and a chunk that comes back finds its vector again.`,
		Args: arguments(0, 0),
		RunE: func(c *cobra.Command, _ []string) error {
			m, err := a.open(c)
			if err != nil {
				return err
			}
			r, err := m.Purge(c.Context(), dryRun)
			if err != nil {
				return err
			}
			return a.tellPurged(r, dryRun)
		},
	}
	c.Flags().BoolVar(&dryRun, "dry-run", false, "only list them")
	return c
}

func (a *app) tellPurged(r library.PurgeResult, dryRun bool) error {
	if a.json {
		return a.writeJSON(map[string]any{"dry_run": dryRun, "names": append([]library.Name{}, r.Names...), "bytes": r.Bytes})
	}
	if dryRun {
		for _, n := range r.Names {
			a.printf("%s\n", n)
		}
	}
	if !a.quiet {
		what := "removed"
		if dryRun {
			what = "would be removed"
		}
		a.printf("vectors %s: %d (%s)\n", what, len(r.Names), size(r.Bytes))
	}
	return nil
}

package main

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"ragmanager/manager"
)

// fetchFlags are the settings of reading pages that have flags.
var fetchFlags = []string{
	"fetch.timeout", "fetch.idle_timeout", "fetch.max_wait", "fetch.max_bytes", "fetch.per_host", "fetch.retries", "fetch.user_agent",
	"proxy", "ca_file",
}

var errBase = errors.New("--base concerns sources that are given")

func (a *app) chunkCommand() *cobra.Command {
	var print bool
	var base string
	c := &cobra.Command{
		Use:   "chunk [SOURCE...]",
		Short: "Read pages, cut them into chunks and store these in the library",
		Long: `Reads the pages of the sources, cuts them into chunks and stores these.

Without SOURCE the whole list of sources is read. Pages that are gone from their
server (404, 410) or whose source is listed no more or is off, and chunks that no
page has, are then removed, if every source could be read. With SOURCE, a URL,
file or folder, these alone are read and no page is removed.

The last line of the output tells what was done. The exit status is 3 if some
page or source could not be read: what the library holds of it is kept.

With --print the chunks of one page are printed, and no library is touched.`,
		Example: `  ragmanager --root lib sources add manual/ --base https://www.example.com/manual/
  ragmanager --root lib chunk
  ragmanager --root lib chunk manual/pump.html
  ragmanager chunk --print manual/pump.html --json`,
		Args: arguments(0, -1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := checkBase(c, args, base); err != nil {
				return err
			}
			if print {
				return a.printPage(c, args, base)
			}
			return a.chunk(c, args, base)
		},
	}
	c.Flags().BoolVar(&print, "print", false, "print the chunks of one page instead of storing them")
	c.Flags().StringVar(&base, "base", "", "`URL` under which the given local sources are published")
	manager.AddFlags(c.Flags(), append([]string{"dump"}, fetchFlags...)...)
	return c
}

// checkBase refuses one base for several sources unless it is that of a folder:
// they would all be published at the same address.
func checkBase(c *cobra.Command, sources []string, base string) error {
	if len(sources) > 1 && base != "" && !strings.HasSuffix(base, "/") {
		return usage(c, "--base %s is to be that of %s: it must end in a slash", base, counted(len(sources), "source"))
	}
	return nil
}

// chunk runs the chunk job.
func (a *app) chunk(c *cobra.Command, args []string, base string) error {
	if base != "" && len(args) == 0 {
		return &usageError{
			errBase, "each source of the list has its own base: ragmanager sources add SOURCE --base URL",
		}
	}
	m, err := a.open(c)
	if err != nil {
		return err
	}
	r := a.reporter()
	result, err := m.Chunk(c.Context(), sourcesOf(args, base), r)
	_ = r.Close() // an error of writing is kept by the output; beside it, it does not matter
	if err != nil {
		return err
	}
	if err := a.tellChunked(result); err != nil {
		return err
	}
	if result.Pages.Failed > 0 {
		return errPartly
	}
	return nil
}

// sourcesOf returns the sources given as arguments.
func sourcesOf(args []string, base string) []manager.Source {
	var sources []manager.Source
	for _, s := range args {
		sources = append(sources, manager.Source{Address: s, Base: base})
	}
	return sources
}

// tellChunked writes what chunking has done.
func (a *app) tellChunked(r manager.ChunkResult) error {
	if a.json {
		return a.writeJSON(struct {
			Result manager.ChunkResult `json:"result"`
		}{r})
	}
	if a.quiet {
		return nil
	}
	if r.Original {
		of := r.Chunks.Added + r.Chunks.Changed + r.Chunks.Unchanged
		a.printf("library of the original RAG Manager: %d of %s reuse its vectors\n", r.Reused, counted(of, "chunk"))
	}
	if r.Swept > 0 {
		a.printf("removed because no page has them: %s; vectors are kept\n", counted(r.Swept, "chunk"))
	}
	if r.Shared > 0 {
		a.printf("in several places, because match strings are equal: %s\n", counted(r.Shared, "chunk"))
	}
	if e, w := r.Reports.Errors, r.Reports.Warnings; e+w > 0 {
		a.printf("for authors: %s and %s in these pages; see: ragmanager check SOURCE\n", counted(e, "error"), counted(w, "warning"))
	}
	a.printf("%v\n", r)
	return nil
}

package main

import (
	"errors"

	"github.com/spf13/cobra"

	"ragmanager/manager"
)

var errNoFolder = errors.New("the name of the folder is empty")

func (a *app) sampleCommand() *cobra.Command {
	return &cobra.Command{
		Use: "sample [FOLDER]", Short: "Make a library of a sample manual, to try the program", Args: arguments(0, 1),
		Long: `Writes a small manual to FOLDER/manual, makes a library of it in FOLDER/library,
and tells how to ask it. It needs no key and no network. Without FOLDER it is
RAGMANAGER_SAMPLE, else ragmanager/sample in the folder of the system for data.
Files that are there already stay as they are. Delete FOLDER to be rid of it.`,
		Example: `  ragmanager sample
  ragmanager sample try`,
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
		RunE: func(c *cobra.Command, args []string) error {
			if c.Flags().Changed("root") {
				return usage(c, "--root does not count here: the sample has a library of its own")
			}
			dir, err := sampleDir(args)
			if err != nil {
				return err
			}
			return a.sample(c, dir)
		},
	}
}

// sampleDir returns the folder that the sample is to be in.
func sampleDir(args []string) (string, error) {
	switch {
	case len(args) == 0:
		return manager.SampleDir()
	case args[0] == "":
		return "", &usageError{errNoFolder, "name one, or leave it out"}
	}
	return args[0], nil
}

// A printedSample is what sample writes for programs.
type printedSample struct {
	Root      string              `json:"root"`
	Manual    string              `json:"manual"`
	Questions []string            `json:"questions"`
	Chunked   manager.ChunkResult `json:"chunked"`
}

// sample makes the sample in a folder, chunks it, and tells what to do next.
func (a *app) sample(c *cobra.Command, dir string) error {
	root, err := manager.MakeSample(dir)
	if err != nil {
		return err
	}
	result, err := a.chunkSample(c, root)
	if err != nil {
		return err
	}
	if err := a.tellSample(printedSample{root, manager.SampleManual(root), manager.SampleQuestions(), result}); err != nil {
		return err
	}
	if result.Pages.Failed > 0 {
		return errPartly
	}
	return nil
}

// tellSample writes what was made and what to do next.
func (a *app) tellSample(s printedSample) error {
	if a.json {
		return a.writeJSON(struct {
			Result printedSample `json:"result"`
		}{s})
	}
	if err := a.tellChunked(s.Chunked); err != nil || a.quiet {
		return err
	}
	a.printf("sample manual: %s\n", s.Manual)
	a.printf("ask it: %s\n", manager.CommandLine("ragmanager", "--root", s.Root, "ask", s.Questions[0]))
	return nil
}

// chunkSample chunks the whole library at root.
func (a *app) chunkSample(c *cobra.Command, root string) (manager.ChunkResult, error) {
	personal, err := a.personal(c)
	if err != nil {
		return manager.ChunkResult{}, err
	}
	settings, err := manager.LoadLibrarySettings(root, c.Flags())
	if err != nil {
		return manager.ChunkResult{}, wrongSettings(err)
	}
	m, err := manager.Open(root, settings, personal)
	if err != nil {
		return manager.ChunkResult{}, err
	}
	r := a.reporter()
	result, err := m.Chunk(c.Context(), nil, r)
	_ = r.Close() // an error of writing is kept by the output; beside it, it does not matter
	return result, err
}

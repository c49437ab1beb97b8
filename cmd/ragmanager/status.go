package main

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"ragmanager/library"
	"ragmanager/manager/terminal"
)

func (a *app) statusCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "status",
		Short: "Tell what the library holds",
		Args:  arguments(0, 0),
		RunE: func(c *cobra.Command, _ []string) error {
			m, err := a.open(c)
			if err != nil {
				return err
			}
			s, err := m.Library().Status()
			if err != nil {
				return err
			}
			if a.json {
				return a.writeJSON(printedStatus(m.Library().Root(), s))
			}
			return terminal.Table(a.stdout, nil, statusRows(m.Library().Root(), s))
		},
	}
}

// statusRows makes the lines of the status.
func statusRows(root string, s library.Status) [][]string {
	rows := [][]string{
		{"library", root},
		{"pages", strconv.Itoa(s.Pages)},
		{"chunks", strconv.Itoa(s.Chunks)},
		{"texts", fmt.Sprintf("%s of match strings, %s of contents", size(s.Bytes.Match), size(s.Bytes.Content))},
	}
	add := func(n int, name, noun, what string) {
		if n > 0 {
			rows = append(rows, []string{name, counted(n, noun) + what})
		}
	}
	add(s.Shared, "shared", "chunk", " in several places, because match strings are equal")
	add(s.Unclaimed, "unclaimed", "chunk", " that no page has; chunking the whole list removes those that no page has then")
	add(s.Damaged, "damaged", "page", " of which files were lost; chunking again makes them whole")
	add(s.Broken, "broken", "page record", " that cannot be understood; chunking the pages again mends that")
	if s.Original {
		rows = append(rows, []string{"made by", "the original RAG Manager, and not chunked since"})
	}
	if len(s.Spaces) == 0 {
		rows = append(rows, []string{"vectors", fmt.Sprintf("none, %d to make", s.Chunks)})
	}
	for _, v := range s.Spaces {
		rows = append(rows, []string{"vectors", fmt.Sprintf("%d (%s), %d to make, %d obsolete", v.Vectors, v.Space, v.Missing, v.Obsolete)})
	}
	return rows
}

// size writes a number of bytes for people.
func size(n int64) string {
	const kilo = 1000
	switch {
	case n >= kilo*kilo:
		return fmt.Sprintf("%.1f MB", float64(n)/kilo/kilo)
	case n >= kilo:
		return fmt.Sprintf("%.1f kB", float64(n)/kilo)
	}
	return counted(int(n), "byte")
}

// A shownStatus is a status as it is written for programs.
type shownStatus struct {
	Root         string       `json:"root"`
	Original     bool         `json:"original"`
	Pages        int          `json:"pages"`
	Broken       int          `json:"broken"`
	Damaged      int          `json:"damaged"`
	Chunks       int          `json:"chunks"`
	Unclaimed    int          `json:"unclaimed"`
	Shared       int          `json:"shared"`
	MatchBytes   int64        `json:"match_bytes"`
	ContentBytes int64        `json:"content_bytes"`
	Spaces       []shownSpace `json:"spaces"`
}

// A shownSpace is an embedding space in a [shownStatus].
type shownSpace struct {
	Model      string `json:"model"`
	Dimensions int    `json:"dimensions"`
	Vectors    int    `json:"vectors"`
	Missing    int    `json:"missing"`
	Obsolete   int    `json:"obsolete"`
	Bytes      int64  `json:"bytes"`
}

// printedStatus makes a status ready to be written for programs.
func printedStatus(root string, s library.Status) shownStatus {
	spaces := []shownSpace{}
	for _, v := range s.Spaces {
		spaces = append(spaces, shownSpace{v.Space.Model, v.Space.Dimensions, v.Vectors, v.Missing, v.Obsolete, v.Bytes})
	}
	return shownStatus{root, s.Original, s.Pages, s.Broken, s.Damaged, s.Chunks, s.Unclaimed, s.Shared, s.Bytes.Match, s.Bytes.Content, spaces}
}

package main

import (
	"cmp"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"ragmanager/manager"
	"ragmanager/manager/terminal"
)

func (a *app) statusCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "status",
		Short: "Tell what the library holds, and whether it can be asked",
		Args:  arguments(0, 0),
		RunE: func(c *cobra.Command, _ []string) error {
			m, err := a.open(c)
			if err != nil {
				return err
			}
			o, err := m.Overview()
			if err != nil {
				return err
			}
			root := m.Library().Root()
			if a.json {
				return a.writeJSON(printedStatus(root, o))
			}
			return terminal.Table(a.stdout, nil, append(statusRows(root, o), askRows(o)...))
		},
	}
	manager.AddFlags(c.Flags(), askFlags...)
	return c
}

// statusRows makes the lines of the status.
func statusRows(root string, o manager.Overview) [][]string {
	s := o.Status
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
	switch {
	case len(s.Spaces) > 0:
	case o.Builtin:
		rows = append(rows, []string{"vectors", "none, and the space builtin needs none"})
	default:
		rows = append(rows, []string{"vectors", fmt.Sprintf("none, %d to make", s.Chunks)})
	}
	for _, v := range s.Spaces {
		rows = append(rows, []string{"vectors", fmt.Sprintf("%d (%s), %d to make, %d obsolete", v.Vectors, v.Space, v.Missing, v.Obsolete)})
	}
	return rows
}

// askRows makes the lines that tell whether the library can be asked, and how.
func askRows(o manager.Overview) [][]string {
	rows := [][]string{{"asked in", o.Space + fitness(o)}}
	rows = append(rows, []string{"model", cmp.Or(o.Asks, "none is asked")})
	if o.KeyFrom != "" {
		rows = append(rows, []string{"key", "in " + o.KeyFrom})
	}
	ready := "yes"
	if err := o.Ready(); err != nil {
		ready = "no: " + err.Error()
		if hint := manager.Hint(err); hint != "" {
			ready += " (" + hint + ")"
		}
	}
	return append(rows, []string{"ready", ready})
}

// fitness tells what there is to do before all chunks are found in the space.
func fitness(o manager.Overview) string {
	switch {
	case o.Builtin && !o.Fitted && o.Status.Chunks > 0:
		return ", to be fitted on the chunks with the first question"
	case len(o.Missing) > 0:
		return fmt.Sprintf(", %s of %d without a vector", counted(len(o.Missing), "chunk"), o.Status.Chunks)
	}
	return ""
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
	Space        string       `json:"space"`
	Fitted       bool         `json:"fitted"`
	Missing      int          `json:"missing"`
	Obsolete     int          `json:"obsolete"`
	High         float64      `json:"high"`
	Mid          float64      `json:"mid"`
	Asks         string       `json:"asks"`
	KeyFrom      string       `json:"key_from"`
	Ready        bool         `json:"ready"`
	Why          string       `json:"why"`
	Hint         string       `json:"hint"`
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
func printedStatus(root string, o manager.Overview) shownStatus {
	s := o.Status
	spaces := []shownSpace{}
	for _, v := range s.Spaces {
		spaces = append(spaces, shownSpace{v.Space.Model, v.Space.Dimensions, v.Vectors, v.Missing, v.Obsolete, v.Bytes})
	}
	shown := shownStatus{
		Root: root, Original: s.Original, Pages: s.Pages, Broken: s.Broken, Damaged: s.Damaged,
		Chunks: s.Chunks, Unclaimed: s.Unclaimed, Shared: s.Shared, MatchBytes: s.Bytes.Match, ContentBytes: s.Bytes.Content,
		Spaces: spaces, Space: o.Space, Fitted: o.Fitted, Missing: len(o.Missing), Obsolete: o.Obsolete,
		High: o.Thresholds.High, Mid: o.Thresholds.Mid, Asks: o.Asks, KeyFrom: o.KeyFrom, Ready: true,
	}
	if err := o.Ready(); err != nil {
		shown.Ready, shown.Why, shown.Hint = false, err.Error(), manager.Hint(err)
	}
	return shown
}

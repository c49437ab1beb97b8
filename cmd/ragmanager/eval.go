package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"ragmanager/manager"
	"ragmanager/manager/eval"
	"ragmanager/manager/terminal"
)

func (a *app) evalCommand() *cobra.Command {
	var against string
	c := &cobra.Command{
		Use:   "eval SUITE",
		Short: "Measure how well the library answers a suite of questions",
		Long: `Asks the library the questions of a suite and measures how well the chunks that
answer them are found. A suite is a file of lines such as

  {"question": "What does E7 mean?", "page": "faq.html", "heading": "Errors", "evidence": "not acknowledged"}

An answer is found if a chunk of the page has the words of the evidence or, without
evidence, stands under the heading. A question with none of them is one that the
library does not cover: it should be of low relevance.

A SUITE that is a folder is searched itself, without a library: a retrieval test
set (docs.jsonl, queries.jsonl, qrels.tsv), or pages with a questions.jsonl.

With --json, the figures are written for programs and for a later --against.`,
		Example: `  ragmanager --root lib eval questions.jsonl
  ragmanager --root lib eval questions.jsonl --json > before.json
  ragmanager --root lib eval questions.jsonl --retrieve-retriever keyword --against before.json`,
		Args: arguments(1, 1),
		RunE: func(c *cobra.Command, args []string) error {
			earlier, err := readSummary(against)
			if err != nil {
				return err
			}
			s, err := a.evaluate(c, args[0])
			if err != nil {
				return err
			}
			if a.json {
				return a.writeJSON(s)
			}
			return a.printSummary(s, earlier)
		},
	}
	c.Flags().StringVar(&against, "against", "", "compare with the `FILE` that an earlier run wrote with --json")
	manager.AddFlags(c.Flags(), askFlags...)
	return c
}

// evaluate runs a suite.
func (a *app) evaluate(c *cobra.Command, suite string) (eval.Summary, error) {
	info, err := os.Stat(suite)
	if err != nil {
		return eval.Summary{}, err
	}
	if info.IsDir() {
		s, err := eval.RunFolder(c.Context(), suite)
		return s, wrapSuite(suite, err)
	}
	f, err := os.Open(suite)
	if err != nil {
		return eval.Summary{}, err
	}
	defer f.Close()
	cases, err := eval.ReadCases(f)
	if err != nil {
		return eval.Summary{}, wrapSuite(suite, err)
	}
	m, err := a.open(c)
	if err != nil {
		return eval.Summary{}, err
	}
	r := a.jobReporter()
	s, err := m.Evaluate(c.Context(), filepath.Base(suite), cases, r)
	return s, closing(r, err)
}

// wrapSuite names the suite that an error is about.
func wrapSuite(suite string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("suite %s: %w", suite, err)
}

// readSummary reads what an earlier run wrote, nil if no file is named.
func readSummary(file string) (*eval.Summary, error) {
	if file == "" {
		return nil, nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var s eval.Summary
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, fmt.Errorf("%s is not what eval --json writes: %w", file, err)
	}
	if s.Results == nil {
		return nil, fmt.Errorf("%s is not what eval --json writes: it has no results", file)
	}
	return &s, nil
}

// printSummary shows figures to people, beside those of an earlier run if there
// is one.
func (a *app) printSummary(s eval.Summary, earlier *eval.Summary) error {
	a.printf("%s: %d questions, %d in scope; space %s, %s; %.1f s\n", s.Suite, s.Questions, s.InScope, s.Space, s.Retriever, s.Seconds)
	header, rows := []string{"", "now"}, figures(s)
	if earlier != nil {
		header = append(header, "before", "change")
		for i, before := range figures(*earlier) {
			rows[i] = append(rows[i], before[1], change(rows[i][1], before[1]))
		}
	}
	if err := terminal.Table(a.stdout, header, rows); err != nil {
		return err
	}
	a.printf("\n")
	tiers := [][]string{tierRow("in scope", s.In), tierRow("out of scope", s.Out)}
	if err := terminal.Table(a.stdout, []string{"tier", "high", "mid", "low"}, tiers); err != nil {
		return err
	}
	if earlier != nil {
		a.printChanges(s, *earlier)
	}
	a.printMisses(s)
	return nil
}

// figures returns the measures with their names.
func figures(s eval.Summary) [][]string {
	row := func(name string, value float64) []string {
		return []string{name, strconv.FormatFloat(value, 'f', 3, 64)}
	}
	return [][]string{
		row("found in the first 1", s.Success1), row("found in the first 5", s.Success5), row("found in the first 10", s.Success10),
		row("recall@1", s.Recall1), row("recall@5", s.Recall5), row("recall@10", s.Recall10),
		row("MRR", s.MRR), row("nDCG@10", s.NDCG10),
	}
}

// change returns the difference of two figures with its sign.
func change(now, before string) string {
	n, _ := strconv.ParseFloat(now, 64) // both are ours
	b, _ := strconv.ParseFloat(before, 64)
	return fmt.Sprintf("%+.3f", n-b)
}

func tierRow(name string, t eval.TierCounts) []string {
	return []string{name, strconv.Itoa(t.High), strconv.Itoa(t.Mid), strconv.Itoa(t.Low)}
}

// printChanges shows the questions of which the rank or the tier changed.
func (a *app) printChanges(s, earlier eval.Summary) {
	var rows [][]string
	for _, id := range sortedKeys(s.Results) {
		now := s.Results[id]
		before, ok := earlier.Results[id]
		if ok && (now.Rank != before.Rank || now.Tier != before.Tier) {
			rows = append(rows, []string{id, rankText(before.Rank) + " → " + rankText(now.Rank), before.Tier + " → " + now.Tier})
		}
	}
	if len(rows) > 0 {
		a.printf("\n")
		_ = terminal.Table(a.stdout, []string{"question", "rank", "tier"}, rows) // a broken pipe shows at the next line
	}
}

func sortedKeys(results map[string]eval.CaseState) []string {
	keys := make([]string, 0, len(results))
	for key := range results {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

func rankText(rank int) string {
	if rank == 0 {
		return "none"
	}
	return strconv.Itoa(rank)
}

// printMisses shows the questions that went wrong, and what came instead.
func (a *app) printMisses(s eval.Summary) {
	if len(s.Misses) == 0 {
		a.printf("\nno misses\n")
		return
	}
	a.printf("\nmisses: %d\n", len(s.Misses))
	for _, m := range s.Misses {
		a.printf("%s %s\n  %s; tier %s\n", m.ID, terminal.Clean(m.Question), m.Reason, m.Tier)
		if len(m.Wanted) > 0 {
			a.printf("  wanted  %s\n", strings.Join(m.Wanted, " "))
		}
		for i, c := range m.Instead {
			a.printf("  came %d  %s  %s\n", i+1, c.Name, terminal.Clean(c.Under))
		}
	}
}

package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"ragmanager/manager"
	"ragmanager/manager/terminal"
)

func (a *app) retrieveCommand() *cobra.Command {
	var matches, contents bool
	var rows int
	c := &cobra.Command{
		Use:   "retrieve QUESTION",
		Short: "Show which chunks are found for a question",
		Long: `Shows which chunks are found for a question, how relevant each is, which of them
would be sent to the model with the question and why the others would not. The
bar is the relevance; total is how many tokens are sent with a chunk and those
above it. Chunks that words as well as vectors favour may stand above more
relevant ones.`,
		Example: `  ragmanager --root lib retrieve "How long do two D cells last?"
  ragmanager --root lib retrieve "What does E7 mean?" --matches --rows 5`,
		Args: arguments(1, -1),
		RunE: func(c *cobra.Command, args []string) error {
			if rows < 1 {
				return usage(c, "--rows is %d: want 1 or more", rows)
			}
			m, err := a.open(c)
			if err != nil {
				return err
			}
			r := a.jobReporter()
			found, err := m.Retrieve(c.Context(), strings.Join(args, " "), r)
			if err := closing(r, err); err != nil {
				return err
			}
			if a.json {
				return a.writeJSON(printedRetrieval(found))
			}
			return a.printRetrieval(found, rows, matches, contents)
		},
	}
	c.Flags().BoolVar(&matches, "matches", false, "show the match strings")
	c.Flags().BoolVar(&contents, "contents", false, "show the contents")
	c.Flags().IntVar(&rows, "rows", 20, "`number` of chunks to show at most; with --json all are")
	c.SetFlagErrorFunc(questionFlag)
	manager.AddFlags(c.Flags(), askFlags...)
	return c
}

// jobReporter returns a reporter for jobs whose result is the output: what they
// report goes beside it.
func (a *app) jobReporter() reporter {
	if a.json || a.quiet {
		return terminal.NewText(a.stderr, terminal.Quiet)
	}
	return terminal.NewText(a.stderr, terminal.Normal)
}

// printRetrieval shows what was found to people.
func (a *app) printRetrieval(found *manager.Retrieval, rows int, matches, contents bool) error {
	a.printf("relevance %.3f: %s (high from %.2f, mid from %.2f); space %s, %s\n",
		found.Relevance, found.Tier, found.Thresholds.High, found.Thresholds.Mid, found.Space, found.Retriever)
	a.printf("%d of %d tokens for %s, %s, %d ms\n",
		found.Tokens, found.Budget, found.Model, counted(len(found.Exchanges), "earlier exchange"), found.Time.Milliseconds())
	for _, note := range found.Notes {
		a.printf("note: %s\n", terminal.Clean(note))
	}
	if len(found.Hits) == 0 {
		a.printf("nothing was found\n")
		return nil
	}
	hits := found.Hits[:min(rows, len(found.Hits))]
	var table [][]string
	for _, h := range hits {
		in := "*"
		if !h.InBudget {
			in = ""
		}
		table = append(table, []string{
			strconv.Itoa(h.Rank), fmt.Sprintf("%.3f", h.Relevance), relevanceBar(h.Relevance), in, strconv.Itoa(h.Tokens), strconv.Itoa(h.Total), string(h.Name), under(h),
		})
	}
	if err := terminal.Table(a.stdout, []string{"", "rel.", "", "sent", "tokens", "total", "chunk", "under"}, table); err != nil {
		return err
	}
	if more := len(found.Hits) - len(hits); more > 0 {
		a.printf("and %d more; see --rows\n", more)
	}
	for _, line := range notSent(hits) {
		a.printf("%s\n", line)
	}
	if matches || contents {
		a.printTexts(hits, matches, contents)
	}
	return nil
}

// notSent says of which hits shown why they are not sent, a line for each reason.
func notSent(hits []manager.Hit) []string {
	var reasons []string
	ranks := map[string][]int{}
	for _, h := range hits {
		if h.InBudget {
			continue
		}
		if ranks[h.Why] == nil {
			reasons = append(reasons, h.Why)
		}
		ranks[h.Why] = append(ranks[h.Why], h.Rank)
	}
	for i, why := range reasons {
		reasons[i] = fmt.Sprintf("not sent: %s: %s", ranges(ranks[why]), why)
	}
	return reasons
}

// ranges writes ascending numbers, those in a row as 3–7.
func ranges(numbers []int) string {
	var parts []string
	for i := 0; i < len(numbers); {
		j := i
		for j+1 < len(numbers) && numbers[j+1] == numbers[j]+1 {
			j++
		}
		part := strconv.Itoa(numbers[i])
		if j > i {
			part += "–" + strconv.Itoa(numbers[j])
		}
		parts = append(parts, part)
		i = j + 1
	}
	return strings.Join(parts, ", ")
}

// printTexts shows the texts of hits.
func (a *app) printTexts(hits []manager.Hit, matches, contents bool) {
	for _, h := range hits {
		a.printf("\n%d %s %s\n", h.Rank, h.Name, h.URL)
		if matches {
			a.printf("---------- MATCH -----------\n%s\n", h.Match)
		}
		if contents {
			a.printf("--------- CONTENT ----------\n%s\n", h.Content)
		}
	}
}

// relevanceBar draws a relevance, 0 to 1, as a bar of ten blocks.
func relevanceBar(relevance float64) string {
	const width = 10
	n := int(math.Round(min(max(relevance, 0), 1) * width))
	return strings.Repeat("█", n) + strings.Repeat("░", width-n)
}

// under says where a hit stands.
func under(h manager.Hit) string {
	var path []string
	for _, t := range []string{h.Document, h.Chapter, h.Section} {
		if t != "" {
			path = append(path, t)
		}
	}
	return strings.Join(path, " › ")
}

// A printedHit is a hit as retrieve writes it for programs.
type printedHit struct {
	Rank      int     `json:"rank"`
	Name      string  `json:"name"`
	Relevance float64 `json:"relevance"`
	Page      string  `json:"page"`
	URL       string  `json:"url"`
	Document  string  `json:"document"`
	Chapter   string  `json:"chapter"`
	Section   string  `json:"section"`
	Date      string  `json:"date"`
	Tokens    int     `json:"tokens"`
	Total     int     `json:"total"`
	InBudget  bool    `json:"in_budget"`
	Why       string  `json:"why"`
	Match     string  `json:"match"`
	Content   string  `json:"content"`
}

// printedRetrieval makes what was found ready to be written for programs.
func printedRetrieval(found *manager.Retrieval) any {
	hits := []printedHit{}
	for _, h := range found.Hits {
		hits = append(hits, printedHit{
			h.Rank, string(h.Name), h.Relevance, h.Page, h.URL, h.Document, h.Chapter, h.Section, h.Date, h.Tokens, h.Total, h.InBudget, h.Why, h.Match, h.Content,
		})
	}
	return struct {
		Question   string             `json:"question"`
		Text       string             `json:"text"`
		Space      string             `json:"space"`
		Retriever  string             `json:"retriever"`
		Relevance  float64            `json:"relevance"`
		Tier       string             `json:"tier"`
		Thresholds map[string]float64 `json:"thresholds"`
		Budget     int                `json:"budget"`
		Tokens     int                `json:"tokens"`
		Model      string             `json:"model"`
		Exchanges  int                `json:"exchanges"`
		Notes      []string           `json:"notes"`
		Seconds    float64            `json:"seconds"`
		Hits       []printedHit       `json:"hits"`
	}{
		found.Question, found.Text, found.Space, found.Retriever, found.Relevance, found.Tier.String(),
		map[string]float64{"high": found.Thresholds.High, "mid": found.Thresholds.Mid},
		found.Budget, found.Tokens, found.Model,
		len(found.Exchanges), append([]string{}, found.Notes...), found.Time.Seconds(), hits,
	}
}

package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"ragmanager/manager"
	"ragmanager/manager/terminal"
)

func (a *app) askCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "ask [QUESTION]",
		Short: "Answer a question from the library",
		Long: `Answers a question from the library. Without a model to ask, for want of a key,
the answer is made of the passages that fit the question best.

The answer goes to the output; how relevant the question was, what the answer cost
and where it stands go beside it.

Without QUESTION, questions are read one after the other, a line each, with line
editing on a terminal. There, /retrieve shows what was found for the last
question, /history earlier exchanges, /clear forgets these, /quit or the end of
the input ends. Each exchange is kept, and the last few go along with the next
question; see answer.exchanges.`,
		Example: `  ragmanager --root lib ask "How long do two D cells last?"
  ragmanager --root lib ask
  ragmanager --root lib ask --json < questions.txt`,
		Args: arguments(0, -1),
		RunE: func(c *cobra.Command, args []string) error {
			m, err := a.open(c)
			if err != nil {
				return err
			}
			if len(args) > 0 {
				_, err := a.ask(c.Context(), m, strings.Join(args, " "))
				return err
			}
			return a.chat(c.Context(), m)
		},
	}
	c.SetFlagErrorFunc(questionFlag)
	manager.AddFlags(c.Flags(), append([]string{"answer.timeout", "answer.diagnostic", "answer.exchanges"}, askFlags...)...)
	return c
}

// questionFlag is the error for what was taken for a flag, but may be a word of a
// question.
func questionFlag(c *cobra.Command, err error) error {
	return &usageError{err, "put the question in quotation marks, or -- before it; for flags see: " + c.CommandPath() + " --help"}
}

// ask answers one question.
func (a *app) ask(ctx context.Context, m *manager.Manager, question string) (*manager.Retrieval, error) {
	r := a.jobReporter()
	out := terminal.NewMarkdown(a.stdout)
	delta := func(text string) error {
		if a.json {
			return nil
		}
		_, err := io.WriteString(out, text)
		return err
	}
	answer, err := m.Submit(ctx, question, delta, r)
	err = closing(out, closing(r, err))
	if answer == nil {
		return nil, err
	}
	if err != nil {
		return answer.Retrieval, err
	}
	if a.json {
		return answer.Retrieval, a.writeJSON(printedAnswer(answer))
	}
	if !a.quiet {
		a.printFooter(answer)
	}
	return answer.Retrieval, nil
}

// printFooter tells what an answer rests on and what it cost.
func (a *app) printFooter(answer *manager.Answer) {
	found := answer.Retrieval
	line := fmt.Sprintf("%s relevance %.2f", found.Tier, found.Relevance)
	if answer.Model != "" {
		line += fmt.Sprintf(", %s, %d+%d tokens", terminal.Clean(answer.Model), answer.Prompt, answer.Completed)
	}
	if answer.Priced {
		line += fmt.Sprintf(", $%.4f", answer.Price)
	}
	fmt.Fprintf(a.stderr, "\n%s, %.1f s\n", line, answer.Time.Seconds())
	if answer.Hint != "" {
		fmt.Fprintf(a.stderr, "note: %s\n", answer.Hint)
	}
	for _, note := range found.Notes {
		fmt.Fprintf(a.stderr, "note: %s\n", terminal.Clean(note))
	}
	if answer.Model != "" && found.Budget == 0 && len(found.Hits) > 0 {
		fmt.Fprintf(a.stderr, "note: the documentation does not seem to cover this question; none of it was sent to the model\n")
	}
	if answer.Model == "" {
		return
	}
	const most = 5
	for i, s := range answer.Sources[:min(most, len(answer.Sources))] {
		fmt.Fprintf(a.stderr, "[%d] %s %s\n", i+1, terminal.Clean(s.Title), terminal.Clean(s.URL))
	}
}

// printedAnswer makes an answer ready to be written for programs.
func printedAnswer(a *manager.Answer) any {
	type source struct {
		Name  string `json:"name"`
		Title string `json:"title"`
		URL   string `json:"url"`
		Used  bool   `json:"used"`
	}
	sources := []source{}
	for _, s := range a.Sources {
		sources = append(sources, source{string(s.Name), s.Title, s.URL, s.Used})
	}
	return struct {
		Question     string   `json:"question"`
		Answer       string   `json:"answer"`
		Tier         string   `json:"tier"`
		Relevance    float64  `json:"relevance"`
		Model        string   `json:"model"`
		Finish       string   `json:"finish"`
		Hint         string   `json:"hint"`
		PromptTokens int      `json:"prompt_tokens"`
		AnswerTokens int      `json:"answer_tokens"`
		Price        float64  `json:"price"`
		Priced       bool     `json:"priced"`
		Seconds      float64  `json:"seconds"`
		Sources      []source `json:"sources"`
	}{
		a.Retrieval.Question, a.Text, a.Retrieval.Tier.String(), a.Retrieval.Relevance, a.Model, a.Finish, a.Hint,
		a.Prompt, a.Completed, a.Price, a.Priced, a.Time.Seconds(), sources,
	}
}

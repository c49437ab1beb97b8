package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"ragmanager/manager"
	"ragmanager/manager/terminal"
)

func (a *app) askCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "ask [QUESTION]",
		Short: "Answer a question from the library",
		Long: `Answers a question from the library. Without a model to ask, for want of a key,
the answer is made of the passages that fit the question best.

Without QUESTION, questions are read one after the other, with line editing on a
terminal. /retrieve shows what was found for the last question, /history earlier
exchanges, /clear forgets these, /quit or the end of the input ends.`,
		Example: `  ragmanager --root lib ask "How long do two D cells last?"
  ragmanager --root lib ask`,
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
	manager.AddFlags(c.Flags(), append([]string{"answer.timeout", "answer.diagnostic", "answer.exchanges"}, askFlags...)...)
	return c
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
	if closed := r.Close(); err == nil {
		err = closed
	}
	if closed := out.Close(); err == nil {
		err = closed
	}
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
		line += fmt.Sprintf(", %s, %d+%d tokens", answer.Model, answer.Prompt, answer.Completed)
	}
	if answer.Priced {
		line += fmt.Sprintf(", $%.4f", answer.Price)
	}
	fmt.Fprintf(a.stderr, "\n%s, %.1f s\n", line, answer.Time.Seconds())
	if answer.Hint != "" {
		fmt.Fprintf(a.stderr, "note: %s\n", answer.Hint)
	}
	for _, note := range found.Notes {
		fmt.Fprintf(a.stderr, "note: %s\n", note)
	}
	if answer.Model == "" {
		return
	}
	const most = 5
	for i, s := range answer.Sources[:min(most, len(answer.Sources))] {
		fmt.Fprintf(a.stderr, "[%d] %s %s\n", i+1, s.Title, s.URL)
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

// chat answers the questions that are typed or come from the input.
func (a *app) chat(ctx context.Context, m *manager.Manager) error {
	lines, stop := a.lines()
	defer stop()
	var last *manager.Retrieval
	for {
		line, err := lines()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch line = strings.TrimSpace(line); {
		case line == "":
		case line == "/quit" || line == "/exit":
			return nil
		case strings.HasPrefix(line, "/"):
			err = a.chatCommand(m, line, last)
		default:
			last, err = a.ask(ctx, m, line)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		terminal.PrintError(a.stderr, err)
	}
}

// chatCommand carries out a command within a chat.
func (a *app) chatCommand(m *manager.Manager, line string, last *manager.Retrieval) error {
	switch line {
	case "/retrieve":
		if last == nil {
			return errors.New("no question has been asked yet")
		}
		return a.printRetrieval(last, 10, false, false)
	case "/history":
		return a.printHistory(m)
	case "/clear":
		return a.clearHistory(m)
	}
	return fmt.Errorf("no command %s; there are /retrieve, /history, /clear and /quit", line)
}

// lines returns a function that reads the next line: with editing on a
// terminal, else as it comes. stop is to be called at the end.
func (a *app) lines() (next func() (string, error), stop func()) {
	f, ok := a.stdin.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) || !terminal.IsTerminal(a.stdout) {
		s := bufio.NewReader(a.stdin)
		return func() (string, error) {
			line, err := s.ReadString('\n')
			if errors.Is(err, io.EOF) && strings.TrimSpace(line) != "" {
				err = nil
			}
			return line, err
		}, func() {}
	}
	t := term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{a.stdin, a.stdout}, "? ")
	return func() (string, error) {
		// The terminal is raw only while a line is edited, so that Ctrl-C
		// interrupts an answer.
		state, err := term.MakeRaw(int(f.Fd()))
		if err != nil {
			return "", err
		}
		defer term.Restore(int(f.Fd()), state)
		return t.ReadLine()
	}, func() {}
}

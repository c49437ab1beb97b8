package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"ragmanager/manager"
	"ragmanager/manager/terminal"
)

const chatHelp = "/retrieve shows what was found for the last question, /history earlier exchanges, /clear forgets these, /quit ends"

// A chat is a conversation with a library.
type chat struct {
	*app
	m     *manager.Manager
	typed bool               // somebody types
	last  *manager.Retrieval // for the last question; nil if there was none
}

// chat answers the questions that are typed or come from the input. Who types
// sees what went wrong; else the error says that a question was not answered.
func (a *app) chat(ctx context.Context, m *manager.Manager) error {
	read, restore, typed := a.questions()
	defer restore()
	talk := &chat{app: a, m: m, typed: typed}
	if typed {
		a.hint("ask a question; " + chatHelp)
	}
	var failed error
	for {
		line, err := within(ctx, read)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		more, said := talk.answer(ctx, strings.TrimSpace(line))
		if ctx.Err() != nil {
			return ctx.Err()
		}
		terminal.PrintError(a.stderr, said)
		if said != nil && !typed {
			failed = errAnswer
		}
		if err != nil || !more || a.stdout.err != nil {
			return failed
		}
	}
}

// answer answers a question or carries out a command. It reports whether the chat
// goes on.
func (c *chat) answer(ctx context.Context, line string) (more bool, err error) {
	switch line {
	case "":
		return true, nil
	case "/quit", "/exit", "/q", "quit", "exit":
		return false, nil
	case "/help", "/?", "?", "help":
		fmt.Fprintln(c.stderr, chatHelp)
		return true, nil
	case "/retrieve":
		return true, c.retrieved()
	case "/history":
		return true, c.printHistory(c.m)
	case "/clear":
		return true, c.clearHistory(c.m)
	}
	if strings.HasPrefix(line, "/") {
		word, _, _ := strings.Cut(line, " ")
		return true, &hinted{fmt.Errorf("there is no command %s", word), chatHelp}
	}
	if c.last != nil && !c.typed && !c.json {
		c.printf("\n") // between answers that go to the same place
	}
	found, err := c.ask(ctx, c.m, line)
	if found != nil {
		c.last = found
	}
	return true, err
}

// retrieved shows what was found for the last question.
func (c *chat) retrieved() error {
	const rows = 10 // what fits on a screen
	switch {
	case c.last == nil:
		return errors.New("no question has been asked yet")
	case c.json:
		return c.writeJSON(printedRetrieval(c.last))
	}
	return c.printRetrieval(c.last, rows, false, false)
}

// questions returns a function that reads the next line: with editing on a
// terminal, else as it comes. With the last one the error is io.EOF. restore puts
// the terminal back if reading is cut short. typed reports whether somebody types.
func (a *app) questions() (read func() (string, error), restore func(), typed bool) {
	f, ok := a.stdin.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) || !terminal.IsTerminal(a.stdout) {
		s := bufio.NewReader(a.stdin)
		return func() (string, error) { return s.ReadString('\n') }, func() {}, false
	}
	fd := int(f.Fd())
	before, err := term.GetState(fd)
	restore = func() {
		if err == nil {
			_ = term.Restore(fd, before) // all that can be done
		}
	}
	t := term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{a.stdin, a.stdout}, "? ")
	return func() (string, error) {
		if width, height, err := term.GetSize(fd); err == nil && width > 0 {
			_ = t.SetSize(width, height) // else long lines look odd
		}
		// The terminal is raw only while a line is edited, so that Ctrl-C
		// interrupts an answer.
		if _, err := term.MakeRaw(fd); err != nil {
			return "", err
		}
		defer restore()
		line, err := t.ReadLine()
		if err != nil {
			_, _ = io.WriteString(a.stdout, "\r\n") // what follows is not to stand behind the prompt
		}
		return line, err
	}, restore, true
}

// within reads a line unless ctx ends before; who reads then goes on waiting
// until the program ends.
func within(ctx context.Context, read func() (string, error)) (string, error) {
	type line struct {
		text string
		err  error
	}
	lines := make(chan line, 1)
	go func() {
		text, err := read()
		lines <- line{text, err}
	}()
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case l := <-lines:
		return l.text, l.err
	}
}

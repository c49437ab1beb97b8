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
)

// value returns the value of a setting that was given or comes from the input: a
// line, or all of it for a list. It stops waiting for it when ctx ends.
func (a *app) value(ctx context.Context, field manager.Field, args []string) (string, error) {
	if len(args) == 2 {
		return args[1], nil
	}
	type answer struct {
		text string
		err  error
	}
	read, restore := a.reader(field, args[0])
	answers := make(chan answer, 1)
	go func() {
		text, err := read()
		answers <- answer{text, err}
	}()
	select {
	case <-ctx.Done(): // who reads goes on waiting until the program ends
		restore()
		return "", ctx.Err()
	case got := <-answers:
		if errors.Is(got.err, io.EOF) {
			return "", &usageError{fmt.Errorf("no value for %s", args[0]), "give it after the setting, or on the input"}
		}
		return got.text, got.err
	}
}

// reader returns what reads the value of a setting, and what puts the terminal
// back if that is cut short. On a terminal it asks; what is typed as a secret is
// not shown.
func (a *app) reader(field manager.Field, key string) (read func() (string, error), restore func()) {
	f, ok := a.stdin.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return func() (string, error) { return readValue(a.stdin, field) }, func() {}
	}
	fmt.Fprintf(a.stderr, "%s: ", key)
	if !field.Secret {
		return func() (string, error) { return readValue(f, field) }, func() { fmt.Fprintln(a.stderr) }
	}
	state, err := term.GetState(int(f.Fd()))
	restore = func() {
		if err == nil {
			_ = term.Restore(int(f.Fd()), state) // all that can be done
		}
		fmt.Fprintln(a.stderr)
	}
	return func() (string, error) {
		secret, err := term.ReadPassword(int(f.Fd()))
		fmt.Fprintln(a.stderr)
		return string(secret), err
	}, restore
}

// readValue reads a line, or all there is if the setting is a list. The error is
// io.EOF if there is nothing at all.
func readValue(r io.Reader, field manager.Field) (string, error) {
	if field.Type == manager.ListType {
		all, err := io.ReadAll(r)
		return string(all), err
	}
	line, err := bufio.NewReader(r).ReadString('\n')
	if err == io.EOF && line != "" {
		err = nil
	}
	return strings.TrimRight(line, "\r\n"), err
}

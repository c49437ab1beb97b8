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

// value returns the value of a setting that was given, stands in a file or comes
// from the input: a line, or all of it if it may have several lines. It stops
// waiting for it when ctx ends.
func (a *app) value(ctx context.Context, field manager.Field, args []string) (string, error) {
	if len(args) == 2 {
		file, named := strings.CutPrefix(args[1], "@")
		switch {
		case named && lines(field):
			data, err := os.ReadFile(file)
			return string(data), err
		case args[1] != "-" || !lines(field):
			return args[1], nil
		}
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
	if lines(field) {
		fmt.Fprintf(a.stderr, "%s, ended by Ctrl-D on a line of its own:\n", key)
	} else {
		fmt.Fprintf(a.stderr, "%s: ", key)
	}
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

// lines reports whether the value of a setting may have several lines.
func lines(field manager.Field) bool {
	return field.Type == manager.ListType || field.Type == manager.ParagraphsType
}

// readValue reads a line, or all there is if there may be several. The error is
// io.EOF if there is nothing at all, which only a list can be.
func readValue(r io.Reader, field manager.Field) (string, error) {
	if lines(field) {
		all, err := io.ReadAll(r)
		if err == nil && len(all) == 0 && field.Type != manager.ListType {
			err = io.EOF
		}
		return string(all), err
	}
	line, err := bufio.NewReader(r).ReadString('\n')
	if err == io.EOF && line != "" {
		err = nil
	}
	return strings.TrimRight(line, "\r\n"), err
}

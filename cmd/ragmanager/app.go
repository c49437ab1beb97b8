package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"ragmanager/library"
	"ragmanager/manager"
	"ragmanager/manager/terminal"
)

// The exit statuses of the program, told in its help and in docs/manual.md.
const (
	statusDone        = 0
	statusFailed      = 1   // an error, or check has found something
	statusUsage       = 2   // a wrong command, flag, argument or setting
	statusPartly      = 3   // done, but some pages could not be read
	statusLocked      = 4   // another program writes to the library
	statusInterrupted = 130 // as shells have it for an interrupt
)

// Errors that only decide the exit status; all has been said.
var (
	errFound  = errors.New("check has found something")
	errPartly = errors.New("some pages could not be read")
)

// A usageError is a mistake in how the program was called.
type usageError struct{ error }

// Hint returns what the user can do.
func (usageError) Hint() string { return "see: ragmanager help" }

// Unwrap returns the mistake.
func (e usageError) Unwrap() error { return e.error }

// An app is one call of the program.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer

	json    bool
	quiet   bool
	verbose bool
}

const about = `Makes documentation that is written by hand, in HTML, answer questions.

A library is a folder, its root. It is named with --root, RAGMANAGER_ROOT or
"ragmanager config set root FOLDER".

Exit status: 0 done, 1 failed (of check: something was found), 2 wrong usage or
settings, 3 done but some pages could not be read, 4 the library is in use by
another program, 130 interrupted.`

// command builds the commands of the program.
func (a *app) command() *cobra.Command {
	c := &cobra.Command{
		Use: "ragmanager", Short: "Makes hand-written HTML documentation answer questions", Long: about,
		SilenceErrors: true, SilenceUsage: true,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usageError{fmt.Errorf("unknown command %q", args[0])}
			}
			return nil
		},
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	flags := c.PersistentFlags()
	manager.AddFlags(flags, "root")
	flags.BoolVar(&a.json, "json", false, "write for programs, as JSON")
	flags.BoolVarP(&a.quiet, "quiet", "q", false, "say nothing but warnings and errors")
	flags.BoolVarP(&a.verbose, "verbose", "v", false, "tell of every fragment")
	c.MarkFlagsMutuallyExclusive("quiet", "verbose")
	c.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	c.AddCommand(
		a.chunkCommand(), a.checkCommand(), a.deleteCommand(), a.statusCommand(), a.pagesCommand(), a.showCommand(),
		a.sourcesCommand(), a.configCommand(), a.versionCommand(),
	)
	return c
}

// status returns the exit status for an error, and tells the user of it.
func (a *app) status(ctx context.Context, err error) int {
	var usage usageError
	var field *manager.FieldError
	var key *manager.UnknownKeyError
	switch {
	case err == nil:
		return statusDone
	case errors.Is(err, errFound):
		return statusFailed
	case errors.Is(err, errPartly):
		return statusPartly
	case ctx.Err() != nil:
		terminal.PrintError(a.stderr, errors.New("interrupted; what was stored until now is kept"))
		return statusInterrupted
	case strings.HasPrefix(err.Error(), "unknown command"), strings.HasPrefix(err.Error(), "if any flags in the group"):
		err = usageError{err}
	}
	terminal.PrintError(a.stderr, err)
	switch {
	case errors.As(err, &usage), errors.As(err, &field), errors.As(err, &key):
		return statusUsage
	case errors.Is(err, library.ErrLocked):
		return statusLocked
	}
	return statusFailed
}

// arguments makes a check of the number of arguments; most is -1 for any number.
func arguments(least, most int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) < least {
			return usageError{fmt.Errorf("%s needs more arguments: %s", c.Name(), c.UseLine())}
		}
		if most >= 0 && len(args) > most {
			return usageError{fmt.Errorf("%s takes no argument %q: %s", c.Name(), args[most], c.UseLine())}
		}
		return nil
	}
}

// group makes a command that only holds others.
func group(use, short string, commands ...*cobra.Command) *cobra.Command {
	c := &cobra.Command{
		Use: use, Short: short,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usageError{fmt.Errorf("%s has no command %q", c.Name(), args[0])}
			}
			return nil
		},
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(commands...)
	return c
}

// personal returns the settings of the person that count.
func (a *app) personal(c *cobra.Command) (manager.PersonalSettings, error) {
	file, err := manager.PersonalFile()
	if err != nil {
		return manager.PersonalSettings{}, err
	}
	return manager.LoadPersonalSettings(file, c.Flags(), func(err error) { terminal.PrintError(a.stderr, err) })
}

// noRoot says that no library was named.
type noRoot struct{}

// Error says that no library was named.
func (noRoot) Error() string { return "no library was named" }

// Hint returns the ways to name one.
func (noRoot) Hint() string {
	return "give its folder with --root FOLDER, or once for all: ragmanager config set root FOLDER"
}

// open opens the library that was named.
func (a *app) open(c *cobra.Command) (*manager.Manager, error) {
	personal, err := a.personal(c)
	if err != nil {
		return nil, err
	}
	if personal.Root == "" {
		return nil, usageError{noRoot{}}
	}
	if _, err := library.Open(personal.Root); err != nil {
		return nil, err
	}
	settings, err := manager.LoadLibrarySettings(personal.Root, c.Flags())
	if err != nil {
		return nil, err
	}
	return manager.Open(personal.Root, settings, personal)
}

// A reporter is one that must be closed when its job has returned.
type reporter interface {
	manager.Reporter
	Close() error
}

// reporter returns the reporter that the flags ask for. Reports for programs go
// to the output, those for people beside it.
func (a *app) reporter() reporter {
	switch {
	case a.json:
		return terminal.NewJSON(a.stdout)
	case a.quiet:
		return terminal.NewText(a.stderr, terminal.Quiet)
	case a.verbose:
		return terminal.NewText(a.stderr, terminal.Verbose)
	}
	return terminal.NewText(a.stderr, terminal.Normal)
}

// writeJSON writes a value for programs.
func (a *app) writeJSON(v any) error {
	e := json.NewEncoder(a.stdout)
	e.SetEscapeHTML(false)
	if terminal.IsTerminal(a.stdout) {
		e.SetIndent("", "  ")
	}
	return e.Encode(v)
}

// println writes a line of output.
func (a *app) println(args ...any) error {
	_, err := fmt.Fprintln(a.stdout, args...)
	return err
}

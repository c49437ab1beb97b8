package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/spf13/cobra"

	"ragmanager/library"
	"ragmanager/manager"
	"ragmanager/manager/fetch"
	"ragmanager/manager/llm"
	"ragmanager/manager/terminal"
)

// The exit statuses of the program, told in its help and in docs/manual.md.
const (
	statusDone        = 0
	statusFailed      = 1   // an error, or check has found something
	statusUsage       = 2   // a wrong command, flag, argument or setting
	statusPartly      = 3   // done, but some pages could not be read or chunks not embedded
	statusLocked      = 4   // another program writes to the library
	statusInterrupted = 130 // as shells have it for an interrupt
)

// Errors that only decide the exit status; all has been said.
var (
	errFound  = errors.New("check has found something")
	errPartly = errors.New("some pages could not be read or chunks not embedded")
	errAnswer = errors.New("a question was not answered")
)

// An app is one call of the program.
type app struct {
	stdin  io.Reader
	stdout *output
	stderr io.Writer

	json    bool
	quiet   bool
	verbose bool
}

const about = `Makes documentation that is written by hand, in HTML, answer questions.

A library is a folder, its root. It is named with --root, RAGMANAGER_ROOT or
"ragmanager config set root FOLDER".

Exit status: 0 done, 1 failed (of check: something was found), 2 wrong usage or
settings, 3 done but some pages could not be read or chunks not embedded, 4 the
library is in use by another program, 130 interrupted.`

// command builds the commands of the program.
func (a *app) command() *cobra.Command {
	c := &cobra.Command{
		Use: "ragmanager", Short: "Makes hand-written HTML documentation answer questions", Long: withoutArguments + about,
		Version: version(), SilenceErrors: true, SilenceUsage: true,
		Args: noCommand, RunE: func(c *cobra.Command, _ []string) error { return a.window(c) },
		PersistentPreRunE: func(c *cobra.Command, _ []string) error {
			if a.quiet && a.verbose {
				return usage(c, "--quiet and --verbose exclude each other")
			}
			return nil
		},
	}
	c.SetVersionTemplate("{{.Version}}\n")
	flags := c.PersistentFlags()
	manager.AddFlags(flags, "root")
	flags.BoolVar(&a.json, "json", false, "write for programs, as JSON")
	flags.BoolVarP(&a.quiet, "quiet", "q", false, "say nothing but warnings and errors")
	flags.BoolVarP(&a.verbose, "verbose", "v", false, "tell of every fragment")
	_ = c.MarkPersistentFlagDirname("root") // only for completion
	c.SetFlagErrorFunc(func(c *cobra.Command, err error) error { return usage(c, "%w", err) })
	c.CompletionOptions.DisableDefaultCmd = true
	c.SetHelpCommand(helpCommand())
	c.AddCommand(
		a.chunkCommand(), a.checkCommand(), a.deleteCommand(), a.statusCommand(), a.pagesCommand(), a.showCommand(),
		a.embedCommand(), a.purgeCommand(), a.retrieveCommand(), a.askCommand(), a.historyCommand(), a.clearCommand(), a.keyCommand(), a.evalCommand(),
		a.sourcesCommand(), a.configCommand(), a.sampleCommand(), a.versionCommand(), a.completionCommand(),
	)
	return c
}

// status returns the exit status for an error, and tells the user of it.
func (a *app) status(ctx context.Context, err error) int {
	var wrongCall *usageError
	var field *manager.FieldError
	var key *manager.UnknownKeyError
	var setting *fetch.SettingError
	switch {
	case err == nil:
		return statusDone
	case ctx.Err() != nil:
		terminal.PrintError(a.stderr, errors.New("interrupted; what was stored until now is kept"))
		return statusInterrupted
	case errors.Is(err, errFound), errors.Is(err, errAnswer):
		return statusFailed
	case errors.Is(err, errPartly):
		return statusPartly
	}
	terminal.PrintError(a.stderr, err)
	switch {
	case errors.As(err, &wrongCall), errors.As(err, &field), errors.As(err, &key), errors.As(err, &setting), wrongAsk(err):
		return statusUsage
	case errors.Is(err, library.ErrLocked):
		return statusLocked
	}
	return statusFailed
}

// wrongAsk reports whether a question cannot be asked, or a setting that asking
// needs is missing or wrong.
func wrongAsk(err error) bool {
	var long *manager.QuestionTooLongError
	var option *llm.SettingError
	return errors.Is(err, manager.ErrNoQuestion) || errors.Is(err, manager.ErrNoKey) || errors.As(err, &long) || errors.As(err, &option)
}

// personal returns the settings of the person that count. Where there is no place
// for their file, as in a container, there is none.
func (a *app) personal(c *cobra.Command) (manager.PersonalSettings, error) {
	s, err := manager.LoadPersonalSettings(personalFile(), c.Flags(), a.warn)
	return s, wrongSettings(err)
}

// warn tells the user of a problem that does not stop the program, unless err is
// nil.
func (a *app) warn(err error) {
	if err == nil {
		return
	}
	t := terminal.NewText(a.stderr, terminal.Quiet)
	t.Warn(err)
	_ = t.Close() // there is nowhere to tell of it
}

// wrongSettings marks errors in settings as such, apart from those of the disk.
func wrongSettings(err error) error {
	var disk *fs.PathError
	if err == nil || errors.As(err, &disk) {
		return err
	}
	return &usageError{err: err}
}

// noRoot says that no library was named.
type noRoot struct{}

// Error says that no library was named.
func (noRoot) Error() string { return "no library was named" }

// Hint returns the ways to name one.
func (noRoot) Hint() string {
	return "give its folder with --root FOLDER, or once for all: ragmanager config set root FOLDER"
}

// root returns the root of the library that was named, and the settings of the
// person that count.
func (a *app) root(c *cobra.Command) (string, manager.PersonalSettings, error) {
	personal, err := a.personal(c)
	if err != nil {
		return "", personal, err
	}
	if personal.Root == "" {
		return "", personal, &usageError{err: noRoot{}}
	}
	_, err = library.Open(personal.Root)
	return personal.Root, personal, err
}

// open opens the library that was named.
func (a *app) open(c *cobra.Command) (*manager.Manager, error) {
	root, personal, err := a.root(c)
	if err != nil {
		return nil, err
	}
	settings, err := manager.LoadLibrarySettings(root, c.Flags())
	if err != nil {
		return nil, wrongSettings(err)
	}
	return manager.Open(root, settings, personal)
}

// A reporter is one that must be closed when its job has returned.
type reporter interface {
	manager.Reporter
	Close() error
}

// closing closes what a job wrote to, and returns the error of the job, else that
// of closing.
func closing(c io.Closer, err error) error {
	if closed := c.Close(); err == nil {
		err = closed
	}
	return err
}

// reporter returns the reporter that the flags ask for. Reports for programs go
// to the output, those for people beside it.
func (a *app) reporter() reporter {
	switch {
	case a.json && a.verbose:
		return terminal.NewJSON(a.stdout)
	case a.json:
		j := terminal.NewJSON(a.stdout)
		return struct { // it takes no details
			manager.Reporter
			io.Closer
		}{j, j}
	case a.quiet:
		return terminal.NewText(a.stderr, terminal.Quiet)
	case a.verbose:
		return terminal.NewText(a.stderr, terminal.Verbose)
	}
	return terminal.NewText(a.stderr, terminal.Normal)
}

// An output is where the program writes what it was asked for. It keeps the first
// error, after which it writes no more, so that it need not be looked at each time.
type output struct {
	w   io.Writer
	err error
}

// Write writes unless it could not before.
func (o *output) Write(p []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.w.Write(p)
	o.err = err
	return n, err
}

// Fd returns the descriptor of the file below, by which terminals are known.
func (o *output) Fd() uintptr {
	if f, ok := o.w.(interface{ Fd() uintptr }); ok {
		return f.Fd()
	}
	return ^uintptr(0) // no file has it
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

// printf writes output. That it could not is found out at the end.
func (a *app) printf(format string, args ...any) { fmt.Fprintf(a.stdout, format, args...) }

// hint tells a person who watches what to do next, if there is nothing else to see.
func (a *app) hint(text string) {
	if !a.quiet && !a.json {
		fmt.Fprintln(a.stderr, text)
	}
}

// counted returns a number with what it counts.
func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// A usageError is a mistake in how the program was called or set up.
type usageError struct {
	err  error
	hint string
}

// usage returns a usageError of a command.
func usage(c *cobra.Command, format string, args ...any) error {
	return &usageError{fmt.Errorf(format, args...), "see: " + c.CommandPath() + " --help"}
}

func (e *usageError) Error() string { return e.err.Error() }

// Unwrap returns the mistake.
func (e *usageError) Unwrap() error { return e.err }

// Hint returns what the user can do; if it is "", the mistake itself may know.
func (e *usageError) Hint() string { return e.hint }

// A hinted is an error with what the user can do about it.
type hinted struct {
	error
	hint string
}

// Hint returns what the user can do.
func (e *hinted) Hint() string { return e.hint }

// Unwrap returns the error without the hint.
func (e *hinted) Unwrap() error { return e.error }

// arguments makes a check of the number of arguments; most is -1 for any number.
func arguments(least, most int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		line := "usage: " + c.UseLine()
		if len(args) < least {
			return &usageError{fmt.Errorf("%s: an argument is missing", short(c)), line}
		}
		if most >= 0 && len(args) > most {
			return &usageError{fmt.Errorf("%s: the argument %q is one too many", short(c), args[most]), line}
		}
		return nil
	}
}

// short returns the name of a command below that of the program.
func short(c *cobra.Command) string {
	return strings.TrimPrefix(c.CommandPath(), c.Root().Name()+" ")
}

// group makes a command that only holds others.
func group(use, short string, commands ...*cobra.Command) *cobra.Command {
	c := &cobra.Command{Use: use, Short: short, Args: noCommand, RunE: help}
	c.AddCommand(commands...)
	return c
}

// help shows the help of a command.
func help(c *cobra.Command, _ []string) error { return c.Help() }

// noCommand refuses the argument of a command that only holds others.
func noCommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return unknownCommand(c, args[0])
}

// unknownCommand is the error for a name that no command below c has.
func unknownCommand(c *cobra.Command, name string) error {
	const near = 2 // letters
	c.SuggestionsMinimumDistance = near
	hint := "all commands are shown by: " + strings.Replace(c.CommandPath(), c.Root().Name(), c.Root().Name()+" help", 1)
	if like := c.SuggestionsFor(name); len(like) > 0 && name != "" {
		hint = "did you mean: " + c.CommandPath() + " " + strings.Join(like, " or ")
	}
	if !c.HasParent() {
		return &usageError{fmt.Errorf("unknown command %q", name), hint}
	}
	return &usageError{fmt.Errorf("%s has no command %q", short(c), name), hint}
}

// helpCommand makes the command that shows the help of others.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use: "help [COMMAND]", Short: "Show the help of a command",
		ValidArgsFunction: func(c *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var names []string
			if at, _, err := c.Root().Find(args); err == nil {
				for _, below := range at.Commands() {
					names = append(names, below.Name())
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			at, rest, err := c.Root().Find(args)
			if err != nil {
				return usage(c, "%w", err)
			}
			if len(rest) > 0 {
				return unknownCommand(at, rest[0])
			}
			at.InitDefaultHelpFlag()
			at.InitDefaultVersionFlag()
			return at.Help()
		},
	}
}

// completionCommand makes the command that prints what makes a shell complete.
func (a *app) completionCommand() *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	return &cobra.Command{
		Use: "completion bash|zsh|fish|powershell", Short: "Print the script that makes a shell complete what is typed",
		Example: `  source <(ragmanager completion bash)
  ragmanager completion zsh > "${fpath[1]}/_ragmanager"
  ragmanager completion fish > ~/.config/fish/completions/ragmanager.fish`,
		ValidArgs: shells, Args: arguments(1, 1),
		RunE: func(c *cobra.Command, args []string) error {
			switch root := c.Root(); args[0] {
			case "bash":
				return root.GenBashCompletionV2(a.stdout, true)
			case "zsh":
				return root.GenZshCompletion(a.stdout)
			case "fish":
				return root.GenFishCompletion(a.stdout, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(a.stdout)
			}
			return usage(c, "no shell %q is known: want one of %s", args[0], strings.Join(shells, ", "))
		},
	}
}

// complete makes a completion of the first argument from a list.
func complete(list func() []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return slices.DeleteFunc(list(), func(s string) bool { return !strings.HasPrefix(s, typed) }), cobra.ShellCompDirectiveNoFileComp
	}
}

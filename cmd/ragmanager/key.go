package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ragmanager/manager"
	"ragmanager/manager/terminal"
)

func (a *app) keyCommand() *cobra.Command {
	c := group("key", "Keep, show, test or forget the key for the server of models",
		a.keySetCommand(), a.keyShowCommand(), a.keyTestCommand(), a.keyForgetCommand())
	c.Long = `Keeps, shows, tests or forgets the key for the server of models. It is taken from
the environment variable OPENAI_API_KEY, else from the file of the setting
endpoint.key_file, else from the keychain of the system. It is never shown, and
never part of a library. A server on your own computer may do without.`
	return c
}

func (a *app) keySetCommand() *cobra.Command {
	return &cobra.Command{
		Use: "set", Short: "Keep a key in the keychain of the system, or in a file", Args: arguments(0, 0),
		Long: `Reads a key from the input, where it is not shown, and keeps it in the keychain of
the system. Where there is none, as on a server, it is kept in the file named key
beside your settings, which only you can read, and endpoint.key_file names that.
Another file that endpoint.key_file named counts no more, and stays as it is.`,
		RunE: func(c *cobra.Command, _ []string) error {
			if _, err := a.personal(c); err != nil { // before anything is typed
				return err
			}
			text, err := a.value(c.Context(), manager.Field{Key: "key", Secret: true}, []string{"key"})
			if err != nil || strings.TrimSpace(text) == "" {
				return orNoKey(err)
			}
			from, err := manager.KeepKey(manager.Secret(text), personalFile())
			if err := a.warnOfOther(err); err != nil {
				return err
			}
			if a.json {
				return a.writeJSON(map[string]string{"from": from})
			}
			a.hint("the key is kept in " + from + "; try it with: ragmanager key test")
			return nil
		},
	}
}

func (a *app) keyForgetCommand() *cobra.Command {
	return &cobra.Command{
		Use: "forget", Short: "Forget the key", Args: arguments(0, 0),
		Long: `Removes the key from the keychain of the system, or the file that key set has made,
and sets endpoint.key_file no more. A file of your own stays as it is.`,
		RunE: func(c *cobra.Command, _ []string) error {
			if _, err := a.personal(c); err != nil {
				return err
			}
			if err := a.warnOfOther(manager.ForgetKey(personalFile())); err != nil {
				return err
			}
			a.hint("no key is kept")
			return nil
		},
	}
}

// personalFile returns the file of the settings of the person, "" if there is no
// place for it, as in a container.
func personalFile() string {
	file, err := manager.PersonalFile()
	if err != nil {
		return ""
	}
	return file
}

// warnOfOther tells of another key that counts, and returns all other errors.
func (a *app) warnOfOther(err error) error {
	var other *manager.OtherKeyError
	if errors.As(err, &other) {
		a.warn(err)
		return nil
	}
	return err
}

// orNoKey returns the error of reading a key, in words that fit if nothing was
// there to be read.
func orNoKey(err error) error {
	var wrongCall *usageError
	if err != nil && !errors.As(err, &wrongCall) {
		return err
	}
	return &usageError{errors.New("no key was given"), "type it when asked, or give it on the input: ragmanager key set < FILE"}
}

func (a *app) keyShowCommand() *cobra.Command {
	return &cobra.Command{
		Use: "show", Short: "Tell where the key is found", Args: arguments(0, 0),
		Long: "Tells whether there is a key and where it is found. The key itself is not shown.",
		RunE: func(c *cobra.Command, _ []string) error {
			personal, err := a.personal(c)
			if err != nil {
				return err
			}
			key, err := personal.FindKey()
			if err != nil {
				return err
			}
			a.warn(key.Exposed)
			if a.json {
				return a.writeJSON(map[string]string{"from": key.From})
			}
			a.printf("%s from %s\n", key.Secret, key.From)
			return nil
		},
	}
}

func (a *app) keyTestCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "test", Short: "Ask the server whether it takes the key", Args: arguments(0, 0),
		Long: "Asks the server whether it takes the key, and lists the models that it offers. This costs nothing.",
		RunE: func(c *cobra.Command, _ []string) error {
			personal, err := a.personal(c)
			if err != nil {
				return err
			}
			if key, err := personal.FindKey(); err == nil { // else Models says so
				a.warn(key.Exposed)
			}
			models, err := personal.Models(c.Context())
			if err != nil {
				return err
			}
			if a.json {
				return a.writeJSON(append([]string{}, models...))
			}
			slices.Sort(models)
			a.printf("%s answers and offers %s\n", personal.Endpoint.BaseURL, counted(len(models), "model"))
			for _, name := range models {
				a.printf("%s\n", terminal.Clean(name))
			}
			return nil
		},
	}
	manager.AddFlags(c.Flags(), "endpoint.base_url", "endpoint.key_file", "proxy", "ca_file")
	return c
}

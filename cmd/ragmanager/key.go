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
	c := group("key", "Keep, show or test the key for the server of models", a.keySetCommand(), a.keyShowCommand(), a.keyTestCommand())
	c.Long = `Keeps, shows or tests the key for the server of models. It is taken from the
environment variable OPENAI_API_KEY, else from the file of the setting
endpoint.key_file, else from the keychain of the system. It is never shown, and
never part of a library. A server on your own computer may do without.`
	return c
}

func (a *app) keySetCommand() *cobra.Command {
	return &cobra.Command{
		Use: "set", Short: "Keep a key in the keychain of the system", Args: arguments(0, 0),
		Long: "Reads a key from the input, where it is not shown, and keeps it in the keychain of the system.",
		RunE: func(c *cobra.Command, _ []string) error {
			text, err := a.value(c.Context(), manager.Field{Key: "key", Secret: true}, []string{"key"})
			if err != nil || strings.TrimSpace(text) == "" {
				return orNoKey(err)
			}
			if err := manager.SetKey(manager.Secret(text)); err != nil {
				return err
			}
			a.hint("the key is kept; try it with: ragmanager key test")
			return nil
		},
	}
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

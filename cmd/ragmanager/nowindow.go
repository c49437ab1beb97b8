//go:build headless || !cgo

package main

import "github.com/spf13/cobra"

// withoutArguments is what help tells of a call without arguments.
const withoutArguments = ""

// window shows the help: this program was built without a window.
func (a *app) window(c *cobra.Command) error { return help(c, nil) }

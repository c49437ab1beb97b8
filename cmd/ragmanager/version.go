package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"ragmanager/chunker"
)

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Tell the version of the program", Args: arguments(0, 0),
		RunE: func(*cobra.Command, []string) error {
			version, revision := "(devel)", ""
			if info, ok := debug.ReadBuildInfo(); ok {
				version = info.Main.Version
				for _, s := range info.Settings {
					if s.Key == "vcs.revision" {
						revision = s.Value
					}
				}
			}
			if a.json {
				return a.writeJSON(map[string]any{
					"version": version, "revision": revision, "rules": chunker.Rules, "go": runtime.Version(), "system": runtime.GOOS + "/" + runtime.GOARCH,
				})
			}
			return a.println(fmt.Sprintf("ragmanager %s %s, chunking rules %d, %s, %s/%s",
				version, revision, chunker.Rules, runtime.Version(), runtime.GOOS, runtime.GOARCH))
		},
	}
}

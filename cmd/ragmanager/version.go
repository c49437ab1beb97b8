package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"ragmanager/chunker"
)

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Tell the version of the program", Args: arguments(0, 0),
		RunE: func(*cobra.Command, []string) error {
			if a.json {
				number, revision := built()
				return a.writeJSON(map[string]any{
					"version": number, "revision": revision, "rules": chunker.Rules, "go": runtime.Version(), "system": system,
				})
			}
			a.printf("%s\n", version())
			return nil
		},
	}
}

// system is what the program was built for.
const system = runtime.GOOS + "/" + runtime.GOARCH

// version returns all about the version on one line.
func version() string {
	number, revision := built()
	return fmt.Sprintf("%s, chunking rules %d, %s, %s",
		strings.TrimSpace("ragmanager "+number+" "+revision), chunker.Rules, runtime.Version(), system)
}

// built returns the version that the program was built from, and the revision in
// the repository if that is known.
func built() (number, revision string) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(devel)", ""
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			revision = s.Value
		}
	}
	return info.Main.Version, revision
}

// Package version says which build of Deskmate this is.
package version

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"deskmate/internal/command"
)

// release and commit are set by `make release`. Other builds know at most their commit,
// which the Go command stores.
var release, commit string

// Number returns the version of the release, or "development".
func Number() string {
	if release == "" {
		return "development"
	}
	return release
}

// Commit returns the commit that the program was built from, or "unknown".
func Commit() string {
	if commit != "" {
		return commit
	}
	return setting("vcs.revision")
}

// Platform returns what the program was built with and for.
func Platform() string {
	return fmt.Sprintf("%s %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// Module returns the version of a module that the program contains, or "unknown".
func Module(path string) string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, module := range info.Deps {
			if module.Path == path {
				return module.Version
			}
		}
	}
	return "unknown"
}

func setting(key string) string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, setting := range info.Settings {
			if setting.Key == key {
				return setting.Value
			}
		}
	}
	return "unknown"
}

// NewCommand returns the command `version`, which needs no data folder.
func NewCommand() *cobra.Command {
	return &cobra.Command{
		Use:          "version",
		Short:        "Prints the version, the commit, and what the program was built with",
		Args:         cobra.NoArgs,
		SilenceUsage: true,
		Annotations:  command.WithoutAnything,
		RunE: func(command *cobra.Command, _ []string) error {
			_, err := fmt.Fprintf(command.OutOrStdout(), "deskmate %s\ncommit %s\n%s, PocketBase %s, SQLite driver %s\n",
				Number(), Commit(), Platform(), Module("github.com/pocketbase/pocketbase"), Module("modernc.org/sqlite"))
			return err
		},
	}
}

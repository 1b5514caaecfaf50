package store

import (
	"errors"
	"fmt"

	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"
)

// NewSearchCommand returns the command `search`. It may run beside a server.
func NewSearchCommand(app core.App) *cobra.Command {
	command := &cobra.Command{Use: "search", Short: "Verifies and rebuilds the search indexes"}
	command.AddCommand(
		&cobra.Command{
			Use:          "verify",
			Short:        "Compares the search indexes with the stored text; fails if they differ",
			Args:         cobra.NoArgs,
			SilenceUsage: true,
			RunE:         func(command *cobra.Command, _ []string) error { return verify(command, app) },
		},
		&cobra.Command{
			Use:          "rebuild",
			Short:        "Rebuilds the search indexes; changes have to wait until it is done",
			Args:         cobra.NoArgs,
			SilenceUsage: true,
			RunE: func(command *cobra.Command, _ []string) error {
				if err := RebuildSearch(command.Context(), app); err != nil {
					return err
				}
				fmt.Fprintln(command.OutOrStdout(), "The search indexes have been rebuilt.")
				return nil
			},
		},
	)
	return command
}

func verify(command *cobra.Command, app core.App) error {
	wrong, err := VerifySearch(command.Context(), app)
	if err != nil {
		return err
	}
	right := true
	for _, index := range indexes {
		if count := wrong[index.table]; count > 0 {
			right = false
			fmt.Fprintf(command.OutOrStdout(), "%s: rows missing from the index or indexed incorrectly: %d\n", index.table, count)
		}
	}
	if !right {
		return errors.New("some search indexes are wrong: correct them with `deskmate search rebuild`")
	}
	fmt.Fprintln(command.OutOrStdout(), "All search indexes are correct.")
	return nil
}

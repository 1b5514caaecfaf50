package search

import (
	"errors"
	"fmt"

	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"
)

// NewCommand returns the command `search`. It may run beside a server.
func NewCommand(app core.App) *cobra.Command {
	command := &cobra.Command{Use: "search", Short: "Checks the indexes that searches use"}
	command.AddCommand(
		&cobra.Command{
			Use:          "verify",
			Short:        "Compares the indexes with the texts, and fails if they differ",
			Args:         cobra.NoArgs,
			SilenceUsage: true,
			RunE:         func(command *cobra.Command, _ []string) error { return verify(command, app) },
		},
		&cobra.Command{
			Use:          "rebuild",
			Short:        "Indexes all texts again; changes have to wait meanwhile",
			Args:         cobra.NoArgs,
			SilenceUsage: true,
			RunE: func(command *cobra.Command, _ []string) error {
				if err := Rebuild(command.Context(), app); err != nil {
					return err
				}
				fmt.Fprintln(command.OutOrStdout(), "The search indexes are rebuilt.")
				return nil
			},
		},
	)
	return command
}

func verify(command *cobra.Command, app core.App) error {
	wrong, err := Verify(command.Context(), app)
	if err != nil {
		return err
	}
	right := true
	for _, index := range indexes {
		if count := wrong[index.table]; count > 0 {
			right = false
			fmt.Fprintf(command.OutOrStdout(), "%s: %d rows are missing from the index or wrong in it\n", index.table, count)
		}
	}
	if !right {
		return errors.New("searches miss rows: correct that with `search rebuild`")
	}
	fmt.Fprintln(command.OutOrStdout(), "All search indexes are right.")
	return nil
}

package store

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"
)

// NewTalliesCommand returns the command `tallies`. It may run beside a server.
func NewTalliesCommand(app core.App) *cobra.Command {
	command := &cobra.Command{Use: "tallies", Short: "Verifies and rebuilds the counts behind totals and statistics"}
	command.AddCommand(newVerifyCommand(app), newRebuildCommand(app))
	return command
}

func newVerifyCommand(app core.App) *cobra.Command {
	return &cobra.Command{
		Use:          "verify",
		Short:        "Recounts all rows, prints the counts that are wrong, and fails if there are any",
		Args:         cobra.NoArgs,
		SilenceUsage: true,
		RunE: func(command *cobra.Command, _ []string) error {
			differences, err := VerifyTallies(command.Context(), app)
			if err != nil {
				return err
			}
			for _, d := range differences {
				fmt.Fprintf(command.OutOrStdout(), "%s, %q %q of %s: %d (amount %d), should be %d (amount %d)\n",
					d.Kind, d.Value, d.Detail, cmp.Or(d.Scope, "everything"), d.Count, d.Amount, d.ActualCount, d.ActualAmount)
			}
			missing, err := FindMissingTriggers(command.Context(), app)
			if err != nil {
				return err
			}
			for _, name := range missing {
				fmt.Fprintf(command.OutOrStdout(), "the trigger %s is missing\n", name)
			}
			if len(missing) > 0 {
				return errors.New("changes are no longer counted because triggers are missing: restore a backup")
			}
			if len(differences) > 0 {
				return fmt.Errorf("wrong tallies: %d. Correct them with `deskmate tallies rebuild`", len(differences))
			}
			fmt.Fprintln(command.OutOrStdout(), "All tallies are correct.")
			return nil
		},
	}
}

func newRebuildCommand(app core.App) *cobra.Command {
	return &cobra.Command{
		Use:          "rebuild",
		Short:        "Recounts all rows and replaces the counts; changes have to wait until it is done",
		Args:         cobra.NoArgs,
		SilenceUsage: true,
		RunE: func(command *cobra.Command, _ []string) error {
			// A command has no time limit, unlike a request (transaction.Run).
			err := app.RunInTransaction(func(tx core.App) error { return RebuildTallies(command.Context(), tx) })
			if err != nil {
				return err
			}
			fmt.Fprintln(command.OutOrStdout(), "The tallies have been rebuilt.")
			return nil
		},
	}
}

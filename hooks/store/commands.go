package store

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"
)

// newCommand returns a command that verifies and rebuilds what triggers keep beside the
// rows. It may run beside a server.
func newCommand(use, short, verifies, rebuilds string, verify, rebuild func(*cobra.Command) error) *cobra.Command {
	part := func(use, short string, run func(*cobra.Command) error) *cobra.Command {
		return &cobra.Command{
			Use: use, Short: short, Args: cobra.NoArgs, SilenceUsage: true,
			RunE: func(command *cobra.Command, _ []string) error { return run(command) },
		}
	}
	command := &cobra.Command{Use: use, Short: short}
	command.AddCommand(part("verify", verifies, verify), part("rebuild", rebuilds, rebuild))
	return command
}

// NewSearchCommand returns the command `search`.
func NewSearchCommand(app core.App) *cobra.Command {
	return newCommand("search", "Verifies and rebuilds the search indexes",
		"Compares the search indexes with the stored text; fails if they differ",
		"Rebuilds the search indexes; changes have to wait until it is done",
		func(command *cobra.Command) error {
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
		},
		func(command *cobra.Command) error {
			if err := RebuildSearch(command.Context(), app); err != nil {
				return err
			}
			fmt.Fprintln(command.OutOrStdout(), "The search indexes have been rebuilt.")
			return nil
		})
}

// NewTalliesCommand returns the command `tallies`.
func NewTalliesCommand(app core.App) *cobra.Command {
	return newCommand("tallies", "Verifies and rebuilds the counts behind totals and statistics",
		"Recounts all rows, prints the counts that are wrong, and fails if there are any",
		"Recounts all rows and replaces the counts; changes have to wait until it is done",
		func(command *cobra.Command) error {
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
		func(command *cobra.Command) error {
			// A command has no time limit, unlike a request (transaction.Run).
			err := app.RunInTransaction(func(tx core.App) error { return RebuildTallies(command.Context(), tx) })
			if err != nil {
				return err
			}
			fmt.Fprintln(command.OutOrStdout(), "The tallies have been rebuilt.")
			return nil
		})
}

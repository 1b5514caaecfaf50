package lifecycle

import (
	"errors"
	"fmt"

	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"

	"deskmate/hooks/domain"
	"deskmate/hooks/files"
	"deskmate/hooks/store"
)

// NewRetentionCommand returns the command `retention`. It may run beside a server.
func NewRetentionCommand(app core.App) *cobra.Command {
	command := &cobra.Command{Use: "retention", Short: "Deletes the files of orders whose time is over"}
	command.AddCommand(newRunCommand(app))
	return command
}

func newRunCommand(app core.App) *cobra.Command {
	var dry bool
	command := &cobra.Command{
		Use:   "run",
		Short: "Announces and deletes the files that are due, as the server does every minute, and prints a line for each",
		Long: "Announces and deletes the files that are due, as the server does every minute. Prints a line for each file, separated by tabs: " +
			"announce or delete, when it is deleted at the earliest, the reference of the order, the name and the size in bytes.",
		Args:         cobra.NoArgs,
		SilenceUsage: true,
		RunE: func(command *cobra.Command, _ []string) error {
			if !app.HasTable(store.Policies) {
				return errors.New("the data folder is empty: start the server, or run `deskmate migrate up` first")
			}
			count := 0
			ctx := store.ActingAs(command.Context(), store.Actor{Via: store.ViaSystem})
			err := runRetention(ctx, app, dry, func(line Line) {
				count++
				fmt.Fprintf(command.OutOrStdout(), "%s\t%s\t%s\t%s\t%d\n",
					line.What, domain.FormatTime(line.At), line.Reference, files.CleanName(line.Name), line.Size)
			})
			if err == nil && count == 0 {
				fmt.Fprintln(command.OutOrStdout(), "Nothing is due.")
			}
			return err
		},
	}
	command.Flags().BoolVar(&dry, "dry-run", false, "only print what would happen")
	return command
}

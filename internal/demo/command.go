package demo

import (
	"fmt"

	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"
)

// NewCommand returns the `demo` command, which fills an empty data folder with
// sample data and prints how to sign in.
func NewCommand(app core.App) *cobra.Command {
	entries := 0
	command := &cobra.Command{
		Use:          "demo",
		Short:        "Fills an empty data folder with sample data",
		Example:      "  deskmate demo --dir=pb_demo\n  deskmate demo --dir=pb_large --entries 1000000",
		Args:         cobra.NoArgs,
		SilenceUsage: true,
		RunE: func(command *cobra.Command, _ []string) error {
			if err := app.RunAllMigrations(); err != nil {
				return err
			}
			created, err := Fill(command.Context(), app)
			if err != nil {
				return err
			}
			if created {
				if err := AddEntries(command.Context(), app, entries); err != nil {
					return err
				}
			}
			out, status := command.OutOrStdout(), "The folder already contains the sample data. Log in as"
			if created {
				status = "Sample data created. Log in as"
			}
			fmt.Fprintln(out, status)
			for _, line := range SignIns() {
				fmt.Fprintln(out, "  "+line)
			}
			_, err = fmt.Fprintln(out, "with the password", Password)
			return err
		},
	}
	command.Flags().IntVar(&entries, "entries", 0, "add finished work until the ledger has so many entries, to measure with")
	return command
}

// SignIns returns the accounts to try first, one per role, as "role  address".
func SignIns() []string {
	return []string{
		"admin    ada" + emailDomain,
		"tutor    kim" + emailDomain,
		"student  robin" + emailDomain,
	}
}

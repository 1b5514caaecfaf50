package demo

import (
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"
)

// NewCommand is `demo`: it fills an empty folder with the sample and prints
// with what to sign in.
func NewCommand(app core.App) *cobra.Command {
	return &cobra.Command{
		Use:          "demo",
		Short:        "Fills an empty data folder with invented people and their work",
		Example:      "demo --dir=pb_demo",
		Args:         cobra.NoArgs,
		SilenceUsage: true,
		RunE: func(command *cobra.Command, _ []string) error {
			if err := app.RunAllMigrations(); err != nil {
				return err
			}
			made, err := Fill(command.Context(), app, time.Now())
			if err != nil {
				return err
			}
			out, said := command.OutOrStdout(), "The sample is there already. Sign in as"
			if made {
				said = "The sample is made. Sign in as"
			}
			fmt.Fprintln(out, said)
			for _, line := range SignIns() {
				fmt.Fprintln(out, "  "+line)
			}
			_, err = fmt.Fprintln(out, "with the password", Password)
			return err
		},
	}
}

package health

import (
	"context"
	"fmt"
	"io"

	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"

	"deskmate/internal/command"
)

// NewDoctorCommand returns the command `doctor`. It may run beside a server.
func NewDoctorCommand(app core.App) *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "Checks the machine and the installation, and says what to do",
		Long: "Checks the machine and the installation. Each line is ok, a note or a problem, and says what to do.\n" +
			"Exits with 1 if there is a problem. Run it as the user of the server, and with its environment.",
		Args:         cobra.NoArgs,
		SilenceUsage: true,
		Annotations:  command.WithoutAnything,
		RunE: func(command *cobra.Command, _ []string) error {
			return Examine(command.Context(), app, command.OutOrStdout())
		},
	}
}

// Examine checks everything and prints what it finds, as it finds it. It fails if there is
// a problem.
func Examine(ctx context.Context, app core.App, out io.Writer) error {
	problems := 0
	r := &report{found: func(f Finding) {
		if f.Level == Problem {
			problems++
		}
		_, _ = fmt.Fprintf(out, "%-8s %s: %s\n", f.Level, f.Subject, f.Text)
		if f.Do != "" {
			_, _ = fmt.Fprintf(out, "%-8s -> %s\n", "", f.Do)
		}
	}}
	r.machine(app)
	r.environment(app)
	r.copied(ctx, app)
	if r.folder(app) {
		if err := app.Bootstrap(); err != nil {
			do := "stop the server and restore a backup if it does not start either"
			if hasCopy() {
				do = "deskmate replica status shows what the store holds (docs/operations.md, A copy of the database)"
			}
			r.problem("database", err.Error(), do)
		} else {
			defer func() { _ = app.ResetBootstrapState() }()
			r.installation(ctx, app)
		}
	}
	if problems > 0 {
		return fmt.Errorf("problems found: %d", problems)
	}
	_, err := fmt.Fprintln(out, "No problems found.")
	return err
}

package replica

import (
	"context"
	"errors"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"

	"deskmate/internal/command"
	"deskmate/internal/disk"
)

var errOff = errors.New("there is no copy: DESKMATE_REPLICA_URL is not set")

// NewCommand returns the commands about the copy. They open no database, so they work
// on a machine that has none.
func NewCommand(app core.App) *cobra.Command {
	root := &cobra.Command{Use: "replica", Short: "Shows and restores the copy of the database"}
	status := &cobra.Command{
		Use: "status", Short: "Shows what the store holds and which machine writes",
		Args: cobra.NoArgs, SilenceUsage: true, Annotations: command.WithoutData,
		RunE: func(command *cobra.Command, _ []string) error {
			return printStatus(command.Context(), app.DataDir(), command.OutOrStdout())
		},
	}
	var at, to string
	restore := &cobra.Command{
		Use: "restore", Short: "Makes the copy, as it was at a time, the database of the site",
		Long: "Fetches the copy and makes it the database in the data folder. Stop the server of the site first. " +
			"The database that is there is kept as former-g....db beside it. With --to, it only writes and checks a file.",
		Example: "  deskmate replica restore --at 2026-12-01T10:00:00Z --dir=pb_data",
		Args:    cobra.NoArgs, SilenceUsage: true, Annotations: command.WithoutData,
		RunE: func(command *cobra.Command, _ []string) error {
			return restoreCopy(command.Context(), app.DataDir(), at, to, command.OutOrStdout())
		},
	}
	restore.Flags().StringVar(&at, "at", "", "the time, such as 2026-12-01T10:00:00Z; the latest state by default")
	restore.Flags().StringVar(&to, "to", "", "write the database to this new file, check it, and change nothing else")
	root.AddCommand(status, restore)
	return root
}

func printStatus(ctx context.Context, dataDir string, out io.Writer) error {
	r, stored, err := look(ctx, dataDir)
	if err != nil {
		return err
	}
	last, err := r.store.readSign(ctx)
	if err != nil {
		return err
	}
	if r.state, err = readState(r.config); err != nil {
		return err
	}
	lines := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	line := func(name, format string, args ...any) {
		_, _ = fmt.Fprintf(lines, name+"\t"+format+"\n", args...)
	}
	line("store", "%s", r.config.Address())
	for _, generation := range stored {
		first, last, err := r.store.bounds(ctx, generation)
		if err != nil {
			return err
		}
		line(fmt.Sprintf("generation %d", generation), "from %s to %s", first.UTC().Format(time.RFC3339), last.UTC().Format(time.RFC3339))
	}
	if len(stored) == 0 {
		line("generations", "none")
	}
	if last.Process != "" {
		line("server", "%s, %d seconds ago", last.Machine, int(last.age.Seconds()))
	}
	if r.state.Generation == 0 {
		line("this machine", "has not been part of it")
	} else {
		line("this machine", "generation %d", r.state.Generation)
	}
	return lines.Flush()
}

// checkCommand refuses to run a command on a machine whose database is not the site's.
func checkCommand(dataDir string) error {
	r := New()
	if err := r.configure(dataDir); err != nil || !r.config.On() {
		return err
	}
	present, err := disk.HasDatabase(r.database())
	if err != nil {
		return err
	}
	stored, err := r.store.generations(r.ctx)
	switch {
	case err != nil && present:
		return nil // the site goes on without the store, too
	case err != nil:
		return err
	case present:
		if r.state, err = readState(r.config); err != nil {
			return err
		}
		return r.refuseOther(newest(stored))
	case newest(stored) > 0:
		return fmt.Errorf("there is no database in %s, but a copy at %s: start the server, which restores it", dataDir, r.config.Address())
	}
	return nil
}

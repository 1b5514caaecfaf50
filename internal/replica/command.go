package replica

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"

	"deskmate/internal/clock"
	"deskmate/internal/command"
	"deskmate/internal/disk"
)

var (
	errOff    = errors.New("there is no copy: DESKMATE_REPLICA_URL is not set")
	errNoCopy = errors.New("nothing has been copied yet")
)

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
		Long: "Fetches the copy and makes it the database in the data folder. Stop all servers of the site first. " +
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
	config, err := ReadConfig(dataDir)
	if err != nil {
		return err
	}
	if !config.On() {
		return errOff
	}
	store := openStore(config)
	stored, err := store.generations(ctx)
	if err != nil {
		return err
	}
	local, err := readState(config)
	if err != nil {
		return err
	}
	lines := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	line := func(name, format string, args ...any) {
		_, _ = fmt.Fprintf(lines, name+"\t"+format+"\n", args...)
	}
	line("store", "%s", config.Address())
	for _, generation := range stored {
		first, last, err := store.bounds(ctx, generation, slog.New(slog.DiscardHandler))
		if err != nil {
			return err
		}
		line(fmt.Sprintf("generation %d", generation), "from %s to %s", first.UTC().Format(time.RFC3339), last.UTC().Format(time.RFC3339))
	}
	if len(stored) == 0 {
		line("generations", "none")
	}
	if config.LeaseTTL > 0 {
		held, err := store.readLease(ctx)
		switch {
		case err != nil:
			return err
		case held.Generation == 0 || clock.Left(held.ExpiresAt) <= 0:
			line("lease", "nobody holds it")
		default:
			line("lease", "held by %s until %s", nodeOf(held.Owner), held.ExpiresAt.UTC().Format(time.RFC3339))
		}
	}
	if last, err := store.readSign(ctx); err != nil {
		return err
	} else if last != nil && last.Owner != "" {
		line("server", "%s, %d seconds ago", nodeOf(last.Owner), int(last.age.Seconds()))
	}
	if local.Generation == 0 {
		line("this machine", "has not been part of it")
	} else {
		line("this machine", "generation %d", local.Generation)
	}
	return lines.Flush()
}

// nodeOf returns the machine of a process that holds the lease.
func nodeOf(owner string) string {
	if dot := strings.LastIndex(owner, "."); dot >= 0 {
		return owner[:dot]
	}
	return owner
}

func parseTime(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return time.Time{}, fmt.Errorf("%q is not a time such as 2026-12-01T10:00:00Z", text)
	}
	return at, nil
}

func restoreCopy(ctx context.Context, dataDir, when, to string, out io.Writer) (err error) {
	at, err := parseTime(when)
	if err != nil {
		return err
	}
	r := New()
	if r.config, err = ReadConfig(dataDir); err != nil {
		return err
	}
	if !r.config.On() {
		return errOff
	}
	r.dataDir, r.store = dataDir, openStore(r.config)
	stored, err := r.store.generations(ctx)
	if err != nil {
		return err
	}
	generation, err := r.generationAt(ctx, stored, at)
	if err != nil {
		return err
	}
	if to != "" {
		if err := r.store.restore(ctx, generation, at, to, r.logger); err != nil {
			return err
		}
		_, err = fmt.Fprintf(out, "Wrote %s, which is intact (generation %d).\n", to, generation)
		return err
	}
	release, err := lockFolder(r.config.Meta)
	if err != nil {
		return err
	}
	r.releases = append(r.releases, release)
	if r.state, err = readState(r.config); err != nil {
		return err
	}
	defer r.stop()
	next := max(newest(stored), r.state.Generation) + 1
	if r.config.LeaseTTL > 0 {
		if err := r.takeLease(ctx, next-1); err != nil {
			return err
		}
		next = r.lease.current().Generation
	} else if err := r.claim(ctx, newest(stored), next); err != nil {
		return err
	}
	kept, err := r.replace(ctx, generation, at, next, newest(stored))
	if err != nil {
		return err
	}
	if err := r.start(r.logger); err != nil {
		return err
	}
	if kept != "" {
		kept = "The former database is kept as " + kept + ". "
	}
	_, err = fmt.Fprintf(out, "Restored generation %d as generation %d. %sYou can start the server now.\n", generation, next, kept)
	return err
}

// generationAt returns the generation that was being written at a time, or the newest.
func (r *Replica) generationAt(ctx context.Context, stored []int64, at time.Time) (int64, error) {
	if len(stored) == 0 {
		return 0, errNoCopy
	}
	if at.IsZero() {
		return newest(stored), nil
	}
	var earliest time.Time
	for i := len(stored) - 1; i >= 0; i-- {
		first, _, err := r.store.bounds(ctx, stored[i], r.logger)
		if err != nil {
			return 0, err
		}
		if !first.IsZero() && !first.After(at) {
			return stored[i], nil
		}
		earliest = first
	}
	return 0, fmt.Errorf("the copy only reaches back to %s", earliest.UTC().Format(time.RFC3339))
}

// takeLease makes this command the holder, so that no server starts meanwhile.
func (r *Replica) takeLease(ctx context.Context, known int64) error {
	r.lease = newLease(r.store, r.logger, r.exit)
	r.lease.leaser.Owner = r.newOwner()
	wait, err := r.lease.acquire(ctx, known)
	if err != nil {
		return err
	}
	if wait > 0 {
		held, err := r.store.readLease(ctx)
		if err != nil {
			return err
		}
		r.lease = nil
		return fmt.Errorf("%s serves this site: stop all servers first", nodeOf(held.Owner))
	}
	r.tasks.Go(func() { r.lease.maintain(r.ctx) })
	return nil
}

// replace puts a state of the copy in the place of the database, as the generation next,
// which continues the newest. It returns where the former database is kept, "" if there
// was none.
func (r *Replica) replace(ctx context.Context, generation int64, at time.Time, next, newest int64) (kept string, err error) {
	if err := os.MkdirAll(r.dataDir, 0o750); err != nil {
		return "", err
	}
	fetched, err := r.fetch(ctx, generation, at)
	if err != nil {
		return "", err
	}
	if kept, err = r.setAside(); err != nil {
		return "", err
	}
	if err := r.begin(next, newest); err != nil {
		return "", err
	}
	mark := disk.Restored
	if at.IsZero() {
		mark = disk.Continued // the latest state
	}
	return kept, r.adopt(fetched, mark)
}

// adopt gives what was fetched the name of the database. By the mark, the next start knows
// whether that is an earlier state.
func (r *Replica) adopt(fetched, mark string) error {
	removeJournals(r.database())
	if err := disk.SetMarks(r.dataDir, mark); err != nil {
		return err
	}
	return os.Rename(fetched, r.database())
}

// checkCommand refuses to run a command on a machine whose database is not the site's.
func checkCommand(dataDir string) error {
	config, err := ReadConfig(dataDir)
	if err != nil || !config.On() {
		return err
	}
	r := New()
	r.config, r.dataDir, r.store = config, dataDir, openStore(config)
	present, err := disk.HasDatabase(r.database())
	if err != nil {
		return err
	}
	stored, err := r.store.generations(r.ctx)
	if err != nil {
		if present && config.LeaseTTL == 0 {
			return nil // the site goes on without the store, too
		}
		return err
	}
	if !present {
		if last := newest(stored); last > 0 {
			return fmt.Errorf("there is no database in %s, but a copy at %s: start the server, which restores it", dataDir, config.Address())
		}
		return nil
	}
	if r.state, err = readState(config); err != nil {
		return err
	}
	if err := r.refuses(newest(stored)); err != nil {
		return err
	}
	if config.LeaseTTL == 0 {
		return nil
	}
	held, err := r.store.readLease(r.ctx)
	if err != nil {
		return err
	}
	if held.Generation > 0 && clock.Left(held.ExpiresAt) > 0 && nodeOf(held.Owner) != config.Node {
		return fmt.Errorf("%s serves this site: run the command there", nodeOf(held.Owner))
	}
	return nil
}

// forget deletes the generations that are too old to restore from.
func (r *Replica) forget() {
	stored, err := r.store.generations(r.ctx)
	for i := 0; err == nil && i < len(stored) && stored[i] < r.state.Generation; i++ {
		var age time.Duration
		if age, err = r.store.age(r.ctx, stored[i]); err == nil && age > retention {
			err = r.store.remove(r.ctx, stored[i])
		}
	}
	if err != nil {
		r.logger.Error("former generations of the copy were not deleted", "error", err)
	}
}

package lifecycle

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/files"
	"deskmate/hooks/jobs"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// listenRetention deletes the files of orders when it is time.
func listenRetention(app core.App) {
	jobs.Add(app, jobs.Job{ID: "deleteFiles", Schedule: "* * * * *", Limit: 10 * time.Minute, Run: func(ctx context.Context, app core.App) error {
		return runRetention(ctx, app, false, func(Line) {})
	}})
}

// NoteCancelling keeps when work was cancelled.
func NoteCancelling(e *core.RecordEvent) error {
	isCancelled := e.Record.GetString(store.Status) == domain.StatusCancelled
	hasTime := !e.Record.GetDateTime(store.CancelledAt).IsZero()
	switch {
	case isCancelled && !hasTime:
		e.Record.Set(store.CancelledAt, clock.Now(e.App))
	case !isCancelled && hasTime:
		e.Record.Set(store.CancelledAt, nil)
	}
	return e.Next()
}

// SettleOrder notes when nothing was left to be done, and begins anew with work that is
// reopened or gets another file.
func SettleOrder(e *core.RecordEvent) error {
	assignment := e.Record
	isMoved := api.Differs(assignment, store.Status, store.AcceptedAt, store.CancelledAt) && !(assignment.IsNew() && isOpen(assignment))
	hasNewFile := len(assignment.GetUnsavedFiles(store.File)) > 0
	if !isMoved && (!hasNewFile || assignment.IsNew()) {
		return e.Next()
	}
	if err := e.Next(); err != nil {
		return err
	}
	if hasNewFile {
		if err := store.AnnounceAgain(e.Context, e.App, assignment.Id); err != nil {
			return err
		}
	}
	return store.Settle(e.Context, e.App, assignment.Id, "")
}

// isOpen reports whether the work is neither finished nor cancelled.
func isOpen(assignment *core.Record) bool {
	status := assignment.GetString(store.Status)
	return !domain.IsFinished(status) && status != domain.StatusCancelled
}

// KeepOrderedFiles begins anew with the order of a quote request that gets more files.
func KeepOrderedFiles(e *core.RecordEvent) error {
	order := e.Record.GetString(store.Assignment)
	if order == "" || len(e.Record.GetUnsavedFiles(store.Files)) == 0 {
		return e.Next()
	}
	if err := e.Next(); err != nil {
		return err
	}
	return store.AnnounceAgain(e.Context, e.App, order)
}

// SettleClaim notes that something about an order is open or settled now.
func SettleClaim(e *core.RecordEvent) error {
	if !api.Differs(e.Record, store.Status) {
		return e.Next()
	}
	if err := e.Next(); err != nil {
		return err
	}
	now := store.Time(domain.FormatTime(clock.Now(e.App)))
	return store.Settle(e.Context, e.App, e.Record.GetString(store.Assignment), now)
}

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

// noteUptime notes that the program runs, and returns since when it has.
func (r *runner) noteUptime(ctx context.Context) (uptime domain.Uptime, err error) {
	read := func(ctx context.Context, app core.App) (isNews bool, err error) {
		if uptime, err = store.ReadUptime(ctx, app); err != nil {
			return false, err
		}
		uptime, isNews = uptime.At(clock.Now(app))
		return isNews, nil
	}
	if isNews, err := read(ctx, r.app); err != nil || !isNews || r.dry {
		return uptime, err
	}
	err = r.change(ctx, func(ctx context.Context, tx core.App) error {
		if isNews, err := read(ctx, tx); err != nil || !isNews {
			return err
		}
		return store.SaveUptime(ctx, tx, uptime)
	})
	return uptime, err
}

// postponeAll tells the people of all orders whose files would be deleted too soon after a
// stop that they are kept until a time: they could not fetch them, and may not have got the
// announcement.
func (r *runner) postponeAll(ctx context.Context, until time.Time) error {
	find := func(page store.KeepingPage) ([]store.Keeping, error) {
		return store.FindToPurge(ctx, r.app, until.Add(-time.Millisecond), page)
	}
	do := func(order store.Keeping) error { return r.postpone(ctx, order.ID, until) }
	return each(ctx, find, do, func(order store.Keeping) (store.Time, string) { return order.PurgeAt, order.ID })
}

// postpone keeps the files of an order until a time, and tells its people.
func (r *runner) postpone(ctx context.Context, id string, until time.Time) error {
	var lines []Line
	err := r.change(ctx, func(ctx context.Context, tx core.App) error {
		lines = nil
		order, isStill, err := r.find(ctx, tx, id)
		if err != nil || !isStill || order.PurgeAt == "" || order.PurgedAt != "" || !order.PurgeAt.Time().Before(until) {
			return err
		}
		lines, err = r.tellUntil(ctx, tx, order, until)
		return err
	})
	return r.done(lines, err)
}

// tellUntil tells the people of an order that its files are kept until a time, and returns a
// line for each of them. A dry run tells nobody.
func (r *runner) tellUntil(ctx context.Context, tx core.App, order store.Keeping, until time.Time) (lines []Line, err error) {
	files, err := store.FindOrderFiles(ctx, tx, order.ID)
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		lines = append(lines, Line{announced, until, order.Reference, file.Name, file.Size})
	}
	if r.dry {
		return lines, nil
	}
	if len(files) == 0 {
		return nil, store.SetNothingToPurge(ctx, tx, order.ID, clock.Now(tx))
	}
	if err := tellDate(ctx, tx, order, until); err != nil {
		return nil, err
	}
	return lines, store.SetPurgeAt(ctx, tx, order.ID, until)
}

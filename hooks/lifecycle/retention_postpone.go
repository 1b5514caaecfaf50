package lifecycle

import (
	"context"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

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
		return store.StoreUptime(ctx, tx, uptime)
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

// postpone lets the files of an order stay until a time, and tells its people.
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

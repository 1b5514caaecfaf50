package lifecycle

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/clock"
)

// purgeBatch is how many orders are read at once.
const purgeBatch = 100

// Line is what happened to one file, or would happen: its order's people were told that it
// will be deleted at a time, or it was deleted.
type Line struct {
	What      string
	At        time.Time
	Reference string
	Name      string
	Size      int64
}

// What happens to a file.
const (
	announced = "announce"
	deleted   = "delete"
)

// runRetention does all that is due, each order in a transaction of its own, and reports it. A dry
// run only reports. An order whose files the store cannot read or remove does not hold up
// the others; the next run tries it again.
func runRetention(ctx context.Context, app core.App, dry bool, report func(Line)) error {
	r := runner{app: app, dry: dry, report: report}
	defer r.close()
	err := r.all(ctx)
	return errors.Join(append(r.failed, err)...)
}

// all does what run does, but notes what failed with single orders.
func (r *runner) all(ctx context.Context) error {
	uptime, err := r.noteUptime(ctx)
	if err != nil {
		return err
	}
	for _, announce := range []func(context.Context) error{r.announceAll, r.announceQuotes} {
		if err := announce(ctx); err != nil {
			return err
		}
	}
	if from := uptime.PurgeFrom(); clock.Now(r.app).Before(from) {
		err = errors.Join(r.postponeAll(ctx, from), r.postponeQuotes(ctx, from))
	} else {
		err = errors.Join(r.purgeAll(ctx), r.purgeQuotes(ctx))
	}
	if err != nil || r.dry {
		return err
	}
	return r.removeAll(ctx)
}

type runner struct {
	app    core.App
	dry    bool
	report func(Line)
	failed []error // of single orders
	store  *filesystem.System
}

// open opens the file store. Most runs have nothing to do and do not need it.
func (r *runner) open(ctx context.Context) (*filesystem.System, error) {
	if r.store == nil {
		store, err := r.app.NewFilesystem()
		if err != nil {
			return nil, err
		}
		store.SetContext(ctx)
		r.store = store
	}
	return r.store, nil
}

func (r *runner) close() {
	if r.store != nil {
		_ = r.store.Close() // what matters has returned its own error
	}
}

// fail notes that an order could not be dealt with.
func (r *runner) fail(reference string, err error) {
	r.failed = append(r.failed, fmt.Errorf("the files of %s: %w", reference, err))
}

// each calls do for all orders or requests that find finds, a page at a time. Those that do leaves as
// they are do not come again.
func each[T any](ctx context.Context, find func(store.KeepingPage) ([]T, error), do func(T) error, at func(T) (store.Time, string)) error {
	page := store.KeepingPage{Limit: purgeBatch}
	for {
		found, err := find(page)
		if err != nil {
			return err
		}
		for _, order := range found {
			if err := ctx.Err(); err != nil {
				return err
			}
			page.After, page.AfterID = at(order)
			if err := do(order); err != nil {
				return err
			}
		}
		if len(found) < purgeBatch {
			return nil
		}
	}
}

// announceAll tells the people of all orders whose files will be deleted soon.
func (r *runner) announceAll(ctx context.Context) error {
	policies, err := store.ReadRetentionDays(ctx, r.app)
	if err != nil {
		return err
	}
	for policy, days := range policies {
		find := func(page store.KeepingPage) ([]store.Keeping, error) {
			return store.FindToAnnounce(ctx, r.app, policy, domain.AnnounceSettledUntil(clock.Now(r.app), days), page)
		}
		do := func(order store.Keeping) error { return r.announce(ctx, order.ID, days) }
		if err := each(ctx, find, do, func(order store.Keeping) (store.Time, string) { return order.SettledAt, order.ID }); err != nil {
			return err
		}
	}
	return nil
}

// announce tells the people of an order when its files will be deleted.
func (r *runner) announce(ctx context.Context, id string, days int) error {
	var lines []Line
	err := r.change(ctx, func(ctx context.Context, tx core.App) error {
		lines = nil
		order, isStill, err := r.find(ctx, tx, id)
		if err != nil || !isStill || order.PurgeAt != "" {
			return err
		}
		lines, err = r.tellUntil(ctx, tx, order, domain.PurgeAt(order.SettledAt.Time(), days, clock.Now(tx)))
		return err
	})
	return r.done(lines, err)
}

// find reads an order again, in the transaction that acts on it. It reports false if
// something about the order is open by now, or was settled later than was known.
func (r *runner) find(ctx context.Context, tx core.App, id string) (order store.Keeping, isStill bool, err error) {
	if order, err = store.FindKeeping(ctx, tx, id); err != nil {
		if errors.Is(err, sql.ErrNoRows) {
			return order, false, nil
		}
		return order, false, err
	}
	settled, err := store.ReadSettled(ctx, tx, id)
	if err != nil {
		return order, false, err
	}
	if settled != "" && settled <= order.SettledAt {
		return order, true, nil
	}
	if r.dry {
		return order, false, nil
	}
	return order, false, store.Settle(ctx, tx, id, "")
}

// change runs a change in a transaction. A dry run only reads.
func (r *runner) change(ctx context.Context, change func(ctx context.Context, tx core.App) error) error {
	if r.dry {
		return change(ctx, r.app)
	}
	return transaction.Run(ctx, r.app, change)
}

// done reports what has happened.
func (r *runner) done(lines []Line, err error) error {
	if err != nil {
		return err
	}
	for _, line := range lines {
		r.report(line)
	}
	return nil
}

package sweeps

import (
	"context"
	"errors"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/writes"
	"deskmate/internal/disk"
	"deskmate/records"
	"deskmate/rules"
)

// batch is how many orphans one transaction stores, or one step deletes.
const batch = 100

// sameWrite is how much the times may differ that a store tells of one write, in a listing
// and for a single file: one may be rounded and the other cut off.
const sameWrite = time.Second

// run is one comparison whose result is stored.
type run struct {
	*comparison
	seen    records.Sweep
	pending []records.Orphan
}

// sweep compares the store with the rows, and stores what it finds. If the operator wants
// it, it deletes the files that no row names and that have waited for long enough. If
// anything fails before all is compared, it deletes nothing.
func sweep(ctx context.Context, app core.App) error {
	store, now := open(app), moment(app)
	comparison, err := recognize(ctx, app, store, now)
	if err != nil {
		return err
	}
	if err := sign(ctx, app, store); err != nil {
		return err
	}
	r := run{comparison: comparison}
	if err := comparison.run(ctx, func(orphan records.Orphan) error { return r.note(ctx, orphan) }); err != nil {
		return err
	}
	if err := r.flush(ctx); err != nil {
		return err
	}
	forget := func(ctx context.Context, tx core.App, limit int) (int64, error) {
		return records.ForgetOrphans(ctx, tx, now, limit)
	}
	if err := writes.DeleteInPieces(ctx, app, forget); err != nil {
		return err
	}
	isAllowed, failure := mayDelete(app)
	if isAllowed {
		failure = r.deleteDue(ctx)
	}
	return errors.Join(failure, r.finish(ctx))
}

// mayDelete reports whether files may be deleted. While a database that was set aside is
// still there, they are kept: it may name them, and somebody may want it back.
func mayDelete(app core.App) (bool, error) {
	if !deletes(app) {
		return false, nil
	}
	former, err := disk.Former(app.DataDir())
	return err == nil && len(former) == 0, err
}

// note counts an orphan, and stores it with others.
func (r *run) note(ctx context.Context, orphan records.Orphan) error {
	switch orphan.Kind {
	case foreign:
		r.seen.Unknown++
		return nil
	case records.FileWithoutRow:
		r.seen.Files++
		r.seen.Bytes += orphan.Bytes
	default:
		r.seen.Rows++
	}
	if r.pending = append(r.pending, orphan); len(r.pending) < batch {
		return nil
	}
	return r.flush(ctx)
}

func (r *run) flush(ctx context.Context) error {
	if len(r.pending) == 0 {
		return nil
	}
	waiting := func(before, seen records.Orphan) records.Waiting { return wait(before, seen, r.now) }
	err := writes.Run(ctx, r.app, func(ctx context.Context, tx core.App) error {
		return records.StoreOrphans(ctx, tx, r.pending, r.now, waiting)
	})
	r.pending = r.pending[:0]
	return err
}

// deleteDue deletes the files that have waited for long enough.
func (r *run) deleteDue(ctx context.Context) error {
	for after, more := "", true; more; {
		seen, err := records.FindOrphanFiles(ctx, r.app, r.now, after, batch)
		if err != nil {
			return err
		}
		more = len(seen) == batch
		var due []records.Orphan
		for _, orphan := range seen {
			after = orphan.ID
			if isDue(orphan.Waiting, r.now) {
				due = append(due, orphan)
			}
		}
		if err := r.delete(ctx, due); err != nil {
			return err
		}
	}
	return nil
}

// delete deletes files from the store, and then what is stored of them.
func (r *run) delete(ctx context.Context, due []records.Orphan) error {
	if len(due) == 0 {
		return nil
	}
	due, err := r.confirm(ctx, due)
	if err != nil {
		return err
	}
	var (
		deleted []records.Orphan
		failed  error
	)
	for _, orphan := range due {
		isGone, err := r.remove(ctx, orphan)
		if err != nil {
			failed = err
			break
		}
		if isGone {
			deleted = append(deleted, orphan)
		}
	}
	err = writes.Run(ctx, r.app, func(ctx context.Context, tx core.App) error {
		for _, orphan := range deleted {
			if err := records.DeleteOrphan(ctx, tx, orphan.ID); err != nil {
				return err
			}
		}
		return nil
	})
	for _, orphan := range deleted {
		r.seen.Swept++
		r.seen.SweptBytes += orphan.Bytes
		r.seen.Files--
		r.seen.Bytes -= orphan.Bytes
	}
	return errors.Join(failed, err)
}

// confirm returns those of some orphans that no row names now. It changes their rows, so it
// fails if the database cannot be changed: then no file must be deleted either.
func (r *run) confirm(ctx context.Context, due []records.Orphan) (still []records.Orphan, err error) {
	err = writes.Run(ctx, r.app, func(ctx context.Context, tx core.App) error {
		still = nil
		for _, orphan := range due {
			folder := r.folderOf(orphan.Collection)
			place, ok := placeOf(r.keyOf(orphan))
			if folder == "" || !ok {
				continue
			}
			named, err := r.named(ctx, tx, folder, orphan.Record)
			if err != nil {
				return err
			}
			if named[orphan.Record+"/"+place.owner] {
				continue
			}
			if err := records.ConfirmOrphan(ctx, tx, orphan.ID, r.now); err != nil {
				return err
			}
			still = append(still, orphan)
		}
		return nil
	})
	return still, err
}

func (r *run) keyOf(orphan records.Orphan) string {
	return r.folderOf(orphan.Collection) + "/" + orphan.Record + "/" + orphan.File
}

// remove removes a file from the store, unless it was written since it was listed. It
// reports whether the file is gone.
func (r *run) remove(ctx context.Context, orphan records.Orphan) (isGone bool, err error) {
	key := r.keyOf(orphan)
	file, exists, err := r.store.stat(ctx, key)
	if err != nil || !exists {
		return err == nil, err
	}
	if file.written.Sub(orphan.Written.Time()).Abs() > sameWrite {
		return false, nil
	}
	return true, r.store.remove(ctx, key)
}

// finish stores what was found, and logs it.
func (r *run) finish(ctx context.Context) error {
	r.seen.RanAt = records.Time(rules.FormatTime(r.now))
	err := writes.Run(ctx, r.app, func(ctx context.Context, tx core.App) error {
		before, err := records.ReadSweep(ctx, tx)
		if err != nil {
			return err
		}
		r.seen.Mark, r.seen.StartedAgain = before.Mark, before.StartedAgain
		return records.StoreSweep(ctx, tx, r.seen)
	})
	if err != nil {
		return err
	}
	log := r.app.Logger().Info
	if r.seen.Files+r.seen.Rows+r.seen.Swept > 0 || r.seen.StartedAgain {
		log = r.app.Logger().Warn
	}
	log("stored files were compared with the rows", "filesWithoutRow", r.seen.Files, "bytes", r.seen.Bytes, "rowsWithoutFile", r.seen.Rows,
		"unknown", r.seen.Unknown, "deleted", r.seen.Swept, "deletedBytes", r.seen.SweptBytes, "waitingBeganAgain", r.seen.StartedAgain)
	return nil
}

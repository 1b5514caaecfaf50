package records

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// The kinds of orphans.
const (
	FileWithoutRow = "file"
	RowWithoutFile = "row"
)

// MaxOrphans is how many orphans are stored. Further ones are only counted, until there is
// room.
const MaxOrphans = 10_000

// Orphan is a stored file that no row names, or a row that names a file which is not
// stored. File is the path below the folder of the row. Written is when the store got the
// file, by its own clock; it and Bytes are empty for a row without a file.
type Orphan struct {
	ID         string `db:"id"`
	Kind       string `db:"kind"`
	Collection string `db:"collection"`
	Record     string `db:"record"`
	File       string `db:"file"`
	Bytes      int64  `db:"bytes"`
	Written    Time   `db:"written"`
	Waiting
}

// Waiting is how long an orphan has been known: since when, and on how many nights it was
// seen, of which the last was counted at CountedAt.
type Waiting struct {
	FirstSeen Time `db:"firstSeen"`
	CountedAt Time `db:"countedAt"`
	Nights    int  `db:"nights"`
}

const orphanColumns = "SELECT id, kind, collection, record, file, bytes, written, firstSeen, countedAt, nights FROM orphans WHERE "

// FindOrphan returns what is stored of an orphan, or sql.ErrNoRows.
func FindOrphan(ctx context.Context, app core.App, collection, record, file string) (found Orphan, err error) {
	err = constant(app, orphanColumns+"collection = {:collection} AND record = {:record} AND file = {:file}").
		Bind(dbx.Params{"collection": collection, "record": record, "file": file}).WithContext(ctx).One(&found)
	return found, err
}

// FindOrphanFiles returns files without a row that a run has seen, after an id, at most
// limit.
func FindOrphanFiles(ctx context.Context, app core.App, run time.Time, after string, limit int) (found []Orphan, err error) {
	err = constant(app, orphanColumns+"kind = 'file' AND lastSeen = {:run} AND id > {:after} ORDER BY id LIMIT {:limit}").
		Bind(dbx.Params{"run": stored(run), "after": after, "limit": limit}).WithContext(ctx).All(&found)
	return found, err
}

// StoreOrphans stores orphans that a run has seen, as long as there is room for them.
// waiting returns how long one has been known, given what was stored of it, which is zero
// for a new one. Call it in a transaction. It is plain SQL, because nobody hears of it.
func StoreOrphans(ctx context.Context, tx core.App, seen []Orphan, run time.Time, waiting func(before Orphan, now Orphan) Waiting) error {
	var kept int
	if err := constant(tx, "SELECT count(*) FROM orphans").WithContext(ctx).Row(&kept); err != nil {
		return err
	}
	for _, orphan := range seen {
		before, err := FindOrphan(ctx, tx, orphan.Collection, orphan.Record, orphan.File)
		isNew := errors.Is(err, sql.ErrNoRows)
		if err != nil && !isNew {
			return err
		}
		if isNew && kept >= MaxOrphans {
			continue
		}
		known := waiting(before, orphan)
		values := dbx.Params{
			"kind": orphan.Kind, "collection": orphan.Collection, "record": orphan.Record, "file": orphan.File, "bytes": orphan.Bytes,
			"written": storedOrEmpty(orphan.Written), "firstSeen": storedOrEmpty(known.FirstSeen), "countedAt": storedOrEmpty(known.CountedAt),
			"nights": known.Nights, "lastSeen": stored(run),
		}
		if isNew {
			kept++
			values[ID] = core.GenerateDefaultRandomId()
			_, err = tx.DB().Insert(Orphans, values).WithContext(ctx).Execute()
		} else {
			_, err = tx.DB().Update(Orphans, values, dbx.HashExp{ID: before.ID}).WithContext(ctx).Execute()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// ForgetOrphans deletes what a run has not seen again, at most limit, and returns how many
// it was.
func ForgetOrphans(ctx context.Context, tx core.App, run time.Time, limit int) (deleted int64, err error) {
	result, err := tx.DB().NewQuery("DELETE FROM orphans WHERE id IN (SELECT id FROM orphans WHERE lastSeen != {:run} LIMIT {:limit})").
		Bind(dbx.Params{"run": stored(run), "limit": limit}).WithContext(ctx).Execute()
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// DeleteOrphan deletes what is stored of an orphan.
func DeleteOrphan(ctx context.Context, tx core.App, id string) error {
	_, err := tx.DB().Delete(Orphans, dbx.HashExp{ID: id}).WithContext(ctx).Execute()
	return err
}

// BeginWaitingAgain lets all orphans wait as if they had been seen for the first time.
func BeginWaitingAgain(ctx context.Context, tx core.App) error {
	_, err := tx.DB().NewQuery("UPDATE orphans SET firstSeen = '', countedAt = '', nights = 0").WithContext(ctx).Execute()
	return err
}

// Sweep is what the last comparison of the store with the rows has found, and what it has
// deleted. It is zero if there was none yet. StartedAgain says that the waiting of all
// orphans began anew, because another database had been compared with the store.
type Sweep struct {
	RanAt        Time   `db:"ranAt"`
	Files        int64  `db:"files"` // without a row, after what was swept
	Bytes        int64  `db:"bytes"` // of these files
	Rows         int64  `db:"rows"`  // names in rows whose file is missing
	Unknown      int64  `db:"unknown"`
	Swept        int64  `db:"swept"`
	SweptBytes   int64  `db:"sweptBytes"`
	StartedAgain bool   `db:"startedAnew"`
	Mark         string `db:"mark"`
}

// theSweep is the id of the only row.
const theSweep = "lastcomparison0"

// ReadSweep returns what the last comparison has found (docs/product.md, section 15).
func ReadSweep(ctx context.Context, app core.App) (found Sweep, err error) {
	err = constant(app, "SELECT ranAt, files, bytes, rows, unknown, swept, sweptBytes, startedAnew, mark FROM sweeps WHERE id = {:id}").
		Bind(dbx.Params{"id": theSweep}).WithContext(ctx).One(&found)
	if errors.Is(err, sql.ErrNoRows) {
		return Sweep{}, nil
	}
	return found, err
}

// StoreSweep replaces what is known of the last comparison. Call it in a transaction.
func StoreSweep(ctx context.Context, tx core.App, sweep Sweep) error {
	values := dbx.Params{
		"ranAt": storedOrEmpty(sweep.RanAt), "files": sweep.Files, "bytes": sweep.Bytes, "rows": sweep.Rows, "unknown": sweep.Unknown,
		"swept": sweep.Swept, "sweptBytes": sweep.SweptBytes, "startedAnew": sweep.StartedAgain, "mark": sweep.Mark,
	}
	result, err := tx.DB().Update(Sweeps, values, dbx.HashExp{ID: theSweep}).WithContext(ctx).Execute()
	if err != nil {
		return err
	}
	if updated, err := result.RowsAffected(); err != nil || updated > 0 {
		return err
	}
	values[ID] = theSweep
	_, err = tx.DB().Insert(Sweeps, values).WithContext(ctx).Execute()
	return err
}

// ConfirmOrphan notes that a run has seen an orphan again.
func ConfirmOrphan(ctx context.Context, tx core.App, id string, run time.Time) error {
	_, err := tx.DB().Update(Orphans, dbx.Params{"lastSeen": stored(run)}, dbx.HashExp{ID: id}).WithContext(ctx).Execute()
	return err
}

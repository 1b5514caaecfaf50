package database

import (
	"context"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

const keptKey = "deskmateJournalIsKept"

// KeepJournal says that something else reads the journal of the business database, so that
// EmptyJournal leaves it alone.
func KeepJournal(app core.App) { app.Store().Set(keptKey, true) }

// EmptyJournal moves what the journal of the business database holds into its file, and cuts
// the journal to nothing: what was deleted is overwritten in the file only. It does not wait
// for readers, because changes would wait too, and reports false if there are any.
func EmptyJournal(ctx context.Context, app core.App) (done bool, err error) {
	db, ok := app.NonconcurrentDB().(*dbx.DB)
	if !ok || app.Store().Has(keptKey) {
		return true, nil
	}
	connection, err := db.DB().Conn(ctx)
	if err != nil {
		return false, err
	}
	defer func() { _ = connection.Close() }()
	if _, err := connection.ExecContext(ctx, "PRAGMA busy_timeout(0)"); err != nil {
		return false, err
	}
	defer func() { _, _ = connection.ExecContext(context.WithoutCancel(ctx), "PRAGMA busy_timeout(5000)") }()
	var isBusy bool
	var frames, moved int
	err = connection.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&isBusy, &frames, &moved)
	return err == nil && !isBusy, err
}

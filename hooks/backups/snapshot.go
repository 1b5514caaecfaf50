package backups

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"

	"modernc.org/sqlite"
)

// pagesPerStep is how many pages are copied between checks for cancellation and
// progress reports.
const pagesPerStep = 1024

// snapshot copies a database page by page into a file. The read transaction
// pins the state that is copied: without it, every write would start the copy
// over. Readers do not block writers, since the databases are in WAL mode.
// VACUUM INTO would renumber the rowids that lists are ordered by.
func snapshot(ctx context.Context, db *sql.DB, path string, report reporter, name string) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() {
		// Keep the connection with the small cache out of the pool.
		_ = conn.Raw(func(any) error { return driver.ErrBadConn })
		_ = conn.Close()
	}()
	// The copy reads every page once: a large cache would only waste memory.
	if _, err := conn.ExecContext(ctx, "PRAGMA cache_size(-2000)"); err != nil {
		return err
	}
	tx, err := conn.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	var pageSize, tables int64
	if err := tx.QueryRowContext(ctx, "PRAGMA page_size").Scan(&pageSize); err != nil {
		return err
	}
	// A transaction pins its state with its first read, not when it begins.
	if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&tables); err != nil {
		return err
	}
	return copyPages(ctx, conn, path, report, name, pageSize)
}

func copyPages(ctx context.Context, conn *sql.Conn, path string, report reporter, name string, pageSize int64) error {
	return conn.Raw(func(driverConn any) error {
		source, ok := driverConn.(interface {
			NewBackup(string) (*sqlite.Backup, error)
		})
		if !ok {
			return fmt.Errorf("%T has no online backup", driverConn)
		}
		// If anything fails, the copy is discarded, so it needs no journal.
		backup, err := source.NewBackup(path + "?_pragma=journal_mode(OFF)&_pragma=synchronous(OFF)")
		if err != nil {
			return err
		}
		step := report.begin("Copying "+name, 0)
		defer step.end()
		for more := true; more; {
			if err := ctx.Err(); err != nil {
				_ = backup.Finish()
				return err
			}
			if more, err = backup.Step(pagesPerStep); err != nil {
				_ = backup.Finish()
				return err
			}
			pages, left := int64(backup.PageCount()), int64(backup.Remaining())
			step.total = pages * pageSize
			step.reached((pages - left) * pageSize)
		}
		return backup.Finish()
	})
}

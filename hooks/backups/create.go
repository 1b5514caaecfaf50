package backups

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"
	"github.com/pocketbase/pocketbase/tools/inflector"
	"modernc.org/sqlite"

	"deskmate/internal/clock"
	"deskmate/internal/database"
	"deskmate/internal/disk"
)

// create writes the backup of an event: snapshots of the databases first, then
// the files, so that every file a row of the snapshot refers to is in the
// archive unless it was deleted in the meantime.
func create(ctx context.Context, e *core.BackupEvent) (err error) {
	defer func() {
		if cause := context.Cause(ctx); err != nil && cause != nil {
			err = cause
		}
	}()
	if e.App.IsTransactional() {
		return errors.New("a backup cannot be created inside a transaction")
	}
	if e.Name == "" {
		e.Name = defaultName(e.App)
	}
	store, err := e.App.NewBackupsFilesystem()
	if err != nil {
		return fmt.Errorf("opening the backup storage: %w", err)
	}
	defer store.Close()

	// Only a server empties this folder, when it starts and when it stops. PocketBase's own is
	// emptied by every command on the same data.
	temporary := filepath.Join(e.App.DataDir(), disk.Temporary)
	if err := os.MkdirAll(temporary, 0o700); err != nil {
		return fmt.Errorf("creating the temporary folder: %w", err)
	}
	work, err := os.MkdirTemp(temporary, "pb_backup_")
	if err != nil {
		return fmt.Errorf("creating the temporary folder: %w", err)
	}
	defer os.RemoveAll(work)
	file, err := os.Create(filepath.Join(work, "backup.zip")) // #nosec G304 -- the path is in a temporary folder of ours
	if err != nil {
		return err
	}
	defer file.Close()

	damage, err := pack(ctx, e, file, work)
	if err != nil {
		return err
	}
	told := FoundDamage(ctx, e.App, damage)
	if damage == nil {
		return upload(ctx, store, file, e.Name)
	}
	// What can still be read is kept, under a name that no good backup has and that the
	// schedule does not count: it would push out a good one.
	e.Name = damagedPrefix + e.Name
	if err := upload(ctx, store, file, e.Name); err != nil {
		return errors.Join(damage, told, err)
	}
	return errors.Join(fmt.Errorf("%w. What can still be read was kept as %s; earlier backups stay", damage, e.Name), told, onlyOneDamaged(store, e.Name))
}

// damagedPrefix begins the names of backups of a damaged database.
const damagedPrefix = "damaged_"

// scheduledPrefix begins the names of the backups of PocketBase's schedule.
const scheduledPrefix = "@auto_pb_backup_"

// onlyOneDamaged keeps the schedule from filling the disk with backups of a damaged database.
func onlyOneDamaged(store *filesystem.System, newest string) error {
	files, err := store.List(damagedPrefix + scheduledPrefix)
	for _, file := range files {
		if strings.HasPrefix(newest, damagedPrefix+scheduledPrefix) && file.Key != newest {
			err = errors.Join(err, store.Delete(file.Key))
		}
	}
	return err
}

// pack writes the archive in the layout that PocketBase restores.
// It also returns what is wrong with data.db, if anything. Damage to the log of requests is
// only reported: it costs no data of the site.
func pack(ctx context.Context, e *core.BackupEvent, out *os.File, work string) (damage *database.DamagedError, err error) {
	archive := newArchive(ctx, out)
	// What a machine that was cut off has set aside belongs in no backup of the site.
	former, err := disk.Former(e.App.DataDir())
	if err != nil {
		return nil, err
	}
	skip := append(slices.Clone(e.Exclude), disk.RestoreFolder, disk.Temporary, disk.Uploads, disk.MarksFile)
	for _, path := range former {
		skip = append(skip, filepath.Base(path))
	}
	for i, builder := range []dbx.Builder{e.App.ConcurrentDB(), e.App.AuxConcurrentDB()} {
		name := databases[i]
		if !isExcluded(e.Exclude, name) {
			found, err := archive.addDatabase(ctx, builder.(*dbx.DB).DB(), filepath.Join(e.App.DataDir(), name), work)
			switch {
			case err != nil:
				return nil, fmt.Errorf("copying %s: %w", name, err)
			case found == nil && i == 0:
				// Whoever unpacks this backup by hand has a database with a former mark.
				if _, err := renewMark(ctx, e.App, nil); err != nil {
					return nil, fmt.Errorf("marking the database: %w", err)
				}
			case i == 0:
				damage = found
			case found != nil:
				fmt.Fprintf(os.Stderr, "deskmate: the backup has no %s: %v\n", name, found)
			}
		}
		skip = append(skip, name, name+"-wal", name+"-shm", name+"-journal")
	}
	if err := archive.addFolder(ctx, e.App.DataDir(), skip); err != nil {
		return nil, fmt.Errorf("copying the files: %w", err)
	}
	return damage, archive.close()
}

// defaultName is the name that PocketBase gives a backup.
func defaultName(app core.App) string {
	name := inflector.Snakecase(app.Settings().Meta.AppName)
	if len(name) > 50 {
		name = name[:50]
	}
	return fmt.Sprintf("pb_backup_%s_%s.zip", name, clock.Now(app).UTC().Format("20060102150405"))
}

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

package backups

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"deskmate/internal/clock"
	"deskmate/internal/disk"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/inflector"
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

	temporary := filepath.Join(e.App.DataDir(), core.LocalTempDirName)
	if err := os.MkdirAll(temporary, 0o700); err != nil {
		return fmt.Errorf("creating the temporary folder: %w", err)
	}
	work, err := os.MkdirTemp(temporary, "pb_backup_")
	if err != nil {
		return fmt.Errorf("creating the temporary folder: %w", err)
	}
	defer os.RemoveAll(work)
	// Any command that starts on the same data folder empties the temporary
	// folder. Files are therefore used through handles that stay open.
	file, err := os.Create(filepath.Join(work, "backup.zip")) // #nosec G304 -- the path is in a temporary folder of ours
	if err != nil {
		return err
	}
	defer file.Close()

	if err := pack(ctx, e, file, work); err != nil {
		return err
	}
	return upload(ctx, store, file, e.Name)
}

// pack writes the archive in the layout that PocketBase restores.
func pack(ctx context.Context, e *core.BackupEvent, file *os.File, work string) error {
	archive := newArchive(ctx, file)
	// What a machine that was cut off has set aside belongs to no backup of the site.
	former, err := disk.Former(e.App.DataDir())
	if err != nil {
		return err
	}
	skip := slices.Clone(e.Exclude)
	for _, path := range former {
		skip = append(skip, filepath.Base(path))
	}
	for _, database := range []struct {
		name string
		db   dbx.Builder
	}{
		{"data.db", e.App.ConcurrentDB()},
		{"auxiliary.db", e.App.AuxConcurrentDB()},
	} {
		if !isExcluded(e.Exclude, database.name) {
			if err := archive.addDatabase(ctx, database.db.(*dbx.DB).DB(), work, database.name); err != nil {
				return fmt.Errorf("copying %s: %w", database.name, err)
			}
		}
		skip = append(skip, database.name, database.name+"-wal", database.name+"-shm", database.name+"-journal")
	}
	if err := archive.addFolder(ctx, e.App.DataDir(), skip); err != nil {
		return fmt.Errorf("copying the files: %w", err)
	}
	return archive.close()
}

// defaultName is the name that PocketBase gives a backup.
func defaultName(app core.App) string {
	name := inflector.Snakecase(app.Settings().Meta.AppName)
	if len(name) > 50 {
		name = name[:50]
	}
	return fmt.Sprintf("pb_backup_%s_%s.zip", name, clock.Now(app).UTC().Format("20060102150405"))
}

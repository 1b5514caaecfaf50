package backups

import (
	"context"
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
// only told: it costs no data of the site.
func pack(ctx context.Context, e *core.BackupEvent, out *os.File, work string) (damage *database.DamagedError, err error) {
	archive := newArchive(ctx, out)
	// What a machine that was cut off has set aside belongs to no backup of the site.
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

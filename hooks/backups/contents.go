package backups

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/internal/database"
	"deskmate/internal/disk"
	"deskmate/records"
)

// contents is what a check has found in a backup that can be restored.
type contents struct {
	pending   int  // migrations that the start after a restore applies
	files     int  // files that the rows name
	missing   int  // those of them that the backup lacks
	elsewhere bool // uploaded files are in a bucket, which no backup contains
}

// String says what is in the backup.
func (c contents) String() string {
	text := "its database is intact and of this version"
	if c.pending > 0 {
		text = fmt.Sprintf("its database is intact and of an earlier version, which the next start upgrades (%d migrations)", c.pending)
	}
	switch {
	case c.elsewhere:
		return text + "; uploaded files are in a bucket and not part of it"
	case c.missing > 0:
		return text + fmt.Sprintf("; %d of the %d files that its rows name are missing", c.missing, c.files)
	}
	return text + fmt.Sprintf("; all %d files that its rows name are there", c.files)
}

// databases are the files that a check needs to open.
var databases = []string{"data.db", "auxiliary.db"}

// unpack reads all of an archive, and writes it to a folder: only the databases, unless all
// is wanted. It returns the names of all files. What was changed since the archive was
// written fails, because each file has its checksum.
func unpack(ctx context.Context, archive, dir string, all bool) (names map[string]bool, err error) {
	reader, err := zip.OpenReader(archive)
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	names = map[string]bool{}
	var size uint64
	for _, entry := range reader.File {
		names[entry.Name] = true
		if all || isDatabase(entry.Name) {
			size += entry.UncompressedSize64
		}
	}
	if free, known := disk.Free(dir); known && free < size {
		return nil, fmt.Errorf("it needs %s, and the disk has %s", humanize.IBytes(size), humanize.IBytes(free))
	}
	for _, entry := range reader.File {
		if err := unpackOne(ctx, entry, dir, all || isDatabase(entry.Name)); err != nil {
			return nil, fmt.Errorf("%s: %w", entry.Name, err)
		}
	}
	return names, nil
}

func isDatabase(name string) bool { return name == databases[0] || name == databases[1] }

func unpackOne(ctx context.Context, entry *zip.File, dir string, isKept bool) (err error) {
	if !entry.Mode().IsRegular() {
		return nil // folders are made for their files; links lead out of the folder
	}
	if !filepath.IsLocal(filepath.FromSlash(entry.Name)) {
		return errors.New("its path leads out of the folder")
	}
	from, err := entry.Open()
	if err != nil {
		return err
	}
	defer from.Close()
	to := io.Discard
	if isKept {
		name := filepath.Join(dir, filepath.FromSlash(entry.Name)) // #nosec G305 -- checked to be inside the folder above
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			return err
		}
		file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600) // #nosec G304 -- checked to be inside the folder above
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, file.Sync(), file.Close()) }()
		to = file
	}
	step := reporterOf(ctx).begin("Reading "+entry.Name, int64(entry.UncompressedSize64)) // #nosec G115 -- the size of a file
	_, err = io.Copy(to, step.read(ctx, from))                                            // #nosec G110 -- the operator's own backup; there is room for it
	return err
}

// examine unpacks a backup and checks it: that every file in it can be read, that the
// database is intact and that this program can open it, and which files its rows name. It
// fails if restoring would lose the site: then the backup is broken.
func examine(ctx context.Context, app core.App, archive, dir string, all bool) (c contents, err error) {
	names, err := unpack(ctx, archive, dir, all)
	if err != nil {
		return c, err
	}
	has, err := disk.HasDatabase(filepath.Join(dir, databases[0]))
	if err != nil {
		return c, err
	}
	if !has {
		return c, errors.New("it has no data.db")
	}
	if err := database.CheckFile(ctx, filepath.Join(dir, databases[0])); err != nil {
		return c, err
	}
	trial := core.NewBaseApp(core.BaseAppConfig{DataDir: dir, EncryptionEnv: app.EncryptionEnv(), DBConnect: database.Connect})
	database.CheckMigrations(trial)
	defer func() { err = errors.Join(err, trial.ResetBootstrapState()) }()
	if err := trial.Bootstrap(); err != nil {
		return c, fmt.Errorf("it cannot be opened: %w", err)
	}
	if _, err := trial.FindCollectionByNameOrId(records.Assignments); err != nil {
		return c, errors.New("it contains no Deskmate data")
	}
	var applied int
	if err := trial.DB().Select("count(*)").From(core.DefaultMigrationsTable).Row(&applied); err != nil {
		return c, err
	}
	c.pending = len(core.SystemMigrations.Items()) + len(core.AppMigrations.Items()) - applied
	c.elsewhere = trial.Settings().S3.Enabled || os.Getenv("DESKMATE_FILES_URL") != ""
	if c.elsewhere {
		return c, nil
	}
	return c, c.countFiles(ctx, trial, names)
}

// page is how many rows are read at once.
const page = 500

// countFiles compares what the rows name with what the backup has. Single files may have been
// missing before. A backup with none at all is none of this site's files.
func (c *contents) countFiles(ctx context.Context, trial core.App, names map[string]bool) error {
	fields, err := records.FindFileFields(trial)
	if err != nil {
		return err
	}
	for _, field := range fields {
		for after, more := "", true; more; {
			rows, err := records.FindFilesAfter(ctx, trial, field, after, page)
			if err != nil {
				return err
			}
			for _, row := range rows {
				after = row.ID
				for _, file := range row.Files {
					c.files++
					if !names[path.Join("storage", field.Folder, row.ID, file)] {
						c.missing++
					}
				}
			}
			more = len(rows) == page
		}
	}
	if c.files > 0 && c.missing == c.files {
		return fmt.Errorf("it has none of the %d files that its rows name", c.files)
	}
	return nil
}

// isName reports whether a name is that of a file in the folder of backups.
func isName(name string) bool {
	return name != "" && filepath.Base(name) == name && strings.HasSuffix(name, ".zip")
}

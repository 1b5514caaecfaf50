package backups

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/store"
	"deskmate/internal/database"
	"deskmate/internal/disk"
)

// contents is what a check has found in a backup that can be restored.
type contents struct {
	pending    int    // migrations that the start after a restore applies
	files      int    // files that the rows name
	missing    int    // those of them that the backup lacks
	lacks      string // one of these
	elsewhere  bool   // uploaded files are in a bucket, which no backup contains
	reindexed  bool   // indexes did not agree with the rows, and were rebuilt from them
	withoutLog bool   // the log of requests was damaged, and is left out
}

// String says what is in the backup.
func (c contents) String() string {
	text := "its database is intact and of this version"
	if c.pending > 0 {
		text = fmt.Sprintf("its database is intact and of an earlier version, which the next start upgrades (%d migrations)", c.pending)
	}
	if c.reindexed {
		text += "; indexes that do not agree with the rows are made anew from them"
	}
	if c.withoutLog {
		text += "; the log of requests is damaged and left out"
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
// is wanted. It returns the names of all files. A file that was changed since the archive was
// written makes it fail, because each has its checksum.
func unpack(ctx context.Context, archive, dir string, all bool) (names map[string]bool, err error) {
	reader, err := zip.OpenReader(archive)
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	names = map[string]bool{}
	var size uint64
	for _, entry := range reader.File {
		if names[entry.Name] {
			return nil, fmt.Errorf("%s is in it twice", entry.Name)
		}
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
// database is intact and that this program can open it, and that the files that its rows name
// are there, unless some may be missing. It fails if restoring would lose anything else.
func examine(ctx context.Context, app core.App, archive, dir string, all, someMayMiss bool) (c contents, err error) {
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
	if err := c.checkDatabases(ctx, dir); err != nil {
		return c, err
	}
	trial := core.NewBaseApp(core.BaseAppConfig{DataDir: dir, EncryptionEnv: app.EncryptionEnv(), DBConnect: database.Connect})
	database.CheckMigrations(trial)
	defer func() { err = errors.Join(err, trial.ResetBootstrapState()) }()
	if err := trial.Bootstrap(); err != nil {
		return c, fmt.Errorf("it cannot be opened: %w", err)
	}
	if _, err := trial.FindCollectionByNameOrId(store.Assignments); err != nil {
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
	if err := c.countFiles(ctx, trial, names); err != nil {
		return c, err
	}
	if c.missing > 0 && !someMayMiss {
		return c, fmt.Errorf("it lacks %d of the %d files that its rows name, such as %s (deskmate backup restore --%s takes it nevertheless)", c.missing, c.files, c.lacks, missingFlag)
	}
	return c, nil
}

// checkDatabases checks what was unpacked. Indexes hold nothing that the rows do not.
func (c *contents) checkDatabases(ctx context.Context, dir string) error {
	var damage *database.DamagedError
	path := filepath.Join(dir, databases[0])
	if err := database.CheckFile(ctx, path); errors.As(err, &damage) {
		if database.Reindex(ctx, path) != nil || database.CheckFile(ctx, path) != nil {
			return err
		}
		c.reindexed = true
	} else if err != nil {
		return err
	}
	path = filepath.Join(dir, databases[1])
	if has, err := disk.HasDatabase(path); !has || err != nil {
		return err
	}
	err := database.CheckFile(ctx, path)
	if errors.As(err, &damage) {
		c.withoutLog = true
		return os.Remove(path)
	}
	return err
}

// countFiles compares what the rows name with what the backup has.
func (c *contents) countFiles(ctx context.Context, trial core.App, names map[string]bool) error {
	collections, err := trial.FindAllCollections(core.CollectionTypeBase, core.CollectionTypeAuth)
	if err != nil {
		return err
	}
	for _, collection := range collections {
		keys, err := store.ReadFileKeys(ctx, trial, collection)
		if err != nil {
			return err
		}
		c.files += len(keys)
		for key := range keys {
			if !names["storage/"+key] {
				c.missing++
				c.lacks = "storage/" + key
			}
		}
	}
	return nil
}

// isName reports whether a name is that of a file in the folder of backups.
func isName(name string) bool {
	return name != "" && filepath.Base(name) == name && strings.HasSuffix(name, ".zip")
}

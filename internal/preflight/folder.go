package preflight

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"deskmate/internal/disk"
)

// checkWritable fails if the program could not write in the data folder, and names what.
// Some command may have run as another user.
func checkWritable(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("the data folder %s cannot be created: %w", dir, err)
	}
	for _, name := range []string{"", "backups", "storage"} {
		folder := filepath.Join(dir, name)
		if info, err := os.Stat(folder); err != nil || !info.IsDir() {
			if name == "" {
				return fmt.Errorf("the data folder %s is no folder", dir)
			}
			continue
		}
		probe, err := os.CreateTemp(folder, ".start_*")
		if err != nil {
			return fmt.Errorf("the folder %s cannot be written: %w", folder, err)
		}
		_ = probe.Close()
		if err := os.Remove(probe.Name()); err != nil {
			return fmt.Errorf("the folder %s cannot be written: %w", folder, err)
		}
	}
	for _, name := range []string{"data.db", "data.db-wal", "data.db-shm", "auxiliary.db", "auxiliary.db-wal", "auxiliary.db-shm"} {
		file, err := os.OpenFile(filepath.Join(dir, name), os.O_RDWR, 0) // #nosec G304 -- a file of the data folder
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return fmt.Errorf("the database cannot be written: %w", err)
		}
		_ = file.Close()
	}
	return nil
}

// CheckDatabase fails if a data folder has uploaded files but no database: the program would
// make an empty one, and nobody could sign in.
func CheckDatabase(dir string) error {
	if has, err := disk.HasDatabase(filepath.Join(dir, "data.db")); has || err != nil {
		return err
	}
	if hasFiles(dir) {
		return withoutDatabase(dir)
	}
	return nil
}

func withoutDatabase(dir string) error {
	return fmt.Errorf("%s holds uploaded files, but %s is missing or empty. Restore a backup (deskmate backup restore NAME) or pass another folder with --dir. "+
		"To begin a new site, move the files away first", filepath.Join(dir, "storage"), filepath.Join(dir, "data.db"))
}

// hasFiles reports whether a data folder has any uploaded file. It stops at the first.
func hasFiles(dir string) (found bool) {
	_ = filepath.WalkDir(filepath.Join(dir, "storage"), func(_ string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			found = true
			return fs.SkipAll
		}
		return nil
	})
	return found
}

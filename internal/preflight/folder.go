package preflight

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"deskmate/internal/database"
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

// CheckDatabase fails if a data folder had a database of this program and has none now: the
// program would make an empty one, and nobody could sign in.
func CheckDatabase(dir string) error {
	path := filepath.Join(dir, "data.db")
	has, err := disk.HasDatabase(path)
	trace := traceOf(dir)
	if err != nil || trace == "" {
		return err
	}
	state := "is missing or empty"
	if has {
		// Whatever cannot be read is reported when it is opened.
		if own, err := database.HasTable(path, "assignments"); own || err != nil {
			return nil
		}
		state = "has no tables of this program"
	}
	return fmt.Errorf("%s %s, but %s shows that there was a database. Restore a backup (deskmate backup restore NAME) or pass another folder with --dir. "+
		"To begin a new site, move the rest of the folder away first", path, state, trace)
}

// traceOf returns what only a site leaves in a data folder that had a database, or nothing.
func traceOf(dir string) string {
	if storage := filepath.Join(dir, "storage"); hasFiles(storage, "") {
		return storage
	}
	if backups := filepath.Join(dir, "backups"); hasFiles(backups, ".zip") {
		return backups
	}
	for _, name := range []string{disk.MarksFile, "data.db-wal"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil && info.Size() > 0 {
			return filepath.Join(dir, name)
		}
	}
	return ""
}

// hasFiles reports whether a folder has any file whose name has an ending. It stops at the first.
func hasFiles(dir, end string) (found bool) {
	_ = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && strings.HasSuffix(path, end) {
			found = true
			return fs.SkipAll
		}
		return nil
	})
	return found
}

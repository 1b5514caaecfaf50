// Package disk knows the files of a data folder, and how much room there is for more.
package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

const (
	// FormerPrefix begins the names of databases that were set aside because another took their
	// place.
	FormerPrefix = "former-g"
	// RestoreFolder is the folder inside a data folder in which backups are unpacked, and in which
	// the former data stays until the program has started on what was restored.
	RestoreFolder = ".restore"
	// Temporary is the folder in a data folder that holds the temporary files of a server.
	Temporary = ".temporary"
	// Uploads is the folder in a data folder in which a server notes what it is about to store.
	Uploads = ".uploads"
	// MarksFile is the file in a data folder that holds the marks that its database may have.
	// It is in no backup, and no restore replaces it.
	MarksFile = ".marks"
)

// HasDatabase reports whether there is a database at a path. An empty file is none.
func HasDatabase(path string) (bool, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil && info.Size() > 0, err
}

// Former returns the paths of the databases that were set aside in a data folder, each with
// the files that belong to it.
func Former(dir string) (paths []string, err error) {
	entries, err := os.ReadDir(dir)
	for _, entry := range entries {
		if name := entry.Name(); strings.HasPrefix(name, FormerPrefix) && strings.Contains(name, ".db") {
			paths = append(paths, filepath.Join(dir, name))
		}
	}
	return paths, err
}

// Marks of no database. Restored agrees with none, Continued with any.
const (
	Restored  = "restored"
	Continued = "continued"
)

// Marks returns the marks of a data folder. Without the file, it is that of a database which
// has none yet.
func Marks(dir string) ([]string, error) {
	content, err := os.ReadFile(filepath.Join(dir, MarksFile)) // #nosec G304 -- the folder is the operator's
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return strings.Split(string(content), "\n"), nil
}

// SetMarks replaces the marks of a data folder.
func SetMarks(dir string, marks ...string) error {
	return Replace(filepath.Join(dir, MarksFile), strings.Join(marks, "\n"))
}

// Replace writes a small file, so that a crash leaves the old or the new content.
func Replace(path, content string) error {
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(file.Name()) }()
	_, err = file.WriteString(content)
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}

// Used returns how many bytes a file has, or all files in a folder. What cannot be read
// counts as nothing.
func Used(path string) (bytes uint64) {
	_ = filepath.WalkDir(path, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil // the next entry
		}
		if info, err := entry.Info(); err == nil && info.Mode().IsRegular() {
			bytes += uint64(max(0, info.Size()))
		}
		return nil
	})
	return bytes
}

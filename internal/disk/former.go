package disk

import (
	"os"
	"path/filepath"
	"strings"
)

// FormerPrefix begins the names of databases that were set aside because another took their
// place.
const FormerPrefix = "former-g"

// RestoreFolder is the folder inside a data folder in which backups are unpacked, and in which
// the former data stays until the program has started on what was restored.
const RestoreFolder = ".restore"

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

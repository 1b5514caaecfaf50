package disk

import "path/filepath"

// FormerPrefix begins the names of databases that were set aside because another took their
// place.
const FormerPrefix = "former-g"

// Former returns the paths of the databases that were set aside in a data folder, each with
// the files that belong to it.
func Former(dir string) ([]string, error) {
	return filepath.Glob(filepath.Join(dir, FormerPrefix+"*.db*"))
}

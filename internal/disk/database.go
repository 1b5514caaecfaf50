package disk

import (
	"errors"
	"io/fs"
	"os"
)

// HasDatabase reports whether there is a database at a path. An empty file is none.
func HasDatabase(path string) (bool, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil && info.Size() > 0, err
}

package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// MarksFile is the file in a data folder that holds the marks which its database may have.
// It is in no backup, and no restore replaces it.
const MarksFile = ".marks"

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

//go:build unix

package disk

import (
	"errors"
	"io/fs"
	"syscall"
)

// Movable fails if a folder cannot be moved to where another one is, such as a mount. The other
// one must hold something, so that nothing can take its place: nothing is moved.
func Movable(folder, full string) error {
	// os.Rename does not ask the system if there is a folder.
	if err := syscall.Rename(folder, full); !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

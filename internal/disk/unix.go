//go:build unix

package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// Lock makes sure that only one process at a time serves a folder or replaces what is in it.
// The system releases the lock when the process ends, however it ends. Where folders cannot
// be locked, it does nothing.
func Lock(dir string) (release func(), err error) {
	folder, err := os.Open(dir) // #nosec G304 -- the folder is the operator's
	if err != nil {
		return nil, err
	}
	err = syscall.Flock(int(folder.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) // #nosec G115 -- a descriptor
	if errors.Is(err, syscall.EWOULDBLOCK) {
		_ = folder.Close()
		return nil, fmt.Errorf("another process on this machine is using this data folder (%s)", dir)
	}
	return func() { _ = folder.Close() }, nil
}

// Place tells a folder from its copies, including those on other machines.
func Place(dir string) (string, error) {
	host, err := os.Hostname()
	if err != nil {
		return "", err
	}
	var info syscall.Stat_t
	if err := syscall.Stat(dir, &info); err != nil {
		return "", err
	}
	return fmt.Sprintf("%s %d", host, info.Ino), nil
}

// Movable fails if a folder cannot be moved to where another one is, such as a mount. The other
// one must hold something, so that nothing can take its place: nothing is moved.
func Movable(folder, full string) error {
	// os.Rename does not even ask the system if the target is a folder.
	if err := syscall.Rename(folder, full); !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

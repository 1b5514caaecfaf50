//go:build unix

package replica

import (
	"os"
	"syscall"
)

func lock(file *os.File) error {
	return syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}

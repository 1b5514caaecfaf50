//go:build linux || darwin

package health

import (
	"io/fs"
	"os"
	"syscall"
)

// openFileLimit returns how many files the program may have open.
func openFileLimit() (files uint64, known bool) {
	var limit syscall.Rlimit
	err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit)
	return limit.Cur, err == nil
}

// foreignOwner returns the owner of a folder if root runs this and the folder is another user's.
func foreignOwner(info fs.FileInfo) (owner uint32, foreign bool) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	return stat.Uid, os.Geteuid() == 0 && stat.Uid != 0
}

//go:build linux || darwin

package doctor

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

// freeSpace returns how much may still be written in a folder.
func freeSpace(dir string) (bytes uint64, known bool) {
	var stat syscall.Statfs_t
	if err := syscall.Statfs(dir, &stat); err != nil || stat.Bsize <= 0 {
		return 0, false
	}
	return stat.Bavail * uint64(stat.Bsize), true
}

// foreignOwner returns the owner of a folder if it is another user than root runs for.
func foreignOwner(info fs.FileInfo) (owner uint32, foreign bool) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	return stat.Uid, os.Geteuid() == 0 && stat.Uid != 0
}

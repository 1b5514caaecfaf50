//go:build linux || darwin

package disk

import "syscall"

// Free returns how many bytes may still be written in a folder.
func Free(dir string) (bytes uint64, known bool) {
	var stat syscall.Statfs_t
	if err := syscall.Statfs(dir, &stat); err != nil || stat.Bsize <= 0 {
		return 0, false
	}
	return stat.Bavail * uint64(stat.Bsize), true
}

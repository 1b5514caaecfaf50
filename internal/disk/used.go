package disk

import (
	"io/fs"
	"path/filepath"
)

// Used returns how many bytes a file has, or all files in a folder. What cannot be read
// counts as nothing.
func Used(path string) (bytes uint64) {
	_ = filepath.WalkDir(path, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil // the next entry
		}
		if info, err := entry.Info(); err == nil && info.Mode().IsRegular() {
			bytes += uint64(max(0, info.Size()))
		}
		return nil
	})
	return bytes
}

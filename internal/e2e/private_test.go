//go:build unix

package e2e

import (
	"io/fs"
	"path/filepath"
	"testing"
)

func TestWhatTheProgramWritesIsReadableToItsUserOnly(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	for _, args := range [][]string{{"migrate", "up"}, {"backup", "create"}} {
		if _, stderr, code := run(t, append(args, "--dir="+dir)...); code != 0 {
			t.Fatalf("%v: %s", args, stderr)
		}
	}
	files := 0
	if err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has the rights %v", path, info.Mode().Perm())
		}
		files++
		return err
	}); err != nil || files < 4 {
		t.Errorf("there are %d files, %v", files, err)
	}
}

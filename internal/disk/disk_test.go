package disk_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"deskmate/internal/disk"
)

// A folder may have any name, such as one that means something in a pattern.
func TestFormerDatabasesAreFoundInAnyFolder(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"data", "site[1]", `back\slash`, "a*?"} {
		dir := filepath.Join(t.TempDir(), name)
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		want := []string{filepath.Join(dir, "former-g1-20260101000000.db"), filepath.Join(dir, "former-g1-20260101000000.db-wal")}
		for _, path := range append(want, filepath.Join(dir, "data.db")) {
			if err := os.WriteFile(path, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if found, err := disk.Former(dir); err != nil || !slices.Equal(found, want) {
			t.Errorf("in %q there are %v, %v", name, found, err)
		}
	}
}

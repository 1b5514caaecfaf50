package backups_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/integrity"
	"deskmate/internal/testkit"
)

// names returns the names of an app's backups.
func names(t *testing.T, app *testkit.App) (found []string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(app.DataDir(), core.LocalBackupsDirName))
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if strings.HasSuffix(entry.Name(), ".zip") {
			found = append(found, entry.Name())
		}
	}
	return found
}

func TestABackupOfADamagedDatabasePushesOutNoGoodOne(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	if err := app.CreateBackup(t.Context(), "@auto_pb_backup_a.zip"); err != nil {
		t.Fatal(err)
	}
	if found := integrity.Of(app); found.CheckedAt.IsZero() || found.Damage != nil {
		t.Errorf("after a good backup, noted is %+v", found)
	}
	app.Damage(t, "reviews")
	for _, name := range []string{"mine.zip", "@auto_pb_backup_b.zip", "@auto_pb_backup_c.zip"} {
		err := app.CreateBackup(t.Context(), name)
		if err == nil || !strings.Contains(err.Error(), "the database is damaged") || !strings.Contains(err.Error(), "was kept as damaged_"+name) {
			t.Errorf("making %s returned %v", name, err)
		}
	}
	// PocketBase's schedule counts and deletes what begins with @auto_pb_backup_.
	if want := []string{"@auto_pb_backup_a.zip", "damaged_@auto_pb_backup_c.zip", "damaged_mine.zip"}; !slices.Equal(names(t, app), want) {
		t.Errorf("the backups are %q, want %q", names(t, app), want)
	}
	if integrity.Of(app).Damage == nil {
		t.Error("the damage was not noted")
	}
}

package backups_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/backups"
	"deskmate/hooks/domain"
	"deskmate/internal/database"
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

func TestABackupOfDamagedDataReplacesNoGoodOne(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	if err := app.CreateBackup(t.Context(), "@auto_pb_backup_a.zip"); err != nil {
		t.Fatal(err)
	}
	if found := backups.IntegrityOf(app); found.CheckedAt.IsZero() || found.Damage != nil {
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
	if backups.IntegrityOf(app).Damage == nil {
		t.Error("the damage was not noted")
	}
}

// command runs a command in a process of its own, as far as the data goes.
func command(t *testing.T, dir string, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	called := backups.NewCommand(core.NewBaseApp(core.BaseAppConfig{DataDir: dir, DBConnect: database.Connect}))
	called.SilenceErrors = true
	called.SetArgs(args)
	called.SetOut(&out)
	called.SetErr(&out)
	err := called.ExecuteContext(t.Context())
	return out.String(), err
}

func TestABackupWithADamagedIndexIsMarkedAndRestorable(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	app.HandIn(t, robin.Token, nil, testkit.File{Field: "file", Name: "essay.pdf", Content: testkit.PDF("Tides")})
	app.DamageIndex(t, "idx_assignments_student")
	err := app.CreateBackup(t.Context(), "mine.zip")
	if err == nil || !strings.Contains(err.Error(), "missing from index idx_assignments_student") {
		t.Errorf("making it returned %v", err)
	}
	if want := []string{"damaged_mine.zip"}; !slices.Equal(names(t, app), want) {
		t.Errorf("the backups are %q, want %q", names(t, app), want)
	}
	out, err := command(t, app.DataDir(), "verify", "damaged_mine.zip")
	if err != nil || !strings.Contains(out, "can be restored") || !strings.Contains(out, "indexes that do not agree with the rows are made anew") {
		t.Errorf("verifying it printed %q, %v", out, err)
	}
	app.Damage(t, "reviews")
	if err := app.CreateBackup(t.Context(), "worse.zip"); err == nil {
		t.Error("damaged rows are called good")
	}
	if out, err := command(t, app.DataDir(), "verify", "damaged_worse.zip"); err == nil || !strings.Contains(err.Error(), "the database is damaged") {
		t.Errorf("verifying damaged rows printed %q, %v", out, err)
	}
}

func TestADamagedLogOfRequestsSpoilsNoBackup(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	mustCreate(t, app, t.Context())
	app.DamageLog(t)
	if err := app.CreateBackup(t.Context(), "later.zip"); err != nil {
		t.Fatal(err)
	}
	files := unpack(t, filepath.Join(app.DataDir(), core.LocalBackupsDirName, "later.zip"))
	if _, has := files["auxiliary.db"]; has || files["data.db"] == nil {
		t.Errorf("in the backup, auxiliary.db is %v", has)
	}
	if found := backups.IntegrityOf(app); found.Damage != nil {
		t.Errorf("noted is %+v", found)
	}
	if out, err := command(t, app.DataDir(), "verify", "later.zip"); err != nil {
		t.Errorf("verifying it printed %q, %v", out, err)
	}
}

func TestListingBackupsMakesNoFolder(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "mistyped")
	if out, err := command(t, dir, "list"); err == nil || !strings.Contains(err.Error(), dir+" is no folder") {
		t.Errorf("it printed %q, %v", out, err)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("the folder was made")
	}
	empty := t.TempDir()
	if out, err := command(t, empty, "list"); err != nil || out != "There are no backups.\n" {
		t.Errorf("it printed %q, %v", out, err)
	}
	if found, _ := os.ReadDir(empty); len(found) > 0 {
		t.Errorf("made are %v", found)
	}
}

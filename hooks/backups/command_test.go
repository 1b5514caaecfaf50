package backups_test

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/backups"
	"deskmate/internal/testkit"
)

func TestTheCommandPrintsEachStepAndTheFileItWrote(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	out, err := runCreate(app, "before-upgrade.zip")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	path := filepath.Join(app.DataDir(), core.LocalBackupsDirName, "before-upgrade.zip")
	if err != nil || len(lines) != 7 || !regexp.MustCompile(`^Copying data\.db: [\d.]+ [kM]B$`).MatchString(lines[0]) || lines[6] != "Wrote "+path {
		t.Errorf("it printed %q, %v", out, err)
	}
	if _, ok := unpack(t, path)["data.db"]; !ok {
		t.Error("data.db is missing")
	}
}

func TestTheCommandNamesABackupAsPocketBaseDoes(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	if out, err := runCreate(app); err != nil || !regexp.MustCompile(`pb_backup_[a-z_]+_\d{14}\.zip\n$`).MatchString(out) {
		t.Errorf("it printed %q, %v", out, err)
	}
}

func TestTheCommandRefusesNamesThatTheConsoleRefuses(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	mustWrite(t, app, "backups/taken.zip", []byte("earlier"))
	operator := app.Superuser(t)
	for _, c := range []struct{ name, says string }{
		{"Capital.zip", "not a valid backup name"},
		{"no-extension", "not a valid backup name"},
		{"../escape.zip", "not a valid backup name"},
		{strings.Repeat("a", 147) + ".zip", "not a valid backup name"},
		{"taken.zip", "already a backup named taken.zip"},
	} {
		if _, err := runCreate(app, c.name); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q returned %v", c.name, err)
		}
		if answer := app.Call(t, "POST", "/api/backups", operator, map[string]string{"name": c.name}); answer.Status != 400 {
			t.Errorf("the console returned %d for %q", answer.Status, c.name)
		}
	}
	if kept, err := os.ReadFile(filepath.Join(app.DataDir(), "backups", "taken.zip")); err != nil || string(kept) != "earlier" {
		t.Errorf("the earlier backup is now %q, %v", kept, err)
	}
}

func TestTheCommandSaysS3FilesAreNotBackedUp(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	if err := os.RemoveAll(filepath.Join(app.DataDir(), core.LocalStorageDirName)); err != nil {
		t.Fatal(err)
	}
	app.Settings().S3.Enabled = true
	if out, err := runCreate(app, name); err != nil || !strings.Contains(out, "Uploaded files are stored in S3 and are not included in this backup.") {
		t.Errorf("it printed %q, %v", out, err)
	}
}

func TestTheScheduleMakesTheSameBackup(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	settings := app.Settings()
	settings.Backups.Cron = "0 3 * * *"
	if err := app.Save(settings); err != nil {
		t.Fatal(err)
	}
	for _, job := range app.Cron().Jobs() {
		if job.Id() == "__pbAutoBackup__" {
			job.Run()
		}
	}
	found, err := filepath.Glob(filepath.Join(app.DataDir(), core.LocalBackupsDirName, "@auto_pb_backup_*.zip"))
	if err != nil || len(found) != 1 {
		t.Fatalf("the backups are %q, %v", found, err)
	}
	files := unpack(t, found[0])
	if _, raw := files["data.db-wal"]; raw || files["data.db"] == nil {
		t.Error("the backup has no snapshot")
	}
}

func runCreate(app *testkit.App, args ...string) (string, error) {
	var out bytes.Buffer
	command := backups.NewCommand(app)
	command.SilenceErrors = true
	command.SetArgs(append([]string{"create"}, args...))
	command.SetOut(&out)
	command.SetErr(io.Discard)
	err := command.ExecuteContext(context.Background())
	return out.String(), err
}

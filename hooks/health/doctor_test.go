package health_test

import (
	"bytes"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/health"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/database"
	"deskmate/internal/testkit"
)

// healthy returns an installation without problems.
func healthy(t *testing.T) *testkit.App {
	t.Helper()
	app := testkit.New(t)
	app.UseMailbox(t)
	settings := app.Settings()
	settings.Meta.AppURL = "https://desk.example.com"
	settings.TrustedProxy.Headers = []string{"X-Forwarded-For"}
	settings.RateLimits.Enabled = true
	settings.Backups.Cron = "0 3 * * *"
	save(t, app, settings)
	operators, err := app.FindCollectionByNameOrId(core.CollectionNameSuperusers)
	if err != nil {
		t.Fatal(err)
	}
	operator := core.NewRecord(operators)
	operator.SetEmail("operator@example.com")
	operator.SetPassword("secret secret")
	save(t, app, operator)
	app.Person(t, domain.RoleAdmin, "Ada Quill")
	backup(t, app, clock.Now(app))
	if err := os.Chmod(app.DataDir(), 0o700); err != nil {
		t.Fatal(err)
	}
	return app
}

func save(t *testing.T, app *testkit.App, model core.Model) {
	t.Helper()
	if err := app.Save(model); err != nil {
		t.Fatal(err)
	}
}

// backup makes what looks like a backup of some time.
func backup(t *testing.T, app *testkit.App, at time.Time) {
	t.Helper()
	path := filepath.Join(app.DataDir(), "backups", "one.zip")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("zip"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, at, at); err != nil {
		t.Fatal(err)
	}
}

// examine runs the command's checks in a process of their own, as far as the data goes.
func examine(t *testing.T, dir string) (output string, healthy bool) {
	t.Helper()
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: dir, DBConnect: database.Connect})
	var out bytes.Buffer
	err := health.Examine(t.Context(), app, &out)
	return out.String(), err == nil
}

func TestAHealthyInstallationHasNoProblems(t *testing.T) {
	t.Parallel()
	out, healthy := examine(t, healthy(t).DataDir())
	if !healthy || !strings.HasSuffix(out, "No problems found.\n") || strings.Contains(out, "problem  ") {
		t.Errorf("it prints %s", out)
	}
	for _, subject := range []string{
		"version", "clock", "open files", "data folder", "disk", "database", "site address", "proxy", "limits on attempts", "operators", "admins",
		"time zone", "console", "emails", "mail server", "files", "backups", "ledger", "stored files",
	} {
		if !strings.Contains(out, " "+subject+": ") {
			t.Errorf("it says nothing about %s: %s", subject, out)
		}
	}
}

func TestTheDiskCountsStoredFilesAndTheJournal(t *testing.T) {
	t.Parallel()
	app := healthy(t)
	dir := app.DataDir()
	for path, size := range map[string]int64{"storage/a/b/essay.pdf": 3 << 20, "storage/a/b/essay.pdf.attrs": 1 << 20, "data.db": 20 << 20, "data.db-wal": 30 << 20} {
		path = filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		if err := file.Truncate(size); err != nil {
			t.Fatal(err)
		}
	}
	out, _ := examine(t, dir)
	if !strings.Contains(out, "free, the database has 50 MiB, and the stored files have 4.0 MiB") {
		t.Errorf("it prints %s", out)
	}
}

func TestEachProblemIsReportedWithWhatToDo(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		spoil func(t *testing.T, app *testkit.App)
		says  string
		note  bool
	}{
		"address": {spoil: func(t *testing.T, app *testkit.App) {
			app.Settings().Meta.AppURL = "http://localhost:8090"
			save(t, app, app.Settings())
		}, says: "problem  site address: \"http://localhost:8090\" is not where people reach the site\n         -> set the Application URL"},
		"encryption": {spoil: func(t *testing.T, app *testkit.App) {
			app.Settings().Meta.AppURL = "http://desk.example.com"
			save(t, app, app.Settings())
		}, says: "problem  site address: http://desk.example.com is not encrypted"},
		"limits": {spoil: func(t *testing.T, app *testkit.App) {
			app.Settings().RateLimits.Enabled = false
			save(t, app, app.Settings())
		}, says: "problem  limits on attempts: they are switched off"},
		"proxy": {spoil: func(t *testing.T, app *testkit.App) {
			app.Settings().TrustedProxy.Headers = []string{}
			save(t, app, app.Settings())
		}, says: "note     proxy: no header", note: true},
		"operators": {spoil: func(t *testing.T, app *testkit.App) {
			execute(t, app, "DELETE FROM _superusers")
		}, says: "problem  operators: there are none\n         -> deskmate superuser upsert"},
		"admins": {spoil: func(t *testing.T, app *testkit.App) {
			execute(t, app, "UPDATE users SET role = 'student'")
		}, says: "note     admins: there are none yet", note: true},
		"time zone": {spoil: func(t *testing.T, app *testkit.App) {
			execute(t, app, "UPDATE site SET timeZone = 'Moon/Crater'")
		}, says: "problem  time zone: Moon/Crater is unknown"},
		"no backup": {spoil: func(t *testing.T, app *testkit.App) {
			if err := os.Remove(filepath.Join(app.DataDir(), "backups", "one.zip")); err != nil {
				t.Fatal(err)
			}
		}, says: "problem  backups: there are none"},
		"old backup": {spoil: func(t *testing.T, app *testkit.App) {
			backup(t, app, clock.Now(app).AddDate(0, 0, -8))
		}, says: "problem  backups: the newest is of "},
		"mail server": {spoil: func(t *testing.T, app *testkit.App) {
			listener, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			app.Settings().SMTP.Port = listener.Addr().(*net.TCPAddr).Port
			save(t, app, app.Settings())
			_ = listener.Close()
		}, says: "problem  mail server: dial tcp 127.0.0.1"},
		"emails": {spoil: func(t *testing.T, app *testkit.App) {
			app.Settings().SMTP.Enabled = false
			save(t, app, app.Settings())
			execute(t, app, "INSERT INTO outbox (id, status) VALUES ('waiting00000001', 'queued')")
		}, says: "problem  emails: 1 wait, 0 failed, and no mail server is set up"},
		"an old email": {spoil: func(t *testing.T, app *testkit.App) {
			execute(t, app, "INSERT INTO outbox (id, status, created) VALUES ('waiting00000001', 'queued', strftime('%Y-%m-%d %H:%M:%fZ', 'now', '-3 hours'))")
		}, says: "note     emails: 1 wait, the oldest for 3 hours, 0 failed", note: true},
		"a schedule for later": {spoil: func(t *testing.T, app *testkit.App) {
			app.Settings().Backups.Cron = "0 0 30 2 *" // on 30 February
			save(t, app, app.Settings())
		}, says: "and no other is due within 31 days", note: true},
		"S3": {spoil: func(t *testing.T, app *testkit.App) {
			app.Settings().S3 = core.S3Config{Enabled: true, Bucket: "files", Region: "here", Endpoint: "http://127.0.0.1:1", AccessKey: "key", Secret: "secret", ForcePathStyle: true}
			save(t, app, app.Settings())
		}, says: "problem  files: S3: "},
		"a missing file": {spoil: func(t *testing.T, app *testkit.App) {
			handIn(t, app)
			if err := os.Remove(handIn(t, app)); err != nil {
				t.Fatal(err)
			}
		}, says: "problem  stored files: 1 that rows name are missing: assignments/"},
		"a store without any file": {spoil: func(t *testing.T, app *testkit.App) {
			if err := os.Remove(handIn(t, app)); err != nil {
				t.Fatal(err)
			}
		}, says: "problem  stored files: the store has none of the 1 files that rows name"},
		"files left behind": {spoil: func(t *testing.T, app *testkit.App) {
			old := clock.Now(app).AddDate(0, 0, -2)
			for _, name := range []string{"file_a.pdf", "file_b.pdf", "file_c.pdf", "file_d.pdf"} {
				path := filepath.Join(filepath.Dir(handIn(t, app)), name)
				if err := errors.Join(os.WriteFile(path, make([]byte, 512), 0o600), os.Chtimes(path, old, old)); err != nil {
					t.Fatal(err)
				}
			}
		}, says: ", and 1 more\n         -> deskmate files clean deletes them, after asking", note: true},
		"ledger": {spoil: func(t *testing.T, app *testkit.App) {
			execute(t, app, "DROP TRIGGER ledger_kept")
		}, says: "problem  ledger: it does not agree in 1 places\n         -> deskmate ledger verify"},
		"migrations": {spoil: func(t *testing.T, app *testkit.App) {
			execute(t, app, "DELETE FROM _migrations WHERE file = '1795550014_limit_rates.go'")
		}, says: "note     migrations: 1 are pending", note: true},
		"folder": {spoil: func(t *testing.T, app *testkit.App) {
			if err := os.Chmod(app.DataDir(), 0o755); err != nil {
				t.Fatal(err)
			}
		}, says: "note     data folder: ", note: true},
		"former databases": {spoil: func(t *testing.T, app *testkit.App) {
			if err := os.WriteFile(filepath.Join(app.DataDir(), "former-g2-20261123110000.db"), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}, says: "note     former databases: there are some, such as former-g2-20261123110000.db", note: true},
		"future": {spoil: func(t *testing.T, app *testkit.App) {
			later := clock.Now(app).AddDate(0, 0, 1)
			if err := os.Chtimes(filepath.Join(app.DataDir(), "data.db"), later, later); err != nil {
				t.Fatal(err)
			}
		}, says: "problem  clock: the database was written 24h0m0s in the future"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app := healthy(t)
			c.spoil(t, app)
			if out, healthy := examine(t, app.DataDir()); healthy != c.note || !strings.Contains(out, c.says) {
				t.Errorf("healthy is %v, and it prints %s", healthy, out)
			}
		})
	}
}

// handIn submits work with a file, and returns where that is stored.
func handIn(t *testing.T, app *testkit.App) (path string) {
	t.Helper()
	id := app.HandIn(t, "", map[string]string{"email": "robin@example.com"}, testkit.File{Field: "file", Name: "essay.pdf", Content: testkit.PDF("Tides")})
	row, err := app.FindRecordById(store.Assignments, id)
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(app.DataDir(), core.LocalStorageDirName, row.BaseFilesPath(), row.GetString(store.File))
}

func execute(t *testing.T, app *testkit.App, statement string) {
	t.Helper()
	if _, err := app.DB().NewQuery(statement).Execute(); err != nil {
		t.Fatal(err)
	}
}

func TestAFolderWithoutDataIsReportedAndLeftAlone(t *testing.T) {
	t.Parallel()
	empty := t.TempDir()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for dir, want := range map[string]string{empty: "contains no Deskmate data", filepath.Join(empty, "none"): "is no folder", file: "is no folder"} {
		if out, healthy := examine(t, dir); healthy || !strings.Contains(out, want) {
			t.Errorf("%s: it prints %s", dir, out)
		}
	}
	if left, err := os.ReadDir(empty); err != nil || len(left) > 0 {
		t.Errorf("the folder contains %v, %v", left, err)
	}
}

func TestRefusedUploadsAreAProblemOfTheDisk(t *testing.T) {
	t.Setenv("DESKMATE_FREE_SPACE_MB", "2000000000")
	app := healthy(t)
	if out, isHealthy := examine(t, app.DataDir()); isHealthy || !strings.Contains(out, "of DESKMATE_FREE_SPACE_MB, so uploads are refused") {
		t.Error(out)
	}
}

package database_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/internal/database"
	"deskmate/internal/testkit"
)

// open opens a data folder as the program does.
func open(t *testing.T, dir string) (core.App, error) {
	t.Helper()
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: dir, DBConnect: database.Connect})
	database.CheckMigrations(app)
	t.Cleanup(func() { _ = app.ResetBootstrapState() })
	return app, app.Bootstrap()
}

// change executes a statement on the database of a data folder.
func change(t *testing.T, dir, statement string) {
	t.Helper()
	db, err := database.Connect(filepath.Join(dir, "data.db"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.NewQuery(statement).Execute(); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestUnknownDatabasesAreRefusedUnchanged(t *testing.T) {
	t.Parallel()
	const (
		newer = "a newer version of this program has upgraded this database (2796900001_from_the_future.go)"
		older = "this database was last upgraded before commit 32647ef: run `deskmate migrate up` of that commit on it, and then this version"
	)
	future := "INSERT INTO _migrations (file, applied) VALUES ('2796900001_from_the_future.go', 1)"
	for name, c := range map[string]struct{ statement, says string }{
		"of a newer version":        {future, newer},
		"never taken over":          {future + "; DELETE FROM _migrations WHERE file = '1797100024_remember_addresses.go'", newer},
		"without the last":          {"DELETE FROM _migrations WHERE file = '1797100024_remember_addresses.go'", older},
		"without one in the middle": {"DELETE FROM _migrations WHERE file = '1796300001_pay_tutors.go'", older},
		"with the first alone":      {"DELETE FROM _migrations WHERE file > '1795200001_extend_users.go'", older},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := testkit.RecordedFolder(t)
			change(t, dir, c.statement)
			before, err := os.ReadFile(filepath.Join(dir, "data.db"))
			if err != nil {
				t.Fatal(err)
			}
			app, err := open(t, dir)
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("opening it: got %v, want %s", err, c.says)
			}
			if err := app.ResetBootstrapState(); err != nil {
				t.Fatal(err)
			}
			if after, err := os.ReadFile(filepath.Join(dir, "data.db")); err != nil || !bytes.Equal(before, after) {
				t.Errorf("the database has changed, %v", err)
			}
		})
	}
}

func TestSquashedMigrationsAreReplacedWithoutRunning(t *testing.T) {
	t.Parallel()
	dir, begun := testkit.RecordedFolder(t), testkit.RecordedFolder(t)
	change(t, begun, "INSERT INTO _migrations (file, applied) VALUES ('1795550001_extend_users.go', 1)")
	for _, dir := range []string{dir, dir, begun} { // the first is opened again
		app, err := open(t, dir)
		if err != nil {
			t.Fatal(err)
		}
		var old int
		if err := app.DB().NewQuery("SELECT count(*) FROM _migrations WHERE file >= '1795' AND file NOT LIKE '179555%'").Row(&old); err != nil || old > 0 {
			t.Errorf("%d old names are left, %v", old, err)
		}
		squash := core.MigrationsList{}
		for _, migration := range core.AppMigrations.Items() {
			if strings.HasPrefix(migration.File, "179555") {
				squash.Add(migration)
			}
		}
		if ran, err := core.NewMigrationsRunner(app, squash).Up(); err != nil || len(squash.Items()) == 0 || len(ran) > 0 {
			t.Errorf("of %d migrations, %q ran, %v", len(squash.Items()), ran, err)
		}
		if err := app.ResetBootstrapState(); err != nil {
			t.Fatal(err)
		}
	}
}

package database_test

import (
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"
	_ "github.com/pocketbase/pocketbase/migrations" // the tables that every database has

	"deskmate/internal/database"
)

func TestADatabaseOfANewerVersionIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	open := func() error {
		app := core.NewBaseApp(core.BaseAppConfig{DataDir: dir, DBConnect: database.Connect})
		database.RefuseNewer(app)
		t.Cleanup(func() { _ = app.ResetBootstrapState() })
		if err := app.Bootstrap(); err != nil {
			return err
		}
		_, err := app.DB().NewQuery("INSERT INTO _migrations (file, applied) VALUES ('2796900001_from_the_future.go', 1)").Execute()
		return err
	}
	if err := open(); err != nil {
		t.Fatalf("a database of this version: %v", err)
	}
	if err := open(); err == nil || !strings.Contains(err.Error(), "a newer version of this program has upgraded this database (2796900001_from_the_future.go)") {
		t.Errorf("a database of a newer version: %v", err)
	}
}

package testkit

import (
	_ "embed"
	"path/filepath"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/internal/database"
)

//go:embed testdata/32647ef.sql
var recorded string

// RecordedFolder returns a data folder from before the migrations were squashed, after its
// first start.
func RecordedFolder(t testing.TB) (dir string) {
	t.Helper()
	dir = t.TempDir()
	db, err := database.Connect(filepath.Join(dir, "data.db"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.DB().Exec(recorded); err != nil { // without dbx, which would replace what looks like its placeholders
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	// PocketBase itself adds the database of the request logs.
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: dir, DBConnect: database.Connect})
	if err := app.Bootstrap(); err != nil {
		t.Fatal(err)
	}
	if err := app.ResetBootstrapState(); err != nil {
		t.Fatal(err)
	}
	return dir
}

package records_test

import (
	"slices"
	"testing"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/internal/database"
	"deskmate/records"
)

// openClaims sorts the migrations and is stored with a database.
const openClaims = "1796000001_open_claims.go"

func TestRefundsOfCancelledWorkGetThePartOfWhoCancelled(t *testing.T) {
	t.Parallel()
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: t.TempDir(), DBConnect: database.Connect})
	if err := app.Bootstrap(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = app.ResetBootstrapState() })
	run := func(of func(file string) bool) {
		t.Helper()
		list := core.MigrationsList{}
		for _, migration := range core.AppMigrations.Items() {
			if of(migration.File) {
				list.Add(migration)
			}
		}
		if _, err := core.NewMigrationsRunner(app, list).Up(); err != nil {
			t.Fatal(err)
		}
	}
	run(func(file string) bool { return file < openClaims })
	insert := func(table string, row dbx.Params) {
		t.Helper()
		if _, err := app.DB().Insert(table, row).Execute(); err != nil {
			t.Fatal(err)
		}
	}
	insert(records.Assignments, dbx.Params{"id": "work", "student": "robin", "reference": "A-222222"})
	insert(records.Assignments, dbx.Params{"id": "guests", "reference": "A-333333"})
	want := map[string]string{"byrobin": "student", "byada": "admin", "bynobody": "admin", "guests": "admin"}
	insert(records.Claims, dbx.Params{"id": "byrobin", "assignment": "work", "openedBy": "robin", "status": "approved"})
	insert(records.Claims, dbx.Params{"id": "byada", "assignment": "work", "openedBy": "ada", "status": "withdrawn"})
	insert(records.Claims, dbx.Params{"id": "bynobody", "assignment": "work", "openedBy": "", "status": "paid"})
	insert(records.Claims, dbx.Params{"id": "guests", "assignment": "guests", "openedBy": "", "status": "approved"})
	run(func(file string) bool { return file >= openClaims })
	found, err := app.FindAllRecords(records.Claims)
	if err != nil || len(found) != len(want) {
		t.Fatalf("there are %d claims, %v", len(found), err)
	}
	for _, claim := range found {
		if got := claim.GetString(records.OpenedAs); got != want[claim.Id] {
			t.Errorf("%s was opened as %q, want %q", claim.Id, got, want[claim.Id])
		}
	}
	work, err := app.FindRecordById(records.Assignments, "work")
	if err != nil || work.GetBool(records.ClaimOpen) || !slices.Contains(work.Collection().Fields.FieldNames(), records.ClaimClosedAt) {
		t.Errorf("the work is %v, %v", work, err)
	}
}

package records_test

import (
	"slices"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/internal/database"
)

// beginOrders sorts the migrations and is stored with a database.
const beginOrders = "1795700001_begin_orders.go"

func TestADatabaseWithAViewOfTheStatusesIsMigrated(t *testing.T) {
	t.Parallel()
	app := newBaseApp(t)
	before, after := migrationsFrom(t, beginOrders)
	migrate(t, app, before)
	view := core.NewViewCollection("work_by_status")
	view.ViewQuery = "SELECT id, status FROM assignments"
	if err := app.Save(view); err != nil {
		t.Fatal(err)
	}
	migrate(t, app, after)
	migrated, err := app.FindCollectionByNameOrId("work_by_status")
	if err != nil {
		t.Fatal(err)
	}
	statuses, _ := migrated.Fields.GetByName("status").(*core.SelectField)
	if statuses == nil || !slices.Contains(statuses.Values, "cancelled") {
		t.Errorf("the view's statuses are %v", statuses)
	}
	if _, err := app.FindAllRecords("work_by_status"); err != nil {
		t.Errorf("the view cannot be read: %v", err)
	}
}

// newBaseApp returns an app whose database has no migrations of ours yet.
func newBaseApp(t *testing.T) core.App {
	t.Helper()
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: t.TempDir(), DBConnect: database.Connect})
	if err := app.Bootstrap(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = app.ResetBootstrapState() })
	return app
}

// migrationsFrom returns the migrations before one of them, and those from it.
func migrationsFrom(t *testing.T, name string) (before, after []*core.Migration) {
	t.Helper()
	all := core.AppMigrations.Items()
	first := slices.IndexFunc(all, func(m *core.Migration) bool { return m.File == name })
	if first < 0 {
		t.Fatalf("there is no %s", name)
	}
	return all[:first], all[first:]
}

func migrate(t *testing.T, app core.App, migrations []*core.Migration) {
	t.Helper()
	list := core.MigrationsList{}
	for _, migration := range migrations {
		list.Add(migration)
	}
	if _, err := core.NewMigrationsRunner(app, list).Up(); err != nil {
		t.Fatal(err)
	}
}

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
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: t.TempDir(), DBConnect: database.Connect})
	if err := app.Bootstrap(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = app.ResetBootstrapState() })
	migrations := core.AppMigrations.Items()
	first := slices.IndexFunc(migrations, func(m *core.Migration) bool { return m.File == beginOrders })
	if first < 0 {
		t.Fatalf("there is no %s", beginOrders)
	}
	run := func(migrations []*core.Migration) {
		t.Helper()
		list := core.MigrationsList{}
		for _, migration := range migrations {
			list.Add(migration)
		}
		if _, err := core.NewMigrationsRunner(app, list).Up(); err != nil {
			t.Fatal(err)
		}
	}
	run(migrations[:first])
	view := core.NewViewCollection("work_by_status")
	view.ViewQuery = "SELECT id, status FROM assignments"
	if err := app.Save(view); err != nil {
		t.Fatal(err)
	}
	run(migrations[first:])
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

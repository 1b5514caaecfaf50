package records_test

import (
	"slices"
	"testing"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/internal/database"
)

// purgeFiles sorts the migrations and is stored with a database.
const purgeFiles = "1796200001_purge_files.go"

func TestOrdersThatWereSettledLongAgoAreKeptFromThen(t *testing.T) {
	t.Parallel()
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: t.TempDir(), DBConnect: database.Connect})
	if err := app.Bootstrap(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = app.ResetBootstrapState() })
	migrations := core.AppMigrations.Items()
	first := slices.IndexFunc(migrations, func(m *core.Migration) bool { return m.File == purgeFiles })
	if first < 0 {
		t.Fatalf("there is no %s", purgeFiles)
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
	insert := func(table string, values dbx.Params) {
		t.Helper()
		if _, err := app.NonconcurrentDB().Insert(table, values).Execute(); err != nil {
			t.Fatal(err)
		}
	}
	const accepted, decided, changed = "2026-11-04 10:00:00.000Z", "2026-11-09 10:00:00.000Z", "2026-11-12 10:00:00.000Z"
	want := map[string]string{}
	for name, c := range map[string]struct {
		status, acceptedAt string
		claim              dbx.Params
		settled            string
	}{
		"openwork":  {"in_progress", "", nil, ""},
		"delivered": {"completed", "", nil, ""},
		"accepted":  {"graded", accepted, nil, accepted},
		"cancelled": {"cancelled", "", nil, changed},
		"declined":  {"completed", accepted, dbx.Params{"status": "declined", "decidedAt": decided}, decided},
		"withdrawn": {"completed", accepted, dbx.Params{"status": "withdrawn", "decidedAt": decided}, changed},
		"paid":      {"completed", accepted, dbx.Params{"status": "paid", "decidedAt": decided, "paidAt": changed, "amountCents": 5}, changed},
		"unpaid":    {"cancelled", "", dbx.Params{"status": "approved", "decidedAt": decided, "amountCents": 5}, ""},
		"disputed":  {"completed", accepted, dbx.Params{"status": "approved", "decidedAt": decided}, decided},
		"claimed":   {"completed", accepted, dbx.Params{"status": "open"}, ""},
	} {
		want[name] = c.settled
		insert("assignments", dbx.Params{"id": name, "reference": name, "status": c.status, "acceptedAt": c.acceptedAt, "updated": changed})
		if c.claim != nil {
			c.claim["assignment"], c.claim["updated"] = name, changed
			insert("claims", c.claim)
		}
	}
	run(migrations[first:])
	var rows []struct {
		ID        string `db:"id"`
		SettledAt string `db:"settledAt"`
		PurgeAt   string `db:"purgeAt"`
	}
	if err := app.DB().NewQuery("SELECT id, settledAt, purgeAt FROM assignments").All(&rows); err != nil || len(rows) != len(want) {
		t.Fatal(rows, err)
	}
	for _, row := range rows {
		if row.SettledAt != want[row.ID] || row.PurgeAt != "" {
			t.Errorf("%s was settled at %q, want %q, and its files are deleted at %q", row.ID, row.SettledAt, want[row.ID], row.PurgeAt)
		}
	}
}

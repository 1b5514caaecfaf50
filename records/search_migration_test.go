package records_test

import (
	"slices"
	"testing"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/internal/testkit"
	"deskmate/rules"
)

// The migration's name sorts the migrations and is stored with a database.
const indexTexts = "1795400002_index_texts.go"

func TestTheMigrationAddsAndRemovesTheTextIndexes(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	app.Person(t, rules.RoleStudent, "Robin Vale")
	schema := func() (names []string) {
		t.Helper()
		err := app.DB().NewQuery("SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite%' ORDER BY name").Column(&names)
		if err != nil {
			t.Fatal(err)
		}
		return names
	}
	var migration *core.Migration
	for _, item := range core.AppMigrations.Items() {
		if item.File == indexTexts {
			migration = item
		}
	}
	before := schema()
	if err := app.RunInTransaction(migration.Down); err != nil {
		t.Fatal(err)
	}
	for _, name := range schema() {
		for _, table := range []string{"assignments", "users", "quotes"} {
			for _, suffix := range []string{"_search", "_docs", "_pending", "_terms", "_texts", "_search_insert"} {
				if name == table+suffix {
					t.Errorf("%s is left", name)
				}
			}
		}
	}
	insert(t, app, dbx.Params{"id": "before", "title": "Tides, indexed by the migration", "guestEmail": "guest@example.com"})
	insert(t, app, dbx.Params{"id": "deleted", "title": "Tides", "deletedAt": "2030-01-01 10:00:00.000Z"})
	if err := app.RunInTransaction(migration.Up); err != nil {
		t.Fatal(err)
	}
	if after := schema(); !slices.Equal(before, after) {
		t.Errorf("the schema was %q and is %q", before, after)
	}
	insert(t, app, dbx.Params{"id": "later", "title": "Tides, indexed by a trigger"})
	for _, needle := range []string{"tides", "TIDES, INDEXED", "guest@", "t", "s,", "robin", "nothing"} {
		checkSearch(t, app, needle)
	}
	var numbered int
	if err := app.DB().NewQuery("SELECT count(*) FROM assignments_docs").Row(&numbered); err != nil || numbered != 2 {
		t.Errorf("the migration indexed %d assignments, want 2, %v", numbered, err)
	}
}

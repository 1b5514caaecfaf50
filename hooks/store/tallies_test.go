package store_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/store"
	"deskmate/internal/database"
	"deskmate/internal/testkit"
)

// checkTallies fails if a tally differs from a recount.
func checkTallies(t *testing.T, app core.App, after string) {
	t.Helper()
	differences, err := store.VerifyTallies(t.Context(), app)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range differences {
		t.Errorf("after %s, a tally is wrong: %+v", after, d)
	}
}

func TestTalliesFollowEveryKindOfChange(t *testing.T) {
	t.Parallel()
	e := newEdits(t, 1)
	checkTallies(t, e.app, "creating accounts")
	for i := range 15 {
		e.bySQL(t)
		checkTallies(t, e.app, fmt.Sprint("SQL, round ", i))
		if i%5 == 0 {
			e.byPeople(t)
			checkTallies(t, e.app, fmt.Sprint("changes through the API and the console, round ", i))
		}
	}
	for _, name := range []string{store.Reviews, store.Quotes, store.Assignments, store.Activities} {
		collection, err := e.app.FindCollectionByNameOrId(name)
		if err != nil {
			t.Fatal(err)
		}
		e.execute(t, "DELETE FROM "+name+" WHERE id LIKE 'row%' AND rowid % 2", nil)
		if name != store.Activities { // the history cannot be changed, not even by operators
			if err := e.app.TruncateCollection(collection); err != nil {
				t.Fatal(err)
			}
		}
		checkTallies(t, e.app, "emptying "+name)
	}
	e.execute(t, "DELETE FROM activities", nil)
	e.execute(t, "DELETE FROM users", nil)
	checkTallies(t, e.app, "deleting everything")
	var left int
	for _, table := range []string{store.Assignments, store.Users, store.Quotes, store.Reviews, store.Outbox} {
		e.execute(t, "DELETE FROM "+table, nil)
	}
	if err := e.app.DB().NewQuery("SELECT count(*) FROM tallies WHERE kind NOT IN ('entries', 'earnings')").Row(&left); err != nil || left != 0 {
		t.Errorf("%d tallies are left of empty tables, %v", left, err)
	}
}

// errUndo rolls back a transaction that only tries something.
var errUndo = errors.New("undo")

// try runs do in a transaction that is rolled back.
func try(t *testing.T, app core.App, do func(tx core.App)) {
	t.Helper()
	if err := app.RunInTransaction(func(tx core.App) error { do(tx); return errUndo }); !errors.Is(err, errUndo) {
		t.Fatal(err)
	}
}

func run(t *testing.T, app core.App, statements ...string) {
	t.Helper()
	for _, statement := range statements {
		if _, err := app.DB().NewQuery(statement).Execute(); err != nil {
			t.Fatalf("%v in %s", err, statement)
		}
	}
}

func TestAWrongTallyIsFoundAndRebuilt(t *testing.T) {
	t.Parallel()
	e := newEdits(t, 2)
	for range 5 {
		e.bySQL(t)
	}
	var kinds []string
	if err := e.app.DB().NewQuery("SELECT DISTINCT kind FROM tallies").Column(&kinds); err != nil {
		t.Fatal(err)
	}
	if len(kinds) < 25 {
		t.Errorf("there are tallies of %d kinds only: %v", len(kinds), kinds)
	}
	for _, kind := range kinds {
		one := fmt.Sprintf(" WHERE (scope, kind, value, detail) IN (SELECT scope, kind, value, detail FROM tallies WHERE kind = '%s' LIMIT 1)", kind)
		for _, fault := range []string{
			"UPDATE tallies SET n = n + 1" + one, "UPDATE tallies SET amount = amount + 1" + one, "UPDATE tallies SET value = 'x' || value" + one, "DELETE FROM tallies" + one,
		} {
			try(t, e.app, func(tx core.App) {
				run(t, tx, fault)
				if found, err := store.VerifyTallies(t.Context(), tx); err != nil || len(found) == 0 {
					t.Errorf("%s is not noticed, %v", fault, err)
				}
				if err := store.RebuildTallies(t.Context(), tx); err != nil {
					t.Fatal(err)
				}
				checkTallies(t, tx, "rebuilding")
			})
		}
	}
}

func TestAMissingTriggerIsNoticed(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	var triggers []string
	if err := app.DB().NewQuery("SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name NOT LIKE 'sessions_%' AND (sql LIKE '%tallies%' OR sql LIKE '%revisions%')").Column(&triggers); err != nil {
		t.Fatal(err)
	}
	if len(triggers) != 55 {
		t.Errorf("there are %d triggers: %v", len(triggers), triggers)
	}
	for _, trigger := range triggers {
		try(t, app, func(tx core.App) {
			run(t, tx, "INSERT INTO assignments (id, status, priority, subject, student, tutor, priceCents, fileSize, created, dueDate, deliveredAt) VALUES"+
				" ('a', 'pending', 'Low', 'Law', 's', 't', 5, 9, '2026-01-01', '2026-01-01', '2026-01-01'),"+
				" ('b', 'pending', 'Low', 'Law', 's', 't', 5, 9, '2026-01-01', '2026-01-01', '2026-01-01'),"+
				" ('d', 'pending', 'Low', 'Law', 's', 't', 5, 9, '2026-01-01', '2026-01-01', '')",
				"INSERT INTO assignments (id, tutor, deletedAt) VALUES ('stub', 't', '2026-02-02')",
				"DROP TRIGGER "+trigger)
			run(t, tx, changes...)
			wrong, err := store.VerifyTallies(t.Context(), tx)
			if err != nil {
				t.Fatal(err)
			}
			if len(wrong) == 0 && !strings.HasSuffix(trigger, "_updated") { // which only raises the revision
				t.Errorf("nothing counts wrongly without the trigger %s", trigger)
			}
			missing, err := store.FindMissingTriggers(t.Context(), tx)
			if err != nil || !slices.Equal(missing, []string{trigger}) {
				t.Errorf("without the trigger %s, %q are missing, %v", trigger, missing, err)
			}
		})
	}
}

// changes add a row to every table, remove one, and change every column that a
// tally depends on.
var changes = []string{
	"INSERT INTO assignments (id, status, fileSize) VALUES ('c', 'graded', 0), ('g', 'graded', 3), ('h', 'graded', 3)",
	"DELETE FROM assignments WHERE id IN ('b', 'h')",
	"UPDATE assignments SET status = 'cancelled' WHERE id = 'd'",
	"UPDATE assignments SET status = 'graded' WHERE id != 'd'",
	"UPDATE assignments SET priority = 'High'",
	"UPDATE assignments SET subject = 'Physics'",
	"UPDATE assignments SET student = 'x'",
	"UPDATE assignments SET tutor = 'y'",
	"UPDATE assignments SET priceCents = 9",
	"UPDATE assignments SET fileSize = 7",
	"UPDATE assignments SET created = '2026-03-03'",
	"UPDATE assignments SET dueDate = '2026-03-03'",
	"UPDATE assignments SET deliveredAt = '2026-03-03'",
	"INSERT INTO users (id, role, email, tokenKey) VALUES ('u', 'tutor', 'u@example.com', 'u'), ('v', 'tutor', 'v@example.com', 'v')",
	"DELETE FROM users WHERE id = 'v'",
	"UPDATE users SET role = 'admin'",
	"UPDATE users SET created = '2026-03-03'",
	`INSERT INTO quotes (id, status, reference, fileNames) VALUES ('q', 'new', 'Q', '[{"size":3}]'), ('r', 'new', 'R', '[{"size":3}]')`,
	"DELETE FROM quotes WHERE id = 'r'",
	`UPDATE quotes SET fileNames = '[{"size":3,"purgedAt":"2026-03-03"},{"size":4}]'`,
	"UPDATE quotes SET status = 'closed'",
	"INSERT INTO activities (id, kind, user, actor) VALUES ('x', 'k', 'u', 'w'), ('y', 'k', 'u', 'w')",
	"DELETE FROM activities WHERE id = 'y'",
	"UPDATE activities SET kind = 'l'",
	"UPDATE activities SET user = 'o'",
	"UPDATE activities SET actor = 'p'",
	"INSERT INTO reviews (id, assignment, tutor, rating) VALUES ('v', 'a', 't', 2), ('w', 'b', 't', 2)",
	"DELETE FROM reviews WHERE id = 'w'",
	"UPDATE reviews SET rating = 4",
	"INSERT INTO outbox (id, status) VALUES ('m', 'queued'), ('n', 'queued')",
	"DELETE FROM outbox WHERE id = 'n'",
	"UPDATE outbox SET status = 'sent'",
	"INSERT INTO ledger (" + store.LedgerColumns + ") VALUES (1, '2026-03-03', 'adjusted', '', 't', '', '', '', '', '', 0, 0, 5, -5, '')",
}

func TestEveryChangeRaisesTheRevisionOfItsTable(t *testing.T) {
	t.Parallel()
	e := newEdits(t, 3)
	e.bySQL(t)
	// The random edits may have deleted the only row of a table.
	e.insert(t, store.Assignments, e.assignment())
	e.insert(t, store.Quotes, dbx.Params{"status": "new", "reference": "Q-LAST"})
	e.insert(t, store.Activities, dbx.Params{"kind": "a", "user": e.person(e.students), "created": e.moment()})
	e.insert(t, store.Reviews, dbx.Params{"tutor": e.person(e.tutors), "rating": 5, "assignment": "last"})
	for _, table := range []string{store.Assignments, store.Users, store.Quotes, store.Activities, store.Reviews} {
		for _, change := range []string{
			"UPDATE " + table + " SET updated = 'x' WHERE rowid = (SELECT max(rowid) FROM " + table + ")",
			"DELETE FROM " + table + " WHERE rowid = (SELECT max(rowid) FROM " + table + ")",
		} {
			before, err := store.CountChanges(t.Context(), e.app, table)
			if err != nil {
				t.Fatal(err)
			}
			run(t, e.app, change)
			if after, err := store.CountChanges(t.Context(), e.app, table); err != nil || after <= before {
				t.Errorf("%s leaves the revision at %d, after %d, %v", change, after, before, err)
			}
		}
	}
}

func TestTalliesSurviveChangesToTheCollections(t *testing.T) {
	t.Parallel()
	e := newEdits(t, 4)
	e.bySQL(t)
	assignments, err := e.app.FindCollectionByNameOrId(store.Assignments)
	if err != nil {
		t.Fatal(err)
	}
	assignments.Fields.GetByName(store.Subject).SetName("topic")
	assignments.Fields.RemoveByName(store.Grade)
	assignments.Fields.Add(&core.TextField{Name: "room"})
	assignments.RemoveIndex("idx_assignments_subject")
	assignments.RemoveIndex("idx_assignments_of_subject")
	if err := e.app.Save(assignments); err != nil {
		t.Fatal(err)
	}
	run(t, e.app, "INSERT INTO assignments (id, topic, status) VALUES ('new', 'Law', 'pending')", "UPDATE assignments SET topic = 'Physics'")
	checkTallies(t, e.app, "renaming a column")
	exported, err := e.app.FindAllCollections()
	if err != nil {
		t.Fatal(err)
	}
	var all []map[string]any
	for _, collection := range exported {
		data, err := collection.DBExport(e.app)
		if err != nil {
			t.Fatal(err)
		}
		if name := data["name"]; name == "tallies" || name == "revisions" {
			t.Errorf("%s is a collection", name)
		}
		all = append(all, map[string]any{"id": collection.Id, "name": collection.Name, "type": collection.Type, "fields": collection.Fields, "indexes": collection.Indexes})
	}
	if err := e.app.ImportCollections(all, true); err != nil {
		t.Fatal(err)
	}
	run(t, e.app, "UPDATE assignments SET topic = 'Law'")
	checkTallies(t, e.app, "importing the collections")
}

func TestWithoutTalliesNothingIsVerifiedOrRebuilt(t *testing.T) {
	t.Parallel()
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: t.TempDir(), DBConnect: database.Connect})
	if err := app.Bootstrap(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = app.ResetBootstrapState() })
	if _, err := store.VerifyTallies(t.Context(), app); !errors.Is(err, store.ErrNoTallies) {
		t.Errorf("a database without tallies is verified: %v", err)
	}
	if err := store.RebuildTallies(t.Context(), app); !errors.Is(err, store.ErrNoTallies) {
		t.Errorf("a database without tallies is rebuilt: %v", err)
	}
}

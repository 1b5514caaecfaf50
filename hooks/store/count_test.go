package store_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// filter narrows a listing as the API does, and has an equivalent in SQL.
type filter struct {
	list       store.Listing
	narrow     func(*store.Listing)
	where      string
	fromTables bool // counted from tallies only
}

func is(column, value string) func(*store.Listing) {
	return func(l *store.Listing) { l.Where(column, "= {:"+column[2:]+"}", dbx.Params{column[2:]: value}) }
}

func isAny(column string, values ...string) func(*store.Listing) {
	return func(l *store.Listing) { l.WhereIn(column, values) }
}

func all(filters ...func(*store.Listing)) func(*store.Listing) {
	return func(l *store.Listing) {
		for _, narrow := range filters {
			narrow(l)
		}
	}
}

func (e *edits) filters() map[string]filter {
	student, tutor := e.students[0].Id, e.tutors[0].Id
	desk, users, quotes, history := store.AssignmentListing(), store.UserListing(), store.QuoteListing(), store.ActivityListing()
	const live = "assignments WHERE deletedAt = ''"
	upcoming := func(l *store.Listing) { store.WhereDueAfter(l, e.now) }
	now := text(e.now)
	return map[string]filter{
		"all":                       {desk, all(), live, true},
		"status":                    {desk, isAny("a.status", "graded"), live + " AND status = 'graded'", true},
		"statuses":                  {desk, isAny("a.status", "graded", "pending"), live + " AND status IN ('graded', 'pending')", true},
		"no status":                 {desk, isAny("a.status"), live + " AND 0", true},
		"priority":                  {desk, is("a.priority", "High"), live + " AND priority = 'High'", true},
		"status and priority":       {desk, all(isAny("a.status", "graded"), is("a.priority", "Low")), live + " AND status = 'graded' AND priority = 'Low'", true},
		"subject":                   {desk, is("a.subject", "Law"), live + " AND subject = 'Law'", true},
		"an empty subject":          {desk, is("a.subject", ""), live + " AND subject = ''", true},
		"upcoming":                  {desk, upcoming, live + " AND status != 'cancelled' AND dueDate > '" + now + "'", false},
		"upcoming and graded":       {desk, all(upcoming, isAny("a.status", "graded")), live + " AND status = 'graded' AND dueDate > '" + now + "'", false},
		"status and subject":        {desk, all(isAny("a.status", "graded"), is("a.subject", "Law")), live + " AND status = 'graded' AND subject = 'Law'", false},
		"a student's":               {desk, is("a.student", student), live + " AND student = '" + student + "'", true},
		"a guest's":                 {desk, is("a.student", ""), live + " AND student = ''", false},
		"a student's, by status":    {desk, all(is("a.student", student), isAny("a.status", "graded", "pending")), live + " AND status IN ('graded', 'pending') AND student = '" + student + "'", true},
		"a student's, by subject":   {desk, all(is("a.student", student), is("a.subject", "Law")), live + " AND subject = 'Law' AND student = '" + student + "'", true},
		"a student's, upcoming":     {desk, all(is("a.student", student), upcoming), live + " AND status != 'cancelled' AND dueDate > '" + now + "' AND student = '" + student + "'", false},
		"a tutor's":                 {desk, is("a.tutor", tutor), live + " AND tutor = '" + tutor + "'", true},
		"a tutor's, by priority":    {desk, all(is("a.tutor", tutor), is("a.priority", "Low")), live + " AND priority = 'Low' AND tutor = '" + tutor + "'", true},
		"a tutor's, by subject":     {desk, all(is("a.tutor", tutor), is("a.subject", "Law")), live + " AND subject = 'Law' AND tutor = '" + tutor + "'", true},
		"a student's for a tutor":   {desk, all(is("a.student", student), is("a.tutor", tutor)), live + " AND student = '" + student + "' AND tutor = '" + tutor + "'", false},
		"two tests of one column":   {desk, all(is("a.student", student), func(l *store.Listing) { l.Where("a.student", "= {:me}", dbx.Params{"me": tutor}) }), live + " AND 0", false},
		"a search":                  {desk, func(l *store.Listing) { l.Search("tide", "a.title", "s.name") }, live + " AND (title LIKE '%tide%' OR student IN (SELECT id FROM users WHERE name LIKE '%tide%'))", false},
		"accounts":                  {users, all(), "users", true},
		"accounts by role":          {users, is("u.role", "tutor"), "users WHERE role = 'tutor'", true},
		"accounts by status":        {users, is("u.status", "active"), "users WHERE status = 'active'", true},
		"accounts by both":          {users, all(is("u.status", "inactive"), is("u.role", "tutor")), "users WHERE status = 'inactive' AND role = 'tutor'", true},
		"quotes":                    {quotes, all(), "quotes", true},
		"quotes by status":          {quotes, is("q.status", "new"), "quotes WHERE status = 'new'", true},
		"the history":               {history, all(), "activities", true},
		"the history by kind":       {history, is("x.kind", "a"), "activities WHERE kind = 'a'", true},
		"the history of a person":   {history, func(l *store.Listing) { store.WherePerson(l, student) }, "activities WHERE user = '" + student + "' OR actor = '" + student + "'", true},
		"what one person did":       {history, is("x.actor", student), "activities WHERE actor = '" + student + "'", false},
		"the history since a month": {history, func(l *store.Listing) { store.WhereHappenedFrom(l, e.now.AddDate(0, -1, 0)) }, "activities WHERE created >= '" + text(e.now.AddDate(0, -1, 0)) + "'", false},
	}
}

// reads returns the queries that the app runs while do runs.
func reads(app *testkit.App, do func()) (queries []string) {
	db := app.ConcurrentDB().(*dbx.DB)
	db.QueryLogFunc = func(_ context.Context, _ time.Duration, query string, _ *sql.Rows, _ error) {
		queries = append(queries, query)
	}
	do()
	db.QueryLogFunc = nil
	return queries
}

func TestEveryTotalEqualsAPlainCount(t *testing.T) {
	t.Parallel()
	e := newEdits(t, 7)
	for range 10 {
		e.bySQL(t)
		for name, f := range e.filters() {
			var want int
			if err := e.app.DB().NewQuery("SELECT count(*) FROM " + f.where).Row(&want); err != nil {
				t.Fatal(err)
			}
			listing := f.list
			f.narrow(&listing)
			// Twice, because the second answer may come from memory.
			for range 2 {
				var got int
				var err error
				queries := reads(e.app, func() { got, err = listing.Count(t.Context(), e.app) })
				checkFigure(t, name, got, err, want)
				if onlyTallies := len(queries) == 1 && strings.Contains(queries[0], "FROM `tallies`"); onlyTallies != f.fromTables {
					t.Errorf("%s: counted by %v", name, queries)
				}
			}
		}
	}
}

func TestACountIsRepeatedOnlyAfterAChange(t *testing.T) {
	t.Parallel()
	e := newEdits(t, 8)
	name := e.students[0].GetString(store.Name)
	counting := func(app core.App, text string) (count int) {
		t.Helper()
		listing := store.AssignmentListing()
		listing.Search(text, "a.title", "s.name")
		count, err := listing.Count(t.Context(), app)
		if err != nil {
			t.Fatal(err)
		}
		return count
	}
	counted := func(want int) (repeated bool) {
		t.Helper()
		queries := reads(e.app, func() {
			if got := counting(e.app, name); got != want {
				t.Errorf("counted %d, want %d", got, want)
			}
		})
		return len(queries) > 1
	}
	if !counted(0) || counted(0) {
		t.Error("the second count is not remembered")
	}
	e.insert(t, store.Quotes, dbx.Params{"status": "new"})
	if counted(0) {
		t.Error("a change to a table that the list does not read makes it count again")
	}
	e.insert(t, store.Assignments, dbx.Params{"student": e.students[0].Id})
	if !counted(1) || counted(1) {
		t.Error("the count after an insert is not remembered")
	}
	e.execute(t, "UPDATE users SET name = 'Nobody' WHERE id = {:id}", dbx.Params{"id": e.students[0].Id})
	counted(0)
	e.execute(t, "UPDATE users SET name = {:name} WHERE id = {:id}", dbx.Params{"id": e.students[0].Id, "name": name})
	counted(1)
	if err := e.app.RunInTransaction(func(tx core.App) error {
		run(t, tx, "DELETE FROM assignments")
		if got := counting(tx, name); got != 0 {
			t.Errorf("a transaction counts %d rows that it deleted", got)
		}
		return errUndo
	}); !errors.Is(err, errUndo) {
		t.Fatal(err)
	}
	run(t, e.app, "UPDATE assignments SET title = 'x'")
	counted(1)
	for i := range 300 {
		counting(e.app, fmt.Sprint("nothing ", i))
	}
	counted(1)
	if err := store.RebuildTallies(t.Context(), e.app); err != nil {
		t.Fatal(err)
	}
	if !counted(1) {
		t.Error("rebuilding the tallies does not end what is remembered")
	}
}

package accounts_test

import (
	"strings"
	"testing"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/chance"
	"deskmate/internal/testkit"
)

// deletions are the ways in which an account can be deleted.
var deletions = map[string]func(t *testing.T, app *testkit.App, person testkit.Person){
	"the route": func(t *testing.T, app *testkit.App, person testkit.Person) {
		app.Call(t, "DELETE", "/api/users/delete-account", person.Token, testkit.CurrentPassword).Granted(t, 200, nil)
	},
	"the console": func(t *testing.T, app *testkit.App, person testkit.Person) {
		app.Call(t, "DELETE", "/api/collections/users/records/"+person.Id, app.Superuser(t), nil).Granted(t, 204, nil)
	},
	"the program": func(t *testing.T, app *testkit.App, person testkit.Person) {
		if err := app.Delete(person.Record); err != nil {
			t.Error(err)
		}
	},
}

func TestDeletingALargeAccountDoesNotBlockOtherWriters(t *testing.T) {
	t.Parallel()
	chance.Long(t)
	for _, c := range []struct {
		name, deletion string
		fill           func(*loadedApp, *testing.T) testkit.Person
	}{
		{"an admin with a long history", "the route", (*loadedApp).busyAdmin},
		{"a student with many assignments", "the console", (*loadedApp).busyStudent},
		{"a tutor with many assignments and stubs", "the program", (*loadedApp).busyTutor},
	} {
		// Not parallel: the subtests would wait for each other's disk writes.
		t.Run(c.name, func(t *testing.T) {
			d := newLoadedApp(t)
			person := c.fill(d, t)
			d.DoesNotBlockWriters(t, func() { deletions[c.deletion](t, d.App, person) })
			isGone(t, d.App, person)
		})
	}
}

// loadedApp is an app with accounts that take a long time to delete.
type loadedApp struct {
	*testkit.App
	admin testkit.Person
}

func newLoadedApp(t *testing.T) *loadedApp {
	t.Helper()
	app := testkit.New(t)
	return &loadedApp{app, app.Person(t, domain.RoleAdmin, "Ada Quill")}
}

// busyAdmin makes an admin with 12,000 entries in the history.
func (d *loadedApp) busyAdmin(t *testing.T) testkit.Person {
	t.Helper()
	bo := d.Person(t, domain.RoleAdmin, "Bo Lane")
	opened := d.first(t, store.Activities, store.UserField, bo.Id)
	d.CopyRows(t, store.Activities, opened, 12_000, dbx.Params{store.ActorField: bo.Id, store.UserField: d.admin.Id})
	return bo
}

// busyStudent makes a student with 400 assignments, half of which a tutor has
// finished. Each has ten entries in the history, and each finished one a rating.
func (d *loadedApp) busyStudent(t *testing.T) testkit.Person {
	t.Helper()
	robin, kim := d.Person(t, domain.RoleStudent, "Robin Vale"), d.Person(t, domain.RoleTutor, "Kim Marsh")
	ids := append(d.assignments(t, robin, kim, 200, domain.StatusInProgress), d.assignments(t, robin, kim, 200, domain.StatusGraded)...)
	entry := d.first(t, store.Activities, store.UserField, robin.Id)
	d.CopyRows(t, store.Activities, entry, 10*len(ids), dbx.Params{store.Assignment: ids})
	return robin
}

// busyTutor makes a tutor with 800 assignments of another student, and with 200
// stubs of assignments that the student has deleted.
func (d *loadedApp) busyTutor(t *testing.T) testkit.Person {
	t.Helper()
	nia, kim := d.Person(t, domain.RoleStudent, "Nia Frost"), d.Person(t, domain.RoleTutor, "Kim Marsh")
	d.assignments(t, nia, kim, 400, domain.StatusPending)
	d.assignments(t, nia, kim, 400, domain.StatusGraded)
	stub := d.HandIn(t, nia.Token, nil)
	d.Call(t, "PATCH", "/api/assignments/"+stub, d.admin.Token, map[string]any{"tutor": kim.Id, "status": "graded"}).Granted(t, 200, nil)
	d.Call(t, "DELETE", "/api/assignments/"+stub, nia.Token, nil).Granted(t, 200, nil)
	d.CopyRows(t, store.Assignments, stub, 199, nil)
	d.AcceptWork(t)
	d.PayTutors(t, d.admin.Token)
	return kim
}

// assignments makes assignments of a student for a tutor. Finished ones are rated.
func (d *loadedApp) assignments(t *testing.T, student, tutor testkit.Person, count int, status string) []string {
	t.Helper()
	id := d.HandIn(t, student.Token, nil)
	d.Call(t, "PATCH", "/api/assignments/"+id, d.admin.Token, map[string]any{"tutor": tutor.Id, "status": status, "price": 10}).Granted(t, 200, nil)
	ids := append(d.CopyRows(t, store.Assignments, id, count-1, nil), id)
	if status != domain.StatusGraded {
		return ids
	}
	d.Call(t, "POST", "/api/assignments/"+id+"/rating", student.Token, map[string]any{"rating": 4, "comment": "Good."}).Granted(t, 201, nil)
	rating := d.first(t, store.Reviews, store.Assignment, id)
	copies := ids[:len(ids)-1]
	d.CopyRows(t, store.Reviews, rating, len(copies), dbx.Params{store.Assignment: copies})
	return ids
}

func (d *loadedApp) first(t *testing.T, collection, field, value string) string {
	t.Helper()
	record, err := d.FindFirstRecordByData(collection, field, value)
	if err != nil {
		t.Fatal(err)
	}
	return record.Id
}

// isGone checks that an account is deleted and that no row refers to it.
func isGone(t *testing.T, app *testkit.App, person testkit.Person) {
	t.Helper()
	for _, column := range []string{
		"users.id", "activities.actor", "activities.user", "assignments.student", "assignments.tutor", "reviews.student", "reviews.tutor",
	} {
		table, field, _ := strings.Cut(column, ".")
		var left int
		if err := app.DB().Select("count(*)").From(table).Where(dbx.HashExp{field: person.Id}).Row(&left); err != nil {
			t.Fatal(err)
		}
		if left != 0 {
			t.Errorf("%d rows still name the account in %s", left, column)
		}
	}
}

package admin_test

import (
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// start is when everything that these tests put on the board is made.
var start = time.Date(2026, 11, 23, 10, 0, 0, 0, time.UTC)

const day = 24 * time.Hour

// stored formats the time that is some time after the start, as the database holds it.
func stored(after time.Duration) string {
	return start.Add(after).Format("2006-01-02 15:04:05.000Z")
}

type thing struct {
	Kind, Noun, ID, Reference, Title, Person string
	DueAt                                    *string
	Overdue                                  bool
}

// office is an app whose clock stands at the start, with an admin, a student and a tutor.
type office struct {
	*testkit.App
	admin, robin, kim testkit.Person
}

func newOffice(t *testing.T) *office {
	t.Helper()
	app := testkit.New(t)
	clock.Set(app, start)
	return &office{
		App: app, admin: app.Person(t, domain.RoleAdmin, "Ada Quill"),
		robin: app.Person(t, domain.RoleStudent, "Robin Vale"), kim: app.Person(t, domain.RoleTutor, "Kim Marsh"),
	}
}

// work hands in an assignment and changes its columns.
func (o *office) work(t *testing.T, columns dbx.Params) (id string) {
	t.Helper()
	id = o.HandIn(t, o.robin.Token, nil)
	o.change(t, store.Assignments, id, columns)
	return id
}

// given is work that the tutor has, and that is due in three days.
func (o *office) given(t *testing.T, columns dbx.Params) (id string) {
	t.Helper()
	id = o.work(t, dbx.Params{store.Tutor: o.kim.Id, store.Status: domain.StatusInProgress, store.DueDate: stored(3 * day)})
	o.change(t, store.Assignments, id, columns)
	return id
}

// quote asks for a quote and changes its columns.
func (o *office) quote(t *testing.T, columns dbx.Params) (id string) {
	t.Helper()
	id = o.AskForQuote(t).Id
	o.change(t, store.Quotes, id, columns)
	return id
}

func (o *office) change(t *testing.T, table, id string, columns dbx.Params) {
	t.Helper()
	if len(columns) == 0 {
		return
	}
	if _, err := o.DB().Update(table, columns, dbx.HashExp{store.ID: id}).Execute(); err != nil {
		t.Fatal(err)
	}
}

// insert stores a row as it is.
func (o *office) insert(t *testing.T, table, id string, columns dbx.Params) string {
	t.Helper()
	columns[store.ID], columns[store.Created], columns[store.Updated] = id, stored(0), stored(0)
	if _, err := o.DB().Insert(table, columns).Execute(); err != nil {
		t.Fatal(err)
	}
	return id
}

// requirePayment makes the site require payment before work starts.
func (o *office) requirePayment(t *testing.T) {
	t.Helper()
	site, err := store.FindSite(o)
	if err != nil {
		t.Fatal(err)
	}
	site.Set(store.RequirePayment, true)
	o.MustSave(t, site)
}

// board reads the board with a query, and the number of things that match it.
func (o *office) board(t *testing.T, query string) (things []thing, total string) {
	t.Helper()
	answer := o.Call(t, "GET", "/api/desk/board?"+query, o.admin.Token, nil)
	answer.Granted(t, 200, &things)
	return things, answer.Header.Get("X-Total-Count")
}

func (o *office) counts(t *testing.T) (counts map[string]int) {
	t.Helper()
	o.Call(t, "GET", "/api/desk/board/counts", o.admin.Token, nil).Granted(t, 200, &counts)
	return counts
}

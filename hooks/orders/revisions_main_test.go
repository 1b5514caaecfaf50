package orders_test

import (
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// start is when the work of every test is delivered.
var start = time.Date(2027, 3, 1, 10, 0, 0, 0, time.UTC)

// revisionDesk is an app with delivered work.
type revisionDesk struct {
	*testkit.App
	admin, robin, nia, kim, otto testkit.Person
	id, path                     string
}

func newRevisionDesk(t *testing.T) *revisionDesk {
	t.Helper()
	app := testkit.New(t)
	clock.Set(app, start)
	d := &revisionDesk{
		App: app, admin: app.Person(t, domain.RoleAdmin, "Ada Quill"), robin: app.Person(t, domain.RoleStudent, "Robin Vale"),
		nia: app.Person(t, domain.RoleStudent, "Nia Frost"), kim: app.Person(t, domain.RoleTutor, "Kim Marsh"), otto: app.Person(t, domain.RoleTutor, "Otto Lind"),
	}
	d.id = app.HandIn(t, d.robin.Token, map[string]string{"dueDate": "2027-06-01T10:00:00Z"})
	d.path = "/api/assignments/" + d.id
	d.patch(t, map[string]any{"tutor": d.kim.Id, "status": "completed", "price": 100})
	return d
}

func (d *revisionDesk) patch(t *testing.T, change map[string]any) {
	t.Helper()
	d.Call(t, "PATCH", d.path, d.admin.Token, change).Granted(t, 200, nil)
}

func (d *revisionDesk) ask(t *testing.T, reason string) testkit.Answer {
	t.Helper()
	return d.Call(t, "POST", d.path+"/revisions", d.robin.Token, map[string]string{"reason": reason})
}

func (d *revisionDesk) withdraw(t *testing.T, number string) testkit.Answer {
	t.Helper()
	return d.Call(t, "POST", d.path+"/revisions/"+number+"/withdraw", d.robin.Token, nil)
}

func (d *revisionDesk) stored(t *testing.T) *core.Record {
	t.Helper()
	assignment, err := d.FindRecordById(store.Assignments, d.id)
	if err != nil {
		t.Fatal(err)
	}
	return assignment
}

type revision struct {
	ID        string `json:"_id"`
	Number    int
	Reason    string
	DueAt     string
	CreatedAt string
	ClosedAt  *string
	Held      bool
	Notice    string
}

// revisions lists the revisions as a person reads them.
func (d *revisionDesk) revisions(t *testing.T, person testkit.Person) (found []revision) {
	t.Helper()
	d.Call(t, "GET", d.path+"/revisions", person.Token, nil).Granted(t, 200, &found)
	return found
}

// told counts the notices of a kind that a person got.
func (d *revisionDesk) told(t *testing.T, person testkit.Person, title string) (count int) {
	t.Helper()
	var notices []struct{ Title string }
	d.Call(t, "GET", "/api/notices", person.Token, nil).Granted(t, 200, &notices)
	for _, notice := range notices {
		if notice.Title == title+": Essay on tides" {
			count++
		}
	}
	return count
}

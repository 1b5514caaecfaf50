package revisions_test

import (
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/internal/clock"
	"deskmate/internal/testkit"
	"deskmate/records"
	"deskmate/rules"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// start is when the work of every test is delivered.
var start = time.Date(2027, 3, 1, 10, 0, 0, 0, time.UTC)

// desk is an app with delivered work.
type desk struct {
	*testkit.App
	admin, robin, nia, kim, otto testkit.Person
	id, path                     string
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	app := testkit.New(t)
	clock.Set(app, start)
	d := &desk{
		App: app, admin: app.Person(t, rules.RoleAdmin, "Ada Quill"), robin: app.Person(t, rules.RoleStudent, "Robin Vale"),
		nia: app.Person(t, rules.RoleStudent, "Nia Frost"), kim: app.Person(t, rules.RoleTutor, "Kim Marsh"), otto: app.Person(t, rules.RoleTutor, "Otto Lind"),
	}
	d.id = app.HandIn(t, d.robin.Token, map[string]string{"dueDate": "2027-06-01T10:00:00Z"})
	d.path = "/api/assignments/" + d.id
	d.patch(t, map[string]any{"tutor": d.kim.Id, "status": "completed", "price": 100})
	return d
}

func (d *desk) patch(t *testing.T, change map[string]any) {
	t.Helper()
	d.Call(t, "PATCH", d.path, d.admin.Token, change).Granted(t, 200, nil)
}

func (d *desk) ask(t *testing.T, reason string) testkit.Answer {
	t.Helper()
	return d.Call(t, "POST", d.path+"/revisions", d.robin.Token, map[string]string{"reason": reason})
}

func (d *desk) withdraw(t *testing.T, number string) testkit.Answer {
	t.Helper()
	return d.Call(t, "POST", d.path+"/revisions/"+number+"/withdraw", d.robin.Token, nil)
}

func (d *desk) stored(t *testing.T) *core.Record {
	t.Helper()
	assignment, err := d.FindRecordById(records.Assignments, d.id)
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
func (d *desk) revisions(t *testing.T, person testkit.Person) (found []revision) {
	t.Helper()
	d.Call(t, "GET", d.path+"/revisions", person.Token, nil).Granted(t, 200, &found)
	return found
}

// told counts the notices of a kind that a person got.
func (d *desk) told(t *testing.T, person testkit.Person, title string) (count int) {
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

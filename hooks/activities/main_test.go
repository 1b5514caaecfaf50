package activities_test

import (
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/internal/testkit"
	"deskmate/records"
	"deskmate/rules"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// activity is what the desk reads of one thing that happened.
type activity struct {
	ID          string `json:"_id"`
	Kind, Title string
	Actor       struct {
		ID   *string `json:"_id"`
		Name string
	}
	User *struct {
		ID   string `json:"_id"`
		Name string
	}
	Assignment *struct {
		ID    string `json:"_id"`
		Title string
	}
	Quote *struct {
		ID        string `json:"_id"`
		Reference string
	}
	Timestamp string
}

// desk is an app with one of each.
type desk struct {
	*testkit.App
	admin, robin, kim testkit.Person
}

func newDesk(t *testing.T) desk {
	t.Helper()
	app := testkit.New(t)
	return desk{app, app.Person(t, rules.RoleAdmin, "Ada Quill"), app.Person(t, rules.RoleStudent, "Robin Vale"), app.Person(t, rules.RoleTutor, "Kim Marsh")}
}

func (d desk) patch(t *testing.T, path string, change map[string]any) {
	t.Helper()
	d.Call(t, "PATCH", "/api/"+path, d.admin.Token, change).Granted(t, 200, nil)
}

// list reads what the desk is told.
func (d desk) list(t *testing.T, query string) (got []activity, total string) {
	t.Helper()
	answer := d.Call(t, "GET", "/api/activities"+query, d.admin.Token, nil)
	answer.Granted(t, 200, &got)
	return got, answer.Header.Get("X-Total-Count")
}

// since gives what happened while something was done, the oldest first, each
// as "kind by actor of user".
func (d desk) since(t *testing.T, do func()) string {
	t.Helper()
	before := d.count(t)
	do()
	rows, _ := d.list(t, "?sort=timestamp")
	told := []string{}
	for _, row := range rows[before:] {
		one := row.Kind + " by " + row.Actor.Name
		if row.User != nil {
			one += " of " + row.User.Name
		}
		told = append(told, one)
	}
	return strings.Join(told, ", ")
}

func (d desk) count(t *testing.T) int {
	t.Helper()
	count, err := d.CountRecords(records.Activities)
	if err != nil {
		t.Fatal(err)
	}
	return int(count)
}

func (d desk) find(t *testing.T, collection, id string) *core.Record {
	t.Helper()
	record, err := d.FindRecordById(collection, id)
	if err != nil {
		t.Fatal(err)
	}
	return record
}

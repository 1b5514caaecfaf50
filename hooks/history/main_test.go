package history_test

import (
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// activity is a history entry as admins receive it.
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

// fixture is an app with one account of each role.
type fixture struct {
	*testkit.App
	admin, robin, kim testkit.Person
}

func newFixture(t *testing.T) fixture {
	t.Helper()
	app := testkit.New(t)
	return fixture{
		App:   app,
		admin: app.Person(t, domain.RoleAdmin, "Ada Quill"),
		robin: app.Person(t, domain.RoleStudent, "Robin Vale"),
		kim:   app.Person(t, domain.RoleTutor, "Kim Marsh"),
	}
}

// patch makes a change as the admin.
func (f fixture) patch(t *testing.T, path string, change map[string]any) {
	t.Helper()
	f.Call(t, "PATCH", "/api/"+path, f.admin.Token, change).Granted(t, 200, nil)
}

// list reads the history as the admin, with the total that its header gives.
func (f fixture) list(t *testing.T, query string) (got []activity, total string) {
	t.Helper()
	answer := f.Call(t, "GET", "/api/activities"+query, f.admin.Token, nil)
	answer.Granted(t, 200, &got)
	return got, answer.Header.Get("X-Total-Count")
}

// recorded runs a step and returns the entries that it added to the history, the
// oldest first, each as "kind by actor of user".
func (f fixture) recorded(t *testing.T, step func()) string {
	t.Helper()
	before := f.count(t)
	step()
	rows, _ := f.list(t, "?sort=timestamp")
	added := []string{}
	for _, row := range rows[before:] {
		entry := row.Kind + " by " + row.Actor.Name
		if row.User != nil {
			entry += " of " + row.User.Name
		}
		added = append(added, entry)
	}
	return strings.Join(added, ", ")
}

// count returns the number of history entries.
func (f fixture) count(t *testing.T) int {
	t.Helper()
	count, err := f.CountRecords(store.Activities)
	if err != nil {
		t.Fatal(err)
	}
	return int(count)
}

func (f fixture) find(t *testing.T, collection, id string) *core.Record {
	t.Helper()
	record, err := f.FindRecordById(collection, id)
	if err != nil {
		t.Fatal(err)
	}
	return record
}

// kinds returns the kinds of the entries that a query finds, the oldest first.
func (f fixture) kinds(t *testing.T, query string) string {
	t.Helper()
	rows, _ := f.list(t, "?sort=timestamp&"+query)
	found := make([]string, len(rows))
	for i, row := range rows {
		found[i] = row.Kind
	}
	return strings.Join(found, " ")
}

// dump returns every stored account, assignment, review, quote request and history
// entry as JSON.
func (f fixture) dump(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	for _, collection := range []string{store.Users, store.Assignments, store.Reviews, store.Quotes, store.Activities} {
		rows, err := f.FindAllRecords(collection)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			encoded, err := row.MarshalJSON()
			if err != nil {
				t.Fatal(err)
			}
			all.Write(append(encoded, '\n'))
		}
	}
	return all.String()
}

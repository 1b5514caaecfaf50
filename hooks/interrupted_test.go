package hooks_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http/httptest"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks"
	"deskmate/internal/testkit"
	"deskmate/records"
	"deskmate/rules"
)

// late is a body that comes only after something else has happened: the request
// has been let in by then.
type late struct {
	meanwhile func()
	content   io.Reader
}

func (l *late) Read(into []byte) (int, error) {
	if l.meanwhile != nil {
		l.meanwhile()
		l.meanwhile = nil
	}
	return l.content.Read(into)
}

// endings are what may happen to a person whose request has been let in, and
// what the request is answered then.
var endings = []struct {
	name   string
	status int
	end    func(*testing.T, *testkit.App, *core.Record)
}{
	{"deactivated", 401, func(t *testing.T, app *testkit.App, person *core.Record) {
		person.Set(records.Status, rules.StatusInactive)
		app.MustSave(t, person)
	}},
	{"given another password", 401, func(t *testing.T, app *testkit.App, person *core.Record) {
		person.SetPassword("another horse")
		app.MustSave(t, person)
	}},
	{"given another role", 403, func(t *testing.T, app *testkit.App, person *core.Record) {
		person.Set(records.Role, rules.RoleTutor)
		app.MustSave(t, person)
	}},
	{"deleted", 401, func(t *testing.T, app *testkit.App, person *core.Record) {
		if err := app.Delete(person); err != nil {
			t.Fatal(err)
		}
	}},
}

func TestWhoseSessionEndsBeforeTheBodyComesChangesNothing(t *testing.T) {
	t.Parallel()
	for _, call := range []struct {
		name, role, method, path string
		body                     func(w *world, me string) any
	}{
		{"an admin who makes themselves active", rules.RoleAdmin, "PATCH", "/users/{me}", func(*world, string) any { return map[string]string{"status": "active"} }},
		{"an admin who makes another admin", rules.RoleAdmin, "PATCH", "/users/{other}", func(*world, string) any { return map[string]string{"role": "admin"} }},
		{"an admin who grades", rules.RoleAdmin, "PATCH", "/assignments/{id}", func(*world, string) any { return map[string]string{"grade": "F"} }},
		{"an admin who changes several", rules.RoleAdmin, "PATCH", "/assignments", func(w *world, _ string) any {
			return rules.UpdateAssignments{IDs: []string{w.assignment}, Status: "pending"}
		}},
		{"an admin who quotes", rules.RoleAdmin, "PATCH", "/quotes/{quote}", func(*world, string) any { return map[string]string{"status": "quoted"} }},
		{"a student who hands in", rules.RoleStudent, "POST", "/assignments", func(*world, string) any { return testkit.NewAssignment() }},
		{"a student who saves a profile", rules.RoleStudent, "PUT", "/users/profile", func(*world, string) any {
			return rules.Profile{FirstName: "Nia", LastName: "Frost", Email: "late@example.com"}
		}},
		{"a student who changes the password", rules.RoleStudent, "PUT", "/users/change-password", func(*world, string) any {
			return rules.PasswordChange{CurrentPassword: testkit.Password, NewPassword: "late horse"}
		}},
	} {
		for _, ending := range endings {
			t.Run(call.name+" and is "+ending.name, func(t *testing.T) {
				t.Parallel()
				w := newWorld(t)
				me := w.app.Person(t, call.role, "Late Caller")
				body, err := json.Marshal(call.body(w, me.Id))
				if err != nil {
					t.Fatal(err)
				}
				path := replaceAll(call.path, map[string]string{"{me}": me.Id, "{other}": w.people["other student"].Id, "{id}": w.assignment, "{quote}": w.quote})
				var before string
				request := httptest.NewRequest(call.method, "/api"+path, &late{func() {
					ending.end(t, w.app, me.Record)
					before = everythingStored(t, w.app)
				}, bytes.NewReader(body)})
				request.Header.Set("Content-Type", "application/json")
				request.Header.Set("Authorization", "Bearer "+me.Token)
				if answer := w.app.Send(request); answer.Status != ending.status {
					t.Errorf("is answered %d %s, want %d", answer.Status, answer.Body, ending.status)
				}
				if after := everythingStored(t, w.app); after != before {
					t.Errorf("what was stored changed from\n%s\nto\n%s", before, after)
				}
			})
		}
	}
}

func replaceAll(text string, values map[string]string) string {
	for name, value := range values {
		text = string(bytes.ReplaceAll([]byte(text), []byte(name), []byte(value)))
	}
	return text
}

// everythingStored is all that routes can change, as one text.
func everythingStored(t *testing.T, app *testkit.App) string {
	t.Helper()
	var all []any
	for _, noun := range hooks.Nouns() {
		found, err := app.FindRecordsByFilter(noun.Collection, "", "id", 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, record := range found {
			all = append(all, record.FieldsData())
		}
	}
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

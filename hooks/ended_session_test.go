package hooks_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks"
	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// lateBody is a request body that arrives only after the request was admitted and
// something else has happened.
type lateBody struct {
	meanwhile func()
	content   io.Reader
}

func (b *lateBody) Read(into []byte) (int, error) {
	if b.meanwhile != nil {
		b.meanwhile()
		b.meanwhile = nil
	}
	return b.content.Read(into)
}

// endings are changes to an account whose request was admitted, and the status
// that the request then gets.
var endings = []struct {
	name   string
	status int
	end    func(*testing.T, *testkit.App, *core.Record)
}{
	{"deactivated", 401, func(t *testing.T, app *testkit.App, person *core.Record) {
		person.Set(store.Status, domain.StatusInactive)
		app.MustSave(t, person)
	}},
	{"given another password", 401, func(t *testing.T, app *testkit.App, person *core.Record) {
		person.SetPassword("another horse")
		app.MustSave(t, person)
	}},
	{"logged out", 401, func(t *testing.T, app *testkit.App, person *core.Record) {
		session, err := app.FindRecordById(store.Sessions, store.SessionOf(person))
		if err != nil {
			t.Fatal(err)
		}
		if err := app.Delete(session); err != nil {
			t.Fatal(err)
		}
	}},
	{"given another role", 403, func(t *testing.T, app *testkit.App, person *core.Record) {
		person.Set(store.Role, domain.RoleTutor)
		app.MustSave(t, person)
	}},
	{"deleted", 401, func(t *testing.T, app *testkit.App, person *core.Record) {
		if err := app.Delete(person); err != nil {
			t.Fatal(err)
		}
	}},
}

func TestASessionThatEndsBeforeTheBodyArrivesChangesNothing(t *testing.T) {
	t.Parallel()
	for _, call := range []struct {
		name, role, method, path string
		body                     func(f *fixture, me string) any
	}{
		{"an admin who reactivates themselves", domain.RoleAdmin, "PATCH", "/users/{me}", func(*fixture, string) any { return map[string]string{"status": "active"} }},
		{"an admin who promotes somebody", domain.RoleAdmin, "PATCH", "/users/{other}", func(*fixture, string) any { return map[string]string{"role": "admin"} }},
		{"an admin who grades", domain.RoleAdmin, "PATCH", "/assignments/{id}", func(*fixture, string) any { return map[string]string{"grade": "F"} }},
		{"an admin who updates several assignments", domain.RoleAdmin, "PATCH", "/assignments", func(f *fixture, _ string) any {
			return domain.UpdateAssignments{IDs: []string{f.assignment}, Status: "pending"}
		}},
		{"an admin who answers a quote request", domain.RoleAdmin, "PATCH", "/quotes/{quote}", func(*fixture, string) any { return map[string]string{"status": "quoted"} }},
		{"a student who submits an assignment", domain.RoleStudent, "POST", "/assignments", func(*fixture, string) any { return testkit.NewAssignment() }},
		{"a student who updates their profile", domain.RoleStudent, "PUT", "/users/profile", func(*fixture, string) any {
			return domain.ProfileChange{Profile: domain.Profile{FirstName: "Nia", LastName: "Frost", Email: "late@example.com"}, CurrentPassword: testkit.Password}
		}},
		{"a student who changes their password", domain.RoleStudent, "PUT", "/users/change-password", func(*fixture, string) any {
			return domain.PasswordChange{CurrentPassword: testkit.Password, NewPassword: "late horse"}
		}},
	} {
		for _, ending := range endings {
			t.Run(call.name+" and is "+ending.name, func(t *testing.T) {
				t.Parallel()
				f := newFixture(t)
				me := f.app.Person(t, call.role, "Late Caller")
				body, err := json.Marshal(call.body(f, me.Id))
				if err != nil {
					t.Fatal(err)
				}
				path := strings.NewReplacer("{me}", me.Id, "{other}", f.people["other student"].Id, "{id}", f.assignment, "{quote}", f.quote).Replace(call.path)
				var before string
				request := httptest.NewRequest(call.method, "/api"+path, &lateBody{func() {
					ending.end(t, f.app, me.Record)
					before = storedRecords(t, f.app)
				}, bytes.NewReader(body)})
				request.Header.Set("Content-Type", "application/json")
				request.Header.Set("Authorization", "Bearer "+me.Token)
				if answer := f.app.Send(request); answer.Status != ending.status {
					t.Errorf("got %d %s, want %d", answer.Status, answer.Body, ending.status)
				}
				if after := storedRecords(t, f.app); after != before {
					t.Errorf("the stored records changed from\n%s\nto\n%s", before, after)
				}
			})
		}
	}
}

// storedRecords returns everything that routes can change, as JSON.
func storedRecords(t *testing.T, app *testkit.App) string {
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

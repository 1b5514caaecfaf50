package history_test

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/dbx"
	validation "github.com/pocketbase/ozzo-validation/v4"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"

	"deskmate/hooks/domain"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// refusal is why these tests reject a history entry. Callers must never read it.
const refusal = "This entry has an unknown kind"

func TestAnInvalidHistoryEntryIsAServerError(t *testing.T) {
	t.Parallel()
	fields := validation.Errors{store.Kind: validation.NewError("validation_in_invalid", refusal)}
	for name, invalid := range map[string]error{
		"field errors":    fields,
		"problems":        domain.Problems{{Field: store.Kind, Code: domain.Invalid, Message: refusal}},
		"a taken value":   domain.Problems{{Field: store.Kind, Code: domain.Taken, Message: refusal}},
		"an API error":    router.NewBadRequestError(refusal, fields),
		"any other error": errors.New(refusal),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			changes := f.changes(t)
			f.OnRecordValidate(store.Activities).BindFunc(func(*core.RecordEvent) error { return invalid })
			f.checkFailures(t, changes, 500, "Something went wrong on our side. Please try again")
		})
	}
}

func TestASessionThatEndsBeforeTheHistoryEntryIsUnauthorized(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	changes := slices.DeleteFunc(f.changes(t), func(c change) bool { return c.token != f.robin.Token && c.token != f.admin.Token })
	f.OnRecordValidate(store.Activities).BindFunc(func(e *core.RecordEvent) error {
		person := store.ActorOf(e.Context, e.Record).Person
		_, err := e.App.NonconcurrentDB().Update(store.Users, dbx.Params{core.FieldNameTokenKey: strings.Repeat("k", 50)},
			dbx.HashExp{store.ID: person.Id}).Execute()
		if err != nil {
			return err
		}
		return sessions.Confirm(e.App, person)
	})
	f.checkFailures(t, changes, 401, "Please log in to continue")
}

func TestABusyDatabaseDuringTheHistoryEntryIsUnavailable(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	changes := f.changes(t)
	// The change holds the write lock, so a second connection gets SQLite's own error.
	second, err := dbx.Open("sqlite", filepath.Join(f.DataDir(), "data.db")+"?_pragma=busy_timeout(0)")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = second.Close() }()
	f.OnRecordValidate(store.Activities).BindFunc(func(*core.RecordEvent) error {
		_, err := second.Delete(store.Activities, nil).Execute()
		return err
	})
	f.checkFailures(t, changes, 503, "This site is busy right now. Please try again in a moment")
}

// change is a request that writes to the history.
type change struct {
	name, method, path, token string
	body                      any
}

// changes returns requests of every kind of caller. Each would succeed if the
// history accepted its entry.
func (f fixture) changes(t *testing.T) []change {
	t.Helper()
	open, finished := f.HandIn(t, f.robin.Token, nil), f.HandIn(t, f.robin.Token, nil)
	f.patch(t, "assignments/"+finished, map[string]any{"tutor": f.kim.Id, "status": "graded"})
	quote, operator := f.AskForQuote(t).Id, f.Superuser(t)
	grade := map[string]any{"grade": "B"}
	several := map[string]any{"ids": []string{open, finished}, "status": "pending"}
	renamed := domain.Profile{FirstName: "Robin", LastName: "Frost", Email: f.robin.Email()}
	newcomer := domain.SignUp{Name: "Nia Frost", Email: "nia@example.com", Password: "quill-1"}
	fields := map[string]any{store.Student: f.robin.Id, store.Status: "submitted"}
	for name, text := range testkit.NewAssignment() {
		fields[name] = text
	}
	const console = "/api/collections/assignments/records"
	return []change{
		{"create an assignment", "POST", "/api/assignments", f.robin.Token, testkit.NewAssignment()},
		{"create an assignment as a guest", "POST", "/api/assignments/public", "", testkit.NewAssignment()},
		{"update an assignment", "PATCH", "/api/assignments/" + open, f.admin.Token, grade},
		{"update several assignments", "PATCH", "/api/assignments", f.admin.Token, several},
		{"rate an assignment", "POST", "/api/assignments/" + finished + "/rating", f.robin.Token, map[string]any{"rating": 5}},
		{"delete an assignment", "DELETE", "/api/assignments/" + open, f.robin.Token, nil},
		{"delete finished work", "DELETE", "/api/assignments/" + finished, f.robin.Token, nil},
		{"sign up", "POST", "/api/auth/signup", "", newcomer},
		{"update a profile", "PUT", "/api/users/profile", f.robin.Token, renamed},
		{"deactivate an account", "PATCH", "/api/users/" + f.kim.Id, f.admin.Token, map[string]any{"status": "inactive"}},
		{"request a quote", "POST", "/api/quotes", "", testkit.NewQuote()},
		{"update a quote", "PATCH", "/api/quotes/" + quote, f.admin.Token, map[string]any{"status": "quoted", "amount": 120.5, "validUntil": "2031-12-01"}},
		{"create an assignment in the console", "POST", console, operator, fields},
		{"update an assignment in the console", "PATCH", console + "/" + open, operator, grade},
		{"delete an assignment in the console", "DELETE", console + "/" + open, operator, nil},
	}
}

// checkFailures sends the changes. Each must fail like this, store nothing, and say
// nothing about the history entry.
func (f fixture) checkFailures(t *testing.T, changes []change, status int, sentence string) {
	t.Helper()
	before := f.dump(t)
	for _, change := range changes {
		answer := f.Call(t, change.method, change.path, change.token, change.body)
		var failure struct { // our routes and the console have these fields in common
			Message string
			Data    map[string]any
		}
		answer.Decode(t, &failure)
		if answer.Status != status || strings.TrimSuffix(failure.Message, ".") != sentence {
			t.Errorf("%s: got %d %s, want %d %q", change.name, answer.Status, answer.Body, status, sentence)
		}
		if len(failure.Data) > 0 || strings.Contains(string(answer.Body), refusal) {
			t.Errorf("%s: the answer describes the history entry: %s", change.name, answer.Body)
		}
		if after := f.dump(t); after != before {
			t.Errorf("%s: stored\n%s\nbefore it was\n%s", change.name, after, before)
		}
	}
}

package orders_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

func TestAnInvalidBulkUpdateIsRefusedAndChangesNothing(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
	kim := app.Person(t, domain.RoleTutor, "Kim Marsh")
	first, second, deleted, stub := app.HandIn(t, robin.Token, nil), app.HandIn(t, "", nil), app.HandIn(t, robin.Token, nil), app.HandIn(t, robin.Token, nil)
	patch(t, app, admin, stub, map[string]any{"tutor": kim.Id, "status": "graded"})
	for _, id := range []string{deleted, stub} {
		app.Call(t, "DELETE", "/api/assignments/"+id, robin.Token, nil).Granted(t, 200, nil)
	}
	many := make([]string, domain.BulkLimit+1)
	for i := range many {
		many[i] = first
	}
	quoted := func(ids ...string) string { return fmt.Sprintf(`["%s"]`, strings.Join(ids, `","`)) }
	app.Call(t, "PATCH", "/api/assignments", "", "{}").Refused(t, 401, "Please log in to continue")
	for _, person := range []testkit.Person{robin, kim} {
		app.Call(t, "PATCH", "/api/assignments", person.Token, "{}").Refused(t, 403, "You do not have permission to do this")
	}
	const none, status = "Choose at least one assignment", "Invalid status value"
	for _, c := range []struct {
		body     string
		code     int
		sentence string
	}{
		{``, 400, none},
		{`{}`, 400, none},
		{`{"ids":[],"status":"graded"}`, 400, none},
		{`{"ids":null,"status":"graded"}`, 400, none},
		{`{"ids":` + quoted(many...) + `,"status":"graded"}`, 400, "Choose at most 500 assignments"},
		{`{"ids":` + quoted(first) + `}`, 400, status},
		{`{"ids":` + quoted(first) + `,"status":""}`, 400, status},
		{`{"ids":` + quoted(first) + `,"status":"lost"}`, 400, status},
		{`{"ids":"` + first + `","status":"graded"}`, 400, "ids must be a list"},
		{`{"ids":[7],"status":"graded"}`, 400, "ids must be text"},
		{`{"ids":` + quoted(first) + `,"status":7}`, 400, "status must be text"},
		{`{"ids":` + quoted(first) + `,"status":"graded","expected":{"` + first + `":"lost"}}`, 400, "Invalid expected status"},
		{`{"ids":` + quoted(first) + `,"status":"graded","expected":"lost"}`, 400, "expected must be an object"},
		{`{"ids":` + quoted(first, second, "nosuch000000000") + `,"status":"graded"}`, 404, "Assignment not found"},
		{`{"ids":` + quoted(first, second, deleted) + `,"status":"graded"}`, 404, "Assignment not found"},
		{`{"ids":` + quoted(first, second, stub) + `,"status":"graded"}`, 404, "Assignment not found"},
		{`{"ids":` + quoted(first, second, "") + `,"status":"graded"}`, 404, "Assignment not found"},
		{`{"ids":` + quoted(first, second, "' OR 1=1 --") + `,"status":"graded"}`, 404, "Assignment not found"},
	} {
		t.Run(c.sentence, func(t *testing.T) {
			app.Call(t, "PATCH", "/api/assignments", admin.Token, c.body).Refused(t, c.code, c.sentence)
		})
	}

	// If one of them cannot be saved, none is, whichever comes first.
	for _, broken := range []string{first, second} {
		app.OnRecordUpdateExecute(store.Assignments).BindFunc(func(e *core.RecordEvent) error {
			if e.Record.Id == broken && e.Record.GetString(store.Status) == "revision" {
				return errors.New("the disk is full")
			}
			return e.Next()
		})
	}
	app.Call(t, "PATCH", "/api/assignments", admin.Token, domain.UpdateAssignments{IDs: []string{first, second}, Status: "revision"}).
		Refused(t, 500, "Something went wrong on our side. Please try again")
	for _, id := range []string{first, second} {
		if got := read(t, app, admin.Token, id); got.Status != "submitted" {
			t.Errorf("although the update failed, the assignment is %+v", got)
		}
	}
}

func TestABulkUpdateSetsOneStatus(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
	first, second, third := app.HandIn(t, robin.Token, nil), app.HandIn(t, "", nil), app.HandIn(t, robin.Token, nil)
	patch(t, app, admin, first, map[string]any{"grade": "A", "price": 10})
	var got struct{ Updated int }
	app.Call(t, "PATCH", "/api/assignments", admin.Token,
		fmt.Sprintf(`{"ids":["%s","%s","%[1]s","%[1]s"],"status":" GRADED ","grade":"F","title":"Mine"}`, first, second)).Granted(t, 200, &got)
	if got.Updated != 2 {
		t.Errorf("the answer counts %d updates, want 2", got.Updated)
	}
	for id, status := range map[string]string{first: "graded", second: "graded", third: "submitted"} {
		if got := read(t, app, admin.Token, id); got.Status != status || got.Title == "Mine" || got.Grade == "F" {
			t.Errorf("the assignment is %+v, want the status %s and no other change", got, status)
		}
		record, err := app.FindRecordById(store.Assignments, id)
		if err != nil || record.GetDateTime(store.DeliveredAt).IsZero() == (status == "graded") {
			t.Errorf("the time of delivery is %v, %v", record.GetDateTime(store.DeliveredAt), err)
		}
	}
	many := make([]string, domain.BulkLimit)
	for i := range many {
		many[i] = []string{first, second, third}[i%3]
	}
	app.Call(t, "PATCH", "/api/assignments", admin.Token, domain.UpdateAssignments{IDs: many, Status: "in_progress"}).Granted(t, 200, &got)
	if got.Updated != 3 || read(t, app, robin.Token, first).Status != "In progress" {
		t.Errorf("the answer counts %d updates, want 3 with the status In progress", got.Updated)
	}
}

func TestABulkUpdateDoesNotOverwriteAnotherAdminsChange(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	unchanged, changed, done, deleted := app.HandIn(t, "", nil), app.HandIn(t, "", nil), app.HandIn(t, "", nil), app.HandIn(t, "", nil)
	seen := map[string]string{unchanged: "Submitted", changed: "submitted", done: "submitted", deleted: "submitted"}
	ids := []string{unchanged, changed, done, deleted}
	patch(t, app, admin, changed, map[string]any{"status": "in_progress"})
	patch(t, app, admin, done, map[string]any{"status": "graded"})
	patch(t, app, admin, unchanged, map[string]any{"grade": "A"}) // only the status counts
	app.Call(t, "DELETE", "/api/assignments/"+deleted, admin.Token, nil).Granted(t, 200, nil)

	change := domain.UpdateAssignments{IDs: ids, Status: "graded", Expected: seen}
	refused := func(want int) map[string]struct{ Code, Message string } {
		t.Helper()
		answer := app.Call(t, "PATCH", "/api/assignments", admin.Token, change)
		var refusal struct {
			Data map[string]struct{ Code, Message string }
		}
		if err := json.Unmarshal(answer.Body, &refusal); err != nil || answer.Status != want {
			t.Fatalf("got %d %s, %v", answer.Status, answer.Body, err)
		}
		return refusal.Data
	}
	const changedSince, missing = "Somebody else has since changed the status to In progress", "Assignment not found"
	// The ids are checked in sorted order, and the first problem decides between 404 and 409.
	status := 409
	if deleted < changed {
		status = 404
	}
	if data := refused(status); len(data) != 2 || data[changed].Message != changedSince || data[changed].Code != "changed" ||
		data[deleted].Message != missing || data[deleted].Code != "missing" {
		t.Errorf("the problems are %v", data)
	}
	if read(t, app, admin.Token, unchanged).Status != "submitted" {
		t.Error("the refused update changed an assignment")
	}

	change.IDs = []string{unchanged, changed, done}
	if data := refused(409); len(data) != 1 || data[changed].Message != changedSince {
		t.Errorf("the problems are %v", data)
	}
	change.IDs = []string{unchanged, done}
	app.Call(t, "PATCH", "/api/assignments", admin.Token, change).Granted(t, 200, nil)
	if got := read(t, app, admin.Token, changed).Status; got != "in_progress" || read(t, app, admin.Token, unchanged).Status != "graded" {
		t.Errorf("the other admin's status became %s", got)
	}
	change.IDs, change.Expected[changed] = []string{changed}, "in_progress" // now the admin has seen the new status
	app.Call(t, "PATCH", "/api/assignments", admin.Token, change).Granted(t, 200, nil)
}

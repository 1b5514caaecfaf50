package orders_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

func TestAnInvalidUpdateIsRefusedWithTheReason(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
	kim, inactive := app.Person(t, domain.RoleTutor, "Kim Marsh"), app.Person(t, domain.RoleTutor, "Sam Reed")
	inactive.Set(store.Status, domain.StatusInactive)
	app.MustSave(t, inactive.Record)
	id, kimsOwn := app.HandIn(t, robin.Token, nil), app.HandIn(t, kim.Token, nil)
	quote := func(text string) string { return `"` + text + `"` }
	for _, c := range []struct {
		id, body, sentence string
		status             int
	}{
		{id, `{"status":"lost"}`, "Invalid status value", 400},
		{id, `{"status":""}`, "Invalid status value", 400},
		{id, `{"status":7}`, "status must be text", 400},
		{id, `{"grade":` + quote(strings.Repeat("g", 41)) + `}`, "Grade is too long (at most 40 characters)", 400},
		{id, `{"feedback":` + quote(strings.Repeat("f", 10_001)) + `}`, "Feedback is too long (at most 10,000 characters)", 400},
		{id, `{"type":` + quote(strings.Repeat("t", 61)) + `}`, "Type is too long (at most 60 characters)", 400},
		{id, `{"price":-0.01}`, "Price must be zero or more", 400},
		{id, `{"price":-1e300}`, "Price must be zero or more", 400},
		{id, `{"price":1000000.01}`, "Price must be at most 1,000,000", 400},
		{id, `{"price":1e999}`, "price must be a number", 400},
		{id, `{"price":"12"}`, "price must be a number", 400},
		{id, `{"tutor":"nosuchtutor0000"}`, "Tutor not found", 400},
		{id, `{"tutor":""}`, "Tutor not found", 400},
		{id, `{"tutor":12}`, "Tutor not found", 400},
		{id, `{"tutor":{"_id":` + quote(kim.Id) + `}}`, "Tutor not found", 400},
		{id, `{"tutor":` + quote(admin.Id) + `}`, "Tutor not found", 400},
		{id, `{"tutor":` + quote(inactive.Id) + `}`, "Tutor not found", 400},
		{kimsOwn, `{"tutor":` + quote(kim.Id) + `}`, "A tutor cannot work on their own assignment", 400},
		{"nosuch000000000", `{"status":"graded"}`, "Assignment not found", 404},
		{"all", `{"status":"graded"}`, "Assignment not found", 404},
		{id, `{"status":"graded","price":-1}`, "Price must be zero or more", 400},
	} {
		t.Run(c.body[:min(len(c.body), 40)], func(t *testing.T) {
			app.Call(t, "PATCH", "/api/assignments/"+c.id, admin.Token, c.body).Refused(t, c.status, c.sentence)
		})
	}
	if got := read(t, app, admin.Token, id); got.Status != "submitted" || got.Tutor != nil || got.Price != 0 || got.Grade != "" {
		t.Errorf("although all updates were refused, the assignment is %+v", got)
	}
}

func TestAdminsMayChangeAnyStatusToAnyOther(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	id := app.HandIn(t, "", nil)
	for _, from := range domain.AssignmentStatuses {
		for _, to := range domain.AssignmentStatuses {
			patch(t, app, admin, id, map[string]any{"status": from})
			if got := patch(t, app, admin, id, map[string]any{"status": strings.ToUpper(to)}); got.Status != to {
				t.Errorf("changing %s to %s gave %s", from, to, got.Status)
			}
		}
	}
}

func TestAnUpdateChangesOnlyTheFieldsItNames(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, kim := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleTutor, "Kim Marsh")
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	id := app.HandIn(t, robin.Token, nil, pdf("essay.pdf"))
	before := read(t, app, admin.Token, id)

	got := patch(t, app, admin, id, map[string]any{
		"grade": " A+ ", "feedback": " Well argued.\n", "type": "Essay", "price": 0.1 + 0.2, "tutor": kim.Id,
		"title": "Mine now", "student": kim.Id, "dueDate": "2020-01-01", "deletedAt": "2020-01-01", "priceCents": 1, "file": "",
	})
	if got.Grade != "A+" || got.Feedback != "Well argued." || got.Type != "Essay" || got.Price != 0.3 || got.Tutor == nil || got.Tutor.Name != "Kim Marsh" {
		t.Errorf("the updated assignment is %+v", got)
	}
	if got.Title != before.Title || got.Status != before.Status || got.DueDate != before.DueDate || *got.Student.ID != robin.Id || got.FileURL == "" || got.CreatedAt != before.CreatedAt {
		t.Errorf("fields that the update may not change became %+v", got)
	}
	for _, c := range []struct {
		change string
		tutor  bool
		price  float64
	}{
		{`{}`, true, 0.3},
		{`{"price":null,"grade":null,"status":null}`, true, 0.3},
		{`{"price":19.99}`, true, 19.99},
		{`{"price":12.35}`, true, 12.35},
		{`{"price":1000000}`, true, 1000000},
		{`{"price":0}`, true, 0},
		{`{"tutor":null}`, false, 0},
		{`{"status":"graded"}`, false, 0},
	} {
		var got assignment
		app.Call(t, "PATCH", "/api/assignments/"+id, admin.Token, c.change).Granted(t, 200, &got)
		if (got.Tutor != nil) != c.tutor || got.Price != c.price || got.Grade != "A+" {
			t.Errorf("after %s the assignment is %+v", c.change, got)
		}
	}
	if got := patch(t, app, admin, id, map[string]any{"grade": "", "feedback": ""}); got.Grade+got.Feedback != "" {
		t.Errorf("the cleared grade and feedback are %q and %q", got.Grade, got.Feedback)
	}
}

func TestADeactivatedTutorStaysAssigned(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, kim := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleTutor, "Kim Marsh")
	id := app.HandIn(t, "", nil)
	patch(t, app, admin, id, map[string]any{"tutor": kim.Id})
	app.Call(t, "PATCH", "/api/users/"+kim.Id, admin.Token, map[string]string{"status": "inactive"}).Granted(t, 200, nil)
	if got := patch(t, app, admin, id, map[string]any{"status": "graded"}); got.Tutor == nil {
		t.Error("the update removed the tutor")
	}
}

func TestConcurrentUpdatesDoNotOverwriteEachOther(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, second := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleAdmin, "Bo Lane")
	id := app.HandIn(t, "", nil)
	for round := range 10 {
		var updates sync.WaitGroup
		changes := []map[string]any{
			{"grade": fmt.Sprint("A", round)}, {"feedback": fmt.Sprint("f", round)}, {"type": fmt.Sprint("t", round)},
			{"price": round}, {"status": domain.AssignmentStatuses[round%6]},
		}
		for i, change := range changes {
			updates.Go(func() {
				by := []testkit.Person{admin, second}[i%2]
				if answer := app.Call(t, "PATCH", "/api/assignments/"+id, by.Token, change); answer.Status != 200 {
					t.Errorf("the update %v: got %d %s", change, answer.Status, answer.Body)
				}
			})
		}
		updates.Wait()
		got := read(t, app, admin.Token, id)
		if got.Grade != fmt.Sprint("A", round) || got.Feedback != fmt.Sprint("f", round) || got.Type != fmt.Sprint("t", round) ||
			got.Price != float64(round) || got.Status != domain.AssignmentStatuses[round%6] {
			t.Fatalf("after round %d the assignment is %+v", round, got)
		}
	}
}

func TestSavingAStaleRecordKeepsNewerChanges(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	id := app.HandIn(t, "", nil)
	stale, err := app.FindRecordById(store.Assignments, id)
	if err != nil {
		t.Fatal(err)
	}
	patch(t, app, admin, id, map[string]any{"grade": "A", "status": "graded"})
	stale.Set(store.Title, "A new title")
	app.MustSave(t, stale)
	if got := read(t, app, admin.Token, id); got.Grade != "A" || got.Status != "graded" || got.Title != "A new title" {
		t.Errorf("after the save the assignment is %+v", got)
	}
}

func TestAnUpdateDoesNotReviveAnAssignmentBeingDeleted(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
	for range 5 {
		id := app.HandIn(t, robin.Token, nil)
		var graded, deleted testkit.Answer
		var requests sync.WaitGroup
		requests.Go(func() {
			graded = app.Call(t, "PATCH", "/api/assignments/"+id, admin.Token, map[string]string{"grade": "A"})
		})
		requests.Go(func() { deleted = app.Call(t, "DELETE", "/api/assignments/"+id, robin.Token, nil) })
		requests.Wait()
		if deleted.Status != 200 || (graded.Status != 200 && graded.Status != 404) {
			t.Errorf("the update got %d %s, the deletion %d %s", graded.Status, graded.Body, deleted.Status, deleted.Body)
		}
		app.Call(t, "GET", "/api/assignments/"+id, admin.Token, nil).Refused(t, 404, "Assignment not found")
	}
}

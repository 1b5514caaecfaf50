package orders_test

import (
	"strings"
	"testing"

	validation "github.com/pocketbase/ozzo-validation/v4"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/testkit"
)

func TestDeletingAnAssignmentBlanksItsReviewButKeepsTheRating(t *testing.T) {
	t.Parallel()
	for name, remove := range map[string]func(*testing.T, fixture, string){
		"by its student": func(t *testing.T, f fixture, id string) {
			f.Call(t, "DELETE", "/api/assignments/"+id, f.robin.Token, nil).Granted(t, 200, nil)
		},
		"by an admin": func(t *testing.T, f fixture, id string) {
			f.Call(t, "DELETE", "/api/assignments/"+id, f.admin.Token, nil).Granted(t, 200, nil)
		},
		"with its student's account": func(t *testing.T, f fixture, _ string) {
			f.Call(t, "DELETE", "/api/users/delete-account", f.robin.Token, testkit.CurrentPassword).Granted(t, 200, nil)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			id := f.newAssignment(t, f.robin.Token, "graded")
			f.rate(t, f.robin.Token, id, `{"rating":4,"comment":"Clear and on time."}`).Granted(t, 201, nil)
			remove(t, f, id)
			stored, err := f.FindFirstRecordByData(store.Reviews, store.Assignment, id)
			if err != nil {
				t.Fatal(err)
			}
			if stored.GetString(store.Comment)+stored.GetString(store.Student) != "" {
				t.Errorf("the review still has the comment %q and the student %q", stored.GetString(store.Comment), stored.GetString(store.Student))
			}
			if stored.GetInt(store.Rating) != 4 || stored.GetString(store.Tutor) != f.kim.Id {
				t.Errorf("the tutor's rating became %v", stored.PublicExport())
			}
		})
	}
}

func TestAnAssignmentIsKeptIfItsReviewCannotBeBlanked(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		prepare  func(fixture)
		status   int
		sentence string
	}{
		"the review is invalid": {func(f fixture) {
			f.OnRecordValidate(store.Reviews).BindFunc(func(*core.RecordEvent) error {
				return validation.Errors{store.Comment: validation.NewError("validation_required", "A comment is required")}
			})
		}, 500, "Something went wrong on our side. Please try again"},
		"the session ends in between": {func(f fixture) {
			f.OnRecordUpdateExecute(store.Assignments).Bind(transaction.At(transaction.StageGuard+1, func(e *core.RecordEvent) error {
				_, err := e.App.NonconcurrentDB().NewQuery("UPDATE users SET status = 'inactive'").Execute()
				if err != nil {
					return err
				}
				return e.Next()
			}))
		}, 401, "Please log in to continue"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			id := f.newAssignment(t, f.robin.Token, "graded")
			f.rate(t, f.robin.Token, id, `{"rating":4,"comment":"Clear and on time."}`).Granted(t, 201, nil)
			c.prepare(f)
			answer := f.Call(t, "DELETE", "/api/assignments/"+id, f.robin.Token, nil)
			answer.Refused(t, c.status, c.sentence)
			if strings.Contains(string(answer.Body), "omment") {
				t.Errorf("the answer describes the review: %s", answer.Body)
			}
			f.Call(t, "GET", "/api/assignments/"+id, f.robin.Token, nil).Granted(t, 200, nil)
			stored, err := f.FindFirstRecordByData(store.Reviews, store.Assignment, id)
			if err != nil || stored.GetString(store.Comment) != "Clear and on time." {
				t.Errorf("the review became %v, %v", stored, err)
			}
		})
	}
}

package accounts_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

const (
	beingDeleted = "This account is being deleted"
	finishJob    = "finishAccountDeletions"
)

func TestAnInterruptedDeletionClosesTheAccountAndIsFinishedLater(t *testing.T) {
	t.Parallel()
	for step, statement := range map[string]string{
		"the person's own work":       "DELETE ON assignments",
		"what the person did":         "UPDATE OF actor ON activities",
		"what happened to the person": "UPDATE OF user ON activities",
		"the work as a tutor":         "UPDATE OF tutor ON assignments",
		"the account":                 "DELETE ON users",
	} {
		t.Run("before it removes "+step, func(t *testing.T) {
			t.Parallel()
			app := testkit.New(t)
			admin, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
			kim := tutorWithOwnWork(t, app, admin)
			students := app.HandIn(t, robin.Token, nil)
			app.Call(t, "PATCH", "/api/assignments/"+students, admin.Token, map[string]any{"tutor": kim.Id}).Granted(t, 200, nil)
			resume := failOn(t, app, statement)

			if answer := app.Call(t, "DELETE", "/api/users/delete-account", kim.Token, testkit.CurrentPassword); answer.Status != http.StatusInternalServerError {
				t.Fatalf("the interrupted deletion got %d %s", answer.Status, answer.Body)
			}
			isClosed(t, app, admin, kim)
			for _, change := range []string{`{"status":"active"}`, `{"role":"student"}`, `{"status":"inactive"}`} {
				app.Call(t, "PATCH", "/api/users/"+kim.Id, admin.Token, change).Refused(t, 409, beingDeleted)
			}
			if answer := app.Call(t, "PATCH", "/api/collections/users/records/"+kim.Id, app.Superuser(t), `{"deletingAt":"","status":"active"}`); answer.Status != http.StatusConflict {
				t.Errorf("an operator who reopens the account got %d %s", answer.Status, answer.Body)
			}
			others := app.HandIn(t, robin.Token, nil)
			app.Call(t, "PATCH", "/api/assignments/"+others, admin.Token, map[string]any{"tutor": kim.Id}).Refused(t, 400, "Tutor not found")

			app.RunJob(t, finishJob) // it fails again
			isClosed(t, app, admin, kim)
			resume()
			app.RunJob(t, finishJob)
			isGone(t, app, kim)
			var left struct {
				Tutor  *struct{}
				Status string
			}
			app.Call(t, "GET", "/api/assignments/"+students, robin.Token, nil).Granted(t, 200, &left)
			if left.Tutor != nil || left.Status != "Submitted" {
				t.Errorf("the student's assignment is now %+v", left)
			}
			if count, err := app.CountRecords(store.Assignments); err != nil || count != 2 {
				t.Errorf("%d assignments remain, %v", count, err)
			}
		})
	}
}

// tutorWithOwnWork makes a tutor who submitted an assignment as a student before.
func tutorWithOwnWork(t *testing.T, app *testkit.App, admin testkit.Person) testkit.Person {
	t.Helper()
	kim := app.Person(t, domain.RoleStudent, "Kim Marsh")
	app.HandIn(t, kim.Token, nil)
	app.Call(t, "PATCH", "/api/users/"+kim.Id, admin.Token, map[string]string{"role": "tutor"}).Granted(t, 200, nil)
	return kim
}

// failOn makes a kind of SQL statement fail until resume is called.
func failOn(t *testing.T, app *testkit.App, statement string) (resume func()) {
	t.Helper()
	execute := func(query string) {
		t.Helper()
		if _, err := app.NonconcurrentDB().NewQuery(query).Execute(); err != nil {
			t.Fatal(err)
		}
	}
	execute("CREATE TRIGGER interruption BEFORE " + statement + " BEGIN SELECT RAISE(ABORT, 'interrupted'); END")
	return func() { execute("DROP TRIGGER interruption") }
}

// isClosed checks that an account still exists but cannot be used.
func isClosed(t *testing.T, app *testkit.App, admin, person testkit.Person) {
	t.Helper()
	app.Call(t, "GET", "/api/auth/me", person.Token, nil).Refused(t, 401, signInFirst)
	app.Call(t, "DELETE", "/api/users/delete-account", person.Token, testkit.CurrentPassword).Refused(t, 401, signInFirst)
	app.Call(t, "POST", "/api/auth/login", "", domain.LogIn{Email: person.Email(), Password: testkit.Password}).
		Refused(t, 403, "Your account is inactive. Please contact support.")
	app.Call(t, "POST", "/api/auth/signup", "", domain.SignUp{Name: "Other", Email: person.Email(), Password: "quill-1"}).
		Refused(t, 409, "Email is already registered")
	var listed []user
	app.Call(t, "GET", "/api/users?search="+person.Email(), admin.Token, nil).Granted(t, 200, &listed)
	if len(listed) != 1 || listed[0].Status != domain.StatusInactive {
		t.Errorf("the list of accounts shows %+v", listed)
	}
}

func TestAFailedDeletionDoesNotHoldUpOthers(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	resume := failOn(t, app, "DELETE ON users")
	var people []testkit.Person
	for i := range 3 {
		people = append(people, app.Person(t, domain.RoleStudent, fmt.Sprint("Robin ", i)))
		if err := app.Delete(people[i].Record); err == nil {
			t.Fatal("the deletion was not interrupted")
		}
	}
	resume()
	resume = failOn(t, app, "DELETE ON users WHEN old.id = '"+people[1].Id+"'")
	app.RunJob(t, finishJob)
	for i, person := range people {
		if i != 1 {
			isGone(t, app, person)
		}
	}
	resume()
	app.RunJob(t, finishJob)
	isGone(t, app, people[1])
}

func TestARunningDeletionIsNotStartedAgain(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	operator := app.Superuser(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	app.HandIn(t, robin.Token, nil)
	started := 0
	app.OnRecordDelete(store.Users).BindFunc(func(e *core.RecordEvent) error {
		if started++; started > 1 {
			return e.Next()
		}
		app.RunJob(t, finishJob)
		app.Call(t, "DELETE", "/api/users/delete-account", robin.Token, testkit.CurrentPassword).Refused(t, 401, signInFirst)
		if answer := app.Call(t, "DELETE", "/api/collections/users/records/"+robin.Id, operator, nil); answer.Status != http.StatusConflict ||
			!strings.Contains(string(answer.Body), beingDeleted) {
			t.Errorf("the console got %d %s", answer.Status, answer.Body)
		}
		if err := app.Delete(robin.Record); err == nil || err.Error() != beingDeleted {
			t.Errorf("the program got %v", err)
		}
		return e.Next()
	})
	app.Call(t, "DELETE", "/api/users/delete-account", robin.Token, testkit.CurrentPassword).Granted(t, 200, nil)
	if started != 1 {
		t.Errorf("the deletion was started %d times", started)
	}
	isGone(t, app, robin)
	if err := app.Delete(robin.Record); err == nil || err.Error() != "User not found" {
		t.Errorf("deleting the account once more got %v", err)
	}
}

func TestAFailedDeletionCanBeStartedAgain(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	resume := failOn(t, app, "DELETE ON users")
	if err := app.Delete(robin.Record); err == nil {
		t.Fatal("the deletion was not interrupted")
	}
	resume()
	if err := app.Delete(robin.Record); err != nil {
		t.Error(err)
	}
	isGone(t, app, robin)
}

func TestOnlyOneOfTwoConcurrentDeletionsOfAnAccountSucceeds(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	for i := range 5 {
		robin := app.Person(t, domain.RoleStudent, fmt.Sprint("Robin ", i))
		app.HandIn(t, robin.Token, nil)
		answers := make([]testkit.Answer, 2)
		var racing sync.WaitGroup
		for i := range answers {
			racing.Go(func() {
				answers[i] = app.Call(t, "DELETE", "/api/users/delete-account", robin.Token, testkit.CurrentPassword)
			})
		}
		racing.Wait()
		if answers[0].Status > answers[1].Status {
			answers[0], answers[1] = answers[1], answers[0]
		}
		answers[0].Granted(t, 200, nil)
		sentence := map[int]string{401: signInFirst, 409: beingDeleted}[answers[1].Status]
		answers[1].Refused(t, answers[1].Status, sentence)
		isGone(t, app, robin)
	}
}

func TestARefusedDeletionOfTheLastActiveAdminRemovesNothing(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	operator := app.Superuser(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	app.HandIn(t, admin.Token, nil)
	path := "/api/collections/users/records/" + admin.Id
	if answer := app.Call(t, "DELETE", path, operator, nil); answer.Status != http.StatusConflict || !strings.Contains(string(answer.Body), adminMustRemain) {
		t.Errorf("an operator who deletes the account got %d %s", answer.Status, answer.Body)
	}
	if err := app.Delete(admin.Record); err == nil || err.Error() != adminMustRemain {
		t.Errorf("the program got %v", err)
	}
	app.RunJob(t, finishJob)
	app.Call(t, "GET", "/api/auth/me", admin.Token, nil).Granted(t, 200, nil)
	if count, err := app.CountRecords(store.Assignments); err != nil || count != 1 {
		t.Errorf("%d assignments remain, %v", count, err)
	}
}

func TestDeletingInsideATransactionIsAllOrNothing(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	app.HandIn(t, robin.Token, nil)
	deleteAnd := func(result error) error {
		return app.RunInTransaction(func(tx core.App) error {
			if err := tx.Delete(robin.Record); err != nil {
				t.Error(err)
			}
			return result
		})
	}
	if err := deleteAnd(http.ErrAbortHandler); err == nil {
		t.Error("the transaction was not rolled back")
	}
	app.Call(t, "GET", "/api/auth/me", robin.Token, nil).Granted(t, 200, nil)
	if err := deleteAnd(nil); err != nil {
		t.Error(err)
	}
	isGone(t, app, robin)
}

func TestAnOperatorCannotSetTheDateOfADeletion(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	operator, robin := app.Superuser(t), app.Person(t, domain.RoleStudent, "Robin Vale")
	path := "/api/collections/users/records"
	for name, answer := range map[string]testkit.Answer{
		"an existing account": app.Call(t, "PATCH", path+"/"+robin.Id, operator, map[string]any{"deletingAt": clock.Now(app), "role": "tutor"}),
		"a new account": app.Call(t, "POST", path, operator, map[string]any{
			"name": "Nia", "email": "nia@example.com", "password": "quill-1", "passwordConfirm": "quill-1",
			"role": "student", "status": "active", "deletingAt": clock.Now(app),
		}),
	} {
		if answer.Status != http.StatusBadRequest || !strings.Contains(string(answer.Body), "Delete the account instead") {
			t.Errorf("%s: got %d %s", name, answer.Status, answer.Body)
		}
	}
	app.RunJob(t, finishJob)
	app.Call(t, "GET", "/api/auth/me", robin.Token, nil).Granted(t, 200, nil)
}

func TestAnAccountThatAnotherRecordRequiresIsNotDeleted(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	app.HandIn(t, robin.Token, nil)
	notes := core.NewBaseCollection("notes")
	notes.Fields.Add(&core.RelationField{Name: "owner", CollectionId: robin.Collection().Id, MaxSelect: 1, Required: true})
	if err := app.Save(notes); err != nil {
		t.Fatal(err)
	}
	note := core.NewRecord(notes)
	note.Set("owner", robin.Id)
	app.MustSave(t, note)
	app.Call(t, "DELETE", "/api/users/delete-account", robin.Token, testkit.CurrentPassword).Refused(t, 409, "This account cannot be deleted while notes refer to it")
	app.Call(t, "GET", "/api/auth/me", robin.Token, nil).Granted(t, 200, nil)
	if count, err := app.CountRecords(store.Assignments); err != nil || count != 1 {
		t.Errorf("%d assignments remain, %v", count, err)
	}
	if err := app.Delete(note); err != nil {
		t.Fatal(err)
	}
	app.Call(t, "DELETE", "/api/users/delete-account", robin.Token, testkit.CurrentPassword).Granted(t, 200, nil)
}

package assignments_test

import (
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"deskmate/internal/clock"
	"deskmate/internal/testkit"
	"deskmate/records"
	"deskmate/rules"
)

const adoptJob = "adoptGuestWork"

// verify verifies the address of an account, as confirming it does.
func verify(t *testing.T, app *testkit.App, id string) {
	t.Helper()
	account, err := app.FindRecordById(records.Users, id)
	if err != nil {
		t.Fatal(err)
	}
	account.SetVerified(true)
	app.MustSave(t, account)
}

// adopted counts the assignments of a student.
func adopted(t *testing.T, app *testkit.App, student string) int {
	t.Helper()
	count, err := app.CountRecords(records.Assignments, dbx.HashExp{records.Student: student, records.GuestEmail: ""})
	if err != nil {
		t.Fatal(err)
	}
	return int(count)
}

func TestGuestWorkIsAdoptedOnceTheAddressIsVerified(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, rules.RoleAdmin, "Ada Quill")
	id := app.HandIn(t, "", map[string]string{"email": "Robin.Vale@example.com"}, pdf("essay.pdf"))
	others := app.HandIn(t, "", map[string]string{"email": "nia@example.com"})
	nameless := app.HandIn(t, "", nil)
	var session struct {
		Token string
		User  struct {
			ID string `json:"_id"`
		}
	}
	app.Call(t, "POST", "/api/auth/signup", "", rules.SignUp{Name: "Robin", Email: "robin.vale@example.com", Password: "secret1"}).Granted(t, 201, &session)
	app.RunJob(t, adoptJob)
	app.Call(t, "GET", "/api/assignments/"+id, session.Token, nil).Refused(t, 404, "Assignment not found")
	if titles, _ := list(t, app, session.Token, "/api/assignments"); len(titles) != 0 {
		t.Errorf("before the verification the account has %q", titles)
	}

	verify(t, app, session.User.ID)
	if got := read(t, app, session.Token, id); got.Student.ID == nil || *got.Student.ID != session.User.ID || got.FileURL == "" {
		t.Errorf("the adopted assignment is %+v", got)
	}
	for _, id := range []string{others, nameless} {
		app.Call(t, "GET", "/api/assignments/"+id, session.Token, nil).Refused(t, 404, "Assignment not found")
		if got := read(t, app, admin.Token, id); got.Student.ID != nil {
			t.Errorf("%s was adopted as well", id)
		}
	}
}

func TestGuestWorkSubmittedAfterTheVerificationIsNotAdopted(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, rules.RoleStudent, "Robin Vale")
	before := map[string]string{"email": robin.Email()}
	app.HandIn(t, "", before)
	verify(t, app, robin.Id)
	clock.Advance(app, time.Minute)
	app.HandIn(t, "", before)
	app.RunJob(t, adoptJob)
	if count := adopted(t, app, robin.Id); count != 1 {
		t.Errorf("%d assignments were adopted", count)
	}
}

func TestAResumedAdoptionTakesOnlyWorkFromBeforeTheVerification(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, rules.RoleStudent, "Robin Vale")
	address := map[string]string{"email": robin.Email()}
	app.HandIn(t, "", address)
	execute(t, app, "CREATE TRIGGER interruption BEFORE UPDATE OF student ON assignments BEGIN SELECT RAISE(ABORT, 'interrupted'); END")
	verify(t, app, robin.Id)
	execute(t, app, "DROP TRIGGER interruption")
	clock.Advance(app, time.Minute)
	app.HandIn(t, "", address)
	app.RunJob(t, adoptJob)
	if count := adopted(t, app, robin.Id); count != 1 {
		t.Errorf("%d assignments were adopted", count)
	}
}

func TestATutorAdoptsAllGuestWorkExceptWhatTheyTutor(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, kim := app.Person(t, rules.RoleAdmin, "Ada Quill"), app.Person(t, rules.RoleTutor, "Kim Marsh")
	own := app.HandIn(t, "", map[string]string{"email": kim.Email()})
	patch(t, app, admin, own, map[string]any{"tutor": kim.Id})
	app.CopyRows(t, records.Assignments, own, 150, nil) // more than one batch
	app.HandIn(t, "", map[string]string{"email": kim.Email()})
	verify(t, app, kim.Id)
	app.RunJob(t, adoptJob)
	if got := read(t, app, admin.Token, own); got.Student.ID != nil || got.Tutor == nil {
		t.Errorf("the tutor's own work is now %+v", got)
	}
	if count := adopted(t, app, kim.Id); count != 1 {
		t.Errorf("%d assignments were adopted", count)
	}
}

func TestAdoptingManyAssignmentsDoesNotBlockOtherWriters(t *testing.T) {
	t.Parallel()
	const count = 1000
	app := testkit.New(t)
	robin := app.Person(t, rules.RoleStudent, "Robin Vale")
	id := app.HandIn(t, "", map[string]string{"email": robin.Email()})
	app.CopyRows(t, records.Assignments, id, count-1, nil)
	app.DoesNotBlockWriters(t, func() { verify(t, app, robin.Id) })
	if got := adopted(t, app, robin.Id); got != count {
		t.Errorf("%d assignments were adopted", got)
	}
}

// execute runs SQL directly, without record events.
func execute(t *testing.T, app *testkit.App, query string) {
	t.Helper()
	if _, err := app.NonconcurrentDB().NewQuery(query).Execute(); err != nil {
		t.Fatal(err)
	}
}

func TestAJobResumesAnInterruptedAdoption(t *testing.T) {
	t.Parallel()
	const count = 250
	app := testkit.New(t)
	robin, nia := app.Person(t, rules.RoleStudent, "Robin Vale"), app.Person(t, rules.RoleStudent, "Nia Frost")
	for _, person := range []testkit.Person{robin, nia} {
		id := app.HandIn(t, "", map[string]string{"email": person.Email()})
		// An assignment that breaks a rule of today must not block the others.
		app.CopyRows(t, records.Assignments, id, count-1, dbx.Params{records.Title: []string{"Tides", ""}})
	}
	// Each adoption fails from its second batch on.
	interrupt := func(where string) {
		t.Helper()
		execute(t, app, "CREATE TRIGGER interruption BEFORE UPDATE OF student ON assignments WHEN "+where+
			" AND (SELECT count(*) FROM assignments WHERE student = new.student) >= 100 BEGIN SELECT RAISE(ABORT, 'interrupted'); END")
	}
	interrupt("true")
	for _, person := range []testkit.Person{robin, nia} {
		verify(t, app, person.Id)
		if got := adopted(t, app, person.Id); got == 0 || got > 100 {
			t.Errorf("%d assignments were adopted before the interruption", got)
		}
	}
	execute(t, app, "DROP TRIGGER interruption")
	interrupt("new.student = '" + robin.Id + "'")
	app.RunJob(t, adoptJob)
	if got := adopted(t, app, nia.Id); got != count {
		t.Errorf("after a failed adoption, another account adopted %d assignments", got)
	}
	execute(t, app, "DROP TRIGGER interruption")
	app.RunJob(t, adoptJob)
	if got := adopted(t, app, robin.Id); got != count {
		t.Errorf("%d assignments were adopted after the interruption", got)
	}
}

func TestAnAccountWhoseDeletionHasBegunAdoptsNothing(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin := app.Person(t, rules.RoleAdmin, "Ada Quill"), app.Person(t, rules.RoleStudent, "Robin Vale")
	id := app.HandIn(t, "", map[string]string{"email": robin.Email()})
	execute(t, app, "CREATE TRIGGER interruption BEFORE UPDATE OF student ON assignments BEGIN SELECT RAISE(ABORT, 'interrupted'); END")
	verify(t, app, robin.Id)
	execute(t, app, "DROP TRIGGER interruption")
	execute(t, app, "CREATE TRIGGER interruption BEFORE DELETE ON users BEGIN SELECT RAISE(ABORT, 'interrupted'); END")
	if err := app.Delete(robin.Record); err == nil {
		t.Fatal("the deletion was not interrupted")
	}
	app.RunJob(t, adoptJob)
	execute(t, app, "DROP TRIGGER interruption")
	app.RunJob(t, "finishAccountDeletions")
	if got := read(t, app, admin.Token, id); got.Student.ID != nil || got.Student.Email != robin.Email() {
		t.Errorf("the guest's assignment is now %+v", got)
	}
}

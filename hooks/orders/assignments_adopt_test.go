package orders_test

import (
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

const adoptJob = "adoptGuestWork"

// adopted counts the assignments of a student.
func adopted(t *testing.T, app *testkit.App, student string) int {
	t.Helper()
	count, err := app.CountRecords(store.Assignments, dbx.HashExp{store.Student: student, store.GuestEmail: ""})
	if err != nil {
		t.Fatal(err)
	}
	return int(count)
}

func TestGuestWorkIsAdoptedOnceTheAddressIsVerified(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	id := app.HandIn(t, "", map[string]string{"email": "Robin.Vale@example.com"}, pdf("essay.pdf"))
	others := app.HandIn(t, "", map[string]string{"email": "nia@example.com"})
	nameless := app.HandIn(t, "", nil)
	var session struct {
		Token string
		User  struct {
			ID string `json:"_id"`
		}
	}
	app.Call(t, "POST", "/api/auth/signup", "", domain.SignUp{Name: "Robin", Email: "robin.vale@example.com", Password: "quill-1"}).Granted(t, 201, &session)
	app.RunJob(t, adoptJob)
	app.Call(t, "GET", "/api/assignments/"+id, session.Token, nil).Refused(t, 404, "Assignment not found")
	if titles, _ := list(t, app, session.Token, "/api/assignments"); len(titles) != 0 {
		t.Errorf("before the verification the account has %q", titles)
	}

	app.Verify(t, session.User.ID)
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
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	before := map[string]string{"email": robin.Email()}
	app.HandIn(t, "", before)
	app.Verify(t, robin.Id)
	clock.Advance(app, time.Minute)
	app.HandIn(t, "", before)
	app.RunJob(t, adoptJob)
	if count := adopted(t, app, robin.Id); count != 1 {
		t.Errorf("%d assignments were adopted", count)
	}
}

func TestATutorAdoptsAllGuestWorkExceptWhatTheyTutor(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, kim := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleTutor, "Kim Marsh")
	own := app.HandIn(t, "", map[string]string{"email": kim.Email()})
	patch(t, app, admin, own, map[string]any{"tutor": kim.Id})
	app.CopyRows(t, store.Assignments, own, 150, nil) // more than one batch
	app.HandIn(t, "", map[string]string{"email": kim.Email()})
	app.Verify(t, kim.Id)
	app.RunJob(t, adoptJob)
	if got := read(t, app, admin.Token, own); got.Student.ID != nil || got.Tutor == nil {
		t.Errorf("the tutor's own work is now %+v", got)
	}
	if count := adopted(t, app, kim.Id); count != 1 {
		t.Errorf("%d assignments were adopted", count)
	}
}

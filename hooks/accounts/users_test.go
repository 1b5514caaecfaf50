package accounts_test

import (
	"strings"
	"sync"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

type user struct {
	ID                        string `json:"_id"`
	Name, Email, Role, Status string
}

func TestUpdatingAnAccountRefusesInvalidInput(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
	for _, c := range []struct {
		id, body, sentence string
		status             int
	}{
		{robin.Id, ``, "User ID and status are required", 400},
		{robin.Id, `{}`, "User ID and status are required", 400},
		{robin.Id, `{"status":""}`, "User ID and status are required", 400},
		{robin.Id, `{"status":null}`, "User ID and status are required", 400},
		{robin.Id, `{"status":"","role":"tutor"}`, "User ID and status are required", 400},
		{robin.Id, `{"status":"asleep"}`, "Invalid status value", 400},
		{robin.Id, `{"status":"active "}`, "Invalid status value", 400},
		{robin.Id, `{"status":true}`, "status must be text", 400},
		{robin.Id, `{"role":"owner"}`, "Invalid role value", 400},
		{robin.Id, `{"role":""}`, "Invalid role value", 400},
		{robin.Id, `{"status":"inactive","role":"owner"}`, "Invalid role value", 400},
		{"nosuch000000000", `{"status":"active"}`, "User not found", 404},
		{"%27%20OR%201=1", `{"status":"active"}`, "User not found", 404},
		{admin.Id, `{"status":"inactive"}`, "You cannot deactivate your own account", 409},
		{admin.Id, `{"role":"student"}`, adminMustRemain, 409},
	} {
		t.Run(c.sentence, func(t *testing.T) {
			app.Call(t, "PATCH", "/api/users/"+c.id, admin.Token, c.body).Refused(t, c.status, c.sentence)
		})
	}
	for _, person := range []testkit.Person{admin, robin} {
		kept, err := app.FindRecordById(store.Users, person.Id)
		if err != nil || !store.IsActive(kept) || kept.GetString(store.Role) != person.GetString(store.Role) {
			t.Errorf("after the refusals the account is %v, %v", kept, err)
		}
	}
}

func TestUpdatingAnAccountReturnsIt(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
	for _, c := range []struct{ body, role, status string }{
		{`{"status":"inactive"}`, "student", "inactive"},
		{`{"status":"inactive"}`, "student", "inactive"},
		{`{"status":"active","name":"Mallory","email":"x@example.com","verified":true,"password":"quill-1"}`, "student", "active"},
		{`{"role":"tutor"}`, "tutor", "active"},
		{`{"role":"admin","status":"inactive"}`, "admin", "inactive"},
		{`{"status":"active","role":"student"}`, "student", "active"},
	} {
		var got user
		app.Call(t, "PATCH", "/api/users/"+robin.Id, admin.Token, c.body).Granted(t, 200, &got)
		if got != (user{robin.Id, "Robin Vale", "robin.vale@example.com", c.role, c.status}) {
			t.Errorf("%s returned %+v", c.body, got)
		}
	}
	app.Call(t, "POST", "/api/auth/login", "", domain.LogIn{Email: robin.Email(), Password: testkit.Password}).Granted(t, 200, nil)
}

func TestDeactivatingAnAccountEndsItsSessionsForGood(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
	id := app.HandIn(t, robin.Token, nil, testkit.File{Field: "file", Name: "essay.pdf", Content: testkit.PDF("Tides")})
	var link struct{ URL string }
	app.Call(t, "POST", "/api/assignments/"+id+"/link", robin.Token, nil).Granted(t, 200, &link)
	reset, err := robin.NewPasswordResetToken()
	if err != nil {
		t.Fatal(err)
	}
	for _, status := range []string{"inactive", "active"} {
		app.Call(t, "PATCH", "/api/users/"+robin.Id, admin.Token, map[string]string{"status": status}).Granted(t, 200, nil)
		app.Call(t, "GET", "/api/auth/me", robin.Token, nil).Refused(t, 401, "Please log in to continue")
		app.Call(t, "GET", "/api/assignments", robin.Token, nil).Refused(t, 401, "Please log in to continue")
		app.Call(t, "GET", link.URL, "", nil).Refused(t, 404, "File not found")
		body := map[string]string{"token": reset, "password": "new horse", "passwordConfirm": "new horse"}
		if answer := app.Call(t, "POST", "/api/collections/users/confirm-password-reset", "", body); answer.Status != 400 {
			t.Errorf("an old reset token got %d %s", answer.Status, answer.Body)
		}
	}
	app.Call(t, "POST", "/api/auth/login", "", domain.LogIn{Email: robin.Email(), Password: testkit.Password}).Granted(t, 200, nil)
}

func TestANewRoleAppliesFromTheNextRequest(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
	for _, c := range []struct {
		role   string
		status int
	}{{"admin", 200}, {"tutor", 403}, {"student", 403}} {
		app.Call(t, "PATCH", "/api/users/"+robin.Id, admin.Token, map[string]string{"role": c.role}).Granted(t, 200, nil)
		if answer := app.Call(t, "GET", "/api/assignments/all", robin.Token, nil); answer.Status != c.status {
			t.Errorf("as %s the request got %d %s", c.role, answer.Status, answer.Body)
		}
	}
}

func TestTheLastActiveAdminCannotBeRemoved(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	inactive := app.Person(t, domain.RoleAdmin, "Sam Inactive")
	inactive.Set(store.Status, domain.StatusInactive)
	app.MustSave(t, inactive.Record)

	for name, change := range map[string]func() error{
		"deactivated in the console": func() error {
			record, err := app.FindRecordById(store.Users, admin.Id)
			if err != nil {
				t.Fatal(err)
			}
			record.Set(store.Status, domain.StatusInactive)
			return app.Save(record)
		},
		"demoted in the console": func() error {
			record, err := app.FindRecordById(store.Users, admin.Id)
			if err != nil {
				t.Fatal(err)
			}
			record.Set(store.Role, domain.RoleStudent)
			return app.Save(record)
		},
		"deleted": func() error { return app.Delete(admin.Record) },
	} {
		if err := change(); err == nil || !strings.Contains(err.Error(), adminMustRemain) {
			t.Errorf("%s: %v", name, err)
		}
	}
	app.Call(t, "GET", "/api/auth/me", admin.Token, nil).Granted(t, 200, nil)

	// An inactive admin can always be deleted, and an active one if there is another.
	if err := app.Delete(inactive.Record); err != nil {
		t.Error(err)
	}
	app.Person(t, domain.RoleAdmin, "Bo Lane")
	if err := app.Delete(admin.Record); err != nil {
		t.Error(err)
	}
}

func TestTwoAdminsWhoDeactivateEachOtherAtOnceLeaveOne(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]map[string]string{"deactivated": {"status": "inactive"}, "demoted": {"role": "student"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for range 5 {
				app := testkit.New(t)
				ada, bo := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleAdmin, "Bo Lane")
				answers := make([]testkit.Answer, 2)
				var racing sync.WaitGroup
				racing.Go(func() { answers[0] = app.Call(t, "PATCH", "/api/users/"+bo.Id, ada.Token, change) })
				racing.Go(func() { answers[1] = app.Call(t, "PATCH", "/api/users/"+ada.Id, bo.Token, change) })
				racing.Wait()
				if (answers[0].Status == 200) == (answers[1].Status == 200) {
					t.Errorf("got %d %s and %d %s", answers[0].Status, answers[0].Body, answers[1].Status, answers[1].Body)
				}
				left, err := app.CountRecords(store.Users)
				if err != nil || left != 2 {
					t.Errorf("%d accounts remain, %v", left, err)
				}
			}
		})
	}
}

func TestDeletingTwoAdminsAtOnceLeavesOne(t *testing.T) {
	t.Parallel()
	for range 5 {
		app := testkit.New(t)
		ada, bo := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleAdmin, "Bo Lane")
		var racing sync.WaitGroup
		racing.Go(func() { _ = app.Delete(ada.Record) })
		racing.Go(func() { _ = app.Delete(bo.Record) })
		racing.Wait()
		if left, err := app.CountRecords(store.Users); err != nil || left != 1 {
			t.Errorf("%d admins remain, %v", left, err)
		}
	}
}

func TestSavingAStaleAccountKeepsNewerChanges(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
	stale, err := app.FindRecordById(store.Users, robin.Id)
	if err != nil {
		t.Fatal(err)
	}
	robin.SetPassword("another horse")
	app.MustSave(t, robin.Record)
	app.Call(t, "PATCH", "/api/users/"+robin.Id, admin.Token, map[string]string{"status": "inactive", "role": "tutor"}).Granted(t, 200, nil)

	stale.Set("bio", "Tides and moons.")
	app.MustSave(t, stale)
	kept, err := app.FindRecordById(store.Users, robin.Id)
	if err != nil {
		t.Fatal(err)
	}
	if store.IsActive(kept) || kept.GetString(store.Role) != domain.RoleTutor || !kept.ValidatePassword("another horse") || kept.GetString("bio") == "" {
		t.Errorf("after saving the old copy the account is %v", kept.FieldsData())
	}
	app.Call(t, "GET", "/api/auth/me", robin.Token, nil).Refused(t, 401, "Please log in to continue")
}

func TestAddressesAreAlwaysNormalized(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	robin.SetEmail("  Robin.NEW@Example.com ")
	app.MustSave(t, robin.Record)
	if robin.Email() != "robin.new@example.com" {
		t.Errorf("the stored address is %q", robin.Email())
	}
	second, err := store.NewUser(app, domain.RoleStudent)
	if err != nil {
		t.Fatal(err)
	}
	second.Set(store.Name, "Second")
	second.SetEmail("ROBIN.new@example.com")
	second.SetPassword(testkit.Password)
	if err := app.Save(second); err == nil {
		t.Error("the same address in another case opened a second account")
	}
}

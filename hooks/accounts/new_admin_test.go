package accounts_test

import (
	"testing"

	"deskmate/hooks/domain"
	"deskmate/internal/testkit"
)

func signUpAdmin(t *testing.T, app *testkit.App, email string) (token string) {
	t.Helper()
	var session struct{ Token string }
	app.Call(t, "POST", "/api/auth/signup", "", map[string]string{
		"name": "Ada Quill", "email": email, "password": testkit.Password, "role": "admin", "adminKey": testkit.AdminKey,
	}).Granted(t, 201, &session)
	return session.Token
}

func TestANewAdminReadsNothingUntilTheAddressIsConfirmed(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	before := signUpAdmin(t, app, "before@example.com") // no mail server yet
	box := app.UseMailbox(t)
	work := app.HandIn(t, app.Person(t, domain.RoleStudent, "Robin Vale").Token, nil)
	ada := signUpAdmin(t, app, "ada@example.com")
	for _, path := range []string{"/api/users", "/api/assignments/all", "/api/mails"} {
		app.Call(t, "GET", path, before, nil).Granted(t, 200, nil)
		app.Call(t, "GET", path, ada, nil).Refused(t, 403, "Confirm your email address first. Use the link in our email, or ask for another one")
	}
	app.Call(t, "GET", "/api/assignments/"+work, ada, nil).Refused(t, 404, "Assignment not found")
	link := box.Await(t, "ada@example.com", "Confirm your email address").Token(t, "/verify-email")
	verifyEmail(t, app, ada, link, "", "").Granted(t, 200, nil)
	app.Call(t, "GET", "/api/users", ada, nil).Granted(t, 200, nil)
	app.Call(t, "GET", "/api/assignments/"+work, ada, nil).Granted(t, 200, nil)
}

func TestEveryAdminHearsOfANewAdmin(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	box := app.UseMailbox(t)
	first, second := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleAdmin, "Nia Frost")
	box.Await(t, first.Email(), "There is a new admin") // of the second
	signUpAdmin(t, app, "third@example.com")
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	app.Call(t, "PATCH", "/api/users/"+robin.Id, first.Token, map[string]string{"role": "admin"}).Granted(t, 200, nil)
	for range 2 {
		box.Await(t, first.Email(), "There is a new admin")
		box.Await(t, second.Email(), "There is a new admin")
	}
}

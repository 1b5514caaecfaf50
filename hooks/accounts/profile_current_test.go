package accounts_test

import (
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

func TestAddressChangesAndAccountDeletionNeedThePassword(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	for password, sentence := range map[string]string{"": "Current password is required", "wrong horse": "Current password is incorrect"} {
		for _, answer := range []testkit.Answer{
			app.Call(t, "PUT", "/api/users/profile", robin.Token, with(map[string]any{"email": "new@example.com", "currentPassword": password})),
			app.Call(t, "DELETE", "/api/users/delete-account", robin.Token, map[string]string{"currentPassword": password}),
		} {
			failure := answer.Refused(t, 400, sentence)
			if failure.Data["currentPassword"].Message != sentence {
				t.Errorf("the field reads %+v", failure.Data)
			}
		}
	}
	app.Call(t, "DELETE", "/api/users/delete-account", robin.Token, nil).Refused(t, 400, "Current password is required")
	if user := stored(t, app, robin.Id); user.Email() != robin.Email() || user.TokenKey() != robin.TokenKey() {
		t.Errorf("a refusal changed the account: %s", user.Email())
	}
	app.Call(t, "PUT", "/api/users/profile", robin.Token, with(map[string]any{"email": " Robin.Vale@Example.com", "currentPassword": ""})).Granted(t, 200, nil)
}

func TestWrongPasswordsOfOneAccountCountTogether(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	clock.Set(app, clock.Now(app))
	limits := &app.Settings().RateLimits
	limits.Rules = []core.RateLimitRule{{Label: "users:currentPassword", MaxRequests: 3, Duration: 600}}
	limits.Enabled = true
	if err := app.Save(app.Settings()); err != nil {
		t.Fatal(err)
	}
	robin, nia := app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleStudent, "Nia Frost")
	try := func(person testkit.Person, password string) []testkit.Answer {
		return []testkit.Answer{
			app.Call(t, "PUT", "/api/users/change-password", person.Token, domain.PasswordChange{CurrentPassword: password, NewPassword: "another horse"}),
			app.Call(t, "PUT", "/api/users/profile", person.Token, with(map[string]any{"email": "new@example.com", "currentPassword": password})),
			app.Call(t, "DELETE", "/api/users/delete-account", person.Token, map[string]string{"currentPassword": password}),
		}
	}
	for _, answer := range try(robin, "wrong horse") {
		answer.Refused(t, 400, "Current password is incorrect")
	}
	for _, answer := range try(robin, testkit.Password) {
		answer.Refused(t, 429, "Too many requests. Please wait a moment and try again")
		if answer.Header.Get("Retry-After") != "600" {
			t.Errorf("Retry-After is %q", answer.Header.Get("Retry-After"))
		}
	}
	app.Call(t, "PUT", "/api/users/profile", robin.Token, with(map[string]any{"bio": "New"})).Granted(t, 200, nil)
	app.Call(t, "POST", "/api/auth/login", "", domain.LogIn{Email: robin.Email(), Password: testkit.Password}).Granted(t, 200, nil)
	app.Call(t, "DELETE", "/api/users/delete-account", nia.Token, testkit.CurrentPassword).Granted(t, 200, nil)
	clock.Advance(app, 601*time.Second)
	app.Call(t, "DELETE", "/api/users/delete-account", robin.Token, testkit.CurrentPassword).Granted(t, 200, nil)
}

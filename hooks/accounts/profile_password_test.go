package accounts_test

import (
	"strings"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/internal/testkit"
)

func TestChangingThePasswordRefusesInvalidInput(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	const required, wrong = "Current password and new password are required", "Current password is incorrect"
	const short, long, easy = "Password must be at least 6 characters long", "Password is too long", "Password is too easy to guess"
	app.Call(t, "PUT", "/api/users/change-password", "", domain.PasswordChange{}).Refused(t, 401, signInFirst)
	for _, c := range []struct{ name, current, fresh, sentence string }{
		{"nothing", "", "", required},
		{"no current one", "", "another horse", required},
		{"no new one", testkit.Password, "", required},
		{"white space as the new one", testkit.Password, "      ", easy},
		{"a common one", testkit.Password, "Password1", easy},
		{"a wrong current one and no new one", "wrong horse", "", required},
		{"a wrong current one", "wrong horse", "another horse", wrong},
		{"the current one in another case", strings.ToUpper(testkit.Password), "another horse", wrong},
		{"the current one with a trailing space", testkit.Password + " ", "another horse", wrong},
		{"a wrong current one and a short new one", "wrong horse", "12345", wrong},
		{"a wrong current one and a long new one", "wrong horse", strings.Repeat("x", 73), wrong},
		{"an endless current one", strings.Repeat("x", 100_000), "another horse", wrong},
		{"five characters", testkit.Password, "12345", short},
		{"five characters of ten bytes", testkit.Password, "ééééé", short},
		{"73 bytes", testkit.Password, strings.Repeat("x", 73), long},
		{"37 characters of 74 bytes", testkit.Password, strings.Repeat("é", 37), long},
	} {
		t.Run(c.name, func(t *testing.T) {
			app.Call(t, "PUT", "/api/users/change-password", robin.Token, domain.PasswordChange{CurrentPassword: c.current, NewPassword: c.fresh}).
				Refused(t, 400, c.sentence)
		})
	}
	app.Call(t, "PUT", "/api/users/change-password", robin.Token, "").Refused(t, 400, required)
	app.Call(t, "PUT", "/api/users/change-password", robin.Token, `{"currentPassword":1}`).Refused(t, 400, "currentPassword must be text")
	if user := stored(t, app, robin.Id); !user.ValidatePassword(testkit.Password) || user.TokenKey() != robin.TokenKey() {
		t.Error("a refusal changed the password")
	}
}

func TestANewPasswordEndsEveryOtherSession(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	for name, password := range map[string]string{
		"six characters": "horse9", "six characters of twelve bytes": "éééééé", "72 bytes": strings.Repeat("x", 72),
		"with space around it": " a horse ", "the same again": testkit.Password,
	} {
		t.Run(name, func(t *testing.T) {
			robin := app.Person(t, domain.RoleStudent, "Robin "+name)
			var elsewhere, got saved
			app.Call(t, "POST", "/api/auth/login", "", domain.LogIn{Email: robin.Email(), Password: testkit.Password}).Granted(t, 200, &elsewhere)
			link := fileLink(t, app, robin.Token, app.HandIn(t, robin.Token, nil, pdf("essay.pdf")))

			app.Call(t, "PUT", "/api/users/change-password", robin.Token, domain.PasswordChange{CurrentPassword: testkit.Password, NewPassword: password}).
				Granted(t, 200, &got)
			if got.Message != "Password changed successfully" || got.User.ID != robin.Id || got.User.Status != domain.StatusActive {
				t.Errorf("the answer is %+v", got)
			}
			isRevoked(t, app, robin.Token)
			isRevoked(t, app, elsewhere.Token)
			app.Call(t, "GET", link, "", nil).Refused(t, 404, "File not found")
			app.Call(t, "GET", "/api/auth/me", got.Token, nil).Granted(t, 200, nil)
			app.Call(t, "POST", "/api/auth/login", "", domain.LogIn{Email: robin.Email(), Password: password}).Granted(t, 200, nil)
			if password != testkit.Password {
				app.Call(t, "POST", "/api/auth/login", "", domain.LogIn{Email: robin.Email(), Password: testkit.Password}).Refused(t, 401, "Invalid credentials")
			}
		})
	}
}

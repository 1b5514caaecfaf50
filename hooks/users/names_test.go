package users_test

import (
	"testing"

	"deskmate/internal/testkit"
	"deskmate/records"
	"deskmate/rules"
)

func TestNamesHaveNoContactDetails(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	kim := app.Person(t, rules.RoleTutor, "Kim Marsh")
	profile := func(first, last string) testkit.Answer {
		return app.Call(t, "PUT", "/api/users/profile", kim.Token, map[string]string{
			"firstName": first, "lastName": last, "email": kim.Email(), "specialization": "Law", "experience": "Expert",
		})
	}
	profile("0491570006", "Marsh").Refused(t, 400, "First name must not contain contact details")
	profile("Kim", "kim@home.example").Refused(t, 400, "Last name must not contain contact details")
	profile("Kim 0491", "570 006").Refused(t, 400, "Name must not contain contact details")
	profile("Kim", "@kimmarsh").Refused(t, 400, "Last name must not contain contact details")
	profile("Telegram", "kimmarsh").Refused(t, 400, "Name must not contain contact details")
	profile("Kim ₀₄₁₂", "₃₄₅₆₇₈").Refused(t, 400, "Name must not contain contact details")
	profile("kim.marsh", "gmail.com").Refused(t, 400, "First name must not contain contact details")
	profile("Kim", "Marsh 3rd").Granted(t, 200, nil)
	app.Call(t, "POST", "/api/auth/signup", "", map[string]string{"name": "Telegram: nia_frost1", "email": "nia@example.com", "password": testkit.Password}).
		Refused(t, 400, "Name must not contain contact details")
	operator := app.Superuser(t)
	// The last is one only with the name that the account has already.
	for _, change := range []map[string]any{{records.Name: "Kim 0491 570 006"}, {records.FirstName: "Telegram"}} {
		account := app.Call(t, "PATCH", "/api/collections/users/records/"+kim.Id, operator, change)
		if account.Status != 400 {
			t.Errorf("the console got %d %s", account.Status, account.Body)
		}
	}
}

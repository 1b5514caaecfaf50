package accounts_test

import (
	"testing"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

func TestNamesHaveNothingThatCannotBeSeen(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	profile := func(first, last string) testkit.Answer {
		return app.Call(t, "PUT", "/api/users/profile", robin.Token, map[string]string{"firstName": first, "lastName": last, "email": robin.Email()})
	}
	profile("\u200b", "Vale").Refused(t, 400, "First name is required")
	profile("R\u202eob\u200bin", "\u200b Vale").Granted(t, 200, nil)
	app.Call(t, "POST", "/api/auth/signup", "", map[string]string{"name": "\u2060", "email": "nia@example.com", "password": testkit.Password}).
		Refused(t, 400, "Name is required")
	app.Call(t, "POST", "/api/auth/signup", "", map[string]string{"name": "N\u200bia Frost", "email": "nia@example.com", "password": testkit.Password}).
		Granted(t, 201, nil)
	for id, want := range map[string]string{robin.Email(): "Robin Vale", "nia@example.com": "Nia Frost"} {
		if account, err := store.FindUserByEmail(app, id); err != nil || account.GetString(store.Name) != want {
			t.Errorf("the name is %q, want %q, %v", account.GetString(store.Name), want, err)
		}
	}
}

func TestNamesHaveNoContactDetails(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	kim := app.Person(t, domain.RoleTutor, "Kim Marsh")
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
	for _, specialization := range []string{"Law, kim@home.example", "Telegram: kim_marsh1"} {
		app.Call(t, "PUT", "/api/users/profile", kim.Token, map[string]string{
			"firstName": "Kim", "lastName": "Marsh", "email": kim.Email(), "specialization": specialization, "experience": "Expert",
		}).Refused(t, 400, "Specialization must not contain contact details")
		answer := app.Call(t, "PATCH", "/api/collections/users/records/"+kim.Id, operator, map[string]any{store.Specialization: specialization})
		if answer.Status != 400 {
			t.Errorf("the console got %d %s", answer.Status, answer.Body)
		}
	}
	// The last is a contact detail only together with the name that the account already has.
	for _, change := range []map[string]any{{store.Name: "Kim 0491 570 006"}, {store.FirstName: "Telegram"}} {
		account := app.Call(t, "PATCH", "/api/collections/users/records/"+kim.Id, operator, change)
		if account.Status != 400 {
			t.Errorf("the console got %d %s", account.Status, account.Body)
		}
	}
}

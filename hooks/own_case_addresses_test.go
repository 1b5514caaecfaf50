package hooks_test

import (
	"testing"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// moveTo changes the address of an account, as its owner does.
func moveTo(t *testing.T, app *testkit.App, person testkit.Person, email string) testkit.Person {
	t.Helper()
	var moved struct{ Token string }
	app.Call(t, "PUT", "/api/users/profile", person.Token, map[string]string{
		"firstName": "Ada", "lastName": "Quill", "email": email, "currentPassword": testkit.Password,
	}).Granted(t, 200, &moved)
	account, err := app.FindRecordById(store.Users, person.Id)
	if err != nil {
		t.Fatal(err)
	}
	return testkit.Person{Record: account, Token: moved.Token}
}

func TestAFormerAddressStaysTheOwnCaseOfAnAdmin(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	ada, bruno := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleAdmin, "Bruno Lund")
	id := app.HandIn(t, "", map[string]string{"email": ada.Email()})
	quote := app.AskForQuote(t)
	quote.Set(store.Email, ada.Email())
	app.MustSave(t, quote)
	app.Verify(t, bruno.Id)
	const sentence = "This is your own case, so another admin has to do this"
	price := map[string]any{"status": "quoted", "amount": 0.01, "validUntil": "2031-12-01"}
	for _, address := range []string{"elsewhere@example.com", "further@example.com"} {
		ada = moveTo(t, app, ada, address)
		app.Call(t, "PATCH", "/api/assignments/"+id, ada.Token, map[string]any{"price": 0.01}).Refused(t, 403, sentence)
		app.Call(t, "PATCH", "/api/assignments", ada.Token, map[string]any{"ids": []string{id}, "status": "graded"}).Refused(t, 403, sentence)
		app.Call(t, "PUT", "/api/assignments/pool", ada.Token, map[string]any{"ids": []string{id}, "open": true}).Refused(t, 403, sentence)
		app.Call(t, "PUT", "/api/assignments/"+id+"/pool", ada.Token, map[string]any{"open": true}).Refused(t, 403, sentence)
		app.Call(t, "POST", "/api/assignments/"+id+"/payments", ada.Token, map[string]any{"amount": 1, "method": "Cash", "reference": "TX 1"}).Refused(t, 403, sentence)
		app.Call(t, "PATCH", "/api/quotes/"+quote.Id, ada.Token, price).Refused(t, 403, sentence)
		var shown struct{ OwnCase bool }
		app.Call(t, "GET", "/api/assignments/"+id, ada.Token, nil).Granted(t, 200, &shown)
		if !shown.OwnCase {
			t.Errorf("at %s the assignment is not shown as the admin's own case", address)
		}
	}
	app.Call(t, "PATCH", "/api/assignments/"+id, bruno.Token, map[string]any{"price": 100}).Granted(t, 200, nil)
	app.Call(t, "PATCH", "/api/quotes/"+quote.Id, bruno.Token, price).Granted(t, 200, nil)
}

func TestNobodyAcceptsAPriceThatTheyMade(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	ada, bruno := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleAdmin, "Bruno Lund")
	quote := app.AskForQuote(t) // from another mailbox of the admin
	app.Price(t, ada.Token, quote.Id, 0.01)
	token := app.OfferToken(t, ada.Token, quote.Id)
	ada = moveTo(t, app, ada, quote.GetString(store.Email))
	app.Verify(t, ada.Id)
	ada = app.LogIn(t, ada.Record)
	accept := func(version int) testkit.Answer {
		return app.Call(t, "POST", "/api/offers/"+token+"/accept", ada.Token, map[string]any{"version": version, "acceptTerms": true})
	}
	accept(1).Refused(t, 403, "This is your own case, so another admin has to do this")
	app.Call(t, "PATCH", "/api/quotes/"+quote.Id, bruno.Token, map[string]any{"note": "Thank you"}).Granted(t, 200, nil)
	accept(2).Refused(t, 403, "This is your own case, so another admin has to do this")
	app.Price(t, bruno.Token, quote.Id, 120)
	accept(3).Granted(t, 201, nil)
}

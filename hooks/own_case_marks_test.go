package hooks_test

import (
	"strings"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// ownedThing is what an admin is told about a thing that may be their own case.
type ownedThing struct {
	ID      string `json:"_id"`
	Kind    string `json:"kind"`
	OwnCase bool   `json:"ownCase"`
}

func TestListsMarkOwnCases(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	ada, robin, kim := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleTutor, "Kim Marsh")
	id, _ := app.HandIn(t, robin.Token, nil), app.HandIn(t, robin.Token, nil)
	app.Call(t, "PATCH", "/api/assignments/"+id, ada.Token, map[string]any{"price": 100, "tutor": kim.Id, "status": "completed"}).Granted(t, 200, nil)
	app.Call(t, "POST", "/api/assignments/"+id+"/rating", robin.Token, map[string]any{"rating": 4, "comment": "Write to robin@home.example"}).Granted(t, 201, nil)
	quote := app.AskForQuote(t)
	quote.Set(store.Email, robin.Email())
	app.MustSave(t, quote)
	for _, person := range []testkit.Person{robin, kim} {
		person.Set(store.Role, domain.RoleAdmin)
		app.MustSave(t, person.Record)
	}
	for path, readers := range map[string]map[string]bool{
		"/texts":                            {ada.Token: false, robin.Token: true, kim.Token: true},
		"/quotes":                           {ada.Token: false, robin.Token: true, kim.Token: false},
		"/desk/board?kind=text_held":        {ada.Token: false, robin.Token: true, kim.Token: true},
		"/desk/board?kind=unassigned":       {ada.Token: false, robin.Token: true, kim.Token: false},
		"/desk/board?kind=quote_unanswered": {ada.Token: false, robin.Token: true, kim.Token: false},
	} {
		for token, isOwn := range readers {
			var things []ownedThing
			app.Call(t, "GET", "/api"+path, token, nil).Granted(t, 200, &things)
			if len(things) != 1 || things[0].OwnCase != isOwn {
				t.Errorf("%s: got %v, want one thing with ownCase %v", path, things, isOwn)
			}
		}
	}
}

func TestAReasonToCancelStaysPrivateFromTheTutor(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	ada, robin, kim := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleTutor, "Kim Marsh")
	id := app.HandIn(t, robin.Token, nil)
	app.Call(t, "PATCH", "/api/assignments/"+id, ada.Token, map[string]any{"price": 100, "tutor": kim.Id}).Granted(t, 200, nil)
	app.Call(t, "POST", "/api/assignments/"+id+"/cancel", robin.Token, map[string]any{"reason": "Off topic"}).Granted(t, 200, nil)
	kim.Set(store.Role, domain.RoleAdmin)
	app.MustSave(t, kim.Record)
	for token, reads := range map[string]bool{ada.Token: true, robin.Token: true, kim.Token: false} {
		if body := string(app.Call(t, "GET", "/api/assignments/"+id, token, nil).Body); strings.Contains(body, "Off topic") != reads {
			t.Errorf("reads the reason %v, want %v: %s", !reads, reads, body)
		}
	}
}

func TestAClaimHidesItsReasonFromTheTutorTurnedAdmin(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	ada, robin, kim := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleTutor, "Kim Marsh")
	id := app.HandIn(t, robin.Token, nil)
	app.Call(t, "PATCH", "/api/assignments/"+id, ada.Token, map[string]any{"price": 100}).Granted(t, 200, nil)
	app.Call(t, "POST", "/api/assignments/"+id+"/payments", ada.Token, map[string]any{"amount": 60, "method": "Cash", "reference": "TX 1"}).Granted(t, 201, nil)
	app.Call(t, "PATCH", "/api/assignments/"+id, ada.Token, map[string]any{"tutor": kim.Id, "status": "completed"}).Granted(t, 200, nil)
	app.Call(t, "POST", "/api/assignments/"+id+"/claims", robin.Token, map[string]any{"kind": "refund", "reason": "Off topic", "amount": 10}).Granted(t, 201, nil)
	kim.Set(store.Role, domain.RoleAdmin)
	app.MustSave(t, kim.Record)
	for _, path := range []string{"/claims", "/assignments/" + id + "/claims"} {
		if body := string(app.Call(t, "GET", "/api"+path, ada.Token, nil).Body); !strings.Contains(body, "Off topic") {
			t.Errorf("another admin reads no reason in %s: %s", path, body)
		}
		body := string(app.Call(t, "GET", "/api"+path, kim.Token, nil).Body)
		if strings.Contains(body, "Off topic") || strings.Contains(body, `"amount"`) || !strings.Contains(body, "refund") {
			t.Errorf("the tutor of the order reads of the claim in %s: %s", path, body)
		}
	}
}

package hooks_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"deskmate/hooks"
	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// neutral are the routes by which admins change something without deciding, paying, adjusting
// or pricing anything for anybody.
var neutral = []string{
	"PATCH /users/{id}", // keepAnAdmin, and nobody deactivates themselves; a role is only ever given to others or given up
	"POST /policies", "POST /quotes/{id}/offer-link", "POST /mails/send-failed", "POST /mails/{id}/send", "DELETE /mails/{id}",
}

func TestNoAdminDecidesInTheirOwnCase(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	ada, robin, kim := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleTutor, "Kim Marsh")
	id, waiting, other := app.HandIn(t, robin.Token, nil), app.HandIn(t, robin.Token, nil), app.HandIn(t, ada.Token, nil)
	app.Call(t, "PATCH", "/api/assignments/"+id, ada.Token, map[string]any{"price": 100}).Granted(t, 200, nil)
	paid := map[string]any{"amount": 60, "method": "Cash", "reference": "TX 1"}
	app.Call(t, "POST", "/api/assignments/"+id+"/payments", ada.Token, paid).Granted(t, 201, nil)
	app.Call(t, "PATCH", "/api/assignments/"+id, ada.Token, map[string]any{"tutor": kim.Id, "status": "completed"}).Granted(t, 200, nil)
	app.Call(t, "POST", "/api/assignments/"+id+"/rating", robin.Token, map[string]any{"rating": 4, "comment": "Write to robin@home.example"}).Granted(t, 201, nil)
	var refund, approved struct {
		ID string `json:"_id"`
	}
	app.Call(t, "POST", "/api/assignments/"+id+"/claims", robin.Token, map[string]any{"kind": "refund", "reason": "Off topic", "amount": 10}).Granted(t, 201, &approved)
	app.Call(t, "PATCH", "/api/claims/"+approved.ID, ada.Token, map[string]any{"decision": "approve", "outcome": "Agreed", "amount": 10}).Granted(t, 200, nil)
	app.Call(t, "POST", "/api/assignments/"+id+"/claims", robin.Token, map[string]any{"kind": "refund", "reason": "Still off topic", "amount": 20}).Granted(t, 201, &refund)
	quote := app.AskForQuote(t)
	quote.Set(store.Email, robin.Email())
	app.MustSave(t, quote)
	var held []struct {
		ID string `json:"_id"`
	}
	app.Call(t, "GET", "/api/texts", ada.Token, nil).Granted(t, 200, &held)
	adjustment := map[string]any{"tutor": kim.Id, "amount": 5, "memo": "Bonus"}
	app.Call(t, "POST", "/api/ledger/adjustments", ada.Token, adjustment).Granted(t, 201, nil)
	for _, person := range []testkit.Person{robin, kim} {
		person.Set(store.Role, domain.RoleAdmin)
		app.MustSave(t, person.Record)
	}
	decision := map[string]any{"decision": "approve", "outcome": "Agreed", "amount": 20}
	transfer := map[string]any{"method": "Cash", "reference": "TX 2"}
	seen := slices.Clone(neutral)
	const sentence = "This is your own case, so another admin has to do this"
	const alone = "This is your own case, and you are the only admin. Make somebody else an admin on the Users tab, or have them sign up with the admin key. Then ask them to do this"
	type attempt struct {
		route, path string
		by          testkit.Person
		body        any
	}
	attempts := []attempt{
		{"PATCH /assignments/{id}", "/assignments/" + id, robin, map[string]any{"price": 1}},
		{"PATCH /assignments/{id}", "/assignments/" + id, kim, map[string]any{"grade": "A"}},
		{"PATCH /assignments/{id}", "/assignments/" + waiting, robin, map[string]any{"tutor": nil}},
		{"PATCH /assignments", "/assignments", robin, map[string]any{"ids": []string{other, id}, "status": "graded"}},
		{"PUT /assignments/pool", "/assignments/pool", robin, map[string]any{"ids": []string{waiting}, "open": true}},
		{"PUT /assignments/{id}/pool", "/assignments/" + waiting + "/pool", robin, map[string]any{"open": true}},
		{"POST /assignments/{id}/payments", "/assignments/" + id + "/payments", robin, map[string]any{"amount": 1, "method": "Cash", "reference": "TX 2"}},
		{"PATCH /claims/{id}", "/claims/" + refund.ID, robin, decision},
		{"PATCH /claims/{id}", "/claims/" + refund.ID, kim, decision},
		{"POST /claims/{id}/pay", "/claims/" + approved.ID + "/pay", robin, transfer},
		{"PATCH /quotes/{id}", "/quotes/" + quote.Id, robin, map[string]any{"status": "quoted", "amount": 1, "validUntil": "2031-12-01"}},
		{"PATCH /texts/{id}", "/texts/" + held[0].ID, robin, map[string]any{"decision": "release"}},
		{"PATCH /texts/{id}", "/texts/" + held[0].ID, kim, map[string]any{"decision": "release"}},
		{"POST /ledger/adjustments", "/ledger/adjustments", kim, map[string]any{"tutor": kim.Id, "amount": 500, "memo": "Bonus"}},
		{"POST /payouts", "/payouts", kim, map[string]any{"tutors": []string{kim.Id}, "method": "Cash", "reference": "PO 1"}},
	}
	for _, a := range attempts {
		seen = append(seen, a.route)
		method, _, _ := strings.Cut(a.route, " ")
		app.Call(t, method, "/api"+a.path, a.by.Token, a.body).Refused(t, 403, sentence)
	}
	for _, route := range hooks.Routes() {
		isLink := strings.HasSuffix(route.Path, "/link")
		if name := route.Method + " " + route.Path; route.Who == api.Admins && route.Method != http.MethodGet && !isLink && !slices.Contains(seen, name) {
			t.Errorf("nothing says whether an admin may call %s in their own case", name)
		}
	}
	all := map[string]any{"all": true, "method": "Cash", "reference": "PO 1"}
	app.Call(t, "POST", "/api/payouts", kim.Token, all).Refused(t, 409, "There is nothing to pay out")
	for _, person := range []testkit.Person{ada, kim} {
		account, err := app.FindRecordById(store.Users, person.Id)
		if err != nil {
			t.Fatal(err)
		}
		account.Set(store.Status, domain.StatusInactive)
		app.MustSave(t, account)
	}
	app.Call(t, "PATCH", "/api/claims/"+refund.ID, robin.Token, decision).Refused(t, 403, alone)
	app.Call(t, "PATCH", "/api/assignments/"+id, robin.Token, map[string]any{"price": 1}).Refused(t, 403, alone)
}

package live_test

import (
	"testing"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

func TestAdminsAndThoseWhoArePaidHearOfAPayout(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	url := testkit.Listen(t, app.Handler())
	ada, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
	kim, noor := app.Person(t, domain.RoleTutor, "Kim Marsh"), app.Person(t, domain.RoleTutor, "Noor Lane")
	owed := map[string]any{"tutor": kim.Id, "amount": 5, "memo": "Books"}
	app.Call(t, "POST", "/api/ledger/adjustments", ada.Token, owed).Granted(t, 201, nil)
	settings := map[string]any{"kinds": []map[string]any{{"kind": "payout.sent", "app": false, "mail": false}}}
	app.Call(t, "PUT", "/api/users/notice-settings", kim.Token, settings).Granted(t, 200, nil)
	browsers := listeners{
		"the admin": listen(t, url, ada.Token), "the student": listen(t, url, robin.Token),
		"the tutor": listen(t, url, kim.Token), "another tutor": listen(t, url, noor.Token),
	}
	var payout struct {
		ID string `json:"_id"`
	}
	app.Call(t, "POST", "/api/payouts", ada.Token, map[string]any{"all": true, "method": "Cash", "reference": "PO 1"}).Granted(t, 201, &payout)
	heard := []string{about(store.Payouts, "create", payout.ID)}
	browsers.check(t, app, map[string][]string{"the admin": heard, "the tutor": heard})
}

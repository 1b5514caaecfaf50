package live_test

import (
	"testing"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

func TestBothSidesAndTheDeskHearOfAClaim(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	url := testkit.Listen(t, app.Handler())
	ada, robin, nia := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleStudent, "Nia Frost")
	kim, noor := app.Person(t, domain.RoleTutor, "Kim Marsh"), app.Person(t, domain.RoleTutor, "Noor Lane")
	order := app.HandIn(t, robin.Token, nil)
	patch(t, app, ada, "assignments/"+order, map[string]any{"tutor": kim.Id, "status": "completed"})
	browsers := listeners{
		"the admin": listen(t, url, ada.Token), "the student": listen(t, url, robin.Token), "the tutor": listen(t, url, kim.Token),
		"another student": listen(t, url, nia.Token), "another tutor": listen(t, url, noor.Token),
	}
	var claim struct {
		ID string `json:"_id"`
	}
	app.Call(t, "POST", "/api/assignments/"+order+"/claims", robin.Token, map[string]any{"kind": "dispute", "reason": "Off topic"}).Granted(t, 201, &claim)
	patch(t, app, ada, "claims/"+claim.ID, map[string]any{"decision": "decline", "outcome": "It is on topic"})
	heard := []string{
		about(store.Claims, "create", claim.ID), assignment("update", order),
		about(store.Claims, "update", claim.ID), assignment("update", order),
	}
	browsers.check(t, app, map[string][]string{"the admin": heard, "the student": heard, "the tutor": heard})
}

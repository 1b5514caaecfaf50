package orders_test

import (
	"encoding/json"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/internal/testkit"
)

func TestOnlyTheStudentAndAdminsReadWhyWorkWasCancelled(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin, kim := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleTutor, "Kim Ash")
	id := app.HandIn(t, robin.Token, nil)
	patch(t, app, admin, id, map[string]any{"tutor": kim.Id})
	reads := func(reader testkit.Person, want string) {
		t.Helper()
		var got map[string]json.RawMessage
		app.Call(t, "GET", "/api/assignments/"+id, reader.Token, nil).Granted(t, 200, &got)
		if reason := string(got["cancelReason"]); reason != want {
			t.Errorf("a %s reads the reason %s, want %s", reader.GetString("role"), reason, want)
		}
	}
	readByAll := func(want string) {
		t.Helper()
		reads(admin, want)
		reads(robin, want)
		reads(kim, "") // left out
	}
	readByAll("null")
	app.Call(t, "POST", "/api/assignments/"+id+"/cancel", robin.Token, map[string]string{"reason": " Asked for twice "}).Granted(t, 200, nil)
	readByAll(`"Asked for twice"`)
	patch(t, app, admin, id, map[string]any{"status": "submitted"})
	readByAll("null")
}

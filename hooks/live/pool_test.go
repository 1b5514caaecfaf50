package live_test

import (
	"testing"

	"deskmate/hooks/domain"
	"deskmate/internal/testkit"
)

func TestTutorsHearOfThePool(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	url := testkit.Listen(t, app.Handler())
	ada, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
	kim, otto := app.Person(t, domain.RoleTutor, "Kim Marsh"), app.Person(t, domain.RoleTutor, "Otto Lind")
	browsers := listeners{
		"the admin": listen(t, url, ada.Token), "the student": listen(t, url, robin.Token),
		"the first tutor": listen(t, url, kim.Token), "the other tutor": listen(t, url, otto.Token),
	}
	id := app.HandIn(t, robin.Token, nil)
	put := func(open bool) {
		t.Helper()
		app.Call(t, "PUT", "/api/assignments/"+id+"/pool", ada.Token, map[string]bool{"open": open}).Granted(t, 200, nil)
	}
	put(true)
	patch(t, app, ada, "assignments/"+id, map[string]any{"price": 50})
	put(false)
	put(true)
	app.Call(t, "POST", "/api/assignments/"+id+"/claim", kim.Token, nil).Granted(t, 200, nil)
	pool := func(changes ...string) (messages []string) {
		for _, change := range changes {
			messages = append(messages, about("pool", change, id))
		}
		return messages
	}
	update := assignment("update", id)
	readers := []string{assignment("create", id), update, update, update, update, update}
	browsers.check(t, app, map[string][]string{
		"the admin": readers, "the student": readers,
		"the first tutor": append(append(pool("create", "update", "delete", "create"), update), pool("delete")...),
		"the other tutor": pool("create", "update", "delete", "create", "delete"),
	})
}

package live_test

import (
	"errors"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/live"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

func TestOnlyReadersOfARecordReceiveItsChanges(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	url := testkit.Listen(t, app.Handler())
	ada, robin, nia := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleStudent, "Nia Frost")
	kim, lou, shut := app.Person(t, domain.RoleTutor, "Kim Marsh"), app.Person(t, domain.RoleTutor, "Lou Reed"), app.Person(t, domain.RoleAdmin, "Sam Shut")
	patch(t, app, ada, "users/"+shut.Id, map[string]any{"status": "inactive"})
	browsers := listeners{
		"the admin": listen(t, url, ada.Token, nativeTopics...), "the student": listen(t, url, robin.Token, nativeTopics...),
		"the student's second browser": listen(t, url, robin.Token), "another student": listen(t, url, nia.Token, nativeTopics...),
		"the tutor": listen(t, url, kim.Token, nativeTopics...), "another tutor": listen(t, url, lou.Token, nativeTopics...),
		"a guest": listen(t, url, "", nativeTopics...), "an invalid token": listen(t, url, "garbage", nativeTopics...),
		"an inactive admin": listen(t, url, shut.Token, nativeTopics...), "a superuser": listen(t, url, app.Superuser(t)),
	}
	expected := map[string][]string{}
	expect := func(message string, names ...string) {
		for _, name := range append(names, "the admin") {
			expected[name] = append(expected[name], message)
			if name == "the student" {
				expected["the student's second browser"] = append(expected["the student's second browser"], message)
			}
		}
		browsers["the admin"].wait(t, message, 1)
	}

	id := app.HandIn(t, robin.Token, nil, testkit.File{Field: "file", Name: "essay.pdf", Content: testkit.PDF("Tides")})
	expect(assignment("create", id), "the student")
	patch(t, app, ada, "assignments/"+id, map[string]any{"tutor": kim.Id})
	expect(assignment("update", id), "the student", "the tutor")
	patch(t, app, ada, "assignments/"+id, map[string]any{"tutor": lou.Id, "status": "graded", "price": 10})
	expect(assignment("update", id), "the student", "the tutor", "another tutor") // the former tutor is notified too
	patch(t, app, ada, "assignments", map[string]any{"ids": []string{id}, "status": "completed"})
	expect(assignment("update", id), "the student", "another tutor")
	app.Call(t, "POST", "/api/assignments/"+id+"/rating", robin.Token, map[string]any{"rating": 5}).Granted(t, 201, nil)
	expect(assignment("update", id), "the student", "another tutor")
	app.Call(t, "DELETE", "/api/assignments/"+id, robin.Token, nil).Granted(t, 200, nil)
	expect(assignment("delete", id), "the student", "another tutor") // the row remains, but nobody may read it

	open := app.HandIn(t, robin.Token, nil)
	expect(assignment("create", open), "the student")
	patch(t, app, ada, "assignments/"+open, map[string]any{"tutor": kim.Id})
	expect(assignment("update", open), "the student", "the tutor")
	patch(t, app, ada, "assignments/"+open, map[string]any{"tutor": nil})
	expect(assignment("update", open), "the student", "the tutor")
	app.Call(t, "DELETE", "/api/assignments/"+open, ada.Token, nil).Granted(t, 200, nil)
	expect(assignment("delete", open), "the student")

	guests := app.HandIn(t, "", map[string]string{"email": nia.Email()})
	expect(assignment("create", guests))
	profile := domain.Profile{FirstName: "Nia", LastName: "Frost", Email: nia.Email(), Bio: "New"}
	app.Call(t, "PUT", "/api/users/profile", nia.Token, profile).Granted(t, 200, nil)
	expect(account("update", nia.Id), "another student")
	var session struct {
		User struct {
			ID string `json:"_id"`
		}
	}
	app.Call(t, "POST", "/api/auth/signup", "", domain.SignUp{Name: "New", Email: "new@example.com", Password: "quill-1"}).Granted(t, 201, &session)
	expect(account("create", session.User.ID))

	quote := core.NewRecord(collection(t, app, store.Quotes))
	quote.Load(map[string]any{
		"reference": "Q-1", "email": nia.Email(), "phone": "1", "countryCode": "AU", "subject": "Tides", "description": "Tides",
		"deadline": "2031-01-01 10:00:00.000Z", "timeZone": "UTC", "pages": 1, "status": "new", "currency": "AUD", "termsVersion": "1", "student": nia.Id,
	})
	app.MustSave(t, quote)
	expect(about(store.Quotes, "create", quote.Id), "another student")

	unchanged, err := app.FindRecordById(store.Assignments, guests)
	if err != nil {
		t.Fatal(err)
	}
	live.Changed(app, unchanged) // as when its file was scanned
	expect(assignment("update", guests))

	refused := errors.New("refused")
	err = app.RunInTransaction(func(tx core.App) error {
		work, err := tx.FindRecordById(store.Assignments, guests)
		if err != nil {
			return err
		}
		work.Set(store.Student, robin.Id)
		return errors.Join(tx.Save(work), refused)
	})
	if !errors.Is(err, refused) {
		t.Fatal(err)
	}
	browsers.check(t, app, expected)
}

func collection(t *testing.T, app *testkit.App, name string) *core.Collection {
	t.Helper()
	found, err := app.FindCollectionByNameOrId(name)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestBrowsersOfEndedSessionsAreDisconnected(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*testing.T, *testkit.App, testkit.Person, testkit.Person){
		"deactivation": func(t *testing.T, app *testkit.App, admin, person testkit.Person) {
			patch(t, app, admin, "users/"+person.Id, map[string]any{"status": "inactive"})
		},
		"deactivation and reactivation": func(t *testing.T, app *testkit.App, admin, person testkit.Person) {
			patch(t, app, admin, "users/"+person.Id, map[string]any{"status": "inactive"})
			patch(t, app, admin, "users/"+person.Id, map[string]any{"status": "active"})
		},
		"logging out": func(t *testing.T, app *testkit.App, _, person testkit.Person) {
			app.Call(t, "POST", "/api/auth/logout", person.Token, nil).Granted(t, 200, nil)
		},
		"new password": func(t *testing.T, app *testkit.App, _, person testkit.Person) {
			app.Call(t, "PUT", "/api/users/change-password", person.Token,
				domain.PasswordChange{CurrentPassword: testkit.Password, NewPassword: "another horse"}).Granted(t, 200, nil)
		},
		"new address": func(t *testing.T, app *testkit.App, _, person testkit.Person) {
			app.Call(t, "PUT", "/api/users/profile", person.Token,
				domain.ProfileChange{CurrentPassword: testkit.Password, Profile: domain.Profile{
					FirstName: "R", LastName: "V", Email: "new@example.com", Specialization: "S", Experience: "Expert",
				}}).Granted(t, 200, nil)
		},
		"deletion of the account": func(t *testing.T, app *testkit.App, _, person testkit.Person) {
			app.Call(t, "DELETE", "/api/users/delete-account", person.Token, testkit.CurrentPassword).Granted(t, 200, nil)
		},
	} {
		for _, role := range domain.Roles {
			t.Run(name+", "+role, func(t *testing.T) {
				t.Parallel()
				app := testkit.New(t)
				url := testkit.Listen(t, app.Handler())
				admin, person := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, role, "Robin Vale")
				ended, elsewhere := listen(t, url, person.Token, nativeTopics...), listen(t, url, person.Token)
				other := listen(t, url, admin.Token)
				id := app.HandIn(t, person.Token, nil)
				for _, l := range []*listener{ended, elsewhere, other} {
					l.wait(t, assignment("create", id), 1)
				}
				end(t, app, admin, person)
				ended.waitUntilClosed(t, assignment("create", id))
				elsewhere.waitUntilClosed(t, assignment("create", id))

				// Other browsers stay connected. Reconnecting with the old token receives nothing.
				late := listen(t, url, person.Token, nativeTopics...)
				guests := app.HandIn(t, "", nil)
				other.wait(t, assignment("create", guests), 1)
				listeners{"the reconnected browser": late}.check(t, app, nil)
			})
		}
	}
}

func TestOnlyTheBrowserOfTheEndedSessionIsDisconnected(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	url := testkit.Listen(t, app.Handler())
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	phone := app.LogIn(t, robin.Record.Fresh())
	here, there := listen(t, url, robin.Token), listen(t, url, phone.Token)
	// The framework replaces the account of both connections.
	app.Call(t, "PUT", "/api/users/profile", robin.Token, domain.Profile{FirstName: "R", LastName: "V", Email: robin.Email()}).Granted(t, 200, nil)
	app.Call(t, "DELETE", "/api/users/sessions/"+store.SessionOf(phone.Record), robin.Token, nil).Granted(t, 200, nil)
	testkit.Receive(t, "the browser of the ended session is disconnected", there.closed)
	here.wait(t, assignment("create", app.HandIn(t, robin.Token, nil)), 1)
}

func TestNewRoleTakesEffectWithTheNextMessage(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	url := testkit.Listen(t, app.Handler())
	ada, robin, kim := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleAdmin, "Robin Vale"), app.Person(t, domain.RoleTutor, "Kim Marsh")
	browsers := listeners{"the admin": listen(t, url, ada.Token), "the former admin": listen(t, url, robin.Token), "the tutor": listen(t, url, kim.Token)}
	expected := map[string][]string{}
	expect := func(message string, names ...string) {
		for _, name := range append(names, "the admin") {
			expected[name] = append(expected[name], message)
			browsers[name].wait(t, message, 1)
		}
	}

	first := app.HandIn(t, "", nil)
	expect(assignment("create", first), "the former admin")
	patch(t, app, ada, "users/"+robin.Id, map[string]any{"role": "student"})
	expect(account("update", robin.Id), "the former admin") // their own account
	expect(assignment("create", app.HandIn(t, "", nil)))
	own := app.HandIn(t, robin.Token, nil)
	expect(assignment("create", own), "the former admin")

	patch(t, app, ada, "assignments/"+first, map[string]any{"tutor": kim.Id})
	expect(assignment("update", first), "the tutor")
	patch(t, app, ada, "users/"+kim.Id, map[string]any{"role": "student"})
	expect(account("update", kim.Id), "the tutor")
	patch(t, app, ada, "assignments/"+first, map[string]any{"grade": "A"}) // still assigned to Kim, who is no longer a tutor
	expected["the admin"] = append(expected["the admin"], assignment("update", first))
	browsers["the admin"].wait(t, assignment("update", first), 2)
	patch(t, app, ada, "users/"+kim.Id, map[string]any{"role": "admin"})
	expected["the admin"] = append(expected["the admin"], account("update", kim.Id))
	expected["the tutor"] = append(expected["the tutor"], account("update", kim.Id))
	expect(assignment("create", app.HandIn(t, "", nil)), "the tutor")
	browsers.check(t, app, expected)
}

func TestASessionThatEndsWhileSubscribingIsDisconnected(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	url := testkit.Listen(t, app.Handler())
	admin, person := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleAdmin, "Robin Vale")
	other := listen(t, url, admin.Token)
	app.OnRealtimeSubscribeRequest().BindFunc(func(e *core.RealtimeSubscribeRequestEvent) error {
		if e.Auth != nil && e.Auth.Id == person.Id { // the request has been admitted
			patch(t, app, admin, "users/"+person.Id, map[string]any{"status": "inactive"})
			patch(t, app, admin, "users/"+person.Id, map[string]any{"status": "active"})
		}
		return e.Next()
	})
	listen(t, url, person.Token).waitUntilClosed(t)
	other.wait(t, account("update", person.Id), 2)
}

func TestOnlyTheirOwnerHearsOfNotices(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	url := testkit.Listen(t, app.Handler())
	robin, nia := app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleStudent, "Nia Frost")
	ada := app.Person(t, domain.RoleAdmin, "Ada Quill")
	browsers := listeners{"robin": listen(t, url, robin.Token), "nia": listen(t, url, nia.Token), "ada": listen(t, url, ada.Token)}
	id := app.HandIn(t, robin.Token, nil)
	created := []string{assignment("create", id)}
	browsers.check(t, app, map[string][]string{"robin": created, "ada": created})
	for name, want := range map[string]int{"robin": 1, "nia": 0, "ada": 1} {
		if got := browsers[name].noticed(); got != want {
			t.Errorf("%s heard of %d notices, want %d", name, got, want)
		}
	}
}

func TestAdminsHearOfAnAdoptedRequest(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	url := testkit.Listen(t, app.Handler())
	visitor := app.Person(t, domain.RoleStudent, "Visitor") // visitor@example.com
	quote := app.AskForQuote(t)
	admin := listen(t, url, app.Person(t, domain.RoleAdmin, "Ada Quill").Token)
	app.Verify(t, visitor.Id)
	admin.wait(t, about(store.Quotes, "update", quote.Id), 1)
}

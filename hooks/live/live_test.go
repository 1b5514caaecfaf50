package live_test

import (
	"errors"
	"testing"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/subscriptions"

	"deskmate/hooks/live"
	"deskmate/internal/testkit"
	"deskmate/records"
	"deskmate/rules"
)

func TestWhoMayReadAThingHearsOfItAndNobodyElse(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	url := testkit.Listen(t, app.Handler())
	ada, robin, nia := app.Person(t, rules.RoleAdmin, "Ada Quill"), app.Person(t, rules.RoleStudent, "Robin Vale"), app.Person(t, rules.RoleStudent, "Nia Frost")
	kim, lou, shut := app.Person(t, rules.RoleTutor, "Kim Marsh"), app.Person(t, rules.RoleTutor, "Lou Reed"), app.Person(t, rules.RoleAdmin, "Sam Shut")
	patch(t, app, ada, "users/"+shut.Id, map[string]any{"status": "inactive"})
	everybody := listeners{
		"the admin": listen(t, url, ada.Token, nativeTopics...), "the student": listen(t, url, robin.Token, nativeTopics...),
		"the student elsewhere": listen(t, url, robin.Token), "another student": listen(t, url, nia.Token, nativeTopics...),
		"the tutor": listen(t, url, kim.Token, nativeTopics...), "another tutor": listen(t, url, lou.Token, nativeTopics...),
		"nobody": listen(t, url, "", nativeTopics...), "a garbage token": listen(t, url, "garbage", nativeTopics...),
		"an inactive admin": listen(t, url, shut.Token, nativeTopics...), "an operator": listen(t, url, app.Superuser(t)),
	}
	expected := map[string][]string{}
	tell := func(told string, names ...string) {
		for _, name := range append(names, "the admin") {
			expected[name] = append(expected[name], told)
			if name == "the student" {
				expected["the student elsewhere"] = append(expected["the student elsewhere"], told)
			}
		}
		everybody["the admin"].wait(t, told, 1)
	}

	id := app.HandIn(t, robin.Token, nil, testkit.File{Field: "file", Name: "essay.pdf", Content: testkit.PDF("Tides")})
	tell(assignment("create", id), "the student")
	patch(t, app, ada, "assignments/"+id, map[string]any{"tutor": kim.Id})
	tell(assignment("update", id), "the student", "the tutor")
	patch(t, app, ada, "assignments/"+id, map[string]any{"tutor": lou.Id, "status": "graded", "price": 10})
	tell(assignment("update", id), "the student", "the tutor", "another tutor") // who is taken off learns that much
	patch(t, app, ada, "assignments", map[string]any{"ids": []string{id}, "status": "completed"})
	tell(assignment("update", id), "the student", "another tutor")
	app.Call(t, "POST", "/api/assignments/"+id+"/rating", robin.Token, map[string]any{"rating": 5}).Granted(t, 201, nil)
	tell(assignment("update", id), "the student", "another tutor")
	app.Call(t, "DELETE", "/api/assignments/"+id, robin.Token, nil).Granted(t, 200, nil)
	tell(assignment("delete", id), "the student", "another tutor") // a bare row stays; to all it is gone

	open := app.HandIn(t, robin.Token, nil)
	tell(assignment("create", open), "the student")
	patch(t, app, ada, "assignments/"+open, map[string]any{"tutor": kim.Id})
	tell(assignment("update", open), "the student", "the tutor")
	patch(t, app, ada, "assignments/"+open, map[string]any{"tutor": nil})
	tell(assignment("update", open), "the student", "the tutor")
	app.Call(t, "DELETE", "/api/assignments/"+open, ada.Token, nil).Granted(t, 200, nil)
	tell(assignment("delete", open), "the student")

	guests := app.HandIn(t, "", map[string]string{"email": nia.Email()})
	tell(assignment("create", guests))
	profile := rules.Profile{FirstName: "Nia", LastName: "Frost", Email: nia.Email(), Bio: "New"}
	app.Call(t, "PUT", "/api/users/profile", nia.Token, profile).Granted(t, 200, nil)
	tell(account("update", nia.Id), "another student")
	var session struct {
		User struct {
			ID string `json:"_id"`
		}
	}
	app.Call(t, "POST", "/api/auth/signup", "", rules.SignUp{Name: "New", Email: "new@example.com", Password: "secret1"}).Granted(t, 201, &session)
	tell(account("create", session.User.ID))

	quote := core.NewRecord(collection(t, app, records.Quotes))
	quote.Load(map[string]any{
		"reference": "Q-1", "email": nia.Email(), "phone": "1", "countryCode": "AU", "subject": "Tides", "description": "Tides",
		"deadline": "2031-01-01 10:00:00.000Z", "timeZone": "UTC", "pages": 1, "status": "new", "currency": "AUD", "termsVersion": "1", "student": nia.Id,
	})
	app.MustSave(t, quote)
	tell(about(records.Quotes, "create", quote.Id))

	refused := errors.New("refused")
	err := app.RunInTransaction(func(tx core.App) error {
		work, err := tx.FindRecordById(records.Assignments, guests)
		if err != nil {
			return err
		}
		work.Set(records.Student, robin.Id)
		return errors.Join(tx.Save(work), refused)
	})
	if !errors.Is(err, refused) {
		t.Fatal(err)
	}
	everybody.hold(t, app, expected)
}

func collection(t *testing.T, app *testkit.App, name string) *core.Collection {
	t.Helper()
	found, err := app.FindCollectionByNameOrId(name)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestAnEndedSessionIsHungUpOn(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*testing.T, *testkit.App, testkit.Person, testkit.Person){
		"a deactivation": func(t *testing.T, app *testkit.App, admin, person testkit.Person) {
			patch(t, app, admin, "users/"+person.Id, map[string]any{"status": "inactive"})
		},
		"a deactivation that was taken back": func(t *testing.T, app *testkit.App, admin, person testkit.Person) {
			patch(t, app, admin, "users/"+person.Id, map[string]any{"status": "inactive"})
			patch(t, app, admin, "users/"+person.Id, map[string]any{"status": "active"})
		},
		"a new password": func(t *testing.T, app *testkit.App, _, person testkit.Person) {
			app.Call(t, "PUT", "/api/users/change-password", person.Token,
				rules.PasswordChange{CurrentPassword: testkit.Password, NewPassword: "another horse"}).Granted(t, 200, nil)
		},
		"a new address": func(t *testing.T, app *testkit.App, _, person testkit.Person) {
			app.Call(t, "PUT", "/api/users/profile", person.Token,
				rules.Profile{FirstName: "R", LastName: "V", Email: "new@example.com", Specialization: "S", Experience: "Expert"}).Granted(t, 200, nil)
		},
		"the end of the account": func(t *testing.T, app *testkit.App, _, person testkit.Person) {
			app.Call(t, "DELETE", "/api/users/delete-account", person.Token, nil).Granted(t, 200, nil)
		},
	} {
		for _, role := range rules.Roles {
			t.Run(name+" of a "+role, func(t *testing.T) {
				t.Parallel()
				app := testkit.New(t)
				url := testkit.Listen(t, app.Handler())
				admin, person := app.Person(t, rules.RoleAdmin, "Ada Quill"), app.Person(t, role, "Robin Vale")
				ended, elsewhere := listen(t, url, person.Token, nativeTopics...), listen(t, url, person.Token)
				hearing := listen(t, url, admin.Token)
				id := app.HandIn(t, person.Token, nil)
				for _, l := range []*listener{ended, elsewhere, hearing} {
					l.wait(t, assignment("create", id), 1)
				}
				end(t, app, admin, person)
				ended.waitUntilClosed(t, assignment("create", id))
				elsewhere.waitUntilClosed(t, assignment("create", id))

				// Nobody else is hung up on, and the ended session opens no ear again.
				late := listen(t, url, person.Token, nativeTopics...)
				guests := app.HandIn(t, "", nil)
				hearing.wait(t, assignment("create", guests), 1)
				listeners{"the late": late}.hold(t, app, nil)
			})
		}
	}
}

func TestANewRoleChangesWhatIsHeardAtOnce(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	url := testkit.Listen(t, app.Handler())
	ada, robin, kim := app.Person(t, rules.RoleAdmin, "Ada Quill"), app.Person(t, rules.RoleAdmin, "Robin Vale"), app.Person(t, rules.RoleTutor, "Kim Marsh")
	everybody := listeners{"the desk": listen(t, url, ada.Token), "the demoted": listen(t, url, robin.Token), "the tutor": listen(t, url, kim.Token)}
	expected := map[string][]string{}
	tell := func(told string, names ...string) {
		for _, name := range append(names, "the desk") {
			expected[name] = append(expected[name], told)
			everybody[name].wait(t, told, 1)
		}
	}

	first := app.HandIn(t, "", nil)
	tell(assignment("create", first), "the demoted")
	patch(t, app, ada, "users/"+robin.Id, map[string]any{"role": "student"})
	tell(account("update", robin.Id), "the demoted") // it is the person's own account
	tell(assignment("create", app.HandIn(t, "", nil)))
	own := app.HandIn(t, robin.Token, nil)
	tell(assignment("create", own), "the demoted")

	patch(t, app, ada, "assignments/"+first, map[string]any{"tutor": kim.Id})
	tell(assignment("update", first), "the tutor")
	patch(t, app, ada, "users/"+kim.Id, map[string]any{"role": "student"})
	tell(account("update", kim.Id), "the tutor")
	patch(t, app, ada, "assignments/"+first, map[string]any{"grade": "A"}) // it is still Kim's, who is no tutor now
	expected["the desk"] = append(expected["the desk"], assignment("update", first))
	everybody["the desk"].wait(t, assignment("update", first), 2)
	patch(t, app, ada, "users/"+kim.Id, map[string]any{"role": "admin"})
	expected["the desk"] = append(expected["the desk"], account("update", kim.Id))
	expected["the tutor"] = append(expected["the tutor"], account("update", kim.Id))
	tell(assignment("create", app.HandIn(t, "", nil)), "the tutor")
	everybody.hold(t, app, expected)
}

func TestASubscriptionThatWasLetInBeforeTheSessionEndedIsHungUpOn(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	url := testkit.Listen(t, app.Handler())
	admin, person := app.Person(t, rules.RoleAdmin, "Ada Quill"), app.Person(t, rules.RoleAdmin, "Robin Vale")
	hearing := listen(t, url, admin.Token)
	app.OnRealtimeSubscribeRequest().BindFunc(func(e *core.RealtimeSubscribeRequestEvent) error {
		if e.Auth != nil && e.Auth.Id == person.Id { // whose connection it is was read by now
			patch(t, app, admin, "users/"+person.Id, map[string]any{"status": "inactive"})
			patch(t, app, admin, "users/"+person.Id, map[string]any{"status": "active"})
		}
		return e.Next()
	})
	listen(t, url, person.Token).waitUntilClosed(t)
	hearing.wait(t, account("update", person.Id), 2)
}

func TestAReaderWhoTakesNothingKeepsNothingFromTheOthers(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	url := testkit.Listen(t, app.Handler())
	admin := app.Person(t, rules.RoleAdmin, "Ada Quill")
	const changes = 3
	for range 5 {
		stuck := subscriptions.NewDefaultClient()
		stuck.Set(apis.RealtimeClientAuthKey, admin.Record)
		stuck.Subscribe(live.Topic)
		app.SubscriptionsBroker().Register(stuck)
		t.Cleanup(func() { // takes at last what waits for it
			for range changes {
				<-stuck.Channel()
			}
		})
	}
	hearing := listen(t, url, admin.Token)
	for range changes {
		hearing.wait(t, assignment("create", app.HandIn(t, "", nil)), 1)
	}
}

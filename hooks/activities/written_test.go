package activities_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/writes"
	"deskmate/internal/testkit"
	"deskmate/records"
	"deskmate/rules"
)

func TestWhatHappensIsWrittenDownWithWhoDidIt(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	var session struct {
		Token string
		User  struct {
			ID string `json:"_id"`
		}
	}
	var own, guests, asked string
	work := func() string { return "assignments/" + own }
	for _, step := range []struct {
		name, want string
		do         func()
	}{
		{"a sign-up", "account.opened by Nia Frost of Nia Frost", func() {
			d.Call(t, "POST", "/api/auth/signup", "", rules.SignUp{Name: "Nia Frost", Email: "nia@example.com", Password: "secret1"}).Granted(t, 201, &session)
		}},
		{"a refused sign-up", "", func() {
			d.Call(t, "POST", "/api/auth/signup", "", rules.SignUp{Name: "Nia", Email: "nia@example.com", Password: "secret1"}).Refused(t, 409, "Email is already registered")
		}},
		{"a login", "", func() {
			d.Call(t, "POST", "/api/auth/login", "", rules.LogIn{Email: "nia@example.com", Password: "secret1"}).Granted(t, 200, nil)
		}},
		{"work that is handed in", "assignment.submitted by Robin Vale of Robin Vale", func() { own = d.HandIn(t, d.robin.Token, nil) }},
		{"work of a visitor", "assignment.submitted by Guest", func() { guests = d.HandIn(t, "", map[string]string{"email": "nia@example.com"}) }},
		{"work of a visitor with a bearer", "assignment.submitted by Guest", func() {
			d.Call(t, "POST", "/api/assignments/public", d.robin.Token, testkit.NewAssignment()).Granted(t, 201, nil)
		}},
		{"a status", "assignment.status by Ada Quill of Robin Vale", func() { d.patch(t, work(), map[string]any{"status": "pending"}) }},
		{"the same status", "", func() { d.patch(t, work(), map[string]any{"status": "pending"}) }},
		{"a tutor", "assignment.tutor by Ada Quill of Kim Marsh", func() { d.patch(t, work(), map[string]any{"tutor": d.kim.Id}) }},
		{"no tutor", "assignment.tutor by Ada Quill of Robin Vale", func() { d.patch(t, work(), map[string]any{"tutor": nil}) }},
		{"a price and a type", "assignment.details by Ada Quill of Robin Vale", func() { d.patch(t, work(), map[string]any{"price": 10, "type": "Essay"}) }},
		{
			"several at once",
			"assignment.status by Ada Quill of Robin Vale, assignment.grade by Ada Quill of Robin Vale, assignment.tutor by Ada Quill of Kim Marsh",
			func() { d.patch(t, work(), map[string]any{"status": "graded", "grade": "A", "tutor": d.kim.Id}) },
		},
		{"a rating", "assignment.rated by Robin Vale of Robin Vale", func() {
			d.Call(t, "POST", "/api/"+work()+"/rating", d.robin.Token, map[string]any{"rating": 5, "comment": "Good."}).Granted(t, 201, nil)
		}},
		{"many at once", "assignment.status by Ada Quill of Robin Vale", func() {
			d.patch(t, "assignments", map[string]any{"ids": []string{own, own}, "status": "completed"})
		}},
		{"a proven address", "account.verified by System of Nia Frost, assignment.adopted by System of Nia Frost", func() {
			user := d.find(t, records.Users, session.User.ID)
			user.SetVerified(true)
			d.MustSave(t, user)
		}},
		{"a profile", "account.changed by Nia Frost of Nia Frost", func() {
			d.Call(t, "PUT", "/api/users/profile", session.Token, rules.Profile{FirstName: "Nia", LastName: "Frost", Email: "nia@example.com"}).Granted(t, 200, nil)
		}},
		{"a new address", "account.email by Nia Frost of Nia Frost", func() {
			d.Call(t, "PUT", "/api/users/profile", session.Token, rules.Profile{FirstName: "Nia", LastName: "Frost", Email: "frost@example.com"}).Granted(t, 200, &session)
		}},
		{"a new password", "account.password by Nia Frost of Nia Frost", func() {
			d.Call(t, "PUT", "/api/users/change-password", session.Token, rules.PasswordChange{CurrentPassword: "secret1", NewPassword: "secret2"}).Granted(t, 200, nil)
		}},
		{"a deactivation", "account.deactivated by Ada Quill of Nia Frost", func() {
			d.patch(t, "users/"+session.User.ID, map[string]any{"status": "inactive"})
		}},
		{"an activation with a role", "account.activated by Ada Quill of Nia Frost, account.role by Ada Quill of Nia Frost", func() {
			d.patch(t, "users/"+session.User.ID, map[string]any{"status": "active", "role": "tutor"})
		}},
		{"a quote request", "quote.requested by Guest", func() { asked = d.AskForQuote(t).Id }},
		{"a quote request with a bearer", "quote.requested by Guest", func() {
			d.Call(t, "POST", "/api/quotes", d.robin.Token, testkit.NewQuote()).Granted(t, 201, nil)
		}},
		{"an answer to it", "quote.updated by Ada Quill", func() {
			d.patch(t, "quotes/"+asked, map[string]any{"status": "quoted", "amount": 120.5, "note": "Two days."})
		}},
		{"the same answer", "", func() { d.patch(t, "quotes/"+asked, map[string]any{"status": "quoted", "amount": 120.5}) }},
		{"a deletion that leaves a bare row", "assignment.deleted by Robin Vale of Robin Vale", func() {
			d.Call(t, "DELETE", "/api/"+work(), d.robin.Token, nil).Granted(t, 200, nil)
		}},
		{"a deletion", "assignment.deleted by Ada Quill of Nia Frost", func() {
			d.Call(t, "DELETE", "/api/assignments/"+guests, d.admin.Token, nil).Granted(t, 200, nil)
		}},
	} {
		if got := d.since(t, step.do); got != step.want {
			t.Errorf("of %s is written\n%s\nwant\n%s", step.name, got, step.want)
		}
	}
}

func TestTheConsolesChangesAreTheConsoles(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	operator := d.Superuser(t)
	id := d.HandIn(t, d.robin.Token, nil)
	asked := d.AskForQuote(t, testkit.File{Field: "files", Name: "brief.pdf", Content: testkit.PDF("Brief")}).Id
	at := func(collection string, id ...string) string {
		return strings.Join(append([]string{"/api/collections", collection, "records"}, id...), "/")
	}
	for _, step := range []struct {
		name, want string
		do         func()
	}{
		{"a changed assignment", "assignment.grade by Console of Robin Vale", func() {
			d.Call(t, "PATCH", at(records.Assignments, id), operator, map[string]string{"grade": "A"}).Granted(t, 200, nil)
		}},
		{"a shut account", "account.deactivated by Console of Kim Marsh", func() {
			d.Call(t, "PATCH", at(records.Users, d.kim.Id), operator, map[string]string{"status": "inactive"}).Granted(t, 200, nil)
		}},
		{"a made account", "account.opened by Console of New Admin", func() {
			body := map[string]string{"name": "New Admin", "email": "new@example.com", "password": "secret1", "passwordConfirm": "secret1", "role": "admin", "status": "active"}
			d.Call(t, "POST", at(records.Users), operator, body).Granted(t, 200, nil)
		}},
		{"a made assignment", "assignment.submitted by Console of Robin Vale", func() {
			body := map[string]any{"student": d.robin.Id, "status": "submitted"}
			for name, text := range testkit.NewAssignment() {
				body[name] = text
			}
			d.Call(t, "POST", at(records.Assignments), operator, body).Granted(t, 200, nil)
		}},
		{"a changed quote request", "quote.updated by Console", func() {
			d.Call(t, "PATCH", at(records.Quotes, asked), operator, map[string]string{"subject": "PHYS2002"}).Granted(t, 200, nil)
		}},
		{"a quote request without its file", "quote.updated by Console", func() {
			d.Call(t, "PATCH", at(records.Quotes, asked), operator, map[string]any{"files": []string{}}).Granted(t, 200, nil)
		}},
		{"a deleted quote request", "quote.deleted by Console", func() {
			d.Call(t, "DELETE", at(records.Quotes, asked), operator, nil).Granted(t, 204, nil)
		}},
		{"a deleted assignment", "assignment.deleted by Console of Robin Vale", func() {
			d.Call(t, "DELETE", at(records.Assignments, id), operator, nil).Granted(t, 204, nil)
		}},
		{"a deleted account", "account.deleted by Console", func() {
			d.Call(t, "DELETE", at(records.Users, d.kim.Id), operator, nil).Granted(t, 204, nil)
		}},
		{"what the program does itself", "account.changed by System of Robin Vale", func() {
			user := d.find(t, records.Users, d.robin.Id)
			user.Set(records.Bio, "New")
			d.MustSave(t, user)
		}},
	} {
		if got := d.since(t, step.do); got != step.want {
			t.Errorf("of %s is written\n%s\nwant\n%s", step.name, got, step.want)
		}
	}
}

func TestWhatDidNotHappenIsNotWrittenDownAndNothingHappensUnwritten(t *testing.T) {
	t.Parallel()
	refused := errors.New("refused")
	for name, fail := range map[string]func(*testing.T, desk, func(core.App) error) error{
		"the save fails": func(_ *testing.T, d desk, save func(core.App) error) error {
			fail := func(e *core.RecordEvent) error { return errors.Join(e.Next(), refused) }
			d.OnRecordCreateExecute(records.Assignments, records.Users, records.Reviews).Bind(writes.At(writes.StageHistory+1, fail))
			d.OnRecordUpdateExecute(records.Assignments, records.Users, records.Quotes).Bind(writes.At(writes.StageHistory+1, fail))
			d.OnRecordDeleteExecute(records.Assignments, records.Users).Bind(writes.At(writes.StageDeleteHistory+1, fail))
			return save(d.App)
		},
		"the writing fails": func(_ *testing.T, d desk, save func(core.App) error) error {
			d.OnRecordCreateExecute(records.Activities).BindFunc(func(*core.RecordEvent) error { return refused })
			return save(d.App)
		},
		"the whole is taken back": func(_ *testing.T, d desk, save func(core.App) error) error {
			return d.RunInTransaction(func(tx core.App) error {
				if err := save(tx); err != nil {
					return err
				}
				return refused
			})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for what, save := range map[string]func(*testing.T, desk, string) func(core.App) error{
				"a new account": func(t *testing.T, d desk, _ string) func(core.App) error {
					user, err := records.NewUser(d, rules.RoleStudent)
					if err != nil {
						t.Fatal(err)
					}
					user.Set(records.Name, "Nia Frost")
					user.SetEmail("nia@example.com")
					user.SetPassword(testkit.Password)
					return func(app core.App) error { return app.Save(user) }
				},
				"a changed assignment": func(t *testing.T, d desk, id string) func(core.App) error {
					work := d.find(t, records.Assignments, id)
					work.Set(records.Grade, "A")
					return func(app core.App) error { return app.Save(work) }
				},
				"an answered quote request": func(t *testing.T, d desk, _ string) func(core.App) error {
					quote := d.find(t, records.Quotes, d.AskForQuote(t).Id)
					quote.Set(records.Note, "Two days.")
					return func(app core.App) error { return app.Save(quote) }
				},
				"a deleted assignment": func(t *testing.T, d desk, id string) func(core.App) error {
					work := d.find(t, records.Assignments, id)
					return func(app core.App) error { return app.Delete(work) }
				},
			} {
				d := newDesk(t)
				id := d.HandIn(t, d.robin.Token, nil)
				do := save(t, d, id)
				before := d.dump(t)
				if err := fail(t, d, do); !errors.Is(err, refused) {
					t.Fatalf("%s: %v", what, err)
				}
				if after := d.dump(t); after != before {
					t.Errorf("%s left\n%s\nof\n%s", what, after, before)
				}
			}
		})
	}
}

// dump is all that is stored of accounts, assignments, quote requests and the history.
func (d desk) dump(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	for _, collection := range []string{records.Users, records.Assignments, records.Reviews, records.Quotes, records.Activities} {
		rows, err := d.FindAllRecords(collection)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			encoded, err := row.MarshalJSON()
			if err != nil {
				t.Fatal(err)
			}
			all.Write(append(encoded, '\n'))
		}
	}
	return all.String()
}

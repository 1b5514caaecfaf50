package history_test

import (
	"strings"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

func TestEveryChangeIsRecordedWithItsActor(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	var session struct {
		Token string
		User  struct {
			ID string `json:"_id"`
		}
	}
	var own, guestWork, quote string
	ownPath := func() string { return "assignments/" + own }
	for _, c := range []struct {
		name, want string
		step       func()
	}{
		{"a sign-up", "account.opened by Nia Frost of Nia Frost", func() {
			f.Call(t, "POST", "/api/auth/signup", "", domain.SignUp{Name: "Nia Frost", Email: "nia@example.com", Password: "quill-1"}).Granted(t, 201, &session)
		}},
		{"a refused sign-up", "", func() {
			f.Call(t, "POST", "/api/auth/signup", "", domain.SignUp{Name: "Nia", Email: "nia@example.com", Password: "quill-1"}).Refused(t, 409, "Email is already registered")
		}},
		{"a login", "", func() {
			f.Call(t, "POST", "/api/auth/login", "", domain.LogIn{Email: "nia@example.com", Password: "quill-1"}).Granted(t, 200, nil)
		}},
		{"an assignment", "assignment.submitted by Robin Vale of Robin Vale", func() { own = f.HandIn(t, f.robin.Token, nil) }},
		{"an assignment by a guest", "assignment.submitted by Guest", func() { guestWork = f.HandIn(t, "", map[string]string{"email": "nia@example.com"}) }},
		{"an assignment by a guest with a token", "assignment.submitted by Guest", func() {
			f.Call(t, "POST", "/api/assignments/public", f.robin.Token, testkit.NewAssignment()).Granted(t, 201, nil)
		}},
		{"a new status", "assignment.status by Ada Quill of Robin Vale", func() { f.patch(t, ownPath(), map[string]any{"status": "pending"}) }},
		{"the same status", "", func() { f.patch(t, ownPath(), map[string]any{"status": "pending"}) }},
		{"a new tutor", "assignment.tutor by Ada Quill of Kim Marsh", func() { f.patch(t, ownPath(), map[string]any{"tutor": f.kim.Id}) }},
		{"a removed tutor", "assignment.tutor by Ada Quill of Robin Vale", func() { f.patch(t, ownPath(), map[string]any{"tutor": nil}) }},
		{"a new price and type", "assignment.details by Ada Quill of Robin Vale", func() { f.patch(t, ownPath(), map[string]any{"price": 10, "type": "Essay"}) }},
		{
			"several fields at once",
			"assignment.tutor by Ada Quill of Kim Marsh, assignment.grade by Ada Quill of Robin Vale, assignment.status by Ada Quill of Robin Vale",
			func() { f.patch(t, ownPath(), map[string]any{"status": "graded", "grade": "A", "tutor": f.kim.Id}) },
		},
		{"a rating", "assignment.rated by Robin Vale of Robin Vale", func() {
			f.Call(t, "POST", "/api/"+ownPath()+"/rating", f.robin.Token, map[string]any{"rating": 5, "comment": "Good."}).Granted(t, 201, nil)
		}},
		{"a bulk update", "assignment.status by Ada Quill of Robin Vale", func() {
			f.patch(t, "assignments", map[string]any{"ids": []string{own, own}, "status": "completed"})
		}},
		{"a verified address", "account.verified by System of Nia Frost, assignment.adopted by System of Nia Frost", func() {
			user := f.find(t, store.Users, session.User.ID)
			user.SetVerified(true)
			f.MustSave(t, user)
		}},
		{"an updated profile", "account.changed by Nia Frost of Nia Frost", func() {
			f.Call(t, "PUT", "/api/users/profile", session.Token, domain.Profile{FirstName: "Nia", LastName: "Frost", Email: "nia@example.com"}).Granted(t, 200, nil)
		}},
		{"a new address", "account.email by Nia Frost of Nia Frost", func() {
			f.Call(t, "PUT", "/api/users/profile", session.Token, domain.ProfileChange{
				Profile: domain.Profile{FirstName: "Nia", LastName: "Frost", Email: "frost@example.com"}, CurrentPassword: "quill-1",
			}).Granted(t, 200, &session)
		}},
		{"a new password", "account.password by Nia Frost of Nia Frost", func() {
			f.Call(t, "PUT", "/api/users/change-password", session.Token, domain.PasswordChange{CurrentPassword: "quill-1", NewPassword: "quill-2"}).Granted(t, 200, nil)
		}},
		{"a deactivation", "account.deactivated by Ada Quill of Nia Frost", func() {
			f.patch(t, "users/"+session.User.ID, map[string]any{"status": "inactive"})
		}},
		{"an activation with a role", "account.activated by Ada Quill of Nia Frost, account.role by Ada Quill of Nia Frost", func() {
			f.patch(t, "users/"+session.User.ID, map[string]any{"status": "active", "role": "tutor"})
		}},
		{"a quote request", "quote.requested by Guest", func() { quote = f.AskForQuote(t).Id }},
		{"a quote request with a token", "quote.requested by Robin Vale", func() {
			f.Call(t, "POST", "/api/quotes", f.robin.Token, testkit.NewQuote()).Granted(t, 201, nil)
		}},
		{"an answered quote request", "quote.updated by Ada Quill", func() {
			f.patch(t, "quotes/"+quote, map[string]any{"status": "quoted", "amount": 120.5, "note": "Two days.", "validUntil": "2031-12-01"})
		}},
		{"the same answer", "", func() { f.patch(t, "quotes/"+quote, map[string]any{"status": "quoted", "amount": 120.5}) }},
		{"a deletion that leaves a stub", "assignment.deleted by Robin Vale of Robin Vale", func() {
			f.Call(t, "DELETE", "/api/"+ownPath(), f.robin.Token, nil).Granted(t, 200, nil)
		}},
		{"a deletion", "assignment.deleted by Ada Quill of Nia Frost", func() {
			f.Call(t, "DELETE", "/api/assignments/"+guestWork, f.admin.Token, nil).Granted(t, 200, nil)
		}},
	} {
		if got := f.recorded(t, c.step); got != c.want {
			t.Errorf("%s recorded\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

func TestConsoleChangesAreAttributedToTheConsole(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	operator := f.Superuser(t)
	id := f.HandIn(t, f.robin.Token, nil)
	quote := f.AskForQuote(t, testkit.File{Field: "files", Name: "brief.pdf", Content: testkit.PDF("Brief")}).Id
	path := func(collection string, id ...string) string {
		return strings.Join(append([]string{"/api/collections", collection, "records"}, id...), "/")
	}
	for _, c := range []struct {
		name, want string
		step       func()
	}{
		{"a changed assignment", "assignment.grade by Console of Robin Vale", func() {
			f.Call(t, "PATCH", path(store.Assignments, id), operator, map[string]string{"grade": "A"}).Granted(t, 200, nil)
		}},
		{"a deactivated account", "account.deactivated by Console of Kim Marsh", func() {
			f.Call(t, "PATCH", path(store.Users, f.kim.Id), operator, map[string]string{"status": "inactive"}).Granted(t, 200, nil)
		}},
		{"a new account", "account.opened by Console of New Admin", func() {
			body := map[string]string{"name": "New Admin", "email": "new@example.com", "password": "quill-1", "passwordConfirm": "quill-1", "role": "admin", "status": "active"}
			f.Call(t, "POST", path(store.Users), operator, body).Granted(t, 200, nil)
		}},
		{"a new assignment", "assignment.submitted by Console of Robin Vale", func() {
			body := map[string]any{"student": f.robin.Id, "status": "submitted"}
			for name, text := range testkit.NewAssignment() {
				body[name] = text
			}
			f.Call(t, "POST", path(store.Assignments), operator, body).Granted(t, 200, nil)
		}},
		{"a changed quote request", "quote.updated by Console", func() {
			f.Call(t, "PATCH", path(store.Quotes, quote), operator, map[string]string{"subject": "PHYS2002"}).Granted(t, 200, nil)
		}},
		{"a file removed from a quote request", "quote.updated by Console", func() {
			f.Call(t, "PATCH", path(store.Quotes, quote), operator, map[string]any{"files": []string{}}).Granted(t, 200, nil)
		}},
		{"a deleted quote request", "quote.deleted by Console", func() {
			f.Call(t, "DELETE", path(store.Quotes, quote), operator, nil).Granted(t, 204, nil)
		}},
		{"a deleted assignment", "assignment.deleted by Console of Robin Vale", func() {
			f.Call(t, "DELETE", path(store.Assignments, id), operator, nil).Granted(t, 204, nil)
		}},
		{"a deleted account", "account.deleted by Console", func() {
			f.Call(t, "DELETE", path(store.Users, f.kim.Id), operator, nil).Granted(t, 204, nil)
		}},
		{"a change by the program itself", "account.changed by System of Robin Vale", func() {
			user := f.find(t, store.Users, f.robin.Id)
			user.Set(store.Bio, "New")
			f.MustSave(t, user)
		}},
	} {
		if got := f.recorded(t, c.step); got != c.want {
			t.Errorf("%s recorded\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

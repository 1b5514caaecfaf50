package accounts_test

import (
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/accounts"
	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

const native = "/api/collections/users/"

// request asks for a link, as the form does.
func request(t *testing.T, app *testkit.App, what, email string) {
	t.Helper()
	app.Call(t, "POST", native+"request-"+what, "", map[string]string{"email": email}).Granted(t, 204, nil)
}

// confirm uses the token of a link, and reports whether it is valid.
func confirm(t *testing.T, app *testkit.App, what, token string) bool {
	t.Helper()
	path, body := native+"confirm-password-reset", map[string]string{"token": token, "password": "new horse", "passwordConfirm": "new horse"}
	if what == "verification" {
		path, body = "/api/auth/verify-email", map[string]string{"token": token, "password": testkit.Password}
	}
	answer := app.Call(t, "POST", path, "", body)
	if answer.Status >= 300 && answer.Status != 400 && answer.Status != 409 {
		t.Errorf("the link got %d %s", answer.Status, answer.Body)
	}
	return answer.Status < 300
}

// signUp opens an account and returns its token.
func signUp(t *testing.T, app *testkit.App, email string) (token string) {
	t.Helper()
	var session struct{ Token string }
	app.Call(t, "POST", "/api/auth/signup", "", domain.SignUp{Name: "Robin Vale", Email: email, Password: testkit.Password}).Granted(t, 201, &session)
	return session.Token
}

func me(t *testing.T, app *testkit.App, token string) (user struct {
	Email    string
	Verified bool
}) {
	t.Helper()
	app.Call(t, "GET", "/api/auth/me", token, nil).Granted(t, 200, &user)
	return user
}

func TestSigningUpMailsAConfirmationLinkThatWorksOnce(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	box := app.UseMailbox(t)
	session := signUp(t, app, "robin@example.com")
	link := box.Await(t, "robin@example.com", "Confirm your email address").Token(t, "https://deskmate.example/verify-email")
	if me(t, app, session).Verified {
		t.Error("the address is verified before the link was opened")
	}
	if !confirm(t, app, "verification", link) {
		t.Fatal("the link is not valid")
	}
	if !me(t, app, session).Verified {
		t.Error("the address is not verified")
	}
	if confirm(t, app, "verification", link) {
		t.Error("the link works twice")
	}
}

func TestANewerLinkMakesOlderOnesVoid(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct{ subject, page string }{
		"verification":   {"Confirm your email address", "/verify-email"},
		"password-reset": {"Reset your password", "/reset-password"},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			app := testkit.New(t)
			box := app.UseMailbox(t)
			robin := app.Person(t, domain.RoleStudent, "Robin Vale")
			clock.Set(app, clock.Now(app))
			var links []string
			for range 3 {
				request(t, app, what, robin.Email())
				links = append(links, box.Await(t, robin.Email(), c.subject).Token(t, c.page))
				clock.Advance(app, 10*time.Minute)
			}
			for i, want := range []bool{false, false, true} {
				if got := confirm(t, app, what, links[i]); got != want {
					t.Errorf("link %d is valid: %v", i+1, got)
				}
			}
			for i, link := range links {
				if confirm(t, app, what, link) {
					t.Errorf("afterwards link %d is valid", i+1)
				}
			}
		})
	}
}

func TestAResetEndsSessionsAndCalendarLinksAndSendsMail(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	box := app.UseMailbox(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	var calendar struct{ URL string }
	app.Call(t, "POST", "/api/users/calendar", robin.Token, nil).Granted(t, 201, &calendar)
	var changed struct{ Token string }
	passwords := domain.PasswordChange{CurrentPassword: testkit.Password, NewPassword: testkit.Password}
	app.Call(t, "PUT", "/api/users/change-password", robin.Token, passwords).Granted(t, 200, &changed)
	box.Await(t, robin.Email(), "Your password was changed")
	app.Call(t, "GET", strings.TrimPrefix(calendar.URL, "https://deskmate.example"), "", nil).Granted(t, 200, nil)
	request(t, app, "password-reset", "Robin.Vale@example.com")
	link := box.Await(t, robin.Email(), "Reset your password").Token(t, "/reset-password")
	if !confirm(t, app, "password-reset", link) {
		t.Fatal("the link is not valid")
	}
	app.Call(t, "GET", "/api/auth/me", changed.Token, nil).Refused(t, 401, "Please log in to continue")
	app.Call(t, "POST", "/api/auth/login", "", domain.LogIn{Email: robin.Email(), Password: testkit.Password}).Refused(t, 401, "Invalid credentials")
	app.Call(t, "POST", "/api/auth/login", "", domain.LogIn{Email: robin.Email(), Password: "new horse"}).Granted(t, 200, nil)
	box.Await(t, robin.Email(), "Your password was changed")
	app.Call(t, "GET", strings.TrimPrefix(calendar.URL, "https://deskmate.example"), "", nil).Refused(t, 404, "Calendar not found")
}

func TestOnlyActiveAccountsGetLinksEveryTwoMinutesAtMost(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin, gone := app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleStudent, "Sam Gone")
	gone.Set(store.Status, domain.StatusInactive)
	app.MustSave(t, gone.Record)
	box := app.UseMailbox(t)
	clock.Set(app, clock.Now(app))
	for _, address := range []string{robin.Email(), robin.Email(), gone.Email(), "nobody@example.com"} {
		request(t, app, "password-reset", address)
		accounts.WaitForLinks(app)
	}
	clock.Advance(app, 2*time.Minute)
	box.Await(t, robin.Email(), "Reset your password")
	request(t, app, "password-reset", robin.Email())
	box.Await(t, robin.Email(), "Reset your password")
	if left := box.Subjects(); len(left) != 0 {
		t.Errorf("these arrived too: %q", left)
	}
}

func TestAnAnswerComesBeforeTheMailIsWritten(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	held, release := make(chan struct{}), make(chan struct{})
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := app.RunInTransaction(func(core.App) error { close(held); <-release; return nil }); err != nil {
			t.Error(err)
		}
	}()
	<-held
	for _, address := range []string{robin.Email(), "nobody@example.com"} {
		request(t, app, "password-reset", address)
		request(t, app, "verification", address)
	}
	close(release)
	<-done
}

package auth_test

import (
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/auth"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
	"deskmate/records"
	"deskmate/rules"
)

const native = "/api/collections/users/"

// request asks for a link, as the form does.
func request(t *testing.T, app *testkit.App, what, email string) {
	t.Helper()
	app.Call(t, "POST", native+"request-"+what, "", map[string]string{"email": email}).Granted(t, 204, nil)
}

// confirm uses the token of a link and returns the status.
func confirm(t *testing.T, app *testkit.App, what, token string) int {
	t.Helper()
	body := map[string]string{"token": token, "password": "new horse", "passwordConfirm": "new horse"}
	return app.Call(t, "POST", native+"confirm-"+what, "", body).Status
}

// signUp opens an account and returns its token.
func signUp(t *testing.T, app *testkit.App, email string) (token string) {
	t.Helper()
	var session struct{ Token string }
	app.Call(t, "POST", "/api/auth/signup", "", rules.SignUp{Name: "Robin Vale", Email: email, Password: testkit.Password}).Granted(t, 201, &session)
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

func TestALinkToConfirmAnAddressFollowsTheSignUpAndWorksOnce(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	box := app.UseMailbox(t)
	session := signUp(t, app, "robin@example.com")
	link := box.Await(t, "robin@example.com", "Confirm your email address").Token(t, "https://deskmate.example/verify-email")
	if me(t, app, session).Verified {
		t.Error("the address is verified before the link was opened")
	}
	if status := confirm(t, app, "verification", link); status != 204 {
		t.Fatalf("the link got %d", status)
	}
	if !me(t, app, session).Verified {
		t.Error("the address is not verified")
	}
	if status := confirm(t, app, "verification", link); status != 400 {
		t.Errorf("the second time the link got %d", status)
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
			robin := app.Person(t, rules.RoleStudent, "Robin Vale")
			clock.Set(app, clock.Now(app))
			var links []string
			for range 3 {
				request(t, app, what, robin.Email())
				links = append(links, box.Await(t, robin.Email(), c.subject).Token(t, c.page))
				clock.Advance(app, 2*time.Minute)
			}
			for i, want := range []int{400, 400, 204} {
				if got := confirm(t, app, what, links[i]); got != want {
					t.Errorf("link %d got %d, want %d", i+1, got, want)
				}
			}
			for i, link := range links {
				if got := confirm(t, app, what, link); got != 400 {
					t.Errorf("afterwards link %d got %d", i+1, got)
				}
			}
		})
	}
}

func TestAResetEndsAllSessionsAndIsTold(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	box := app.UseMailbox(t)
	robin := app.Person(t, rules.RoleStudent, "Robin Vale")
	request(t, app, "password-reset", "Robin.Vale@example.com")
	link := box.Await(t, robin.Email(), "Reset your password").Token(t, "/reset-password")
	if status := confirm(t, app, "password-reset", link); status != 204 {
		t.Fatalf("the link got %d", status)
	}
	app.Call(t, "GET", "/api/auth/me", robin.Token, nil).Refused(t, 401, "Please log in to continue")
	app.Call(t, "POST", "/api/auth/login", "", rules.LogIn{Email: robin.Email(), Password: testkit.Password}).Refused(t, 401, "Invalid credentials")
	app.Call(t, "POST", "/api/auth/login", "", rules.LogIn{Email: robin.Email(), Password: "new horse"}).Granted(t, 200, nil)
	box.Await(t, robin.Email(), "Your password was changed")
}

func TestALinkIsMailedAtMostEveryTwoMinutesAndOnlyToActiveAccounts(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin, gone := app.Person(t, rules.RoleStudent, "Robin Vale"), app.Person(t, rules.RoleStudent, "Sam Gone")
	gone.Set(records.Status, rules.StatusInactive)
	app.MustSave(t, gone.Record)
	box := app.UseMailbox(t)
	clock.Set(app, clock.Now(app))
	for _, address := range []string{robin.Email(), robin.Email(), gone.Email(), "nobody@example.com"} {
		request(t, app, "password-reset", address)
		auth.WaitForLinks(app)
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
	robin := app.Person(t, rules.RoleStudent, "Robin Vale")
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

// verified creates a student whose address is confirmed.
func verified(t *testing.T, app *testkit.App) testkit.Person {
	t.Helper()
	robin := app.Person(t, rules.RoleStudent, "Robin Vale")
	robin.SetVerified(true)
	app.MustSave(t, robin.Record)
	return robin
}

func TestAnUnverifiedFormerAddressCannotTakeTheAccountBack(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	box := app.UseMailbox(t)
	session := signUp(t, app, "mistyped@example.com")
	app.Call(t, "PUT", "/api/users/profile", session, rules.Profile{FirstName: "Robin", LastName: "Vale", Email: "robin@example.com"}).Granted(t, 200, nil)
	mail := box.Await(t, "mistyped@example.com", "Your email address was changed")
	if strings.Contains(mail.Text, "token") || strings.Contains(mail.Text, "robin@example.com") {
		t.Errorf("a stranger reads:\n%s", mail.Text)
	}
	if count, err := app.CountRecords(records.EmailUndos); count != 0 || err != nil {
		t.Errorf("%d changes can be undone, %v", count, err)
	}
	box.Await(t, "robin@example.com", "Confirm your email address")
}

func TestAChangedAddressIsToldToBothAndCanBeUndone(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	box := app.UseMailbox(t)
	robin := verified(t, app)
	change := func(token, email string) string {
		t.Helper()
		var changed struct{ Token string }
		app.Call(t, "PUT", "/api/users/profile", token, rules.Profile{FirstName: "Robin", LastName: "Vale", Email: email}).Granted(t, 200, &changed)
		return changed.Token
	}
	clock.Set(app, clock.Now(app))
	session := change(robin.Token, "second@example.com")
	link := box.Await(t, "second@example.com", "Confirm your email address").Token(t, "/verify-email")
	if status := confirm(t, app, "verification", link); status != 204 {
		t.Fatalf("the link got %d", status)
	}
	mail := box.Await(t, robin.Email(), "Your email address was changed")
	if !strings.Contains(mail.Text, "second@example.com") {
		t.Errorf("the mail does not name the new address:\n%s", mail.Text)
	}
	first := mail.Token(t, "https://deskmate.example/undo-email")
	clock.Advance(app, time.Minute)
	session = change(session, "third@example.com")
	second := box.Await(t, "second@example.com", "Your email address was changed").Token(t, "/undo-email")
	box.Await(t, "third@example.com", "Confirm your email address")

	clock.Advance(app, 7*24*time.Hour-2*time.Minute)
	undo := func(token string) testkit.Answer {
		return app.Call(t, "POST", "/api/auth/undo-email", "", map[string]string{"token": token})
	}
	for _, altered := range []string{"", "garbage", first + "x", first[:len(first)-1], strings.Split(first, ".")[0]} {
		undo(altered).Refused(t, 400, "This link is no longer valid")
	}
	undo(first).Granted(t, 200, nil)
	app.Call(t, "GET", "/api/auth/me", session, nil).Refused(t, 401, "Please log in to continue")
	account, err := app.FindRecordById(records.Users, robin.Id)
	if err != nil || account.Email() != robin.Email() || !account.Verified() {
		t.Errorf("the address is %s, verified %v, %v", account.Email(), account.Verified(), err)
	}
	box.Await(t, robin.Email(), "Reset your password").Token(t, "/reset-password")
	for _, used := range []string{first, second} {
		undo(used).Refused(t, 400, "This link is no longer valid")
	}
	if left := box.Subjects(); len(left) != 0 {
		t.Errorf("these arrived too: %q", left)
	}
}

func TestAnUndoEndsAfterSevenDaysOrWhenTheAddressIsTaken(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		meanwhile func(app *testkit.App)
	}{
		"seven days": {func(app *testkit.App) { clock.Advance(app, 7*24*time.Hour+time.Second) }},
		"taken":      {func(app *testkit.App) { signUp(t, app, "robin.vale@example.com") }},
		"forgotten": {func(app *testkit.App) {
			clock.Advance(app, 7*24*time.Hour+time.Second)
			app.RunJob(t, "forgetFormerAddresses")
			if count, err := app.CountRecords(records.EmailUndos); count != 0 || err != nil {
				t.Errorf("%d former addresses are kept, %v", count, err)
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app := testkit.New(t)
			box := app.UseMailbox(t)
			robin := verified(t, app)
			clock.Set(app, clock.Now(app))
			app.Call(t, "PUT", "/api/users/profile", robin.Token, rules.Profile{FirstName: "Robin", LastName: "Vale", Email: "new@example.com"}).Granted(t, 200, nil)
			token := box.Await(t, robin.Email(), "Your email address was changed").Token(t, "/undo-email")
			c.meanwhile(app)
			app.Call(t, "POST", "/api/auth/undo-email", "", map[string]string{"token": token}).Refused(t, 400, "This link is no longer valid")
		})
	}
}

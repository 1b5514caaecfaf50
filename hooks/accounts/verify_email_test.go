package accounts_test

import (
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

const owner = "owner@example.com"

func verifyEmail(t *testing.T, app *testkit.App, session, token, password, newPassword string) testkit.Answer {
	t.Helper()
	return app.Call(t, "POST", "/api/auth/verify-email", session, map[string]string{"token": token, "password": password, "newPassword": newPassword})
}

// owned counts the assignments and quote requests that belong to accounts.
func owned(t *testing.T, app *testkit.App) (count int64) {
	t.Helper()
	for _, collection := range []string{store.Assignments, store.Quotes} {
		found, err := app.CountRecords(collection, dbx.Not(dbx.HashExp{store.Student: ""}))
		if err != nil {
			t.Fatal(err)
		}
		count += found
	}
	return count
}

// leaveWork submits an assignment and a quote request without an account.
func leaveWork(t *testing.T, app *testkit.App, email string) {
	t.Helper()
	app.HandIn(t, "", map[string]string{"email": email})
	quote := testkit.NewQuote()
	quote["email"] = email
	app.Call(t, "POST", "/api/quotes", "", quote).Granted(t, 201, nil)
}

func TestALinkAloneGivesAStrangersAccountNoGuestWork(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	box := app.UseMailbox(t)
	leaveWork(t, app, owner)
	stranger := signUp(t, app, owner)
	other := app.Person(t, domain.RoleStudent, "Nia Frost")
	link := box.Await(t, owner, "Confirm your email address").Token(t, "/verify-email")
	if answer := app.Call(t, "POST", native+"confirm-verification", "", map[string]string{"token": link}); answer.Status != 404 {
		t.Errorf("the framework's own endpoint answers %d", answer.Status)
	}
	for _, session := range []string{"", "garbage", other.Token} {
		verifyEmail(t, app, session, link, "", "").Refused(t, 400, "Enter the password of your account, or choose a new one")
	}
	verifyEmail(t, app, "", link, "guess", "new horse").Refused(t, 400, "Password is incorrect")
	verifyEmail(t, app, "", link, "", "short").Refused(t, 400, "Password must be at least 6 characters long")
	if me(t, app, stranger).Verified || owned(t, app) != 0 {
		t.Fatal("the address is verified, or the work adopted")
	}
	var calendar struct{ URL string }
	app.Call(t, "POST", "/api/users/calendar", stranger, nil).Granted(t, 201, &calendar)

	var answer struct {
		Message        string
		WorkComesLater bool
	}
	verifyEmail(t, app, other.Token, link, "", "new horse").Granted(t, 200, &answer)
	if answer.Message != "Your email address is confirmed" || answer.WorkComesLater {
		t.Errorf("the answer is %+v", answer)
	}
	if count := owned(t, app); count != 2 {
		t.Errorf("%d pieces of work were adopted", count)
	}
	app.Call(t, "GET", "/api/auth/me", stranger, nil).Refused(t, 401, "Please log in to continue")
	app.Call(t, "GET", "/api/auth/me", other.Token, nil).Granted(t, 200, nil)
	app.Call(t, "POST", "/api/auth/login", "", domain.LogIn{Email: owner, Password: testkit.Password}).Refused(t, 401, "Invalid credentials")
	app.Call(t, "POST", "/api/auth/login", "", domain.LogIn{Email: owner, Password: "new horse"}).Granted(t, 200, nil)
	if count, err := app.CountRecords(store.Calendars); count != 0 || err != nil {
		t.Errorf("%d calendars are left, %v", count, err)
	}
	box.Await(t, owner, "Your password was changed")
	verifyEmail(t, app, "", link, "new horse", "").Refused(t, 400, "This link is no longer valid")
}

func TestTheAccountsOwnSessionOrPasswordConfirmsItsAddress(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		hasSession bool
		password   string
	}{
		"session":  {true, ""},
		"password": {false, testkit.Password},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app := testkit.New(t)
			box := app.UseMailbox(t)
			leaveWork(t, app, owner)
			session := signUp(t, app, owner)
			link := box.Await(t, owner, "Confirm your email address").Token(t, "/verify-email")
			sent := ""
			if c.hasSession {
				sent = session
			}
			verifyEmail(t, app, sent, link, c.password, "new horse").Granted(t, 200, nil)
			if !me(t, app, session).Verified || owned(t, app) != 2 {
				t.Errorf("verified: %v, %d pieces of work", me(t, app, session).Verified, owned(t, app))
			}
			app.Call(t, "POST", "/api/auth/login", "", domain.LogIn{Email: owner, Password: testkit.Password}).Granted(t, 200, nil)
			verifyEmail(t, app, session, link, "", "").Refused(t, 400, "This link is no longer valid")
		})
	}
}

func TestGuestWorkIsAdoptedOnceAnUndoIsImpossible(t *testing.T) {
	t.Parallel()
	for _, takesBack := range []bool{true, false} {
		app := testkit.New(t)
		box := app.UseMailbox(t)
		clock.Set(app, clock.Now(app))
		leaveWork(t, app, owner)
		stranger := verified(t, app)
		session := changeAddress(t, app, stranger.Token, owner)
		back := box.Await(t, stranger.Email(), "Your email address was changed").Token(t, "/undo-email")
		link := box.Await(t, owner, "Confirm your email address").Token(t, "/verify-email")
		var answer struct{ WorkComesLater bool }
		verifyEmail(t, app, session, link, "", "").Granted(t, 200, &answer)
		if !answer.WorkComesLater {
			t.Error("the answer does not say that the work comes later")
		}
		if takesBack {
			undo(t, app, back).Granted(t, 200, nil)
		}
		want := int64(0)
		adopt := func() {
			t.Helper()
			app.RunJob(t, "adoptGuestWork")
			app.RunJob(t, "adoptQuotes")
			if count := owned(t, app); count != want {
				t.Errorf("taken back: %v, and %d pieces of work were adopted, want %d", takesBack, count, want)
			}
		}
		adopt()
		clock.Advance(app, 7*24*time.Hour+time.Second)
		leaveWork(t, app, owner) // after the verification
		if !takesBack {
			want = 2
		}
		adopt()
	}
}

func TestAnUndoneChangeOfAddressBringsNoWorkFromMeanwhile(t *testing.T) {
	t.Parallel()
	for _, confirms := range []bool{true, false} {
		app := testkit.New(t)
		box := app.UseMailbox(t)
		clock.Set(app, clock.Now(app))
		robin := verified(t, app)
		clock.Advance(app, time.Minute)
		changeAddress(t, app, robin.Token, "second@example.com")
		back := box.Await(t, robin.Email(), "Your email address was changed").Token(t, "/undo-email")
		link := box.Await(t, "second@example.com", "Confirm your email address").Token(t, "/verify-email")
		leaveWork(t, app, robin.Email()) // anybody may type the former address
		if confirms {
			verifyEmail(t, app, "", link, "", "new horse").Granted(t, 200, nil)
		}
		undo(t, app, back).Granted(t, 200, nil)
		clock.Advance(app, 7*24*time.Hour+time.Second)
		app.RunJob(t, "adoptGuestWork")
		app.RunJob(t, "adoptQuotes")
		if count := owned(t, app); count != 0 {
			t.Errorf("the other address was confirmed: %v, and %d pieces of work were adopted", confirms, count)
		}
	}
}

func TestWrongPasswordsForALinkCountAsFailedLogIns(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	box := app.UseMailbox(t)
	limit(t, app, "users:logIn", 2)
	signUp(t, app, owner)
	link := box.Await(t, owner, "Confirm your email address").Token(t, "/verify-email")
	for range 2 {
		verifyEmail(t, app, "", link, "guess", "").Refused(t, 400, "Password is incorrect")
	}
	verifyEmail(t, app, "", link, testkit.Password, "").Refused(t, 429, "Too many requests. Please wait a moment and try again")
}

// limit turns the rate limits on, with another number for one of them.
func limit(t *testing.T, app *testkit.App, label string, requests int) {
	t.Helper()
	settings := app.Settings()
	settings.RateLimits.Enabled = true
	for i := range settings.RateLimits.Rules {
		if settings.RateLimits.Rules[i].Label == label {
			settings.RateLimits.Rules[i].MaxRequests = requests
		}
	}
	if err := app.Save(settings); err != nil {
		t.Fatal(err)
	}
}

package accounts_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/accounts"
	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// written counts the mails of a kind that are or were to be sent.
func written(t *testing.T, app *testkit.App, kind string) int64 {
	t.Helper()
	found, err := app.CountRecords(store.Outbox, dbx.HashExp{store.Kind: kind}, dbx.Not(dbx.HashExp{store.Status: "skipped"}))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestAnUnconfirmedAddressGetsTenReceiptsADay(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	for range 12 {
		app.HandIn(t, robin.Token, nil)
	}
	skipped, err := app.CountRecords(store.Outbox, dbx.HashExp{store.Status: "skipped", store.UserField: robin.Id})
	if sent := written(t, app, "assignment.received"); err != nil || sent != 10 || skipped != 2 {
		t.Errorf("%d receipts were written and %d skipped, %v", sent, skipped, err)
	}
}

func TestDeletingWorkOrTheAccountAllowsNoMoreReceipts(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	clock.Set(app, clock.Now(app))
	const kind = "assignment.received"
	token := robin.Token
	round := func() (receipts int64) {
		t.Helper()
		for range 12 {
			before := written(t, app, kind)
			id := app.HandIn(t, token, nil)
			receipts += written(t, app, kind) - before
			app.Call(t, "DELETE", "/api/assignments/"+id, token, nil).Granted(t, 200, nil)
		}
		if left := written(t, app, kind); left != 0 {
			t.Errorf("%d receipts are left", left)
		}
		return receipts
	}
	if first, second := round(), round(); first != 10 || second != 0 {
		t.Errorf("the first round wrote %d receipts and the second %d, want 10 and 0", first, second)
	}
	app.Call(t, "DELETE", "/api/users/delete-account", token, testkit.CurrentPassword).Granted(t, 200, nil)
	token = signUp(t, app, robin.Email())
	if third := round(); third != 0 {
		t.Errorf("a new account of the same address got %d more receipts", third)
	}
	clock.Advance(app, 24*time.Hour)
	app.RunJob(t, "forgetMails")
	if left, err := app.CountRecords(store.StrangerMails); left != 0 || err != nil {
		t.Errorf("%d mails of yesterday are still counted, %v", left, err)
	}
	if fourth := round(); fourth != 10 {
		t.Errorf("a day later, there were %d receipts, want 10", fourth)
	}
}

func TestPausesBetweenLinksGrowAndTheNewestLinkStaysValid(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	clock.Set(app, clock.Now(app))
	ask := func(want int64) {
		t.Helper()
		request(t, app, "password-reset", robin.Email())
		accounts.WaitForLinks(app)
		if links := written(t, app, "account.reset"); links != want {
			t.Errorf("%d links were mailed, want %d", links, want)
		}
	}
	ask(1)
	for i, pause := range []time.Duration{2, 4, 8, 16, 32, 64, 120, 120} {
		clock.Advance(app, pause*time.Minute-time.Second)
		ask(int64(i + 1))
		clock.Advance(app, time.Second)
		ask(int64(i + 2))
	}
	box := app.UseMailbox(t)
	app.RunJob(t, "sendMails")
	link := box.Await(t, robin.Email(), "Reset your password").Token(t, "/reset-password")
	if !confirm(t, app, "password-reset", link) { // which confirms the address, too
		t.Error("the newest link is not valid")
	}
	clock.Advance(app, 30*time.Minute)
	ask(10)
	clock.Advance(app, 30*time.Minute)
	ask(11)
}

func TestAnAccountMayChangeItsAddressTenTimesADay(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	limit(t, app, "users:changeEmail", 10)
	clock.Set(app, clock.Now(app))
	session, nia := app.Person(t, domain.RoleStudent, "Robin Vale").Token, app.Person(t, domain.RoleStudent, "Nia Frost")
	for i := range 9 {
		session = changeAddress(t, app, session, fmt.Sprintf("robin%d@example.com", i))
		session = changeNothing(t, app, session, fmt.Sprintf("robin%d@example.com", i))
	}
	change := func(email string) testkit.Answer {
		return app.Call(t, "PUT", "/api/users/profile", session, domain.ProfileChange{
			Profile: domain.Profile{FirstName: "Robin", LastName: "Vale", Email: email}, CurrentPassword: testkit.Password,
		})
	}
	change(nia.Email()).Refused(t, 409, "Email is already registered")
	change("more@example.com").Refused(t, 429, "Too many requests. Please wait a moment and try again")
	change("robin8@example.com").Granted(t, 200, nil) // only the name
	changeAddress(t, app, nia.Token, "nia2@example.com")
	clock.Advance(app, 24*time.Hour)
	change("more@example.com").Granted(t, 200, nil)
}

// changeNothing saves a profile as it is. The session goes on.
func changeNothing(t *testing.T, app *testkit.App, session, email string) string {
	t.Helper()
	app.Call(t, "PUT", "/api/users/profile", session, domain.ProfileChange{
		Profile: domain.Profile{FirstName: "Robin", LastName: "Vale", Email: email}, CurrentPassword: testkit.Password,
	}).Granted(t, 200, nil)
	return session
}

func TestMailToAnUnconfirmedAddressOmitsTheName(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	box := app.UseMailbox(t)
	signUpAs := domain.SignUp{Name: "You have won at the evil bank", Email: owner, Password: testkit.Password}
	app.Call(t, "POST", "/api/auth/signup", "", signUpAs).Granted(t, 201, nil)
	mail := box.Await(t, owner, "Confirm your email address")
	if !strings.HasPrefix(strings.TrimSpace(mail.Text), "Hello,") && !strings.Contains(mail.Text, "\nHello,") || strings.Contains(mail.Text+mail.HTML, "evil") {
		t.Errorf("a stranger reads:\n%s", mail.Text)
	}
	if !confirm(t, app, "verification", mail.Token(t, "/verify-email")) {
		t.Fatal("the link is not valid")
	}
	request(t, app, "password-reset", owner)
	mail = box.Await(t, owner, "Reset your password")
	if !strings.Contains(mail.Text, "Hello You have won at the evil bank,") {
		t.Errorf("the owner reads:\n%s", mail.Text)
	}
}

func TestSigningUpWhileSignedInStillSendsALink(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	box := app.UseMailbox(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	signUpAs := domain.SignUp{Name: "Owner", Email: owner, Password: testkit.Password}
	app.Call(t, "POST", "/api/auth/signup", robin.Token, signUpAs).Granted(t, 201, nil)
	box.Await(t, owner, "Confirm your email address")
}

func TestLoggingInSucceedsWhenTheDeviceCannotBeRecorded(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	query := app.NonconcurrentDB().NewQuery("CREATE TRIGGER failure BEFORE INSERT ON devices BEGIN SELECT RAISE(ABORT, 'disk full'); END")
	if _, err := query.Execute(); err != nil {
		t.Fatal(err)
	}
	signInFrom(t, app, robin, "Firefox/130.0 (Windows)")
}

func TestAnswersDoNotTellWhichAddressesHaveAnAccount(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	unconfirmed, confirmed := app.Person(t, domain.RoleStudent, "Nia Frost"), verified(t, app)
	inactive := app.Person(t, domain.RoleStudent, "Sam Gone")
	inactive.Set(store.Status, domain.StatusInactive)
	app.MustSave(t, inactive.Record)
	for _, what := range []string{"password-reset", "verification"} {
		ask := func(email string) testkit.Answer {
			answer := app.Call(t, "POST", native+"request-"+what, "", map[string]string{"email": email})
			answer.Header.Del("X-Request-Id") // every answer has one of its own
			return answer
		}
		unknown := ask("nobody@example.com")
		for range 2 { // the second time, a link has just been sent
			for _, email := range []string{unconfirmed.Email(), confirmed.Email(), inactive.Email()} {
				got := ask(email)
				sameHeaders := maps.EqualFunc(got.Header, unknown.Header, func(a, b []string) bool { return strings.Join(a, "") == strings.Join(b, "") })
				if got.Status != unknown.Status || string(got.Body) != string(unknown.Body) || !sameHeaders {
					t.Errorf("%s for %s: got %d %q %v, an unknown address gets %d %q %v",
						what, email, got.Status, got.Body, got.Header, unknown.Status, unknown.Body, unknown.Header)
				}
			}
			accounts.WaitForLinks(app)
		}
	}
}

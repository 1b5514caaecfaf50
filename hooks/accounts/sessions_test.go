package accounts_test

import (
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

type listed struct {
	ID         string `json:"_id"`
	Device     string
	CreatedAt  time.Time
	LastSeenAt time.Time
	IsCurrent  bool
}

func sessionsOf(t *testing.T, app *testkit.App, token string) (open []listed) {
	t.Helper()
	app.Call(t, "GET", "/api/users/sessions", token, nil).Granted(t, 200, &open)
	return open
}

func isOpen(t *testing.T, app *testkit.App, token string) bool {
	t.Helper()
	return app.Call(t, "GET", "/api/auth/me", token, nil).Status == 200
}

func TestLoggingOutEndsTheSessionOnTheServer(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	elsewhere := app.LogIn(t, robin.Record.Fresh())
	for range 2 { // the second time, the caller is remembered
		if !isOpen(t, app, robin.Token) || !isOpen(t, app, elsewhere.Token) {
			t.Fatal("a session is not open")
		}
	}
	app.Call(t, "POST", "/api/auth/logout", robin.Token, nil).Granted(t, 200, nil)
	if isOpen(t, app, robin.Token) {
		t.Error("the token still admits")
	}
	app.Call(t, "POST", "/api/auth/logout", robin.Token, nil).Refused(t, 401, "Please log in to continue")
	if !isOpen(t, app, elsewhere.Token) {
		t.Error("logging out ended another session too")
	}
}

func TestAnAccountSeesAndEndsItsSessions(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin, nia := app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleStudent, "Nia Frost")
	second, third := app.LogIn(t, robin.Record.Fresh()), app.LogIn(t, robin.Record.Fresh())
	open := sessionsOf(t, app, second.Token)
	if len(open) != 3 || !open[0].IsCurrent || open[1].IsCurrent || open[2].IsCurrent || open[0].ID != store.SessionOf(second.Record) {
		t.Fatalf("the sessions are %+v", open)
	}
	app.Call(t, "DELETE", "/api/users/sessions/"+open[1].ID, nia.Token, nil).Refused(t, 404, "Session not found")
	app.Call(t, "DELETE", "/api/users/sessions/"+store.SessionOf(third.Record), second.Token, nil).Granted(t, 200, nil)
	app.Call(t, "DELETE", "/api/users/sessions/"+store.SessionOf(third.Record), second.Token, nil).Refused(t, 404, "Session not found")
	if isOpen(t, app, third.Token) || !isOpen(t, app, robin.Token) {
		t.Error("the wrong session was ended")
	}
	for range 2 { // the second time, there is no other
		app.Call(t, "DELETE", "/api/users/sessions", second.Token, nil).Granted(t, 200, nil)
	}
	if isOpen(t, app, robin.Token) || !isOpen(t, app, second.Token) || !isOpen(t, app, nia.Token) {
		t.Error("not exactly the other sessions of the account were ended")
	}
}

func TestATokenWithoutASessionAdmitsNobody(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	framework, err := robin.NewAuthToken()
	if err != nil {
		t.Fatal(err)
	}
	if isOpen(t, app, framework) {
		t.Error("a token that the framework made admits")
	}
	if !isOpen(t, app, robin.Token) {
		t.Fatal("the session is not open")
	}
	execute(t, app, "DELETE FROM sessions WHERE id = {:id}", dbx.Params{"id": store.SessionOf(robin.Record)})
	if isOpen(t, app, robin.Token) {
		t.Error("a session that SQL deleted admits")
	}
	robin = app.LogIn(t, robin.Record)
	execute(t, app, "UPDATE users SET tokenKey = 'another-key-of-enough-characters-for-a-key' WHERE id = {:id}", dbx.Params{"id": robin.Id})
	if left, err := app.CountRecords(store.Sessions); left != 0 || err != nil {
		t.Errorf("%d sessions outlive the key of their tokens, %v", left, err)
	}
}

func execute(t *testing.T, app core.App, statement string, params dbx.Params) {
	t.Helper()
	if _, err := app.NonconcurrentDB().NewQuery(statement).Bind(params).Execute(); err != nil {
		t.Fatal(err)
	}
}

func TestAnAccountHasTwentySessionsAtMost(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	var people []testkit.Person
	for range 20 {
		clock.Advance(app, time.Minute)
		people = append(people, app.LogIn(t, robin.Record.Fresh()))
	}
	if isOpen(t, app, robin.Token) || !isOpen(t, app, people[0].Token) {
		t.Error("the session that was not used for longest is not the one that went")
	}
	if open := sessionsOf(t, app, people[19].Token); len(open) != 20 {
		t.Errorf("there are %d sessions", len(open))
	}
}

func TestAJobRecordsWhenASessionWasLastSeen(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	elsewhere := app.LogIn(t, robin.Record.Fresh())
	began := sessionsOf(t, app, elsewhere.Token)[1].LastSeenAt
	clock.Advance(app, time.Hour)
	written := app.RecordTransactions(func() { isOpen(t, app, robin.Token) })
	if len(written) != 0 {
		t.Errorf("a request wrote: %v", written)
	}
	app.RunJob(t, "noteSessions")
	if seen := sessionsOf(t, app, elsewhere.Token)[1].LastSeenAt; seen.Sub(began).Round(time.Minute) != time.Hour {
		t.Errorf("it was seen %v after it began", seen.Sub(began))
	}
}

func TestExpiredSessionsAreDeleted(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	app.Person(t, domain.RoleStudent, "Robin Vale")
	clock.Advance(app, 6*24*time.Hour)
	for _, want := range []int64{1, 0} {
		app.RunJob(t, "forgetSessions")
		if left, err := app.CountRecords(store.Sessions); left != want || err != nil {
			t.Errorf("%d sessions are left, want %d, %v", left, want, err)
		}
		clock.Advance(app, 2*24*time.Hour)
	}
}

func TestANewPasswordLeavesOneSession(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	elsewhere := app.LogIn(t, robin.Record.Fresh())
	var renewed struct{ Token string }
	app.Call(t, "PUT", "/api/users/change-password", robin.Token, domain.PasswordChange{CurrentPassword: testkit.Password, NewPassword: "another horse"}).
		Granted(t, 200, &renewed)
	if open := sessionsOf(t, app, renewed.Token); len(open) != 1 || !open[0].IsCurrent {
		t.Errorf("the sessions are %+v", open)
	}
	if isOpen(t, app, elsewhere.Token) {
		t.Error("another session is open")
	}
}

func TestASessionNamesItsDevice(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	var got struct{ Token string }
	app.Call(t, "POST", "/api/auth/login", "", domain.LogIn{Email: robin.Email(), Password: testkit.Password}).Granted(t, 200, &got)
	if open := sessionsOf(t, app, got.Token); open[0].Device != "Another browser on another system" {
		t.Errorf("the device is %q", open[0].Device)
	}
}

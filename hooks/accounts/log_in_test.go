package accounts_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

func TestLogInRefusesInvalidCredentials(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	app.Person(t, domain.RoleStudent, "Robin Vale")
	inactive := app.Person(t, domain.RoleStudent, "Sam Inactive")
	inactive.Set(store.Status, domain.StatusInactive)
	app.MustSave(t, inactive.Record)
	for _, c := range []struct {
		email, password string
		status          int
		sentence        string
	}{
		{"", "", 400, "Email and password are required"},
		{" ", testkit.Password, 400, "Email and password are required"},
		{"robin.vale@example.com", "", 400, "Email and password are required"},
		{"nobody@example.com", testkit.Password, 401, "Invalid credentials"},
		{"not an address", testkit.Password, 401, "Invalid credentials"},
		{"nobody@example.com", strings.Repeat("x", 1000), 401, "Invalid credentials"},
		{"robin.vale@example.com", "wrong horse", 401, "Invalid credentials"},
		{"robin.vale@example.com", strings.Repeat("x", 1000), 401, "Invalid credentials"},
		{"robin.vale@example.com", testkit.Password + " ", 401, "Invalid credentials"},
		{"' OR 1=1 --", testkit.Password, 401, "Invalid credentials"},
		{"sam.inactive@example.com", "wrong horse", 401, "Invalid credentials"},
		{"sam.inactive@example.com", testkit.Password, 403, "Your account is inactive. Please contact support."},
	} {
		t.Run(c.email+" "+c.password, func(t *testing.T) {
			app.Call(t, "POST", "/api/auth/login", "", domain.LogIn{Email: c.email, Password: c.password}).Refused(t, c.status, c.sentence)
		})
	}
}

func TestLogInReturnsATokenAndTheAccount(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	tutor := app.Person(t, domain.RoleTutor, "Kim Marsh")
	for _, email := range []string{"kim.marsh@example.com", "KIM.Marsh@example.COM", "  kim.marsh@example.com\n"} {
		var got session
		app.Call(t, "POST", "/api/auth/login", "", domain.LogIn{Email: email, Password: testkit.Password}).Granted(t, 200, &got)
		if got.User.ID != tutor.Id || got.User.Role != domain.RoleTutor || got.User.Password+got.User.TokenKey != "" {
			t.Errorf("%q: got %+v", email, got.User)
		}
		app.Call(t, "GET", "/api/auth/me", got.Token, nil).Granted(t, 200, nil)
	}
}

func TestAnInvalidTokenBlocksNoPublicRoute(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	stale := robin.Token
	robin.RefreshTokenKey()
	app.MustSave(t, robin.Record)
	for i, token := range []string{stale, "garbage", "a.b.c", strings.Repeat("x", 5000)} {
		app.Call(t, "GET", "/api/auth/me", token, nil).Refused(t, 401, "Please log in to continue")
		app.Call(t, "POST", "/api/auth/login", token, domain.LogIn{Email: robin.Email(), Password: testkit.Password}).Granted(t, 200, nil)
		app.Call(t, "POST", "/api/auth/signup", token, domain.SignUp{Name: "Nia", Email: fmt.Sprintf("nia%d@example.com", i), Password: "quill-1"}).Granted(t, 201, nil)
		app.Call(t, "POST", "/api/assignments/public", token, testkit.NewAssignment()).Granted(t, 201, nil)
	}
}

// Not parallel, because other tests would distort the measured times.
func TestLogInTimeDoesNotRevealWhoHasAnAccount(t *testing.T) {
	app := testkit.New(t)
	users, err := app.FindCollectionByNameOrId(store.Users)
	if err != nil {
		t.Fatal(err)
	}
	users.Fields.GetByName(store.PasswordField).(*core.PasswordField).Cost = 8 // high enough for hashing to dominate the response time
	if err := app.Save(users); err != nil {
		t.Fatal(err)
	}
	app.Person(t, domain.RoleStudent, "Robin Vale")

	var known, unknown []time.Duration
	for range 15 {
		known = append(known, timeLogIn(t, app, "robin.vale@example.com"))
		unknown = append(unknown, timeLogIn(t, app, "nobody@example.com"))
	}
	// Without the compensating work, the times would differ many times over.
	if a, b := median(known), median(unknown); a > 3*b || b > 3*a {
		t.Errorf("the median is %v for a known address and %v for an unknown one", a, b)
	}
}

func timeLogIn(t *testing.T, app *testkit.App, email string) time.Duration {
	t.Helper()
	elapsed := clock.Stopwatch()
	app.Call(t, "POST", "/api/auth/login", "", domain.LogIn{Email: email, Password: "wrong horse"}).Refused(t, 401, "Invalid credentials")
	return elapsed()
}

func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}

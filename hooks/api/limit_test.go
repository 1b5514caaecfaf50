package api_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/internal/clock"
	"deskmate/internal/database"
	"deskmate/internal/testkit"
)

const tooMany = "Too many requests. Please wait a moment and try again"

// setLimits turns the default rate limits on. Some allow fewer requests, so that
// a test is short.
func setLimits(t *testing.T, app *testkit.App, maxRequests map[string]int) {
	t.Helper()
	settings := app.Settings()
	settings.RateLimits.Enabled = true
	for label, requests := range maxRequests {
		found := false
		for i := range settings.RateLimits.Rules {
			if rule := &settings.RateLimits.Rules[i]; rule.Label == label {
				rule.MaxRequests, found = requests, true
			}
		}
		if !found {
			t.Fatalf("there is no rate limit for %s", label)
		}
	}
	if err := app.Save(settings); err != nil {
		t.Fatal(err)
	}
}

// from sends a JSON request from an IP address.
func from(app *testkit.App, address, method, path, token, body string, header http.Header) testkit.Answer {
	request := httptest.NewRequest(method, path, strings.NewReader(body))
	for name, values := range header {
		request.Header[name] = values
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+token)
	request.RemoteAddr = address + ":1234"
	return app.Send(request)
}

func logIn(app *testkit.App, address, email, password string) testkit.Answer {
	return from(app, address, "POST", "/api/auth/login", "", fmt.Sprintf(`{"email":%q,"password":%q}`, email, password), nil)
}

// tooManyRequests checks that a request was refused with 429 and a Retry-After of
// at most the given number of seconds.
func tooManyRequests(t *testing.T, answer testkit.Answer, atMost int) {
	t.Helper()
	answer.Refused(t, http.StatusTooManyRequests, tooMany)
	if wait, err := strconv.Atoi(answer.Header.Get("Retry-After")); err != nil || wait < 1 || wait > atMost {
		t.Errorf("Retry-After is %q, want 1 to %d", answer.Header.Get("Retry-After"), atMost)
	}
}

func TestRateLimitsAreOnByDefault(t *testing.T) {
	t.Parallel()
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: t.TempDir(), DBConnect: database.Connect}) // as at an operator's first start
	if err := app.Bootstrap(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = app.ResetBootstrapState() })
	if err := app.RunAllMigrations(); err != nil {
		t.Fatal(err)
	}
	if !app.Settings().RateLimits.Enabled {
		t.Error("the rate limits are off")
	}
	for label, want := range map[string]core.RateLimitRule{
		"POST /api/auth/login":             {MaxRequests: 60, Duration: 60},
		"users:logIn":                      {MaxRequests: 20, Duration: 600},
		"users:submit":                     {MaxRequests: 60, Duration: 600},
		"POST /api/auth/signup":            {MaxRequests: 60, Duration: 600},
		"POST /api/assignments/public":     {MaxRequests: 60, Duration: 600},
		"POST /api/quotes":                 {MaxRequests: 60, Duration: 600},
		"PUT /api/users/change-password":   {MaxRequests: 20, Duration: 600},
		"users:requestPasswordReset":       {MaxRequests: 10, Duration: 600},
		"users:confirmPasswordReset":       {MaxRequests: 20, Duration: 600},
		"users:requestVerification":        {MaxRequests: 10, Duration: 600},
		"POST /api/auth/verify-email":      {MaxRequests: 20, Duration: 600},
		"users:changeEmail":                {MaxRequests: 10, Duration: 86400},
		"users:logInFromNewDevices":        {MaxRequests: 100, Duration: 600},
		"_superusers:auth":                 {MaxRequests: 10, Duration: 60},
		"_superusers:requestPasswordReset": {MaxRequests: 10, Duration: 600},
		"_superusers:confirmPasswordReset": {MaxRequests: 20, Duration: 600},
	} {
		rule, ok := app.Settings().RateLimits.FindRateLimitRule([]string{label})
		if !ok || rule.MaxRequests != want.MaxRequests || rule.Duration != want.Duration {
			t.Errorf("%s has the limit %+v, want %+v", label, rule, want)
		}
	}
}

func TestTheFrameworksOwnLimitsSayHowLongToWait(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	limits := map[string]int{}
	bodies := map[string]string{
		"requestPasswordReset": `{"email":"nobody@example.com"}`, "confirmPasswordReset": `{"token":"x"}`,
		"requestVerification": `{"email":"nobody@example.com"}`,
	}
	for action := range bodies {
		limits["users:"+action] = 2
	}
	setLimits(t, app, limits)
	for path, action := range map[string]string{
		"request-password-reset": "requestPasswordReset", "confirm-password-reset": "confirmPasswordReset",
		"request-verification": "requestVerification",
	} {
		send := func() testkit.Answer {
			return from(app, "198.51.100.1", "POST", "/api/collections/users/"+path, "", bodies[action], nil)
		}
		send()
		if answer := send(); answer.Status == http.StatusTooManyRequests || answer.Header.Get("Retry-After") != "" {
			t.Errorf("%s: got %d with Retry-After %q within the limit", path, answer.Status, answer.Header.Get("Retry-After"))
		}
		if answer := send(); answer.Status != http.StatusTooManyRequests || answer.Header.Get("Retry-After") != "600" {
			t.Errorf("%s: got %d with Retry-After %q, want 429 with 600", path, answer.Status, answer.Header.Get("Retry-After"))
		}
	}
}

func TestExcessRequestsFromOneAddressAreRefusedWithRetryAfter(t *testing.T) {
	t.Parallel()
	for label, c := range map[string]struct {
		body   string
		status int
		window int
	}{
		"POST /api/auth/login":           {`{"email":"nobody@example.com","password":"quill-1"}`, 401, 60},
		"POST /api/auth/signup":          {`{"name":"A","email":"a@example.com","password":"quill-1","role":"admin","adminKey":"guess"}`, 403, 600},
		"POST /api/assignments/public":   {`{"title":"A","description":"A","subject":"A","dueDate":"2031-01-01"}`, 201, 600},
		"POST /api/quotes":               {`{}`, 400, 600},
		"PUT /api/users/change-password": {`{"currentPassword":"guess","newPassword":"quill-1"}`, 400, 600},
		"POST /api/auth/verify-email":    {`{"token":"guess"}`, 400, 600},
	} {
		t.Run(label, func(t *testing.T) {
			t.Parallel()
			app := testkit.New(t)
			setLimits(t, app, map[string]int{label: 3})
			robin := app.Person(t, domain.RoleStudent, "Robin Vale")
			method, path, _ := strings.Cut(label, " ")
			for range 3 {
				from(app, "198.51.100.1", method, path, robin.Token, c.body, nil).Granted(t, c.status, nil)
			}
			tooManyRequests(t, from(app, "198.51.100.1", method, path, robin.Token, c.body, nil), c.window)
			// The doubled prefix is the same path, and no header of the client changes its address.
			tooManyRequests(t, from(app, "198.51.100.1", method, "/api"+path, robin.Token, c.body, nil), c.window)
			for _, name := range []string{"X-Forwarded-For", "X-Real-Ip", "Cf-Connecting-Ip", "Fly-Client-Ip", "True-Client-Ip", "Forwarded"} {
				header := http.Header{name: {"203.0.113.9"}}
				tooManyRequests(t, from(app, "198.51.100.1", method, path, robin.Token, c.body, header), c.window)
			}
			from(app, "198.51.100.2", method, path, robin.Token, c.body, nil).Granted(t, c.status, nil)
			app.Call(t, "GET", "/api/auth/me", robin.Token, nil).Granted(t, 200, nil)

			app.Settings().RateLimits.Enabled = false
			if err := app.Save(app.Settings()); err != nil {
				t.Fatal(err)
			}
			for range 5 {
				from(app, "198.51.100.1", method, path, robin.Token, c.body, nil).Granted(t, c.status, nil)
			}
		})
	}
}

func TestFailedLoginsToOneAccountAreLimitedAcrossAddresses(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	setLimits(t, app, map[string]int{"users:logInFromNewDevices": 3})
	app.Person(t, domain.RoleStudent, "Robin Vale")
	app.Person(t, domain.RoleStudent, "Nia Frost")
	for _, email := range []string{"robin.vale@example.com", "nobody@example.com"} { // the answers do not reveal which account exists
		for i := range 3 {
			spelling := []string{email, strings.ToUpper(email), "  " + email + "\n"}[i]
			logIn(app, fmt.Sprint("198.51.100.", i), spelling, "wrong horse").Refused(t, 401, "Invalid credentials")
		}
		tooManyRequests(t, logIn(app, "198.51.100.50", email, "wrong horse"), 600)
		tooManyRequests(t, logIn(app, "198.51.100.51", email, testkit.Password), 600)
	}
	logIn(app, "198.51.100.50", "nia.frost@example.com", testkit.Password).Granted(t, 200, nil)

	app.Settings().RateLimits.Enabled = false
	if err := app.Save(app.Settings()); err != nil {
		t.Fatal(err)
	}
	for range 5 {
		logIn(app, "198.51.100.50", "robin.vale@example.com", "wrong horse").Refused(t, 401, "Invalid credentials")
	}
	logIn(app, "198.51.100.50", "robin.vale@example.com", testkit.Password).Granted(t, 200, nil)
}

func TestOnlyFailedLoginsCountAgainstAnAccount(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	setLimits(t, app, map[string]int{"users:logIn": 3})
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	for range 2 {
		logIn(app, "198.51.100.1", robin.Email(), "wrong horse").Refused(t, 401, "Invalid credentials")
	}
	for range 10 {
		logIn(app, "198.51.100.1", robin.Email(), testkit.Password).Granted(t, 200, nil)
	}
	for range 5 { // a request without a password is not an attempt
		logIn(app, "198.51.100.1", robin.Email(), "").Refused(t, 400, "Email and password are required")
	}
	logIn(app, "198.51.100.1", robin.Email(), "wrong horse").Refused(t, 401, "Invalid credentials")
	tooManyRequests(t, logIn(app, "198.51.100.1", robin.Email(), testkit.Password), 600)
}

func TestConcurrentLoginsCountLikeConsecutiveOnes(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	setLimits(t, app, map[string]int{"users:logInFromNewDevices": 4})
	app.Person(t, domain.RoleStudent, "Robin Vale")
	answers := make([]testkit.Answer, 16)
	var logins sync.WaitGroup
	for i := range answers {
		logins.Go(func() { answers[i] = logIn(app, fmt.Sprint("198.51.100.", i), "robin.vale@example.com", "wrong horse") })
	}
	logins.Wait()
	checked := 0
	for _, answer := range answers {
		if answer.Status == http.StatusUnauthorized {
			checked++
			continue
		}
		tooManyRequests(t, answer, 600)
	}
	if checked != 4 {
		t.Errorf("%d passwords were checked, want 4", checked)
	}
}

func TestAttemptsAreAllowedAgainInTheNextWindow(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	setLimits(t, app, map[string]int{"users:logIn": 2})
	attempts, start := api.AttemptsOf(app, "users:logIn"), clock.Now(app)
	take := func(key string, after time.Duration) bool {
		clock.Set(app, start.Add(after))
		return attempts.Take(key) == nil
	}
	for i, step := range []struct {
		key   string
		after time.Duration
		want  bool
	}{
		{"a", 0, true},
		{"a", 599 * time.Second, true},
		{"a", 599 * time.Second, false},
		{"b", 599 * time.Second, true},
		{"a", 600 * time.Second, true}, // a new window
		{"a", 601 * time.Second, true},
		{"a", 602 * time.Second, false},
		{"b", 1198 * time.Second, true},
		{"b", 1198 * time.Second, false},
		{"a", 1200 * time.Second, true},
	} {
		if got := take(step.key, step.after); got != step.want {
			t.Errorf("step %d, key %s after %v: allowed is %t", i, step.key, step.after, got)
		}
	}
	attempts.Release("a")
	attempts.Release("a")
	attempts.Release("a") // more than were taken
	attempts.Release("nobody")
	for i, want := range []bool{true, true, false} { // two attempts were given back
		if got := take("a", 1201*time.Second); got != want {
			t.Errorf("attempt %d after the release: allowed is %t", i+1, got)
		}
	}
	if api.AttemptsOf(app, "users:logIn") != attempts {
		t.Error("one rule has two counters")
	}
	if api.AttemptsOf(app, "nosuch").Take("a") != nil {
		t.Error("an attempt is refused without a rule")
	}
}

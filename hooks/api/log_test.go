package api_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/tools/logger"

	"deskmate/hooks/domain"
	"deskmate/internal/testkit"
)

// logRequests turns the log of requests on.
func logRequests(t *testing.T, app *testkit.App) {
	t.Helper()
	settings := app.Settings()
	settings.Logs.MaxDays = 1
	settings.Logs.MinLevel = -8
	settings.Logs.LogAuthId = true
	if err := app.Save(settings); err != nil {
		t.Fatal(err)
	}
}

// loggedRequests waits until a number of requests are logged, which happens after
// they are answered, and returns the entries.
func loggedRequests(t *testing.T, app *testkit.App, count int) (entries []string) {
	t.Helper()
	handler := app.Logger().Handler().(*logger.BatchHandler)
	testkit.Eventually(t, fmt.Sprintf("%d requests are logged", count), func() bool {
		if err := handler.WriteAll(t.Context()); err != nil {
			t.Fatal(err)
		}
		entries = nil
		err := app.AuxDB().NewQuery("SELECT message || data FROM _logs WHERE json_extract(data, '$.type') = 'request' ORDER BY message").Column(&entries)
		if err != nil {
			t.Fatal(err)
		}
		return len(entries) >= count
	})
	return entries
}

func TestQueryStringsStayOutOfTheLog(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	logRequests(t, app)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	paths := []string{
		"/api/nosuch?sign=secretword", "/api/api/nosuch?sign=secretword", "/api/assignments/x/file?sign=secretword",
		"/api/assignments?page=secretword", "/api/assignments/all?search=secretword",
		"/admin/dashboard?search=secretword", "/?search=secretword",
	}
	for _, path := range paths {
		app.Call(t, "GET", path, robin.Token, nil)
	}
	for _, entry := range loggedRequests(t, app, len(paths)) {
		if strings.Contains(entry, "secretword") {
			t.Errorf("the log contains %s", entry)
		}
	}
}

func TestTypedAddressesStayOutOfTheLog(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	logRequests(t, app)
	paths := []string{"users/request-password-reset", "users/request-verification", "_superusers/request-password-reset", "_superusers/auth-with-password"}
	for _, path := range paths {
		body := map[string]string{"email": "secretword@example.com", "identity": "secretword@example.com", "password": "secretword"}
		app.Call(t, "POST", "/api/collections/"+path, "", body)
	}
	for _, entry := range loggedRequests(t, app, len(paths)) {
		if strings.Contains(entry, "secretword") {
			t.Errorf("the log contains %s", entry)
		}
	}
}

func TestTokensInPathsStayOutOfTheLog(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	logRequests(t, app)
	paths := []string{
		"/api/calendar/secretword.ics", "/api/calendar/secretword", "/api/api/calendar/secretword.ics", "/api/calendar%2Fsecretword.ics",
		"/API/calendar/secretword.ics", "/api/unsubscribe/secretword", "/api/unsubscribe/secretword/more",
	}
	for _, path := range paths {
		for _, method := range []string{"POST", "GET"} {
			request := httptest.NewRequest(method, path, nil)
			request.Header.Set("Referer", "https://deskmate.example"+path)
			app.Send(request)
		}
	}
	for _, entry := range loggedRequests(t, app, 2*len(paths)) {
		if strings.Contains(entry, "secretword") {
			t.Errorf("the log contains %s", entry)
		}
	}
}

func TestOnlyReadingThatSucceedsIsNotLogged(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	logRequests(t, app)
	calls := []struct{ method, path, token, entry string }{
		{"GET", "/api/assignments", robin.Token, ""},
		{"GET", "/api/site", "", ""},
		{"GET", "/api/assignments", "", "GET /api/assignments"},
		{"GET", "/api/assignments/export.csv", admin.Token, "GET /api/assignments/export.csv"},
		{"POST", "/api/auth/login", "", "POST /api/auth/login"},
		{"GET", "/about", "", "GET /about"},
	}
	var want []string
	for _, call := range calls {
		var body any
		if call.method == http.MethodPost {
			body = domain.LogIn{Email: robin.Email(), Password: testkit.Password}
		}
		app.Call(t, call.method, call.path, call.token, body)
		if call.entry != "" {
			want = append(want, call.entry)
		}
	}
	slices.Sort(want)
	entries := loggedRequests(t, app, len(want))
	for i, entry := range entries {
		if i >= len(want) || !strings.HasPrefix(entry, want[i]+"{") {
			t.Fatalf("the log contains\n%q\nwant\n%q", entries, want)
		}
	}
}

package hooks_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// closedEndpoints are the framework's own endpoints below a collection. {id} is an
// existing record: an account in users, and an assignment elsewhere.
var closedEndpoints = []string{
	"GET /records", "GET /records?expand=student&fields=*&filter=(student!='')&sort=-passwordHash", "POST /records",
	"GET /records/{id}", "PATCH /records/{id}", "DELETE /records/{id}",
	"GET /auth-methods", "POST /auth-with-password", "POST /auth-with-oauth2", "POST /request-otp", "POST /auth-with-otp",
	"POST /auth-refresh", "POST /impersonate/{id}", "POST /request-email-change", "POST /confirm-email-change", "POST /confirm-verification",
	"GET ", "PATCH ", "DELETE ", "DELETE /truncate",
}

// openEndpoints are the ones that accounts need. They exist for users only.
var openEndpoints = []string{"request-verification", "request-password-reset", "confirm-password-reset"}

func TestOnlySuperusersReachTheFrameworksOwnEndpoints(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	notFound := string(f.app.Call(t, "GET", "/api/collections/nosuch/records", "", nil).Body)
	expectNotFound := func(t *testing.T, call, token string) {
		t.Helper()
		id := f.assignment
		if strings.Contains(call, "users") {
			id = f.people["owner"].Id
		}
		method, path, _ := strings.Cut(strings.ReplaceAll(call, "{id}", id), " ")
		body := map[string]any{"email": f.people["owner"].Email(), "identity": f.people["owner"].Email(), "password": testkit.Password, "role": "admin"}
		answer := f.app.Call(t, method, path, token, body)
		if answer.Status != http.StatusNotFound || string(answer.Body) != notFound {
			t.Errorf("%s: got %d %s, want 404 %s", call, answer.Status, answer.Body, notFound)
		}
	}
	for _, caller := range []string{"anonymous", "other student", "assigned tutor", "admin", "inactive", "garbage token"} {
		t.Run(caller, func(t *testing.T) {
			for _, collection := range []string{store.Users, "_pb_users_auth_", store.Assignments, store.Site, "nosuch"} {
				for _, endpoint := range closedEndpoints {
					method, path, _ := strings.Cut(endpoint, " ")
					expectNotFound(t, method+" /api/collections/"+collection+path, f.tokens[caller])
				}
				if collection == store.Users {
					continue
				}
				for _, endpoint := range openEndpoints {
					expectNotFound(t, "POST /api/collections/"+collection+"/"+endpoint, f.tokens[caller])
				}
			}
			for _, call := range []string{
				"GET /api/collections", "POST /api/collections", "PUT /api/collections/import", "GET /api/collections/meta/scaffolds",
				"POST /api/batch", "POST /api/files/token", "GET /api/files/assignments/{id}/essay.pdf", "GET /api/files/nosuch/{id}/essay.pdf",
			} {
				expectNotFound(t, call, f.tokens[caller])
			}
		})
	}
	for _, call := range []string{"GET /api/settings", "GET /api/logs", "GET /api/backups", "GET /api/crons", "POST /api/sql"} {
		method, path, _ := strings.Cut(call, " ")
		for _, caller := range []string{"anonymous", "owner", "admin"} {
			if answer := f.app.Call(t, method, path, f.tokens[caller], map[string]string{"query": "SELECT 1"}); answer.Status != 401 && answer.Status != 403 {
				t.Errorf("%s as %s: got %d %s", call, caller, answer.Status, answer.Body)
			}
		}
	}
	f.app.Call(t, "GET", "/api/collections/assignments/records", f.tokens["superuser"], nil).Granted(t, 200, nil)
}

func TestOthersCanNeitherReadNorCreateSuperusers(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, call := range []string{
		"GET /records", "POST /records", "GET /records/{id}", "DELETE /records/{id}",
		"POST /impersonate/{id}", "POST /request-otp", "POST /auth-with-otp", "POST /auth-with-oauth2", "POST /auth-refresh",
	} {
		method, path, _ := strings.Cut(strings.ReplaceAll(call, "{id}", f.assignment), " ")
		for _, caller := range []string{"anonymous", "owner", "admin"} {
			body := map[string]any{"email": "new@example.com", "password": testkit.Password, "passwordConfirm": testkit.Password}
			if answer := f.app.Call(t, method, "/api/collections/_superusers"+path, f.tokens[caller], body); answer.Status < 400 {
				t.Errorf("%s as %s: got %d %s", call, caller, answer.Status, answer.Body)
			}
		}
	}
}

func TestAskingForLinksAndResettingAPasswordStayOpen(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	asker := app.Person(t, domain.RoleStudent, "Nia Frost") // gets our links, and only those count from then on
	path := func(endpoint string) string { return "/api/collections/users/" + endpoint }
	for _, email := range []string{"nobody@example.com", asker.Email()} {
		for _, endpoint := range []string{"request-verification", "request-password-reset"} {
			app.Call(t, "POST", path(endpoint), "", map[string]string{"email": email}).Granted(t, http.StatusNoContent, nil)
		}
	}
	garbage := map[string]string{"token": "garbage", "password": "new horse", "passwordConfirm": "new horse"}
	if answer := app.Call(t, "POST", path("confirm-password-reset"), "", garbage); answer.Status != http.StatusBadRequest {
		t.Errorf("a garbage token: got %d %s", answer.Status, answer.Body)
	}

	reset, err := robin.NewPasswordResetToken()
	if err != nil {
		t.Fatal(err)
	}
	body := map[string]string{"token": reset, "password": "new horse", "passwordConfirm": "new horse"}
	app.Call(t, "POST", path("confirm-password-reset"), "", body).Granted(t, http.StatusNoContent, nil)
	app.Call(t, "GET", "/api/auth/me", robin.Token, nil).Refused(t, 401, "Please log in to continue")
	app.Call(t, "POST", "/api/auth/login", "", domain.LogIn{Email: robin.Email(), Password: "new horse"}).Granted(t, 200, nil)
}

func TestUnusualSpellingsOfAPathOpenNothing(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	const secret = "Essay on tides"
	for _, path := range []string{
		"/API/collections/assignments/records", "/api/COLLECTIONS/assignments/records", "/api/collections/ASSIGNMENTS/records",
		"/api/collections/assignments/Records", "/api/collections/assignments/records/", "/api/collections/assignments/records/{id}/",
		"//api/collections/assignments/records", "/api//collections/assignments/records", "/api/collections//assignments//records",
		"/api%2Fcollections/assignments/records", "/api/collections%2Fassignments/records", "/api/collections/assignments%2Frecords",
		"/api/collections/assignments/records%2F{id}", "/%61pi/collections/assignments/records", "/api/c%6Fllections/assignments/records",
		"/api/api/collections/assignments/records", "/api/api/api/collections/assignments/records", "/%61pi/api/collections/assignments/records",
		"/api/api//collections/assignments/records", "/api//api/collections/assignments/records",
		"/api/collections/_superusers/../assignments/records", "/api/collections/_superusers/%2e%2e/assignments/records",
		"/api/collections/_superusers%2F..%2Fassignments/records", "/api/collections/users/request-verification/../../assignments/records",
		"/api/./collections/assignments/records", "/_/../api/collections/assignments/records", "/assets/../api/collections/assignments/records",
		"/api/assignments/{id}/", "/api/assignments//{id}", "/api/assignments/%2e%2e/assignments/all", "/api/assignments/all%2F", "/api/assignments/ALL",
		"/api/assignments/x%2F..%2F{id}", "/api/assignments/{id}%00", "/api/assignments/{id}?fields=*,student.passwordHash&expand=student",
	} {
		path = strings.ReplaceAll(path, "{id}", f.assignment)
		for _, method := range []string{"GET", "POST", "PATCH", "PUT", "DELETE", "HEAD", "OPTIONS"} {
			answer := f.follow(t, method, path, f.tokens["other student"], nil)
			page := strings.HasPrefix(answer.Header.Get("Content-Type"), "text/html")
			if strings.Contains(string(answer.Body), secret) || (answer.Status < 300 && !page && method != "OPTIONS") {
				t.Errorf("%s %s: got %d %s", method, path, answer.Status, answer.Body)
			}
		}
	}
	f.app.Call(t, "GET", "/api/assignments/"+f.assignment, f.tokens["owner"], nil).Granted(t, 200, nil)
}

func TestMethodOverridesAreIgnored(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, header := range []string{"X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"} {
		for _, method := range []string{"GET", "POST"} {
			for _, path := range []string{"/api/assignments/" + f.assignment + "?_method=DELETE", "/api/collections/assignments/records/" + f.assignment} {
				f.follow(t, method, path, f.tokens["owner"], http.Header{header: {"DELETE"}})
			}
		}
	}
	f.app.Call(t, "GET", "/api/assignments/"+f.assignment, f.tokens["owner"], nil).Granted(t, 200, nil)
}

func TestADoubledPrefixReachesTheSameRoute(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.app.Call(t, "GET", "/api/api/assignments/"+f.assignment, "", nil).Refused(t, 401, "Please log in to continue")
	f.app.Call(t, "GET", "/api/api/assignments/"+f.assignment, f.tokens["other student"], nil).Refused(t, 404, "Assignment not found")
	f.app.Call(t, "GET", "/api/api/assignments/"+f.assignment, f.tokens["owner"], nil).Granted(t, 200, nil)
	f.app.Call(t, "GET", "/api/api/nosuch", f.tokens["owner"], nil).Refused(t, 404, "There is nothing at this address")
}

// follow sends a request and follows redirects, as clients do.
func (f *fixture) follow(t *testing.T, method, path, token string, header http.Header) testkit.Answer {
	t.Helper()
	var answer testkit.Answer
	for range 5 {
		request := httptest.NewRequest(method, path, nil)
		for name, values := range header {
			request.Header[name] = values
		}
		request.Header.Set("Authorization", "Bearer "+token)
		answer = f.app.Send(request)
		if path = answer.Header.Get("Location"); path == "" || answer.Status/100 != 3 {
			break
		}
	}
	return answer
}

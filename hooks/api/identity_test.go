package api_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/internal/testkit"
)

const idHeader = "X-Request-Id"

func TestEveryAnswerHasAnIDOfItsOwn(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	if _, err := app.DB().NewQuery("DROP TABLE activities").Execute(); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, c := range []struct {
		method, path, token string
		status              int
	}{
		{"GET", "/", "", 200}, {"HEAD", "/", "", 200}, {"GET", "/dashboard", "", 200}, {"GET", "/assets/nosuch.js", "", 404}, {"GET", "/robots.txt", "", 200},
		{"GET", "/api/site", "", 200}, {"GET", "/api/nosuch", "", 404}, {"POST", "/api/nosuch", "", 404}, {"FROB", "/nosuch", "", 404},
		{"GET", "/api/auth/me", "", 401}, {"GET", "/api/users", robin.Token, 403}, {"POST", "/api/auth/login", "", 400}, {"GET", "/api/assignments//x", "", 307},
		{"GET", "/api/users/recent-activity", robin.Token, 500}, {"GET", "/api/api/site", "", 200},
		{"GET", "/api/health", "", 200}, {"GET", "/api/collections", "", 404}, {"GET", "/api/settings", "", 401}, {"OPTIONS", "/api/health", "", 204}, {"GET", "/_/", "", 200},
	} {
		request := httptest.NewRequest(c.method, c.path, nil)
		request.Header.Set(idHeader, "made-up-by-the-caller")
		if c.token != "" {
			request.Header.Set("Authorization", "Bearer "+c.token)
		}
		answer := app.Send(request)
		id := answer.Header.Get(idHeader)
		if answer.Status != c.status || len(id) != 20 || seen[id] {
			t.Errorf("%s %s: got %d with the id %q", c.method, c.path, answer.Status, id)
		}
		seen[id] = true
	}
}

func TestTheLogHasTheIDOfAFailedRequest(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	logRequests(t, app)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	if _, err := app.DB().NewQuery("DROP TABLE activities").Execute(); err != nil {
		t.Fatal(err)
	}
	id := app.Call(t, "GET", "/api/users/recent-activity", robin.Token, nil).Header.Get(idHeader)
	entry := loggedRequests(t, app, 1)[0]
	var failed string
	if err := app.AuxDB().NewQuery("SELECT data FROM _logs WHERE message = 'request failed'").Row(&failed); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(entry, `"meta":{"request":"`+id+`"}`) || !strings.Contains(failed, `"request":"`+id+`"`) {
		t.Errorf("the request %s has %s and %s", id, entry, failed)
	}
}

func TestAnIDFromATrustedProxyIsKept(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	settings := app.Settings()
	settings.TrustedProxy.Headers = []string{"X-Forwarded-For"}
	if err := app.TestApp.Save(settings); err != nil {
		t.Fatal(err)
	}
	for given, kept := range map[string]bool{"edge-2f77.A_1": true, "short": false, "edge 2f77": false} {
		request := httptest.NewRequest("GET", "/api/site", nil)
		request.Header.Set(idHeader, given)
		if id := app.Send(request).Header.Get(idHeader); (id == given) != kept || id == "" {
			t.Errorf("%q has become %q", given, id)
		}
	}
}

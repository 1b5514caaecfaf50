package web_test

import (
	"net/http/httptest"
	"testing"

	"deskmate/internal/testkit"
)

// allowed asks for a path as a page of an origin does, and returns which origin may read the answer.
func allowed(t *testing.T, app *testkit.App, method, path, host, origin string) string {
	t.Helper()
	request := httptest.NewRequest(method, path, nil)
	request.Host = host
	request.Header.Set("Origin", origin)
	if method == "OPTIONS" {
		request.Header.Set("Access-Control-Request-Method", "POST")
	}
	answer := app.Send(request)
	if answer.Status != 200 && answer.Status != 204 {
		t.Errorf("%s %s: got %d", method, path, answer.Status)
	}
	if method == "OPTIONS" && (answer.Header.Get("Access-Control-Allow-Methods") != "") != (answer.Header.Get("Access-Control-Allow-Origin") != "") {
		t.Errorf("%s %s: the preflight is answered with %v", method, path, answer.Header)
	}
	if got := answer.Header.Values("Vary"); len(got) == 0 || got[0] != "Origin" {
		t.Errorf("%s %s: Vary is %q", method, path, got)
	}
	return answer.Header.Get("Access-Control-Allow-Origin")
}

func TestOnlyPagesOfTheSiteReadAnswers(t *testing.T) {
	t.Parallel()
	app := newApp(t)
	check := func(host, own string, others ...string) {
		t.Helper()
		for _, path := range []string{"/api/site", "/api/health", "/services"} {
			for _, method := range []string{"GET", "OPTIONS"} {
				if got := allowed(t, app, method, path, host, own); got != own {
					t.Errorf("%s %s: %q is admitted, want %q", method, path, got, own)
				}
				for _, other := range others {
					if got := allowed(t, app, method, path, host, other); got != "" {
						t.Errorf("%s %s for %s: %q is admitted", method, path, other, got)
					}
				}
			}
		}
	}
	check("desk.example", "http://desk.example", "http://evil.example", "https://desk.example", "http://desk.example.evil.example", "http://desk.example:8090", "null", "*")
	app.Settings().Meta.AppURL = "https://deskmate.example/"
	check("127.0.0.1:8090", "https://deskmate.example", "http://127.0.0.1:8090", "http://deskmate.example", "https://evil.example")
}

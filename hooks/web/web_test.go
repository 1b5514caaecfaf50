package web_test

import (
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }

const (
	indexWithoutMarkers = "<!doctype html><title>Deskmate</title><script src=/assets/app-1a2b3c.js></script>"
	script              = "export const tides = 'high'"
	exampleOrigin       = "https://desk.example"
)

// newApp serves the source of index.html, which has head markers.
func newApp(t testing.TB) *testkit.App {
	t.Helper()
	index, err := os.ReadFile("../../frontend/index.html")
	if err != nil {
		t.Fatal(err)
	}
	return testkit.NewWithInterface(t, fstest.MapFS{
		"index.html": {Data: index}, "favicon.svg": {Data: []byte("<svg/>")}, "assets/app-1a2b3c.js": {Data: []byte(script)},
	})
}

// get sends a GET request with pairs of header names and values.
func get(app *testkit.App, path string, headers ...string) testkit.Answer {
	return send(app, "GET", path, headers...)
}

func send(app *testkit.App, method, path string, headers ...string) testkit.Answer {
	request := httptest.NewRequest(method, path, nil)
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	return app.Send(request)
}

// setAppURL sets the application URL in the settings, as an operator would.
func setAppURL(t testing.TB, app *testkit.App, url string) {
	t.Helper()
	app.Settings().Meta.AppURL = url
	if err := app.Save(app.Settings()); err != nil {
		t.Fatal(err)
	}
}

func findSite(t testing.TB, app *testkit.App) *core.Record {
	t.Helper()
	site, err := store.FindSite(app)
	if err != nil {
		t.Fatal(err)
	}
	return site
}

func findService(t testing.TB, app *testkit.App, slug string) *core.Record {
	t.Helper()
	service, err := store.FindService(app, slug)
	if err != nil {
		t.Fatal(err)
	}
	return service
}

func TestAddressesThatAreNotFilesGetThePage(t *testing.T) {
	t.Parallel()
	app := newAppWithAssets(t)
	for _, path := range []string{"/", "/login", "/services/essay-writing", "/admin/dashboard", "/nosuch.html", "/apiary", "/dashboard?success=true"} {
		answer := get(app, path)
		if answer.Status != 200 || string(answer.Body) != indexWithoutMarkers {
			t.Errorf("GET %s: got %d %q", path, answer.Status, answer.Body)
		}
		for header, want := range map[string]string{"Cache-Control": "no-cache", "Content-Type": "text/html; charset=utf-8"} {
			if got := answer.Header.Get(header); got != want {
				t.Errorf("GET %s: %s is %q, want %q", path, header, got, want)
			}
		}
		etag := answer.Header.Get("ETag")
		if repeated := get(app, path, "If-None-Match", etag); etag == "" || repeated.Status != 304 || len(repeated.Body) != 0 {
			t.Errorf("GET %s with its ETag %q: got %d %q, want 304 without a body", path, etag, repeated.Status, repeated.Body)
		}
		if changed := get(app, path, "If-None-Match", `"other"`); changed.Status != 200 {
			t.Errorf("GET %s with another ETag: got %d, want 200", path, changed.Status)
		}
	}
}

func TestUnknownAPIAddressesNeverGetThePage(t *testing.T) {
	t.Parallel()
	app := newAppWithAssets(t)
	for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE"} {
		for _, path := range []string{"/api/nosuch", "/api/assignmentz", "/api/auth", "/api/", "/api/auth/login/", "/api/users/a/b"} {
			app.Call(t, method, path, "", nil).Refused(t, 404, "There is nothing at this address")
		}
	}
	app.Call(t, "GET", "/api/auth/login", "", nil).Refused(t, 404, "There is nothing at this address")
	app.Call(t, "DELETE", "/api/auth/me", "", nil).Refused(t, 404, "There is nothing at this address")
}

func TestAnUnbuiltInterfaceSaysHowToBuildIt(t *testing.T) {
	t.Parallel()
	app := testkit.NewWithInterface(t, fstest.MapFS{".gitkeep": {}})
	for _, path := range []string{"/", "/login"} {
		if answer := get(app, path); answer.Status != 503 || !strings.Contains(string(answer.Body), "make build") {
			t.Errorf("GET %s: got %d %q", path, answer.Status, answer.Body)
		}
	}
	app.Call(t, "GET", "/api/auth/me", "", nil).Refused(t, 401, "Please log in to continue")
}

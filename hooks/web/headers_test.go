package web_test

import (
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/dbx"

	"deskmate/internal/testkit"
	"deskmate/records"
)

func TestEveryAnswerSaysWhatABrowserMustNotDoWithIt(t *testing.T) {
	t.Parallel()
	app := marked(t)
	for _, c := range []struct {
		method, path string
		status       int
	}{
		{"GET", "/", 200}, {"HEAD", "/", 200}, {"GET", "/login", 200}, {"GET", "/dashboard", 200}, {"GET", "/nosuch", 404},
		{"GET", "/services/essay-writing", 200}, {"GET", "/favicon.svg", 200}, {"GET", "/robots.txt", 200}, {"GET", "/sitemap.xml", 200},
		{"GET", "/manifest.webmanifest", 200}, {"GET", "/assets/app-1a2b3c.js", 200}, {"GET", "/assets/nosuch.js", 404},
		{"GET", "/api/site", 200}, {"GET", "/api/nosuch", 404}, {"GET", "/api/assignments", 401}, {"POST", "/api/auth/login", 400},
		{"GET", "/api/health", 200}, {"GET", "/api/collections/users/records", 404}, {"POST", "/login", 404},
	} {
		answer := app.Send(httptest.NewRequest(c.method, c.path, nil))
		if answer.Status != c.status {
			t.Errorf("%s %s is answered %d, want %d", c.method, c.path, answer.Status, c.status)
		}
		policy := directives(answer)
		for directive, want := range map[string]string{"default-src": "'self'", "frame-ancestors": "'none'", "object-src": "'none'", "base-uri": "'self'", "form-action": "'self'"} {
			if policy[directive] != want {
				t.Errorf("%s %s: %s is %q, want %q", c.method, c.path, directive, policy[directive], want)
			}
		}
		if strings.Contains(answer.Header.Get("Content-Security-Policy"), "unsafe") {
			t.Errorf("%s %s: %q", c.method, c.path, answer.Header.Get("Content-Security-Policy"))
		}
		for name, want := range map[string]string{"X-Content-Type-Options": "nosniff", "Referrer-Policy": "strict-origin", "X-Frame-Options": "DENY"} {
			if got := answer.Header.Values(name); !slices.Equal(got, []string{want}) {
				t.Errorf("%s %s: %s is %q, want %q", c.method, c.path, name, got, want)
			}
		}
		permissions := answer.Header.Get("Permissions-Policy")
		for _, denied := range []string{"camera", "microphone", "geolocation", "payment", "usb", "serial", "midi", "display-capture"} {
			if !slices.Contains(strings.Split(permissions, ", "), denied+"=()") {
				t.Errorf("%s %s allows %s: %q", c.method, c.path, denied, permissions)
			}
		}
	}
}

// directives reads a content policy.
func directives(answer testkit.Answer) map[string]string {
	read := map[string]string{}
	for directive := range strings.SplitSeq(answer.Header.Get("Content-Security-Policy"), ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(directive), " ")
		read[name] = value
	}
	return read
}

func TestTheAnalyticsTagIsOnPublicPagesOfASiteThatHasOne(t *testing.T) {
	t.Parallel()
	app := marked(t)
	const script = "/analytics.js"
	check := func(path string, wanted bool) {
		t.Helper()
		page := crawl(t, app, "desk.example", path)
		policy := directives(page.answer)
		if slices.Contains(page.scripts, script) != wanted || strings.Contains(page.contentSecurity, "googletagmanager") != wanted {
			t.Errorf("%s loads %q under %q, want the tag: %v", path, page.scripts, page.contentSecurity, wanted)
		}
		if wanted && (policy["script-src"] != "'self' https://www.googletagmanager.com" || policy["default-src"] != "'self'" || policy["frame-ancestors"] != "'none'") {
			t.Errorf("%s widens its policy to %q", path, page.contentSecurity)
		}
		if page.inline != 0 {
			t.Errorf("%s holds an inline script", path)
		}
	}
	open := []string{"/", "/services", "/services/essay-writing", "/privacy-policy"}
	closed := []string{"/login", "/signup", "/user/signup", "/admin/signup", "/dashboard", "/assignments/x", "/profile", "/services/unwritten", "/nosuch"}
	for _, path := range slices.Concat(open, closed) {
		check(path, false)
	}
	site := find(t, app, records.Site, "")
	site.Set(records.AnalyticsID, "G-AB12CD34EF")
	app.MustSave(t, site)
	for _, path := range open {
		check(path, true)
	}
	for _, path := range closed {
		check(path, false)
	}
	if answer := get(app, "/"); !strings.Contains(string(answer.Body), `data-id="G-AB12CD34EF"`) {
		t.Errorf("the front page does not name the tag: %s", answer.Body)
	}

	// One that was stored before there was a rule for it is none.
	for _, id := range []string{"G-1", `"><script>`} {
		if _, err := app.DB().NewQuery("UPDATE site SET analyticsId = {:id}").Bind(dbx.Params{"id": id}).Execute(); err != nil {
			t.Fatal(err)
		}
		app.MustSave(t, find(t, app, records.Services, "turnitin")) // any change makes pages be made anew
		check("/", false)
	}
}

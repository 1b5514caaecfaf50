package web_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/store"
)

func TestEveryAnswerHasSecurityHeaders(t *testing.T) {
	t.Parallel()
	app := newApp(t)
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
		answer := send(app, c.method, c.path)
		if answer.Status != c.status {
			t.Errorf("%s %s: got %d, want %d", c.method, c.path, answer.Status, c.status)
		}
		policy := answer.Header.Get("Content-Security-Policy")
		directives := parseDirectives(policy)
		for directive, want := range map[string]string{"default-src": "'self'", "frame-ancestors": "'none'", "object-src": "'none'", "base-uri": "'self'", "form-action": "'self'"} {
			if directives[directive] != want {
				t.Errorf("%s %s: %s is %q, want %q", c.method, c.path, directive, directives[directive], want)
			}
		}
		if strings.Contains(policy, "unsafe") {
			t.Errorf("%s %s: the policy is %q", c.method, c.path, policy)
		}
		for name, want := range map[string]string{"X-Content-Type-Options": "nosniff", "Referrer-Policy": "strict-origin", "X-Frame-Options": "DENY"} {
			if got := answer.Header.Values(name); !slices.Equal(got, []string{want}) {
				t.Errorf("%s %s: %s is %q, want %q", c.method, c.path, name, got, want)
			}
		}
		permissions := answer.Header.Get("Permissions-Policy")
		for _, feature := range []string{"camera", "microphone", "geolocation", "payment", "usb", "serial", "midi", "display-capture"} {
			if !slices.Contains(strings.Split(permissions, ", "), feature+"=()") {
				t.Errorf("%s %s allows %s: %q", c.method, c.path, feature, permissions)
			}
		}
	}
}

func TestThePageOfAnOfferSendsNoReferrer(t *testing.T) {
	t.Parallel()
	app := newApp(t)
	for _, path := range []string{"/offers/abcdefghijklmno.secret", "/Offers/abcdefghijklmno.secret"} {
		if got := send(app, "GET", path).Header.Values("Referrer-Policy"); !slices.Equal(got, []string{"no-referrer"}) {
			t.Errorf("GET %s: Referrer-Policy is %q", path, got)
		}
	}
}

// parseDirectives splits a content security policy into values by directive.
func parseDirectives(policy string) map[string]string {
	directives := map[string]string{}
	for directive := range strings.SplitSeq(policy, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(directive), " ")
		directives[name] = value
	}
	return directives
}

func TestOnlyPublicPagesLoadTheAnalyticsTag(t *testing.T) {
	t.Parallel()
	app := newApp(t)
	check := func(path string, wantTag bool) {
		t.Helper()
		page := crawl(t, app, "desk.example", path)
		directives := parseDirectives(page.contentPolicy)
		if slices.Contains(page.scripts, "/analytics.js") != wantTag || strings.Contains(page.contentPolicy, "googletagmanager") != wantTag {
			t.Errorf("%s loads %q under %q, want the tag: %v", path, page.scripts, page.contentPolicy, wantTag)
		}
		if wantTag && (directives["script-src"] != "'self' https://www.googletagmanager.com" || directives["default-src"] != "'self'" || directives["frame-ancestors"] != "'none'") {
			t.Errorf("%s allows more than the tag needs: %q", path, page.contentPolicy)
		}
		if page.inlineScripts != 0 {
			t.Errorf("%s has an inline script", path)
		}
	}
	publicPaths := []string{"/", "/services", "/services/essay-writing", "/privacy-policy"}
	otherPaths := []string{"/login", "/signup", "/user/signup", "/admin/signup", "/dashboard", "/assignments/x", "/profile", "/services/no-such-service", "/nosuch"}
	for _, path := range slices.Concat(publicPaths, otherPaths) {
		check(path, false)
	}
	site := findSite(t, app)
	site.Set(store.AnalyticsID, "G-AB12CD34EF")
	app.MustSave(t, site)
	for _, path := range publicPaths {
		check(path, true)
	}
	for _, path := range otherPaths {
		check(path, false)
	}
	if answer := get(app, "/"); !strings.Contains(string(answer.Body), `data-id="G-AB12CD34EF"`) {
		t.Errorf("the front page lacks the ID of the tag: %s", answer.Body)
	}

	// An ID that was stored before the rule for IDs existed is ignored.
	for _, id := range []string{"G-1", `"><script>`} {
		if _, err := app.DB().NewQuery("UPDATE site SET analyticsId = {:id}").Bind(dbx.Params{"id": id}).Execute(); err != nil {
			t.Fatal(err)
		}
		app.MustSave(t, findService(t, app, "turnitin")) // any change empties the page cache
		check("/", false)
	}
}

package web_test

import (
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

func TestTheHostHeaderSetsTheOriginOfLinks(t *testing.T) {
	t.Parallel()
	app := newApp(t)
	for host, want := range map[string]string{
		"desk.example": "http://desk.example/services", "Desk.Example:8090": "http://desk.example:8090/services",
		"127.0.0.1:8090": "http://127.0.0.1:8090/services", "[::1]:8090": "http://[::1]:8090/services",
		"study_desk": "http://study_desk/services", "_desk.local_": "http://_desk.local_/services",
		"desk.example.": "http://desk.example/services", "Study_Desk.:8090": "http://study_desk:8090/services",
	} {
		if page := crawl(t, app, host, "/services"); !slices.Equal(page.canonical, []string{want}) {
			t.Errorf("Host %s: the canonical URL is %q, want %q", host, page.canonical, want)
		}
	}
}

func TestAMalformedHostHeaderIsNeverRepeated(t *testing.T) {
	t.Parallel()
	app := newApp(t)
	for _, host := range []string{`a"b`, "a b", "a/b", "<script>", "a:b", "a:123456", "user@host", "-a.example", "a.example..", "[::1].", "", "ä.example", strings.Repeat("s", 300)} {
		page := crawl(t, app, host, "/services")
		if page.answer.Status != 200 || page.canonical != nil || page.graph != nil || page.meta["og:url"] != nil || page.meta["og:image"] != nil {
			t.Errorf("Host %q: got %d\n%s", host, page.answer.Status, page.answer.Body)
		}
		if page.titles[0] != "Services · Deskmate" || page.meta["og:title"] == nil || page.meta["robots"] != nil {
			t.Errorf("Host %q: the page lacks its title or is not indexed:\n%s", host, page.answer.Body)
		}
		for path, status := range map[string]int{"/nosuch": 404, "/robots.txt": 200, "/sitemap.xml": 404, "/manifest.webmanifest": 200} {
			request := httptest.NewRequest("GET", path, nil)
			request.Host = host
			if answer := app.Send(request); answer.Status != status || strings.Contains(string(answer.Body), "://") {
				t.Errorf("GET %s with Host %q: got %d\n%s", path, host, answer.Status, answer.Body)
			}
		}
	}
}

func TestForwardedHeadersCountOnlyBehindATrustedProxy(t *testing.T) {
	t.Parallel()
	app := newApp(t)
	request := httptest.NewRequest("GET", "/services", nil)
	request.Host = "desk.example"
	for name, value := range map[string]string{"X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example"} {
		request.Header.Set(name, value)
	}
	if page := parsePage(t, app.Send(request)); !slices.Equal(page.canonical, []string{"http://desk.example/services"}) {
		t.Errorf("without a trusted proxy the canonical URL is %q", page.canonical)
	}
	app.Settings().TrustedProxy.Headers = []string{"X-Forwarded-For"}
	if page := parsePage(t, app.Send(request)); !slices.Equal(page.canonical, []string{"https://desk.example/services"}) {
		t.Errorf("behind a trusted proxy the canonical URL is %q", page.canonical)
	}
}

func TestTheApplicationURLTakesPrecedenceOverTheHostHeader(t *testing.T) {
	t.Parallel()
	app := newApp(t)
	setAppURL(t, app, exampleOrigin)
	for _, host := range []string{"evil.example", `a"b`} {
		if page := crawl(t, app, host, "/services"); page.answer.Status != 200 || !slices.Equal(page.canonical, []string{exampleOrigin + "/services"}) {
			t.Errorf("Host %s: got %d with the canonical URL %q", host, page.answer.Status, page.canonical)
		}
	}
}

package web_test

import (
	"encoding/xml"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"deskmate/hooks/store"
)

func TestRobotsDisallowsEverythingThatIsNotPublic(t *testing.T) {
	t.Parallel()
	app := newApp(t)
	setAppURL(t, app, exampleOrigin)
	robots := string(get(app, "/robots.txt").Body)
	for _, line := range []string{
		"User-agent: *", "Disallow: /api/", "Disallow: /dashboard", "Disallow: /admin/dashboard", "Disallow: /tutor/dashboard",
		"Disallow: /tutor/assignments", "Disallow: /profile", "Disallow: /upload", "Disallow: /assignments/", "Sitemap: " + exampleOrigin + "/sitemap.xml",
	} {
		if !slices.Contains(strings.Split(robots, "\n"), line) {
			t.Errorf("robots.txt has no line %q:\n%s", line, robots)
		}
	}
	if strings.Contains(robots, "Disallow: /profile/") {
		t.Errorf("robots.txt repeats the tabs of a page that it disallows:\n%s", robots)
	}
	if strings.Contains(robots, "Disallow: /services") || regexp.MustCompile(`(?m)^Disallow: /$`).MatchString(robots) {
		t.Errorf("robots.txt disallows public pages:\n%s", robots)
	}
}

func TestTheSitemapListsEveryIndexedPage(t *testing.T) {
	t.Parallel()
	app := newApp(t)
	setAppURL(t, app, exampleOrigin)
	turnitin := findService(t, app, "turnitin")
	turnitin.Set(store.Enabled, false)
	app.MustSave(t, turnitin)

	answer := get(app, "/sitemap.xml")
	var sitemap struct {
		Entries []struct {
			URL      string `xml:"loc"`
			Modified string `xml:"lastmod"`
		} `xml:"url"`
	}
	if err := xml.Unmarshal(answer.Body, &sitemap); err != nil {
		t.Fatal(err)
	}
	if mediaType := answer.Header.Get("Content-Type"); !strings.HasPrefix(mediaType, "application/xml") {
		t.Errorf("the sitemap has the type %q", mediaType)
	}
	modified := map[string]string{}
	for _, entry := range sitemap.Entries {
		modified[entry.URL] = entry.Modified
		path, isOurs := strings.CutPrefix(entry.URL, exampleOrigin)
		if page := crawl(t, app, "desk.example", path); !isOurs || page.answer.Status != 200 || !slices.Equal(page.canonical, []string{entry.URL}) {
			t.Errorf("the sitemap lists %s, which answers %d with the canonical URL %q", entry.URL, page.answer.Status, page.canonical)
		}
	}
	const fixedPages, enabledServices = 8, 14
	if len(modified) != len(sitemap.Entries) || len(modified) != fixedPages+enabledServices {
		t.Errorf("the sitemap lists %d URLs: %v", len(sitemap.Entries), modified)
	}
	updated := findService(t, app, "paraphrasing").GetDateTime(store.Updated).Time().Format(time.DateOnly)
	if modified[exampleOrigin+"/terms-of-use"] != "2024-07-01" || modified[exampleOrigin+"/services/paraphrasing"] != updated {
		t.Errorf("the modification dates are %v", modified)
	}
}

func TestTheManifestHasTheNameOfTheSite(t *testing.T) {
	t.Parallel()
	app := newApp(t)
	site := findSite(t, app)
	site.Set(store.Name, `Night "Owl"`)
	app.MustSave(t, site)
	answer := get(app, "/manifest.webmanifest")
	var manifest struct {
		Name  string
		Icons []struct{ Src, Sizes, Purpose string }
	}
	answer.Decode(t, &manifest)
	if manifest.Name != `Night "Owl"` || answer.Header.Get("Content-Type") != "application/manifest+json" || len(manifest.Icons) != 4 {
		t.Errorf("got %s", answer.Body)
	}
	for _, icon := range manifest.Icons {
		if _, err := os.Stat("../../frontend/public" + icon.Src); err != nil {
			t.Errorf("the icon %s does not exist: %v", icon.Src, err)
		}
	}
}

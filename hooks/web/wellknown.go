package web

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// wellKnownFiles are the files that crawlers and browsers expect at the root of
// a site. A file of the same name in the interface takes precedence.
var wellKnownFiles = map[string]func(origin string, data *siteData) ([]byte, error){
	"robots.txt":           robots,
	"sitemap.xml":          sitemap,
	"manifest.webmanifest": manifest,
}

// serveWellKnown generates and sends a well-known file.
func (s *pageServer) serveWellKnown(e *core.RequestEvent, name string, generate func(string, *siteData) ([]byte, error)) error {
	data, _, err := s.cache.load(e.App, clock.Now(e.App))
	if err != nil {
		return err
	}
	content, err := generate(api.Origin(e), data)
	if err != nil {
		return err
	}
	e.Response.Header().Set("Cache-Control", revalidate)
	serveContent(e, name, bytes.NewReader(content), contentETag(content))
	return nil
}

// robots keeps crawlers out of everything but the public pages. They may also
// read the API that fills those pages, because they render pages as browsers do.
func robots(origin string, _ *siteData) ([]byte, error) {
	lines := []string{
		"User-agent: *",
		"Allow: /api/site", "Allow: /api/services", "Allow: /api/experts",
		"Disallow: /api/", "Disallow: /_/",
	}
	for _, page := range pages {
		prefix, _, _ := strings.Cut(page.Path, ":")
		line := "Disallow: " + prefix
		isCovered := slices.ContainsFunc(lines, func(other string) bool { return strings.HasPrefix(line, other+"/") })
		if page.Kind == kindSignedIn && !isCovered {
			lines = append(lines, line)
		}
	}
	if origin != "" {
		lines = append(lines, "", "Sitemap: "+origin+"/sitemap.xml")
	}
	return []byte(strings.Join(lines, "\n") + "\n"), nil
}

type sitemapEntry struct {
	URL      string `xml:"loc"`
	Modified string `xml:"lastmod,omitempty"` // a date
}

// sitemap lists every page that search engines index. Its URLs are absolute, so
// without an origin there is no sitemap.
func sitemap(origin string, data *siteData) ([]byte, error) {
	if origin == "" {
		return nil, fs.ErrNotExist
	}
	var entries []sitemapEntry
	add := func(t target) {
		h := newHead(t, origin, data)
		entry := sitemapEntry{URL: origin + h.Path}
		if !h.Modified.IsZero() {
			entry.Modified = h.Modified.UTC().Format(time.DateOnly)
		}
		entries = append(entries, entry)
	}
	for _, page := range pages {
		if page.Kind.isIndexed() && page.Path != servicePath {
			add(target{page: page})
		}
	}
	for _, service := range data.services {
		if isEnabled(service) {
			add(resolve("/services/"+service.GetString(store.Slug), data))
		}
	}
	content, err := xml.MarshalIndent(struct {
		XMLName xml.Name       `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
		Entries []sitemapEntry `xml:"url"`
	}{Entries: entries}, "", "  ")
	return append([]byte(xml.Header), append(content, '\n')...), err
}

type manifestIcon struct {
	Source  string `json:"src"`
	Sizes   string `json:"sizes"`
	Type    string `json:"type"`
	Purpose string `json:"purpose,omitempty"`
}

// manifest lets people install the site as an app.
func manifest(_ string, data *siteData) ([]byte, error) {
	return json.MarshalIndent(struct {
		Name       string         `json:"name"`
		ShortName  string         `json:"short_name"`
		ID         string         `json:"id"`
		StartURL   string         `json:"start_url"`
		Scope      string         `json:"scope"`
		Display    string         `json:"display"`
		Theme      string         `json:"theme_color"`
		Background string         `json:"background_color"`
		Icons      []manifestIcon `json:"icons"`
	}{
		Name: singleLine(data.site, store.Name), ShortName: singleLine(data.site, store.Name),
		ID: "/", StartURL: "/", Scope: "/", Display: "standalone", Theme: lightBackground, Background: lightBackground,
		Icons: []manifestIcon{
			{"/favicon.svg", "any", "image/svg+xml", ""},
			{"/icon-192.png", "192x192", "image/png", ""},
			{"/icon-512.png", "512x512", "image/png", ""},
			{"/icon-maskable-512.png", "512x512", "image/png", "maskable"},
		},
	}, "", "  ")
}

// lightBackground is base-100 of the light theme in hexadecimal, which every
// browser accepts in a manifest.
const lightBackground = "#fcfaf6"

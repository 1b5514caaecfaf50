package web

import (
	"encoding/json"
	"encoding/xml"
	"io/fs"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/records"
)

// guides are the files that machines look for at the root of a site. One of
// the same name among the interface's files goes before.
var guides = map[string]func(address string, facts *facts) ([]byte, error){
	"robots.txt":           robots,
	"sitemap.xml":          sitemap,
	"manifest.webmanifest": manifest,
}

// sendGuide answers with one of the guides.
func (f *finisher) sendGuide(e *core.RequestEvent, name string, write func(string, *facts) ([]byte, error)) error {
	address := siteAddress(e)
	facts, _, err := f.shelf.read(e.App, time.Now())
	if err != nil {
		return err
	}
	content, err := write(address, facts)
	if err != nil {
		return err
	}
	e.Response.Header().Set("Cache-Control", askAgain)
	serve(e, name, content, tagOf(content))
	return nil
}

// robots keeps search engines to what is public. Of the API they may read what
// the public pages are filled with, since they show pages as people see them.
func robots(address string, _ *facts) ([]byte, error) {
	lines := []string{
		"User-agent: *",
		"Allow: /api/site", "Allow: /api/services", "Allow: /api/experts",
		"Disallow: /api/", "Disallow: /_/",
	}
	for _, page := range pages {
		if page.Kind == signedIn {
			fixed, _, _ := strings.Cut(page.Path, ":")
			lines = append(lines, "Disallow: "+fixed)
		}
	}
	if address != "" {
		lines = append(lines, "", "Sitemap: "+address+"/sitemap.xml")
	}
	return []byte(strings.Join(lines, "\n") + "\n"), nil
}

type sitemapEntry struct {
	Address string `xml:"loc"`
	Changed string `xml:"lastmod,omitempty"` // a day
}

// sitemap lists every page that search engines are shown. It holds addresses
// alone: without one of the site there is none.
func sitemap(address string, facts *facts) ([]byte, error) {
	if address == "" {
		return nil, fs.ErrNotExist
	}
	var entries []sitemapEntry
	add := func(p place) {
		h := headOf(p, address, facts)
		entry := sitemapEntry{Address: address + h.Path}
		if !h.Changed.IsZero() {
			entry.Changed = h.Changed.UTC().Format(time.DateOnly)
		}
		entries = append(entries, entry)
	}
	for _, page := range pages {
		if page.Kind.isListed() && page.Path != servicePath {
			add(place{page: page})
		}
	}
	for _, service := range facts.services {
		if isOffered(service) {
			add(placeAt("/services/"+service.GetString(records.Slug), facts))
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

// manifest lets people put the site among their applications.
func manifest(_ string, facts *facts) ([]byte, error) {
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
		Name: oneLine(facts.site, records.Name), ShortName: oneLine(facts.site, records.Name),
		ID: "/", StartURL: "/", Scope: "/", Display: "standalone", Theme: paper, Background: paper,
		Icons: []manifestIcon{
			{"/favicon.svg", "any", "image/svg+xml", ""},
			{"/icon-192.png", "192x192", "image/png", ""},
			{"/icon-512.png", "512x512", "image/png", ""},
			{"/icon-maskable-512.png", "512x512", "image/png", "maskable"},
		},
	}, "", "  ")
}

// paper is base-100 of the light theme, in the form that manifests are read in.
const paper = "#fcfaf6"

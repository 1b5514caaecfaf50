package web

import (
	"html/template"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
)

// head is the metadata that a page carries before any script runs
// (docs/product.md, section 4.14).
type head struct {
	Kind        pageKind
	Title       string // without the name of the site
	Description string
	Path        string    // its canonical path; empty if search engines do not index the page
	Modified    time.Time // zero if unknown
	graph       []any     // schema.org nodes
}

// target is the page at a URL path, with the service that it shows, if any.
type target struct {
	page
	service *core.Record
}

// resolve finds the page at an escaped URL path. The page of a slug that has no
// service shows a generic text and is not indexed. The page of a disabled
// service does not exist: its component says so.
func resolve(escapedPath string, data *siteData) target {
	matched, slug := matchPage(escapedPath)
	if matched.Path != servicePath {
		return target{page: matched}
	}
	service := data.findService(slug)
	switch {
	case service != nil && isEnabled(service):
		matched.Path = "/services/" + slug
		return target{matched, service}
	case service == nil && len(slug) <= domain.SlugLimit:
		matched.Kind = kindUnlisted
		return target{page: matched}
	default:
		missing := missingPage()
		missing.Components = matched.Components
		return target{page: missing}
	}
}

// newHead builds the head of a page.
func newHead(t target, origin string, data *siteData) head {
	h := head{Kind: t.Kind, Title: t.Title, Description: descriptions[t.Path]}
	if t.Kind.isIndexed() {
		h.Path = t.Path
	}
	switch {
	case t.service != nil:
		h.describeService(t.service, origin, data)
	case t.Kind == kindPublic:
		h.describePage(origin, data)
	}
	return h
}

func (h *head) describeService(service *core.Record, origin string, data *siteData) {
	name, title := singleLine(service, store.Name), singleLine(service, store.Title)
	h.Title = domain.ServiceTitle(name, title)
	for _, text := range []string{service.GetString(store.Description), service.GetString(store.Subtitle), descriptions[servicePath]} {
		if h.Description = domain.Summary(text); h.Description != "" {
			break
		}
	}
	h.Modified = lastUpdated(service)
	h.graph = []any{
		newOrganization(origin, data),
		serviceNode{
			Type: "Service", ID: origin + h.Path + "#service", Name: title, ServiceType: name,
			Description: strings.TrimSpace(service.GetString(store.Description)), URL: origin + h.Path,
			Provider: reference{origin + "/#organization"},
		},
		newBreadcrumbs(origin, crumb{"Services", "/services"}, crumb{name, h.Path}),
	}
}

// describePage fills in the schema.org nodes and the modification time of a
// public page.
func (h *head) describePage(origin string, data *siteData) {
	h.graph = []any{newOrganization(origin, data)}
	switch h.Path {
	case "/":
		h.Modified = lastUpdated(data.site, data.policy)
		if start := data.policy.GetDateTime(store.EffectiveFrom).Time(); start.After(h.Modified) {
			h.Modified = start // the version was added before it took effect
		}
		h.graph = append(h.graph, newFAQPage(origin, data.policy))
	case "/services":
		h.Modified = lastUpdated(data.services...)
		h.graph = append(h.graph, newBreadcrumbs(origin, crumb{h.Title, h.Path}))
	default:
		h.Modified = data.policy.GetDateTime(store.EffectiveFrom).Time()
		h.graph = append(h.graph, newBreadcrumbs(origin, crumb{h.Title, h.Path}))
	}
}

// headTemplate renders what goes between the markers of index.html. It is an
// HTML template because titles may contain any character.
var headTemplate = template.Must(template.New("head").Parse(`<title>{{.Title}} · {{.Site}}</title>
    <meta name="application-name" content="{{.Site}}" />
    <meta name="currency" content="{{.Currency}}" />
{{- with .Description}}
    <meta name="description" content="{{.}}" />
{{- end}}
{{- if not .IsIndexed}}
    <meta name="robots" content="noindex" />
{{- else}}
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="{{.Site}}" />
    <meta property="og:title" content="{{.Title}} · {{.Site}}" />
    <meta property="og:description" content="{{.Description}}" />
    <meta property="og:locale" content="en" />
    <meta name="twitter:card" content="summary" />
{{- if .URL}}
    <link rel="canonical" href="{{.URL}}" />
    <meta property="og:url" content="{{.URL}}" />
    <meta property="og:image" content="{{.Origin}}/icon-512.png" />
    <meta property="og:image:width" content="512" />
    <meta property="og:image:height" content="512" />
    <meta property="og:image:alt" content="{{.Site}}" />
{{- end}}
{{- end}}
{{- with .Graph}}
    <script type="application/ld+json">{{.}}</script>
{{- end}}
{{- with .AnalyticsID}}
    <script defer src="/analytics.js" data-id="{{.}}"></script>
{{- end}}`))

// render executes the template. Without an origin, the page contains no
// absolute links.
func (h head) render(origin string, data *siteData) (string, error) {
	var out strings.Builder
	values := struct {
		Title, Site, Currency, Description, Origin, URL, AnalyticsID string
		IsIndexed                                                    bool
		Graph                                                        any
	}{
		Title: h.Title, Site: singleLine(data.site, store.Name), Currency: data.site.GetString(store.Currency),
		Description: h.Description, Origin: origin, IsIndexed: h.Path != "",
	}
	if values.IsIndexed && origin != "" {
		values.URL = origin + h.Path
	}
	if len(h.graph) > 0 && origin != "" { // the IDs of its nodes are absolute
		values.Graph = map[string]any{"@context": "https://schema.org", "@graph": h.graph}
	}
	if h.Kind == kindPublic {
		values.AnalyticsID = store.AnalyticsTag(data.site)
	}
	err := headTemplate.Execute(&out, values)
	return out.String(), err
}

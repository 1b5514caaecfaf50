package web

import (
	"html/template"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/records"
	"deskmate/rules"
)

// head is what one page says of itself before any script runs
// (docs/product.md, section 4.14).
type head struct {
	Kind        kind
	Title       string // without the name of the site
	Description string
	Path        string    // its one true address on this site; empty where search engines are not shown it
	Changed     time.Time // zero where that is not known
	graph       []any     // what it is about, for machines
}

// place is what stands at an address: a line of the list and, where it is the
// page of a service, its row.
type place struct {
	page
	service *core.Record
}

// placeAt finds what stands at an address. Generic words stand where nobody has
// written anything about a service, without being shown to search engines; a
// service that is switched off does not exist, which its page says.
func placeAt(escapedPath string, facts *facts) place {
	found, open := pageAt(escapedPath)
	if found.Path != servicePath {
		return place{page: found}
	}
	service := facts.service(open)
	switch {
	case service != nil && isOffered(service):
		found.Path = "/services/" + open
		return place{found, service}
	case service == nil && len(open) <= rules.SlugLimit:
		found.Kind = unlisted
		return place{page: found}
	default:
		gone := missingPage()
		gone.Part = found.Part
		return place{page: gone}
	}
}

// headOf writes the head of a place.
func headOf(p place, address string, facts *facts) head {
	h := head{Kind: p.Kind, Title: p.Title, Description: descriptions[p.Path]}
	if p.Kind.isListed() {
		h.Path = p.Path
	}
	switch {
	case p.service != nil:
		h.describeService(p.service, address, facts)
	case p.Kind == public:
		h.describe(address, facts)
	}
	return h
}

func (h *head) describeService(service *core.Record, address string, facts *facts) {
	title := oneLine(service, records.Title)
	h.Title = rules.ServiceTitle(oneLine(service, records.Name), title)
	for _, text := range []string{service.GetString(records.Description), service.GetString(records.Subtitle), descriptions[servicePath]} {
		if h.Description = rules.Summary(text); h.Description != "" {
			break
		}
	}
	h.Changed = lastChange(service)
	h.graph = []any{
		organization(address, facts),
		serviceNode{
			Type: "Service", ID: address + h.Path + "#service", Name: title, ServiceType: oneLine(service, records.Name),
			Description: strings.TrimSpace(service.GetString(records.Description)), URL: address + h.Path,
			Provider: reference{address + "/#organization"},
		},
		trail(address, step{"Services", "/services"}, step{oneLine(service, records.Name), h.Path}),
	}
}

// describe adds what the page is about, and when that was last changed.
func (h *head) describe(address string, facts *facts) {
	h.graph = []any{organization(address, facts)}
	switch h.Path {
	case "/":
		h.Changed = lastChange(facts.site, facts.policy)
		h.graph = append(h.graph, faqPage(address, facts.policy))
	case "/services":
		h.Changed = lastChange(facts.services...)
		h.graph = append(h.graph, trail(address, step{h.Title, h.Path}))
	default:
		h.Changed = facts.policy.GetDateTime(records.EffectiveFrom).Time()
		h.graph = append(h.graph, trail(address, step{h.Title, h.Path}))
	}
}

// headTemplate is what stands between the marks of index.html. It leaves
// escaping to the template: a title may hold anything.
var headTemplate = template.Must(template.New("head").Parse(`<title>{{.Title}} · {{.Site}}</title>
    <meta name="application-name" content="{{.Site}}" />
{{- with .Description}}
    <meta name="description" content="{{.}}" />
{{- end}}
{{- if not .IsListed}}
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
    <meta property="og:image" content="{{.Address}}/icon-512.png" />
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

// write fills the template. Where the site has no address, the page names none.
func (h head) write(address string, facts *facts) (string, error) {
	var out strings.Builder
	values := struct {
		Title, Site, Description, Address, URL, AnalyticsID string
		IsListed                                            bool
		Graph                                               any
	}{Title: h.Title, Site: oneLine(facts.site, records.Name), Description: h.Description, Address: address, IsListed: h.Path != ""}
	if values.IsListed && address != "" {
		values.URL = address + h.Path
	}
	if len(h.graph) > 0 && address != "" { // all in it is named by its address
		values.Graph = map[string]any{"@context": "https://schema.org", "@graph": h.graph}
	}
	if h.Kind == public {
		values.AnalyticsID = records.AnalyticsTag(facts.site)
	}
	err := headTemplate.Execute(&out, values)
	return out.String(), err
}

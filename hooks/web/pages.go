package web

import (
	_ "embed"
	"encoding/json"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
)

// pages.json lists every page of the interface, which builds its own heads
// and routes from the same list (docs/product.md, section 4.14).
//
//go:embed pages.json
var pagesJSON []byte

// descriptions.json holds the descriptions of the pages that search engines
// index, by path.
//
//go:embed descriptions.json
var descriptionsJSON []byte

// page is an entry of pages.json. Path is a pattern in the syntax of the
// interface's router: a segment that starts with a colon is a parameter.
// Components name the source files of the page, src/pages/<component>-page.tsx: its
// own, after those of the pages that it is a tab of.
type page struct {
	Path       string   `json:"path"`
	Kind       pageKind `json:"kind"`
	Title      string   `json:"title"`
	Components []string `json:"parts"`
}

// pageKind says who can reach a page, and whether search engines index it.
type pageKind string

const (
	kindPublic   pageKind = "public"   // for everyone, indexed
	kindEntrance pageKind = "entrance" // for everyone, indexed, with a password field
	kindUnlisted pageKind = "unlisted" // for everyone who knows the address
	kindSignedIn pageKind = "signedIn" // for people with an account
	kindMissing  pageKind = "missing"  // shown at addresses that do not exist
)

// isIndexed reports whether search engines index pages of this kind.
func (k pageKind) isIndexed() bool { return k == kindPublic || k == kindEntrance }

var (
	pages        = mustUnmarshal[[]page](pagesJSON)
	descriptions = mustUnmarshal[map[string]string](descriptionsJSON)
)

// servicePath is the path of the page that shows a single service.
const servicePath = "/services/:serviceSlug"

// matchPage finds the page at an escaped URL path and the unescaped value of
// its parameter. Like the interface's router, it ignores case and a trailing
// slash.
func matchPage(escapedPath string) (matched page, param string) {
	segments := strings.Split(strings.TrimRight(escapedPath, "/"), "/")
	for _, page := range pages {
		if param, ok := page.match(segments); ok {
			return page, param
		}
	}
	return missingPage(), ""
}

// missingPage returns the last entry of pages.json.
func missingPage() page { return pages[len(pages)-1] }

func (p page) match(segments []string) (param string, ok bool) {
	pattern := strings.Split(strings.TrimRight(p.Path, "/"), "/")
	if len(pattern) != len(segments) {
		return "", false
	}
	for i, segment := range segments {
		if strings.HasPrefix(pattern[i], ":") && segment != "" {
			param = segment
		} else if !strings.EqualFold(pattern[i], segment) {
			return "", false
		}
	}
	if unescaped, err := url.PathUnescape(param); err == nil {
		param = unescaped
	}
	return param, true
}

// mustUnmarshal decodes a JSON file that is compiled into the program.
func mustUnmarshal[T any](content []byte) (value T) {
	if err := json.Unmarshal(content, &value); err != nil {
		panic(err) // an embedded file is malformed
	}
	return value
}

// questions.json holds the questions and answers of the front page. The
// interface shows the same text that search engines get (docs/product.md,
// section 4.10).
//
//go:embed questions.json
var questionsJSON []byte

// faq is a question with its answer. An answer may contain numbers from the
// policy as {disputeHours} or {revisionDays days}, and links as [text](/path).
type faq struct {
	Question string `json:"ask"`
	Answer   string `json:"answer"`
}

var faqs = mustUnmarshal[[]faq](questionsJSON)

var (
	placeholder  = regexp.MustCompile(`\{(\w+)( days)?\}`)
	markdownLink = regexp.MustCompile(`\[([^\]]+)\]\([^)]+\)`)
)

// plainAnswer returns the answer as plain text, with the numbers of a policy
// filled in and links reduced to their text.
func (f faq) plainAnswer(policy *core.Record) string {
	filled := placeholder.ReplaceAllStringFunc(f.Answer, func(match string) string {
		groups := placeholder.FindStringSubmatch(match)
		value := policy.GetInt(groups[1])
		switch {
		case groups[2] == "":
			return domain.Thousands(value)
		case value == 1:
			return "1 day"
		default:
			return strconv.Itoa(value) + " days"
		}
	})
	return markdownLink.ReplaceAllString(filled, "$1")
}

// siteData is a snapshot of the records that appear in the heads of pages.
type siteData struct {
	site     *core.Record
	policy   *core.Record   // the version in force
	services []*core.Record // all of them, in display order

	nextPolicy time.Time // when the next version takes effect; zero if none is announced
}

// readSiteData reads the records as they are now.
func readSiteData(app core.App, now time.Time) (*siteData, error) {
	site, err := store.FindSite(app)
	if err != nil {
		return nil, err
	}
	policy, err := store.FindPolicy(app, now)
	if err != nil {
		return nil, err
	}
	nextPolicy, err := store.NextPolicyStart(app, now)
	if err != nil {
		return nil, err
	}
	services, err := store.FindAllServices(app)
	if err != nil {
		return nil, err
	}
	return &siteData{site: site, policy: policy, services: services, nextPolicy: nextPolicy}, nil
}

// findService finds a service by its slug, or returns nil.
func (d *siteData) findService(slug string) *core.Record {
	for _, service := range d.services {
		if service.GetString(store.Slug) == slug {
			return service
		}
	}
	return nil
}

// lastUpdated returns when the most recently updated of some records was updated.
func lastUpdated(rows ...*core.Record) (latest time.Time) {
	for _, row := range rows {
		if updated := row.GetDateTime(store.Updated).Time(); updated.After(latest) {
			latest = updated
		}
	}
	return latest
}

// isEnabled reports whether the operator offers a service.
func isEnabled(service *core.Record) bool { return service.GetBool(store.Enabled) }

// singleLine returns a text field of a record without line breaks.
func singleLine(row *core.Record, field string) string { return domain.OneLine(row.GetString(field)) }

package web

import (
	_ "embed"
	"encoding/json"
	"net/url"
	"strings"
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
// Components name the source files of the page, src/app/<component>-page.tsx: its
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

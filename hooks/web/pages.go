package web

import (
	_ "embed"
	"encoding/json"
	"net/url"
	"strings"
)

// pages.json lists every page of the interface, which builds its own heads
// and routes on the same list (docs/product.md, section 4.14).
//
//go:embed pages.json
var pagesFile []byte

// descriptions.json describes those that search engines are shown, by path.
//
//go:embed descriptions.json
var descriptionsFile []byte

// page is one line of the list. Path is written as the interface's router
// reads it: a part that begins with a colon stands for any one part. Part is
// the source of the interface that shows it.
type page struct {
	Path  string `json:"path"`
	Kind  kind   `json:"kind"`
	Title string `json:"title"`
	Part  string `json:"part"`
}

// kind says who finds a page, and how.
type kind string

const (
	public   kind = "public"   // everyone, by search engines too
	entrance kind = "entrance" // the same, but people type a password there
	unlisted kind = "unlisted" // everyone who knows the address
	signedIn kind = "signedIn" // people with an account
	missing  kind = "missing"  // what is shown where there is nothing
)

// isListed tells whether search engines are shown a page of this kind.
func (k kind) isListed() bool { return k == public || k == entrance }

var (
	pages        = mustRead[[]page](pagesFile)
	descriptions = mustRead[map[string]string](descriptionsFile)
)

// servicePath is the page of one service.
const servicePath = "/services/:serviceSlug"

// pageAt finds the page at an address as it came over the wire, and the part
// of it that the list leaves open. The interface's router does not mind the
// case of letters or a slash at the end, so neither does this.
func pageAt(escapedPath string) (found page, open string) {
	parts := strings.Split(strings.TrimRight(escapedPath, "/"), "/")
	for _, page := range pages {
		if open, ok := page.match(parts); ok {
			return page, open
		}
	}
	return missingPage(), ""
}

// missingPage is the last of the list.
func missingPage() page { return pages[len(pages)-1] }

func (p page) match(parts []string) (open string, ok bool) {
	wanted := strings.Split(strings.TrimRight(p.Path, "/"), "/")
	if len(wanted) != len(parts) {
		return "", false
	}
	for i, part := range parts {
		if strings.HasPrefix(wanted[i], ":") && part != "" {
			open = part
		} else if !strings.EqualFold(wanted[i], part) {
			return "", false
		}
	}
	if unescaped, err := url.PathUnescape(open); err == nil {
		open = unescaped
	}
	return open, true
}

// mustRead reads what is compiled into the program.
func mustRead[T any](content []byte) (read T) {
	if err := json.Unmarshal(content, &read); err != nil {
		panic(err) // a file beside this one is broken
	}
	return read
}

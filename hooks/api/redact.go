package api

import (
	"net/http"
	"strings"
)

// secretPaths are the beginnings of paths that go on with a token.
var secretPaths = []string{"/api/calendar/", "/api/unsubscribe/", "/api/offers/", "/offers/"}

// redact removes from a request what must not get into the log. It runs when the request
// has been answered, and before it is logged.
func redact(r *http.Request) {
	r.URL.RawQuery = ""
	if path := withoutToken(r.URL.Path); path != r.URL.Path {
		r.URL.Path, r.URL.RawPath = path, ""
		r.Header.Del("Referer") // of the page's own form
	}
}

// withoutToken replaces the token in a path.
func withoutToken(path string) string {
	for _, start := range secretPaths {
		if len(path) > len(start) && strings.EqualFold(path[:len(start)], start) {
			return start + "***"
		}
	}
	return path
}

package web

import (
	"net/url"
	"regexp"
	"strings"

	"github.com/pocketbase/pocketbase/core"
)

// unsetAddress is what PocketBase's settings hold before an operator sets them.
const unsetAddress = "http://localhost:8090"

// hostName is a name or an address of a host, with its port where it has one.
// Names of an intranet may hold underscores; a dot at the end adds nothing.
var hostName = regexp.MustCompile(`^([a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9_])?\.?|\[[0-9a-f:.]{2,45}\])(:[0-9]{1,5})?$`)

// siteAddress is the address that pages name as their own, without a slash at
// its end: the application URL of the console's settings where an operator has
// set one, else the host that was asked. Whether that was asked safely a proxy
// may tell, where the operator has named one (docs/security.md). It is empty
// where the host is no host.
func siteAddress(e *core.RequestEvent) string {
	settings := e.App.Settings()
	if set, err := url.Parse(settings.Meta.AppURL); err == nil && settings.Meta.AppURL != unsetAddress && (set.Scheme == "http" || set.Scheme == "https") {
		if host := plainHost(set.Host); host != "" {
			return set.Scheme + "://" + host
		}
	}
	host := plainHost(e.Request.Host)
	if host == "" {
		return ""
	}
	if e.Request.TLS != nil ||
		len(settings.TrustedProxy.Headers) > 0 && strings.EqualFold(e.Request.Header.Get("X-Forwarded-Proto"), "https") {
		return "https://" + host
	}
	return "http://" + host
}

// plainHost writes a host in the one way in which pages name it, or gives
// nothing where it is no host.
func plainHost(host string) string {
	parts := hostName.FindStringSubmatch(strings.ToLower(host))
	if parts == nil {
		return ""
	}
	return strings.TrimSuffix(parts[1], ".") + parts[3]
}

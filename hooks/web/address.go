package web

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"github.com/pocketbase/pocketbase/core"
)

// unsetAddress is what PocketBase's settings hold before an operator sets them.
const unsetAddress = "http://localhost:8090"

// hostName is a name or an address of a host, with its port where it has one.
var hostName = regexp.MustCompile(`^([a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(:[0-9]{1,5})?$`)

// siteAddress is the address that pages name as their own, without a slash at
// its end: the application URL of the console's settings where an operator has
// set one, else the host that was asked. Whether that was asked safely a proxy
// may tell, where the operator has named one (docs/security.md). It is not ok
// where the host is no host.
func siteAddress(e *core.RequestEvent) (address string, ok bool) {
	settings := e.App.Settings()
	if set, err := url.Parse(settings.Meta.AppURL); err == nil && settings.Meta.AppURL != unsetAddress &&
		(set.Scheme == "http" || set.Scheme == "https") && hostName.MatchString(strings.ToLower(set.Host)) {
		return set.Scheme + "://" + strings.ToLower(set.Host), true
	}
	scheme := "http"
	if e.Request.TLS != nil ||
		len(settings.TrustedProxy.Headers) > 0 && strings.EqualFold(e.Request.Header.Get("X-Forwarded-Proto"), "https") {
		scheme = "https"
	}
	host := strings.ToLower(e.Request.Host)
	return scheme + "://" + host, hostName.MatchString(host)
}

// refuseHost answers a request whose host is no host.
func refuseHost(e *core.RequestEvent) error {
	return e.String(http.StatusBadRequest, "The name of the host in this request is not one.\n")
}

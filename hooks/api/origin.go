package api

import (
	"net/url"
	"regexp"
	"strings"

	"github.com/pocketbase/pocketbase/core"
)

// defaultAppURL is the application URL in PocketBase's settings until an
// operator sets one.
const defaultAppURL = "http://localhost:8090"

// hostPattern matches a host name or IP address with an optional port. Names on
// an intranet may contain underscores. A trailing dot is allowed and ignored.
var hostPattern = regexp.MustCompile(`^([a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9_])?\.?|\[[0-9a-f:.]{2,45}\])(:[0-9]{1,5})?$`)

// Origin returns the scheme and host that answers use in absolute links: those
// of the application URL if an operator has set one, otherwise those of the
// request. Mails never use it, because strangers choose the host of a request. X-Forwarded-Proto counts only if the operator trusts a proxy
// (docs/security.md). The origin is empty if the Host header is malformed.
func Origin(e *core.RequestEvent) string {
	settings := e.App.Settings()
	if appURL, err := url.Parse(settings.Meta.AppURL); err == nil && settings.Meta.AppURL != defaultAppURL && (appURL.Scheme == "http" || appURL.Scheme == "https") {
		if host := normalizeHost(appURL.Host); host != "" {
			return appURL.Scheme + "://" + host
		}
	}
	host := normalizeHost(e.Request.Host)
	if host == "" {
		return ""
	}
	if e.Request.TLS != nil ||
		len(settings.TrustedProxy.Headers) > 0 && strings.EqualFold(e.Request.Header.Get("X-Forwarded-Proto"), "https") {
		return "https://" + host
	}
	return "http://" + host
}

// normalizeHost returns a host in lower case without a trailing dot, or an empty
// string if it is malformed.
func normalizeHost(host string) string {
	parts := hostPattern.FindStringSubmatch(strings.ToLower(host))
	if parts == nil {
		return ""
	}
	return strings.TrimSuffix(parts[1], ".") + parts[3]
}

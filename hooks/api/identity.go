package api

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"deskmate/hooks/store"
	"deskmate/internal/requests"
)

// identityPriority makes the handler of OnServe the outermost, so that every answer has an
// id, whatever answers the request.
const identityPriority = -20_000

// Identify gives each request an id, and notes who made it.
func Identify(app core.App) {
	app.OnServe().Bind(&hook.Handler[*core.ServeEvent]{
		Id:       "deskmateIdentify",
		Priority: identityPriority,
		Func: func(e *core.ServeEvent) error {
			e.Router.Bind(noteCaller())
			if err := e.Next(); err != nil {
				return err
			}
			e.Server.Handler = requests.Identify(e.Server.Handler, TrustsIDs(app))
			return nil
		},
	})
}

// TrustsIDs returns whether to keep ids that come with requests: only if the operator named
// a trusted proxy.
func TrustsIDs(app core.App) func() bool {
	return func() bool { return len(app.Settings().TrustedProxy.Headers) > 0 }
}

// noteCaller notes the id of a request in PocketBase's log, and its caller for our own. It
// runs around the framework's log.
func noteCaller() *hook.Handler[*core.RequestEvent] {
	return &hook.Handler[*core.RequestEvent]{
		Id:       "deskmateCaller",
		Priority: apis.DefaultActivityLoggerMiddlewarePriority - 1,
		Func: func(e *core.RequestEvent) error {
			request := requests.Of(e.Request.Context())
			if request == nil {
				return e.Next()
			}
			e.Set(apis.RequestEventKeyLogMeta, map[string]any{"request": request.ID})
			err := e.Next()
			request.Role, request.Account = roleOf(e.Auth)
			return err
		},
	}
}

// roleOf returns the role and the id of an account; nil stands for nobody.
func roleOf(account *core.Record) (role, id string) {
	switch {
	case account == nil:
		return "anonymous", ""
	case account.IsSuperuser():
		return "operator", account.Id
	default:
		return store.ReaderOf(account).Role, account.Id
	}
}

// logFailed logs that a request failed through our fault.
func logFailed(e *core.RequestEvent, err error) {
	path := withoutToken(e.Request.URL.Path)
	e.App.Logger().Error("request failed", "request", requests.ID(e.Request.Context()), "path", path, "error", err)
}

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

// secretPaths are the beginnings of paths that continue with a token.
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

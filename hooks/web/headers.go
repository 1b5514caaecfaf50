package web

import (
	"strings"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
)

// contentPolicy restricts our pages to resources from their own origin.
const contentPolicy = "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; " +
	"base-uri 'self'; form-action 'self'; frame-ancestors 'none'"

// analyticsPolicy also allows the operator's analytics tag, on public pages.
const analyticsPolicy = "default-src 'self'; script-src 'self' https://www.googletagmanager.com; " +
	"connect-src 'self' https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com; " +
	"img-src 'self' data: blob: https://*.google-analytics.com https://*.googletagmanager.com; object-src 'none'; " +
	"base-uri 'self'; form-action 'self'; frame-ancestors 'none'"

// offerPath is the beginning of the paths of offers. A token follows it.
const offerPath = "/offers/"

// permissionsPolicy denies the browser features that our pages never use.
const permissionsPolicy = "accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(), geolocation=(), " +
	"gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), publickey-credentials-get=(), " +
	"screen-wake-lock=(), serial=(), usb=(), xr-spatial-tracking=()"

// Headers sets the security headers of every answer (docs/security.md), except
// for the console, which sets its own. It runs after PocketBase's security
// headers, to replace weaker values, and before any middleware that can reject
// a request.
func Headers() *hook.Handler[*core.RequestEvent] {
	return &hook.Handler[*core.RequestEvent]{
		Id:       "deskmateHeaders",
		Priority: apis.DefaultSecurityHeadersMiddlewarePriority + 1,
		Func: func(e *core.RequestEvent) error {
			if strings.HasPrefix(e.Request.URL.Path, "/_/") {
				return e.Next()
			}
			header := e.Response.Header()
			header.Set("Content-Security-Policy", contentPolicy)
			header.Set("Permissions-Policy", permissionsPolicy)
			header.Set("Referrer-Policy", "strict-origin")
			if path := e.Request.URL.Path; len(path) > len(offerPath) && strings.EqualFold(path[:len(offerPath)], offerPath) {
				header.Set("Referrer-Policy", "no-referrer")
			}
			header.Set("X-Frame-Options", "DENY")
			return e.Next()
		},
	}
}

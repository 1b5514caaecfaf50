package web

import (
	"strings"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
)

// contentPolicy lets a page of ours load from its own origin alone.
const contentPolicy = "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; " +
	"base-uri 'self'; form-action 'self'; frame-ancestors 'none'"

// measuredPolicy lets a public page load the operator's analytics tag besides.
const measuredPolicy = "default-src 'self'; script-src 'self' https://www.googletagmanager.com; " +
	"connect-src 'self' https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com; " +
	"img-src 'self' data: blob: https://*.google-analytics.com https://*.googletagmanager.com; object-src 'none'; " +
	"base-uri 'self'; form-action 'self'; frame-ancestors 'none'"

// permissions are what no page of ours asks a browser for.
const permissions = "accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(), geolocation=(), " +
	"gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), publickey-credentials-get=(), " +
	"screen-wake-lock=(), serial=(), usb=(), xr-spatial-tracking=()"

// Headers sends with every answer what a browser must not do with it
// (docs/security.md). The console keeps its own. It runs behind the framework's
// own headers, which are weaker, and before what refuses requests.
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
			header.Set("Permissions-Policy", permissions)
			header.Set("Referrer-Policy", "strict-origin")
			header.Set("X-Frame-Options", "DENY")
			return e.Next()
		},
	}
}

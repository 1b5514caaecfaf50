package web

import (
	"mime"
	"strings"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/spf13/cobra"

	"deskmate/hooks/api"
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

const originsKey = "deskmateOrigins"

// AdmitOrigins makes the flag --origins of the command that serves name the other sites
// whose pages may call the API. PocketBase's default is every site.
func AdmitOrigins(app core.App, serve *cobra.Command) {
	flags := serve.PersistentFlags()
	flag := flags.Lookup("origins")
	flag.DefValue, flag.Usage = "", "other sites whose pages may call the API, such as https://app.example.com"
	app.Store().Set(originsKey, func() []string {
		if !flag.Changed {
			return nil
		}
		named, _ := flags.GetStringSlice(flag.Name)
		return named
	})
}

// crossOrigin replaces PocketBase's CORS. Only pages of the site's own origin, and of those
// that the operator names, may read answers.
func crossOrigin(app core.App) *hook.Handler[*core.RequestEvent] {
	admit := func(isAdmitted bool) *hook.Handler[*core.RequestEvent] {
		return apis.CORS(apis.CORSConfig{AllowOriginFunc: func(string) (bool, error) { return isAdmitted, nil }})
	}
	own, other := admit(true), admit(false)
	if named, ok := app.Store().Get(originsKey).(func() []string); ok && len(named()) > 0 {
		other = apis.CORS(apis.CORSConfig{AllowOrigins: named()})
	}
	return &hook.Handler[*core.RequestEvent]{
		Id:       apis.DefaultCorsMiddlewareId,
		Priority: apis.DefaultCorsMiddlewarePriority,
		Func: func(e *core.RequestEvent) error {
			if origin := e.Request.Header.Get("Origin"); origin != "" && strings.EqualFold(origin, api.Origin(e)) {
				return own.Func(e)
			}
			return other.Func(e)
		},
	}
}

// The media types of built files are registered here because the system's own
// table differs between machines.
func init() {
	for extension, mediaType := range map[string]string{
		".css":         "text/css; charset=utf-8",
		".html":        "text/html; charset=utf-8",
		".ico":         "image/x-icon",
		".js":          "text/javascript; charset=utf-8",
		".json":        "application/json",
		".map":         "application/json",
		".png":         "image/png",
		".svg":         "image/svg+xml",
		".txt":         "text/plain; charset=utf-8",
		".webmanifest": "application/manifest+json",
		".xml":         "application/xml; charset=utf-8",
		".woff2":       "font/woff2",
	} {
		if err := mime.AddExtensionType(extension, mediaType); err != nil {
			panic(err) // the table above is malformed
		}
	}
}

package accounts

import (
	"crypto/rand"
	"net/http"
	"slices"
	"strings"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/security"

	"deskmate/hooks/api"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
)

// browserCookie is the cookie with the secret of a browser. It grants nothing: it only
// decides which counter wrong passwords go to.
const browserCookie = "deskmate_browser"

// browsersLimit is how many browsers of one name an account is known to be used from.
const browsersLimit = 10

// browser is where a request comes from.
type browser struct {
	name   string // its device, which the browser claims to be
	secret string
}

// meet returns the browser of a request, and has it keep its secret, a new one if it has
// none. Call it before the answer begins.
func meet(e *core.RequestEvent) browser {
	secret := secretOf(e)
	if secret == "" {
		secret = rand.Text()
	}
	cookie := http.Cookie{ // #nosec G124 -- Secure on every site that is served by HTTPS
		Name: browserCookie, Value: secret, Path: "/api", MaxAge: int(deviceLife.Seconds()),
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: strings.HasPrefix(api.Origin(e), "https://"),
	}
	e.Response.Header().Set("Set-Cookie", cookie.String())
	return browser{sessions.Device(e.Request.UserAgent()), secret}
}

// secretOf returns the secret of the browser of a request; empty if it has none of ours.
func secretOf(e *core.RequestEvent) string {
	cookie, err := e.Request.Cookie(browserCookie)
	if err != nil || len(cookie.Value) != len(rand.Text()) {
		return ""
	}
	return cookie.Value
}

// browserDigest is what is stored of a browser's secret. The accounts that one browser is
// used for cannot be told from it.
func browserDigest(account, secret string) string { return security.SHA256(account + secret) }

// withBrowser returns the browsers of a device with one of them first.
func withBrowser(device *core.Record, digest string) string {
	others := slices.DeleteFunc(browsersOf(device), func(other string) bool { return other == digest })
	return strings.Join(append([]string{digest}, others[:min(len(others), browsersLimit-1)]...), " ")
}

func browsersOf(device *core.Record) []string {
	return strings.Fields(device.GetString(store.Browsers))
}

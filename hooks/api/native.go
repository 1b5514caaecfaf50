package api

import (
	"slices"
	"strings"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"deskmate/hooks/store"
)

// openNative are the PocketBase endpoints that accounts need (docs/security.md):
// asking for a link that confirms an address, and resetting a password. Confirming an
// address takes more than the link (hooks/accounts), so PocketBase's own endpoint is locked.
var openNative = []string{"request-verification", "request-password-reset", "confirm-password-reset"}

// superusersPath is where superusers sign in.
const superusersPath = "/api/collections/_superusers/"

// usersPath is where the endpoints of accounts are.
const usersPath = "/api/collections/" + store.Users + "/"

// LockNative answers 404 on PocketBase's own record, file and batch endpoints to
// everyone but superusers. Realtime stays open; all collection rules are nil, so
// PocketBase itself announces nothing there.
func LockNative() *hook.Handler[*core.RequestEvent] {
	return &hook.Handler[*core.RequestEvent]{
		Id: "deskmateLockNative",
		// It runs before the rate limit of a collection, which would reveal whether it exists.
		Priority: apis.DefaultSecurityHeadersMiddlewarePriority + 1,
		Func: func(e *core.RequestEvent) error {
			if !e.HasSuperuserAuth() && isLocked(e.Request.URL.Path) {
				return e.NotFoundError("", nil)
			}
			return e.Next()
		},
	}
}

func isLocked(path string) bool {
	if path == "/api/batch" || strings.HasPrefix(path, "/api/files/") {
		return true
	}
	if !strings.HasPrefix(path, "/api/collections") || strings.HasPrefix(path, superusersPath) {
		return false
	}
	action, ofUsers := strings.CutPrefix(path, usersPath)
	return !ofUsers || !slices.Contains(openNative, action)
}

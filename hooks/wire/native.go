package wire

import (
	"slices"
	"strings"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"deskmate/records"
)

// openNative are the endpoints of PocketBase that accounts need
// (docs/security.md): proving an address and resetting a password.
var openNative = []string{"request-verification", "confirm-verification", "request-password-reset", "confirm-password-reset"}

// superuserDoor is where superusers sign in.
const superuserDoor = "/api/collections/_superusers/"

// LockNative answers 404 to all but superusers at PocketBase's own record,
// file and batch endpoints. Realtime stays; the collections' rules, all nil,
// keep it silent.
func LockNative() *hook.Handler[*core.RequestEvent] {
	return &hook.Handler[*core.RequestEvent]{
		Id: "deskmateLockNative",
		// Before the rate limit of a collection, which would tell whether it exists.
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
	if !strings.HasPrefix(path, "/api/collections") || strings.HasPrefix(path, superuserDoor) {
		return false
	}
	action, ofUsers := strings.CutPrefix(path, "/api/collections/"+records.Users+"/")
	return !ofUsers || !slices.Contains(openNative, action)
}

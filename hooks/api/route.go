// Package api turns the route tables of the rooms into HTTP handlers. It admits callers,
// reads bodies, answers failures, lists and exports, and locks PocketBase's own endpoints.
// A noun declares a kind of thing once: where it is stored, who receives live messages
// about it, how the history describes a change, and how it is exported.
package api

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/pocketbase/pocketbase/tools/router"

	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/files"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
)

// Who is the kind of caller that a route admits. What they may see is up to the handler.
type Who string

// The kinds of callers.
const (
	Anyone   Who = "anyone"
	SignedIn Who = "signed in"
	Admins   Who = "admin"
	Tutors   Who = "tutor"
)

// Route is one line of a feature's table. Path is relative to /api.
type Route struct {
	Method  string
	Path    string
	Who     Who
	Handler func(*core.RequestEvent) error
	Uploads *Uploads // what files the body may contain; nil means JSON only
	Sends   Download // what kind of download it is; "" means none
	// Unlimited says that a POST creates nothing that others see. All others count against
	// the limit of the caller's account.
	Unlimited bool
}

// Download is a kind of file that a route sends.
type Download string

// The kinds of downloads. Each is logged, unlike other requests that only read.
const (
	StoredFile   Download = "stored file" // the handler checks the link
	ExportedFile Download = "export"      // a request with a valid link is admitted as the link's reader
)

// Uploads is what a route accepts besides JSON: how large a body with files may
// be, and the refusal of a larger one.
type Uploads struct {
	bodyLimit int64
	tooLarge  domain.Problem
}

// The kinds of uploads. Their limits leave room for the texts and the multipart framing.
var (
	OneFile      = &Uploads{bodyLimit: 26 << 20, tooLarge: domain.FileTooLarge}
	SeveralFiles = &Uploads{bodyLimit: 62 << 20, tooLarge: domain.FilesTooLargeInAll}
)

// jsonBodyLimit is how large a JSON body, or the texts of a form with files, may be, in
// bytes. It stays in memory. A text of 20,000 characters takes up to 240 kB.
const jsonBodyLimit = 256 << 10

// Mount adds the routes of a table below /api.
func Mount(r *router.Router[*core.RequestEvent], routes []Route) {
	api := r.Group("/api")
	for _, route := range routes {
		mounted := api.Route(route.Method, route.Path, route.Handler).Bind(receive())
		if route.Uploads != nil {
			mounted.Bind(apis.BodyLimit(route.Uploads.bodyLimit), inWordsOf(route.Uploads))
		} else {
			mounted.Bind(apis.BodyLimit(jsonBodyLimit))
		}
		mounted.Bind(admit(route))
		if route.Method == http.MethodGet && route.Sends == "" {
			// Writing a log row costs as much as reading a short list.
			mounted.Bind(apis.SkipSuccessActivityLog())
		}
		if route.Method == http.MethodPost && !route.Unlimited {
			mounted.BindFunc(limitCreations)
		}
	}
}

// admit lets a caller through or answers 401 or 403.
func admit(route Route) *hook.Handler[*core.RequestEvent] {
	who := route.Who
	return &hook.Handler[*core.RequestEvent]{Func: func(e *core.RequestEvent) error {
		if who == Anyone {
			return e.Next()
		}
		user := sessions.Caller(e)
		if user == nil && route.Sends == ExportedFile {
			user = files.ExportReader(e) // a browser's own download sends no bearer token
			e.Auth = user
		}
		if user == nil {
			return failures.SignInFirst()
		}
		role := store.ReaderOf(user).Role
		if (who == Admins && role != domain.RoleAdmin) || (who == Tutors && role != domain.RoleTutor) {
			if who == Admins && user.GetBool(store.MustConfirm) {
				return failures.Forbidden("Confirm your email address first. Use the link in our email, or ask for another one")
			}
			return failures.NotAllowed()
		}
		sessions.Admit(e, user)
		return e.Next()
	}}
}

// inWordsOf refuses a body over the limit in words about files.
func inWordsOf(uploads *Uploads) *hook.Handler[*core.RequestEvent] {
	return &hook.Handler[*core.RequestEvent]{
		Priority: apis.DefaultBodyLimitMiddlewarePriority - 1,
		Func: func(e *core.RequestEvent) error {
			err := e.Next()
			if errors.Is(err, apis.ErrRequestEntityTooLarge) {
				return failures.Refuse(domain.Problems{uploads.tooLarge})
			}
			return err
		},
	}
}

// Unprefixed makes /api/api/... reach the same handler as /api/.... It rewrites the
// path before routing, so that limits and locks see only one spelling.
func Unprefixed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/api/api/") {
			r.URL.Path = strings.TrimPrefix(r.URL.Path, "/api")
			r.URL.RawPath = strings.TrimPrefix(r.URL.RawPath, "/api")
		}
		next.ServeHTTP(w, r)
	})
}

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

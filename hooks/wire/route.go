// Package wire is what all routes share: the route table and who may ask, the
// one shape of failures, bodies, uploads, lists and links to files.
package wire

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/pocketbase/pocketbase/tools/router"

	"deskmate/records"
	"deskmate/rules"
)

// Who says who may ask a route at all; what they may see of it is the handler's.
type Who string

// The kinds of callers.
const (
	Anyone   Who = "anyone"
	SignedIn Who = "signed in"
	Admins   Who = "admin"
	Tutors   Who = "tutor"
)

// Route is one line of a feature's table. Path begins behind /api.
type Route struct {
	Method  string
	Path    string
	Who     Who
	Handler func(*core.RequestEvent) error
	Uploads *Uploads // what files the body may bring; nil takes JSON alone
	Linked  bool     // a download: who holds a link to it is admitted as the link's reader
}

// Uploads is how large a body with files may be, and what is said beyond it.
type Uploads struct {
	bodyLimit int64
	tooLarge  rules.Problem
}

// The kinds of uploads. Their limits leave room for the texts and the wrapping.
var (
	OneFile      = &Uploads{26 << 20, rules.FileTooLarge}
	SeveralFiles = &Uploads{62 << 20, rules.FilesTooLargeInAll}
)

// jsonBodyLimit is how large a JSON body may be, in bytes.
const jsonBodyLimit = 1 << 20

// uploadMemory is how much of an upload is held in memory, in bytes; the rest
// waits on disk. Hundreds of slow uploads at once must fit.
const uploadMemory = 32 << 10

// Mount puts the routes of a table below /api.
func Mount(r *router.Router[*core.RequestEvent], routes []Route) {
	api := r.Group("/api")
	for _, route := range routes {
		mounted := api.Route(route.Method, route.Path, route.Handler)
		if route.Uploads != nil {
			mounted.Bind(apis.BodyLimit(route.Uploads.bodyLimit), streamed(route.Uploads))
		} else {
			mounted.Bind(apis.BodyLimit(jsonBodyLimit))
		}
		mounted.Bind(admit(route))
	}
}

// admit lets a caller through or answers 401 or 403.
func admit(route Route) *hook.Handler[*core.RequestEvent] {
	who := route.Who
	return &hook.Handler[*core.RequestEvent]{Func: func(e *core.RequestEvent) error {
		if who == Anyone {
			return e.Next()
		}
		user := Caller(e)
		if user == nil && route.Linked {
			user = exportReader(e) // a browser's own download brings no bearer
			e.Auth = user
		}
		if user == nil {
			return Unauthorized(signInFirst)
		}
		role := user.GetString(records.Role)
		if (who == Admins && role != rules.RoleAdmin) || (who == Tutors && role != rules.RoleTutor) {
			return NotAllowed()
		}
		e.Set(admittedKey, user)
		return e.Next()
	}}
}

// admittedKey is where a request keeps the account that it was let in for.
const admittedKey = "deskmateAdmitted"

// streamed takes off the framework's re-readable body, which would keep a
// second copy of every upload, and says of a body over the limit what is wrong
// with its files.
func streamed(uploads *Uploads) *hook.Handler[*core.RequestEvent] {
	return &hook.Handler[*core.RequestEvent]{
		Priority: apis.DefaultBodyLimitMiddlewarePriority - 1,
		Func: func(e *core.RequestEvent) error {
			if body, ok := e.Request.Body.(*router.RereadableReadCloser); ok {
				e.Request.Body = body.ReadCloser
			}
			err := e.Next()
			if errors.Is(err, apis.ErrRequestEntityTooLarge) {
				return Refuse(rules.Problems{uploads.tooLarge})
			}
			return err
		},
	}
}

// Caller is the active account that asks, or nil: superusers and other
// collections are nobody here.
func Caller(e *core.RequestEvent) *core.Record {
	if e.Auth == nil || e.Auth.Collection().Name != records.Users || !records.IsActive(e.Auth) {
		return nil
	}
	return e.Auth
}

// CallerIs tells whether the caller has a role.
func CallerIs(e *core.RequestEvent, role string) bool {
	user := Caller(e)
	return user != nil && user.GetString(records.Role) == role
}

// MayRead tells whether an account may see an assignment: its student, its
// tutor, and every admin (docs/product.md, section 1).
func MayRead(reader *core.Record, student, tutor string) bool {
	role := reader.GetString(records.Role)
	return role == rules.RoleAdmin || student == reader.Id || (tutor == reader.Id && role == rules.RoleTutor)
}

// writeTimeout bounds how long a change may wait for the database.
const writeTimeout = 20 * time.Second

// WriteContext is the context to save with. It says who acts, and it outlives
// the connection: a caller who goes away does not undo what was about to be kept.
func WriteContext(e *core.RequestEvent) (context.Context, context.CancelFunc) {
	actor := records.Actor{Via: records.ViaGuest}
	if caller := Caller(e); caller != nil {
		actor = records.Actor{Via: records.ViaPerson, Person: caller}
	}
	return WriteContextOf(e, actor)
}

// WriteContextOf is WriteContext for a hand that the bearer does not tell.
func WriteContextOf(e *core.RequestEvent, actor records.Actor) (context.Context, context.CancelFunc) {
	return context.WithTimeout(records.ActingAs(context.WithoutCancel(e.Request.Context()), actor), writeTimeout)
}

// Unprefixed lets /api/api/... reach what /api/... reaches. It rewrites before
// routing, so that limits and locks see one path.
func Unprefixed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/api/api/") {
			r.URL.Path = strings.TrimPrefix(r.URL.Path, "/api")
			r.URL.RawPath = strings.TrimPrefix(r.URL.RawPath, "/api")
		}
		next.ServeHTTP(w, r)
	})
}

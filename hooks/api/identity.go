package api

import (
	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"deskmate/hooks/store"
	"deskmate/internal/requests"
)

// identityPriority makes the handler of OnServe the outermost, so that whatever answers a
// request, the answer has an id.
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

// TrustsIDs returns whether ids that come with requests are kept: if the operator has named
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

// roleOf returns the role and the id of an account; nil is nobody's.
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

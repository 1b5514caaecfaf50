package console

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"deskmate/hooks/api"
	"deskmate/internal/requests"
)

// Listen restricts the console as the environment says. If it says nothing, nothing is
// added to the server.
func Listen(app core.App) {
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		access, err := ReadAccess(os.Getenv)
		if err != nil {
			return err
		}
		if access.IsOpen() {
			return e.Next()
		}
		e.Router.Bind(guard(access))
		if access.Address == "" {
			return e.Next()
		}
		listener, err := net.Listen("tcp", access.Address)
		if err != nil {
			return fmt.Errorf("the console's own address: %w", err)
		}
		if err := e.Next(); err != nil {
			_ = listener.Close()
			return err
		}
		serve(e, listener)
		return nil
	})
}

// guard answers 404 to whoever may not reach the console. Elsewhere, being an operator
// means nothing: not even live messages come to one.
func guard(access Access) *hook.Handler[*core.RequestEvent] {
	return &hook.Handler[*core.RequestEvent]{
		Id:       "deskmateConsole",
		Priority: apis.DefaultLoadAuthTokenMiddlewarePriority + 1,
		Func: func(e *core.RequestEvent) error {
			if access.admits(e, isOwn(e.Request)) {
				return e.Next()
			}
			if api.OfConsole(e.Request.URL.Path) {
				return e.NotFoundError("", nil)
			}
			if e.HasSuperuserAuth() {
				e.Auth = nil
			}
			return e.Next()
		},
	}
}

// ownKey marks the requests that come to the console's own address.
type ownKey struct{}

func isOwn(r *http.Request) bool { return r.Context().Value(ownKey{}) != nil }

// serve serves the console at its own address until the program stops. The site itself is
// not there: what runs in its pages must not share an origin with the operator's session.
func serve(e *core.ServeEvent, listener net.Listener) {
	ctx, cancel := context.WithCancel(context.WithValue(context.Background(), ownKey{}, true))
	server := &http.Server{
		ReadHeaderTimeout: e.Server.ReadHeaderTimeout,
		MaxHeaderBytes:    e.Server.MaxHeaderBytes,
		ReadTimeout:       e.Server.ReadTimeout,
		WriteTimeout:      e.Server.WriteTimeout,
		BaseContext:       func(net.Listener) context.Context { return ctx },
		ErrorLog:          e.Server.ErrorLog,
		// The site's handler is complete only when the site is served.
		Handler: requests.Identify(consoleOnly(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { e.Server.Handler.ServeHTTP(w, r) })), api.TrustsIDs(e.App)),
	}
	e.App.OnTerminate().Bind(&hook.Handler[*core.TerminateEvent]{
		Id:       "deskmateConsoleShutdown",
		Priority: -9999, // like the framework's own, once no requests are in flight
		Func: func(te *core.TerminateEvent) error {
			cancel()
			limited, done := context.WithTimeout(context.Background(), time.Second)
			defer done()
			_ = server.Shutdown(limited)
			return te.Next()
		},
	})
	go func() { _ = server.Serve(listener) }()
	fmt.Printf("The console is only at http://%s/_/\n", listener.Addr())
}

// consoleOnly leaves the site's pages out.
func consoleOnly(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/":
			http.Redirect(w, r, "/_/", http.StatusFound)
		case api.IsAPI(r.URL.Path):
			next.ServeHTTP(w, r)
		default:
			http.NotFound(w, r)
		}
	})
}

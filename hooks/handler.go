package hooks

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"

	"deskmate/hooks/api"
	"deskmate/hooks/sessions"
)

// NewHandler returns our routes below /api without a server around them, for a command
// that acts on behalf of people. It limits no rates. The app may be a transaction. failed
// is told why a request failed: the answer does not say everything.
func NewHandler(app core.App, failed func(error)) (http.Handler, error) {
	table := router.NewRouter(func(w http.ResponseWriter, r *http.Request) (*core.RequestEvent, router.EventCleanupFunc) {
		event := new(core.RequestEvent)
		event.Response, event.Request, event.App = w, r, app
		return event, nil
	})
	table.Bind(api.Envelope(), sessions.Authenticate())
	table.BindFunc(func(e *core.RequestEvent) error {
		err := e.Next()
		if err != nil {
			failed(err)
		}
		return err
	})
	all := Routes()
	for i := range all {
		all[i].Unlimited = true
	}
	api.Mount(table, all)
	return table.BuildMux()
}

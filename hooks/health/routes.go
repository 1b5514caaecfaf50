// Package health tells admins whether everything works, and what to do about what does
// not (docs/product.md, section 20).
package health

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
)

// Routes returns the routes of this package.
func Routes() []api.Route {
	return []api.Route{{Method: "GET", Path: "/desk/status", Who: api.Admins, Handler: show}}
}

func show(e *core.RequestEvent) error {
	view, err := viewOf(e.Request.Context(), e.App)
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, view)
}

// Package status tells admins how the program does, and what to do about what does not work
// (docs/product.md, section 20).
package status

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/routes"
)

// Routes returns the routes of this package.
func Routes() []routes.Route {
	return []routes.Route{{Method: "GET", Path: "/desk/status", Who: routes.Admins, Handler: show}}
}

func show(e *core.RequestEvent) error {
	view, err := viewOf(e.Request.Context(), e.App)
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, view)
}

// Package admin runs the desk: its board and figures, the versions of the policies, the
// services on offer, and the public settings of the site (docs/product.md, sections 3.11,
// 13, 14 and 17).
package admin

import (
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
)

// Routes returns the routes of this room.
func Routes() []api.Route {
	return slices.Concat(siteRoutes(), serviceRoutes(), policyRoutes(), deskRoutes())
}

// Listen binds the events of this room.
func Listen(app core.App) {
	listenSite(app)
	listenServices(app)
	listenPolicies(app)
}

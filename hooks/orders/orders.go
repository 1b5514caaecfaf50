// Package orders handles the work that students hand in: admins give it to tutors or put
// it in the pool, tutors deliver it, and students accept it, ask for changes and rate it
// (docs/product.md, sections 3 and 10). It decides who may act on an order, for the other
// rooms too.
package orders

import (
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
)

// Routes returns the routes of this room.
func Routes() []api.Route {
	return slices.Concat(assignmentRoutes(), deliveryRoutes(), receiptRoutes(), poolRoutes(), revisionRoutes(), reviewRoutes(), calendarRoutes())
}

// Listen binds the events of this room.
func Listen(app core.App) {
	listenAssignments(app)
	listenDeliveries(app)
	listenRevisions(app)
}

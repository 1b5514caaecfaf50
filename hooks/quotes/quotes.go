// Package quotes lets visitors request a quote, admins price it, and customers answer the
// offer (docs/product.md, sections 3.10 and 10.4).
package quotes

import (
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
)

// Routes returns the routes of this room.
func Routes() []api.Route {
	return slices.Concat(quoteRoutes(), offerRoutes())
}

// Listen binds the events of this room.
func Listen(app core.App) {
	guestQuotes.AddJob(app)
	listenOffers(app)
}

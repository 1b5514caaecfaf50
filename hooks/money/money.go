// Package money records what students pay, keeps the books, decides claims, and pays
// tutors. Every event of an order that involves money is an entry of the ledger, written
// in the transaction of that event (docs/product.md, sections 10.5, 11, 12 and 16).
package money

import (
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
)

// Routes returns the routes of this room.
func Routes() []api.Route {
	return slices.Concat(paymentRoutes(), ledgerRoutes(), payoutRoutes(), claimRoutes())
}

// Listen binds the events of this room.
func Listen(app core.App) {
	listenPayments(app)
	listenPayouts(app)
	listenClaims(app)
}

// Package accounts signs people up, logs them in, helps them back into their account, lets
// them change and delete it, and lets admins manage it. Its events enforce the rules that
// apply to every account, whoever changes it (docs/product.md, sections 1 and 2).
package accounts

import (
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
)

// Routes returns the routes of this room.
func Routes() []api.Route {
	return slices.Concat(authRoutes(), userRoutes(), profileRoutes(), tutorRoutes())
}

// Listen binds the events of this room.
func Listen(app core.App) {
	listenForDeletions(app)
	listenAuth(app)
}

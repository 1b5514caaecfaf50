// Package messages tells people what concerns them: by mail, and by a notice in the
// interface. A message is written in the transaction of what it tells. Its texts are
// composed when it is sent or read, so that nothing stored names what has been deleted
// (docs/product.md, section 9).
package messages

import (
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
)

// Routes returns the routes of this room.
func Routes() []api.Route {
	return slices.Concat(noticeRoutes(), mailRoutes())
}

// Listen binds the events of this room.
func Listen(app core.App) {
	listenNotices(app)
	listenMail(app)
}

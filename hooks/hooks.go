// Package hooks is what Deskmate adds to PocketBase: its routes, its rules for
// records, and the interface.
package hooks

import (
	"io/fs"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/activities"
	"deskmate/hooks/assignments"
	"deskmate/hooks/auth"
	"deskmate/hooks/backups"
	"deskmate/hooks/live"
	"deskmate/hooks/policies"
	"deskmate/hooks/profile"
	"deskmate/hooks/quotes"
	"deskmate/hooks/reviews"
	"deskmate/hooks/services"
	"deskmate/hooks/site"
	"deskmate/hooks/tutors"
	"deskmate/hooks/users"
	"deskmate/hooks/web"
	"deskmate/hooks/wire"
)

// Routes is every route below /api that is ours.
func Routes() []wire.Route {
	return slices.Concat(
		site.Routes(),
		services.Routes(),
		quotes.Routes(),
		auth.Routes(),
		users.Routes(),
		profile.Routes(),
		assignments.Routes(),
		reviews.Routes(),
		tutors.Routes(),
		activities.Routes(),
	)
}

// Register adds Deskmate to an app, with the interface that it serves.
func Register(app core.App, interfaceFiles fs.FS) {
	wire.GuardWrites(app)
	site.Listen(app)
	services.Listen(app)
	quotes.Listen(app)
	policies.Listen(app)
	users.Listen(app)
	assignments.Listen(app)
	reviews.Listen(app)
	activities.Listen(app)
	live.Listen(app)
	backups.Listen(app)

	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		// Superusers are made by a command; no link that makes one is printed.
		e.InstallerFunc = nil
		e.Router.Bind(wire.Envelope(), web.Headers(), wire.LockNative())
		wire.Drain(e.App, e.Router)
		wire.Mount(e.Router, Routes())
		web.Mount(e.App, e.Router, interfaceFiles)
		if err := e.Next(); err != nil {
			return err
		}
		e.Server.Handler = wire.Unprefixed(e.Server.Handler)
		return nil
	})
}

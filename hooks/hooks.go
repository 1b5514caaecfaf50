// Package hooks contains everything that Deskmate adds to PocketBase: its routes,
// its rules for records, and the interface.
package hooks

import (
	"io/fs"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/activities"
	"deskmate/hooks/assignments"
	"deskmate/hooks/auth"
	"deskmate/hooks/backups"
	"deskmate/hooks/calendar"
	"deskmate/hooks/claims"
	"deskmate/hooks/console"
	"deskmate/hooks/deliveries"
	"deskmate/hooks/desk"
	"deskmate/hooks/files"
	"deskmate/hooks/integrity"
	"deskmate/hooks/ledger"
	"deskmate/hooks/live"
	"deskmate/hooks/mail"
	"deskmate/hooks/messages"
	"deskmate/hooks/notices"
	"deskmate/hooks/nouns"
	"deskmate/hooks/offers"
	"deskmate/hooks/payments"
	"deskmate/hooks/payouts"
	"deskmate/hooks/policies"
	"deskmate/hooks/pool"
	"deskmate/hooks/profile"
	"deskmate/hooks/quotes"
	"deskmate/hooks/receipts"
	"deskmate/hooks/retention"
	"deskmate/hooks/reviews"
	"deskmate/hooks/revisions"
	"deskmate/hooks/routes"
	"deskmate/hooks/scans"
	"deskmate/hooks/services"
	"deskmate/hooks/sessions"
	"deskmate/hooks/site"
	"deskmate/hooks/status"
	"deskmate/hooks/texts"
	"deskmate/hooks/tutors"
	"deskmate/hooks/users"
	"deskmate/hooks/web"
	"deskmate/hooks/writes"
	"deskmate/internal/clock"
)

// Nouns returns the kinds of records that people change. Each is declared by its
// feature.
func Nouns() []nouns.Noun {
	return []nouns.Noun{users.Noun, assignments.Noun, pool.Noun, reviews.Noun, claims.Noun, payouts.Noun, quotes.Noun, policies.Noun, activities.Noun, notices.Noun, texts.Noun}
}

// Kinds returns the kinds of messages that people get, by mail and in the interface.
func Kinds() []messages.Kind {
	return slices.Concat(notices.Kinds(), offers.Kinds(), retention.Kinds(), scans.Kinds(), auth.Kinds())
}

// Routes returns all of our routes below /api.
func Routes() []routes.Route {
	table := slices.Concat(
		site.Routes(),
		services.Routes(),
		policies.Routes(),
		quotes.Routes(),
		offers.Routes(),
		auth.Routes(),
		users.Routes(),
		profile.Routes(),
		assignments.Routes(),
		deliveries.Routes(),
		receipts.Routes(),
		pool.Routes(),
		revisions.Routes(),
		payments.Routes(),
		ledger.Routes(),
		payouts.Routes(),
		claims.Routes(),
		reviews.Routes(),
		texts.Routes(),
		tutors.Routes(),
		activities.Routes(),
		notices.Routes(),
		mail.Routes(),
		calendar.Routes(),
		desk.Routes(),
		status.Routes(),
	)
	for _, noun := range Nouns() {
		if noun.Export != nil {
			table = append(table, noun.Export.Routes()...)
		}
	}
	return table
}

// Limits of a connection (docs/operations.md). Slow connections cost little, so a whole
// request and its answer may take as long as 60 MB need on a slow line.
const (
	requestLimit = 15 * time.Minute
	// answerLimit includes the time that the body of the request takes.
	answerLimit = 20 * time.Minute
	// headerLimit is how long the head of a request may take to arrive.
	headerLimit = 15 * time.Second
	// headLimit is how large the head of a request may be, in bytes: that of a live connection
	// stays in memory. The server adds 4 kB.
	headLimit = 28 << 10
	// idleLimit is how long a connection is kept for the next request.
	idleLimit = 2 * time.Minute
)

// Register adds Deskmate to an app. interfaceFiles is the interface that it serves.
func Register(app core.App, interfaceFiles fs.FS) {
	clock.Listen(app)
	writes.Listen(app)
	files.Listen(app)
	sessions.Guard(app, guarded()...)
	sessions.Listen(app)
	site.Listen(app)
	services.Listen(app)
	quotes.Listen(app)
	offers.Listen(app)
	policies.Listen(app)
	users.Listen(app)
	auth.Listen(app)
	pool.Listen(app)
	assignments.Listen(app)
	deliveries.Listen(app)
	revisions.Listen(app)
	payments.Listen(app)
	ledger.Listen(app)
	payouts.Listen(app)
	claims.Listen(app)
	retention.Listen(app)
	scans.Listen(app)
	reviews.Listen(app)
	texts.Listen(app)
	activities.Listen(app, Nouns())
	messages.Register(app, Kinds())
	notices.Listen(app)
	mail.Listen(app)
	live.Listen(app, Nouns())
	backups.Listen(app)
	integrity.Listen(app)
	console.Listen(app)
	routes.Identify(app)

	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		// Superusers are created by a command, so no link to create one is printed.
		e.InstallerFunc = nil
		hide, show := routes.CountNetworks()
		e.Router.Bind(routes.Envelope(), sessions.Authenticate(), web.Headers(), routes.LockNative(), routes.LimitNative(), hide, show)
		routes.Drain(e.App, e.Router)
		routes.Mount(e.Router, Routes())
		web.Mount(e.App, e.Router, interfaceFiles)
		if err := e.Next(); err != nil {
			return err
		}
		e.Server.Handler = routes.Unprefixed(e.Server.Handler)
		e.Server.ReadTimeout, e.Server.WriteTimeout = requestLimit, answerLimit
		e.Server.ReadHeaderTimeout, e.Server.IdleTimeout = headerLimit, idleLimit
		e.Server.MaxHeaderBytes = headLimit
		return nil
	})
}

// guarded returns the collections whose changes require an open session: those with
// a history.
func guarded() (collections []string) {
	for _, noun := range Nouns() {
		if noun.History != nil {
			collections = append(collections, noun.Collection)
		}
	}
	return collections
}

// Package hooks contains everything that Deskmate adds to PocketBase: its routes,
// its rules for records, and the interface.
package hooks

import (
	"io/fs"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/accounts"
	"deskmate/hooks/admin"
	"deskmate/hooks/api"
	"deskmate/hooks/backups"
	"deskmate/hooks/console"
	"deskmate/hooks/files"
	"deskmate/hooks/health"
	"deskmate/hooks/history"
	"deskmate/hooks/lifecycle"
	"deskmate/hooks/live"
	"deskmate/hooks/messages"
	"deskmate/hooks/moderation"
	"deskmate/hooks/money"
	"deskmate/hooks/orders"
	"deskmate/hooks/quotes"
	"deskmate/hooks/sessions"
	"deskmate/hooks/transaction"
	"deskmate/hooks/web"
	"deskmate/internal/clock"
)

// Nouns returns the kinds of records that people change. Each is declared by its
// room.
func Nouns() []api.Noun {
	return []api.Noun{accounts.Noun, orders.AssignmentNoun, orders.PoolNoun, orders.ReviewNoun, money.ClaimNoun, money.PayoutNoun, quotes.Noun, admin.Noun, history.Noun, messages.Noun, moderation.Noun}
}

// Kinds returns the kinds of messages that people get, by mail and in the interface.
func Kinds() []messages.Kind {
	return slices.Concat(messages.Kinds(), quotes.Kinds(), lifecycle.Kinds(), accounts.Kinds())
}

// Routes returns all of our routes below /api.
func Routes() []api.Route {
	table := slices.Concat(
		quotes.Routes(),
		accounts.Routes(),
		orders.Routes(),
		money.Routes(),
		moderation.Routes(),
		history.Routes(),
		messages.Routes(),
		admin.Routes(),
		health.Routes(),
	)
	for _, noun := range Nouns() {
		if noun.Export != nil {
			table = append(table, noun.Export.Routes()...)
		}
	}
	return table
}

// Limits of a connection (docs/operations.md). Slow connections cost little, so a whole
// request and its answer may take as long as 60 MB take on a slow line.
const (
	requestLimit = 15 * time.Minute
	// answerLimit includes the time in which the body of the request arrives.
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
	transaction.Listen(app)
	files.Listen(app)
	for _, follow := range consequences() {
		follow.Bind(app)
	}
	sessions.Guard(app, guarded()...)
	sessions.Listen(app)
	admin.Listen(app)
	quotes.Listen(app)
	accounts.Listen(app)
	orders.Listen(app)
	money.Listen(app)
	lifecycle.Listen(app)
	moderation.Listen(app)
	history.Listen(app, Nouns())
	messages.Register(app, Kinds())
	messages.Listen(app)
	live.Listen(app, Nouns())
	backups.Listen(app)
	console.Listen(app)
	api.Identify(app)

	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		// Superusers are created by a command, so no link to create one is printed.
		e.InstallerFunc = nil
		hide, show := api.CountNetworks()
		e.Router.Bind(api.Envelope(), sessions.Authenticate(), web.Headers(), api.LockNative(), api.LimitNative(), hide, show)
		api.Drain(e.App, e.Router)
		api.Mount(e.Router, Routes())
		web.Mount(e.App, e.Router, interfaceFiles)
		if err := e.Next(); err != nil {
			return err
		}
		e.Server.Handler = api.Unprefixed(e.Server.Handler)
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

package store

import (
	"context"

	"github.com/pocketbase/pocketbase/core"
)

// Via is the channel through which a change was made.
type Via string

// The channels.
const (
	ViaPerson  Via = "person"  // a signed-in user of our API
	ViaGuest   Via = "guest"   // a visitor who uses our API without an account
	ViaConsole Via = "console" // an operator in PocketBase's console
	ViaSystem  Via = "system"  // the program itself: a command, or a consequence of another change
)

// Actor is whoever made a change. Person is the account as loaded when the
// request was authenticated, and nil unless Via is ViaPerson.
type Actor struct {
	Via    Via
	Person *core.Record
}

type actorKey struct{}

// ActingAs returns a context that carries the actor of the records saved with it.
func ActingAs(ctx context.Context, actor Actor) context.Context {
	return context.WithValue(ctx, actorKey{}, actor)
}

// consoleMark is a field that exists only on the record in memory and is never
// stored or sent. The console saves records without a context of ours, so the
// record itself has to carry the mark.
const consoleMark = "@deskmateConsole"

// MarkConsole notes on a record that an operator is about to save or delete it.
func MarkConsole(record *core.Record) { record.SetRaw(consoleMark, true) }

// ActorOf returns who is saving or deleting a record. ctx is the context of the
// record event.
func ActorOf(ctx context.Context, record *core.Record) Actor {
	if actor, ok := ctx.Value(actorKey{}).(Actor); ok {
		return actor
	}
	if record.GetBool(consoleMark) {
		return Actor{Via: ViaConsole}
	}
	return Actor{Via: ViaSystem}
}

// sessionMark is a field that exists only on an account in memory and is never stored
// or sent.
const sessionMark = "@deskmateSession"

// MarkSession notes on an account as which session it makes a request.
func MarkSession(account *core.Record, session string) { account.SetRaw(sessionMark, session) }

// SessionOf returns the session that an account makes a request as; empty if it was not
// loaded for a request.
func SessionOf(account *core.Record) string { return account.GetString(sessionMark) }

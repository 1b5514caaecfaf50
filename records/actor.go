package records

import (
	"context"

	"github.com/pocketbase/pocketbase/core"
)

// Via says what kind of hand made a change.
type Via string

// The kinds of hands.
const (
	ViaPerson  Via = "person"  // an account, through a route of ours
	ViaGuest   Via = "guest"   // a visitor, through a route of ours
	ViaConsole Via = "console" // an operator
	ViaSystem  Via = "system"  // the program itself: a command, a follow-up of another change
)

// Actor is who made a change. Person is the account as it was when its request
// was let in, and nil but for a person.
type Actor struct {
	Via    Via
	Person *core.Record
}

type actorKey struct{}

// ActingAs puts who acts into the context that a record is saved with.
func ActingAs(ctx context.Context, actor Actor) context.Context {
	return context.WithValue(ctx, actorKey{}, actor)
}

// consoleMark is a value of a record in memory, never stored or sent: the
// console saves without a context that could carry it.
const consoleMark = "@deskmateConsole"

// MarkConsole notes that an operator is about to save or delete the record.
func MarkConsole(record *core.Record) { record.SetRaw(consoleMark, true) }

// ActorOf tells who saves or deletes the record of an event.
func ActorOf(ctx context.Context, record *core.Record) Actor {
	if actor, ok := ctx.Value(actorKey{}).(Actor); ok {
		return actor
	}
	if record.GetBool(consoleMark) {
		return Actor{Via: ViaConsole}
	}
	return Actor{Via: ViaSystem}
}

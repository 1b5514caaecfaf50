// Package nouns is how a feature declares a kind of thing once: where it is
// stored, who hears live that it changed, how the history describes a change,
// and how it is exported. The rest of the program is driven by these declarations.
package nouns

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/routes"
	"deskmate/rules"
)

// Change is what happened to a thing, in the words of the wire.
type Change string

// The kinds of change.
const (
	Created Change = "create"
	Updated Change = "update"
	Deleted Change = "delete"
)

// ChangeOf reads the change from the type of a record event.
func ChangeOf(e *core.RecordEvent) Change {
	switch e.Type {
	case core.ModelEventTypeCreate:
		return Created
	case core.ModelEventTypeDelete:
		return Deleted
	default:
		return Updated
	}
}

// Noun declares a kind of thing that people change.
type Noun struct {
	// Collection is where the things are stored. It is also the noun of live messages.
	Collection string
	// Announce says what open browsers are told of a change, and who may hear
	// it. Nil announces nothing.
	Announce func(app core.App, record *core.Record, change Change) []Announcement
	// History names what a change means, before it is stored. Nil keeps no
	// history. Kinds are all the kinds of event that it can name.
	History func(record *core.Record, change Change) []Event
	Kinds   []string
	// Refers is the field of an activity that points at the thing a record is
	// about, and Thing is that thing's id. Accounts have neither: an activity
	// names their owner.
	Refers string
	Thing  func(record *core.Record) string
	// Export is the noun's CSV download; nil if there is none.
	Export interface{ Routes() []routes.Route }
}

// Announcement is one live message: this thing changed. It carries no content.
type Announcement struct {
	Noun   string
	ID     string
	Change Change
	// MayHear tells whether a reader may see the thing, or could before the
	// change. It must not read the database: it is asked for every open connection.
	MayHear func(rules.Reader) bool
}

// Event is one line of the history.
type Event struct {
	Kind  string // such as "assignment.status"
	Title string // what a list shows, without names
	User  string // whose account or assignment it concerns; empty for nobody's
}

// ID is the Thing of nouns whose records are the things themselves.
func ID(record *core.Record) string { return record.Id }

// Announce makes the announcement of a record. scope is what a reader may see of
// one version of it; readers of the version before the change hear of it too.
func Announce(record *core.Record, change Change, scope func(*core.Record, rules.Reader) rules.Scope) []Announcement {
	// The record may be changed again before the message is sent.
	after, before := record.Fresh(), record.Original()
	return []Announcement{{
		Noun: record.Collection().Name, ID: record.Id, Change: change,
		MayHear: func(reader rules.Reader) bool {
			return scope(after, reader) != rules.ScopeNone || scope(before, reader) != rules.ScopeNone
		},
	}}
}

// Differs tells whether one of the fields differs from what is stored.
func Differs(record *core.Record, fields ...string) bool {
	before := record.Original()
	for _, field := range fields {
		if before.GetString(field) != record.GetString(field) {
			return true
		}
	}
	return false
}

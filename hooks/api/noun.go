package api

import (
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
)

// Change is what happened to a thing, as live messages name it.
type Change string

// The kinds of change.
const (
	Created Change = "create"
	Updated Change = "update"
	Deleted Change = "delete"
)

// ChangeOf returns the change that a record event reports.
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
	// Announce returns the live messages about a change, and who may receive
	// them. Nil announces nothing.
	Announce func(app core.App, record *core.Record, change Change) []Announcement
	// History describes a change before it is stored. Nil keeps no history.
	// Kinds lists every kind of event that History can return.
	History func(record *core.Record, change Change) []Event
	Kinds   []string
	// Refers is the field of an activity that points at the thing that a record
	// is about, and Thing returns the id of that thing. Accounts need neither,
	// because activities name the account they concern.
	Refers string
	Thing  func(record *core.Record) string
	// Export is the noun's CSV download; nil if there is none.
	Export interface{ Routes() []Route }
}

// Announcement is a live message that a thing has changed. It carries no content.
type Announcement struct {
	Noun   string
	ID     string
	Change Change
	// MayReceive reports whether a reader may see the thing, or could before the
	// change. It must not read the database: it is called for every open connection.
	MayReceive func(domain.Reader) bool
}

// Event is one line of the history.
type Event struct {
	Kind  string // such as "assignment.status"
	Title string // what a list shows, without names
	User  string // whose account or assignment it concerns, if anybody's
}

// ID is Noun.Thing for nouns whose records are the things themselves.
func ID(record *core.Record) string { return record.Id }

// Announce returns the announcement of a change to a record. scopeOf returns what
// readers may see of one version of the record. Those who could see the version
// before the change receive the announcement too. The function that scopeOf returns
// must keep only the fields that it needs and not the record: announcements wait in a
// queue, records may be large, and they may change again meanwhile.
func Announce(record *core.Record, change Change, scopeOf func(version *core.Record) func(domain.Reader) domain.Scope) []Announcement {
	after, before := scopeOf(record), scopeOf(record.Original())
	return []Announcement{{
		Noun: record.Collection().Name, ID: record.Id, Change: change,
		MayReceive: func(reader domain.Reader) bool {
			return after(reader) != domain.ScopeNone || before(reader) != domain.ScopeNone
		},
	}}
}

// OnlyClears reports whether the only change is that some of the fields become empty.
func OnlyClears(record *core.Record, fields ...string) bool {
	before := record.Original()
	for _, name := range record.Collection().Fields.FieldNames() {
		// Lists, such as those of files, have no text to compare.
		if name == store.Updated || !Differs(record, name) && slices.Equal(before.GetStringSlice(name), record.GetStringSlice(name)) {
			continue
		}
		if !slices.Contains(fields, name) || record.GetString(name) != "" {
			return false
		}
	}
	return true
}

// Differs reports whether any of the fields differs from what is stored.
func Differs(record *core.Record, fields ...string) bool {
	before := record.Original()
	for _, field := range fields {
		if before.GetString(field) != record.GetString(field) {
			return true
		}
	}
	return false
}

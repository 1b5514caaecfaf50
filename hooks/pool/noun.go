package pool

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/nouns"
	"deskmate/records"
	"deskmate/rules"
)

// Noun announces to tutors what enters, leaves and changes in the pool. The history of
// assignments is that of their own noun.
var Noun = nouns.Noun{Collection: records.Assignments, Announce: announce}

func announce(_ core.App, assignment *core.Record, change nouns.Change) []nouns.Announcement {
	was, is := isOffered(assignment.Original()), change != nouns.Deleted && isOffered(assignment)
	switch {
	case was && is:
		change = nouns.Updated
	case is:
		change = nouns.Created
	case was:
		change = nouns.Deleted
	default:
		return nil
	}
	student := assignment.GetString(records.Student)
	return []nouns.Announcement{{
		Noun: "pool", ID: assignment.Id, Change: change,
		MayReceive: func(reader rules.Reader) bool { return reader.Role == rules.RoleTutor && reader.ID != student },
	}}
}

// isOffered reports whether tutors can see an assignment in the pool.
func isOffered(assignment *core.Record) bool {
	return assignment.GetBool(records.InPool) && assignment.GetDateTime(records.DeletedAt).IsZero()
}

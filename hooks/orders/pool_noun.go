package orders

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/store"
)

// PoolNoun announces to tutors what enters, leaves and changes in the pool. The history of
// assignments is that of their own noun.
var PoolNoun = api.Noun{Collection: store.Assignments, Announce: announcePool}

func announcePool(_ core.App, assignment *core.Record, change api.Change) []api.Announcement {
	was, is := isOffered(assignment.Original()), change != api.Deleted && isOffered(assignment)
	switch {
	case was && is:
		change = api.Updated
	case is:
		change = api.Created
	case was:
		change = api.Deleted
	default:
		return nil
	}
	student := assignment.GetString(store.Student)
	return []api.Announcement{{
		Noun: "pool", ID: assignment.Id, Change: change,
		MayReceive: func(reader domain.Reader) bool { return reader.Role == domain.RoleTutor && reader.ID != student },
	}}
}

// isOffered reports whether tutors can see an assignment in the pool.
func isOffered(assignment *core.Record) bool {
	return assignment.GetBool(store.InPool) && assignment.GetDateTime(store.DeletedAt).IsZero()
}

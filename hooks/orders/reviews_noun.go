package orders

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/store"
)

const rated = "assignment.rated"

// ReviewNoun declares reviews. A review belongs to its assignment: a new review is
// announced as a change to the assignment and appears in the assignment's history.
var ReviewNoun = api.Noun{
	Collection: store.Reviews,
	Announce: func(app core.App, review *core.Record, change api.Change) []api.Announcement {
		assignment, err := store.FindAssignment(app, review.GetString(store.Assignment))
		if change != api.Created || err != nil {
			return nil
		}
		return api.Announce(assignment, api.Updated, store.AssignmentScopes)
	},
	History: func(review *core.Record, change api.Change) []api.Event {
		if change != api.Created {
			return nil
		}
		return []api.Event{{Kind: rated, Title: "Work rated", User: review.GetString(store.Student)}}
	},
	Kinds:  []string{rated},
	Refers: store.Assignment,
	Thing:  func(review *core.Record) string { return review.GetString(store.Assignment) },
}

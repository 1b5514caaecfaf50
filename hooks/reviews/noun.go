package reviews

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/nouns"
	"deskmate/records"
)

const rated = "assignment.rated"

// Noun declares reviews. A review belongs to its assignment: a new review is
// announced as a change to the assignment and appears in the assignment's history.
var Noun = nouns.Noun{
	Collection: records.Reviews,
	Announce: func(app core.App, review *core.Record, change nouns.Change) []nouns.Announcement {
		assignment, err := records.FindAssignment(app, review.GetString(records.Assignment))
		if change != nouns.Created || err != nil {
			return nil
		}
		return nouns.Announce(assignment, nouns.Updated, records.AssignmentScopes)
	},
	History: func(review *core.Record, change nouns.Change) []nouns.Event {
		if change != nouns.Created {
			return nil
		}
		return []nouns.Event{{Kind: rated, Title: "Work rated", User: review.GetString(records.Student)}}
	},
	Kinds:  []string{rated},
	Refers: records.Assignment,
	Thing:  func(review *core.Record) string { return review.GetString(records.Assignment) },
}

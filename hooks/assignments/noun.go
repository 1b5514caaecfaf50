package assignments

import (
	"cmp"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/lists"
	"deskmate/hooks/nouns"
	"deskmate/hooks/orders"
	"deskmate/records"
	"deskmate/rules"
)

// Kinds of events in the history of an assignment (docs/product.md, section 3.9).
const (
	handedIn       = "assignment.submitted"
	adopted        = "assignment.adopted"
	statusChanged  = "assignment.status"
	gradeChanged   = "assignment.grade"
	tutorChanged   = "assignment.tutor"
	detailsChanged = "assignment.details"
	paid           = "assignment.paid"
	accepted       = "assignment.accepted"
	offered        = "assignment.pool"
	handedBack     = "assignment.handed_back"
	purged         = "assignment.purged"
	deleted        = "assignment.deleted"

	revisionRequested = "revision.requested"
	revisionWithdrawn = "revision.withdrawn"
)

// Noun declares assignments. A stub counts as deleted.
var Noun = nouns.Noun{
	Collection: records.Assignments,
	Announce: func(_ core.App, assignment *core.Record, change nouns.Change) []nouns.Announcement {
		if change == nouns.Updated && isStub(assignment) {
			change = nouns.Deleted // readers can no longer see it
		}
		return nouns.Announce(assignment, change, records.AssignmentScopes)
	},
	History: history,
	Kinds: []string{
		handedIn, adopted, statusChanged, gradeChanged, tutorChanged, detailsChanged, paid, accepted, offered, handedBack, purged, deleted,
		revisionRequested, revisionWithdrawn,
	},
	Refers: records.Assignment,
	Thing:  nouns.ID,
	Export: lists.Export[records.AssignmentRow]{Noun: records.Assignments, Listing: deskListing, Columns: []lists.Column[records.AssignmentRow]{
		{Head: "id", Cell: func(row records.AssignmentRow) string { return row.ID }},
		{Head: "title", Cell: func(row records.AssignmentRow) string { return row.Title }},
		{Head: "subject", Cell: func(row records.AssignmentRow) string { return row.Subject }},
		{Head: "priority", Cell: func(row records.AssignmentRow) string { return row.Priority }},
		{Head: "status", Cell: func(row records.AssignmentRow) string { return row.Status }},
		{Head: "due", Cell: func(row records.AssignmentRow) string { return string(row.DueDate) }},
		{Head: "student", Cell: func(row records.AssignmentRow) string { return orders.ViewStudent(row, rules.ScopeAll, false).Name }},
		{Head: "student email", Cell: func(row records.AssignmentRow) string { return cmp.Or(row.StudentEmail, row.GuestEmail) }},
		{Head: "tutor", Cell: func(row records.AssignmentRow) string { return row.TutorName }},
		{Head: "grade", Cell: func(row records.AssignmentRow) string { return row.Grade }},
		{Head: "type", Cell: func(row records.AssignmentRow) string { return row.Type }},
		{Head: "price", Cell: func(row records.AssignmentRow) string { return lists.Money(row.PriceCents) }},
		{Head: "created", Cell: func(row records.AssignmentRow) string { return string(row.Created) }},
	}},
}

// isStub reports whether the assignment was deleted and only its stub is left.
func isStub(assignment *core.Record) bool {
	return !assignment.GetDateTime(records.DeletedAt).IsZero()
}

// history returns the events that make up a change. Most of them concern the student.
func history(assignment *core.Record, change nouns.Change) []nouns.Event {
	before := assignment.Original()
	student := assignment.GetString(records.Student)
	switch {
	case change == nouns.Created && assignment.GetString(records.Quote) != "":
		return []nouns.Event{{Kind: handedIn, Title: "Offer accepted", User: student}}
	case change == nouns.Created:
		return []nouns.Event{{Kind: handedIn, Title: "Handed in", User: student}}
	case change == nouns.Deleted:
		return []nouns.Event{{Kind: deleted, Title: "Assignment deleted", User: student}}
	case !isStub(before) && isStub(assignment):
		return []nouns.Event{{Kind: deleted, Title: "Assignment deleted", User: before.GetString(records.Student)}}
	}
	var events []nouns.Event
	add := func(happened bool, kind, title, user string) {
		if happened {
			events = append(events, nouns.Event{Kind: kind, Title: title, User: user})
		}
	}
	add(before.GetString(records.Student) == "" && student != "", adopted, "Added to an account", student)
	// Causes come before what follows from them: a tutor who takes work starts it.
	add(nouns.Differs(assignment, records.Type, records.PriceCents), detailsChanged, "Type or price updated", student)
	add(assignment.GetString(records.HandBackReason) != "" && nouns.Differs(assignment, records.HandBackReason), handedBack, "Handed back", student)
	if nouns.Differs(assignment, records.Tutor) {
		tutor := assignment.GetString(records.Tutor)
		add(tutor != "", tutorChanged, "Assigned to a tutor", tutor)
		add(tutor == "", tutorChanged, "Tutor removed", student)
	}
	number := assignment.GetInt(records.OpenRevision)
	add(number > before.GetInt(records.OpenRevision), revisionRequested, "Revision requested", student)
	add(number == 0 && before.GetInt(records.OpenRevision) > 0 && assignment.GetString(records.Status) == rules.StatusCompleted &&
		!nouns.Differs(assignment, records.WindowsStart), revisionWithdrawn, "Revision withdrawn", student)
	add(nouns.Differs(assignment, records.Grade, records.Feedback), gradeChanged, "Grade or feedback updated", student)
	add(nouns.Differs(assignment, records.Status), statusChanged,
		"Status changed to "+rules.StudentStatus(assignment.GetString(records.Status)), student)
	isIn := assignment.GetBool(records.InPool)
	add(isIn && !before.GetBool(records.InPool), offered, "Offered to tutors", student)
	// Work that a tutor takes, or that is cancelled, leaves the pool too, but that is said already.
	isWaiting := assignment.GetString(records.Tutor) == "" && !nouns.Differs(assignment, records.Status)
	add(!isIn && before.GetBool(records.InPool) && isWaiting, offered, "No longer offered to tutors", student)
	add(assignment.GetInt(records.ReceivedCents) > before.GetInt(records.ReceivedCents), paid, "Payment recorded", student)
	add(before.GetDateTime(records.AcceptedAt).IsZero() && !assignment.GetDateTime(records.AcceptedAt).IsZero(), accepted, "Work accepted", student)
	add(before.GetString(records.PurgedAt) == "" && assignment.GetString(records.PurgedAt) != "", purged, "Files deleted", student)
	return events
}

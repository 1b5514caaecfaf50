package orders

import (
	"cmp"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/store"
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

// AssignmentNoun declares assignments. A stub counts as deleted.
var AssignmentNoun = api.Noun{
	Collection: store.Assignments,
	Announce: func(_ core.App, assignment *core.Record, change api.Change) []api.Announcement {
		if change == api.Updated && isStub(assignment) {
			change = api.Deleted // readers can no longer see it
		}
		return api.Announce(assignment, change, store.AssignmentScopes)
	},
	History: assignmentHistory,
	Kinds: []string{
		handedIn, adopted, statusChanged, gradeChanged, tutorChanged, detailsChanged, paid, accepted, offered, handedBack, purged, deleted,
		revisionRequested, revisionWithdrawn,
	},
	Refers: store.Assignment,
	Thing:  api.ID,
	Export: api.Export[store.AssignmentRow]{Noun: store.Assignments, Listing: deskListing, Columns: []api.Column[store.AssignmentRow]{
		{Head: "id", Cell: func(row store.AssignmentRow) string { return row.ID }},
		{Head: "title", Cell: func(row store.AssignmentRow) string { return row.Title }},
		{Head: "subject", Cell: func(row store.AssignmentRow) string { return row.Subject }},
		{Head: "priority", Cell: func(row store.AssignmentRow) string { return row.Priority }},
		{Head: "status", Cell: func(row store.AssignmentRow) string { return row.Status }},
		{Head: "due", Cell: func(row store.AssignmentRow) string { return string(row.DueDate) }},
		{Head: "student", Cell: func(row store.AssignmentRow) string { return ViewStudent(row, domain.ScopeAll, false).Name }},
		{Head: "student email", Cell: func(row store.AssignmentRow) string { return cmp.Or(row.StudentEmail, row.GuestEmail) }},
		{Head: "tutor", Cell: func(row store.AssignmentRow) string { return row.TutorName }},
		{Head: "grade", Cell: func(row store.AssignmentRow) string { return row.Grade }},
		{Head: "type", Cell: func(row store.AssignmentRow) string { return row.Type }},
		{Head: "price", Cell: func(row store.AssignmentRow) string { return api.FormatMoney(row.PriceCents) }},
		{Head: "created", Cell: func(row store.AssignmentRow) string { return string(row.Created) }},
	}},
}

// isStub reports whether the assignment was deleted and only its stub is left.
func isStub(assignment *core.Record) bool {
	return !assignment.GetDateTime(store.DeletedAt).IsZero()
}

// assignmentHistory returns the events that make up a change. Most of them concern the student.
func assignmentHistory(assignment *core.Record, change api.Change) []api.Event {
	before := assignment.Original()
	student := assignment.GetString(store.Student)
	switch {
	case change == api.Created && assignment.GetString(store.Quote) != "":
		return []api.Event{{Kind: handedIn, Title: "Offer accepted", User: student}}
	case change == api.Created:
		return []api.Event{{Kind: handedIn, Title: "Handed in", User: student}}
	case change == api.Deleted:
		return []api.Event{{Kind: deleted, Title: "Assignment deleted", User: student}}
	case !isStub(before) && isStub(assignment):
		return []api.Event{{Kind: deleted, Title: "Assignment deleted", User: before.GetString(store.Student)}}
	}
	var events []api.Event
	add := func(happened bool, kind, title, user string) {
		if happened {
			events = append(events, api.Event{Kind: kind, Title: title, User: user})
		}
	}
	add(before.GetString(store.Student) == "" && student != "", adopted, "Added to an account", student)
	// Causes come before what follows from them: a tutor who takes work starts it.
	add(api.Differs(assignment, store.Type, store.PriceCents), detailsChanged, "Type or price updated", student)
	add(assignment.GetString(store.HandBackReason) != "" && api.Differs(assignment, store.HandBackReason), handedBack, "Handed back", student)
	if api.Differs(assignment, store.Tutor) {
		tutor := assignment.GetString(store.Tutor)
		add(tutor != "", tutorChanged, "Assigned to a tutor", tutor)
		add(tutor == "", tutorChanged, "Tutor removed", student)
	}
	number := assignment.GetInt(store.OpenRevision)
	add(number > before.GetInt(store.OpenRevision), revisionRequested, "Revision requested", student)
	add(number == 0 && before.GetInt(store.OpenRevision) > 0 && assignment.GetString(store.Status) == domain.StatusCompleted &&
		!api.Differs(assignment, store.WindowsStart), revisionWithdrawn, "Revision withdrawn", student)
	add(api.Differs(assignment, store.Grade, store.Feedback), gradeChanged, "Grade or feedback updated", student)
	add(api.Differs(assignment, store.Status), statusChanged,
		"Status changed to "+domain.StudentStatus(assignment.GetString(store.Status)), student)
	isIn := assignment.GetBool(store.InPool)
	add(isIn && !before.GetBool(store.InPool), offered, "Offered to tutors", student)
	// Work that a tutor takes, or that is cancelled, leaves the pool too, but that is said already.
	isWaiting := assignment.GetString(store.Tutor) == "" && !api.Differs(assignment, store.Status)
	add(!isIn && before.GetBool(store.InPool) && isWaiting, offered, "No longer offered to tutors", student)
	add(assignment.GetInt(store.ReceivedCents) > before.GetInt(store.ReceivedCents), paid, "Payment recorded", student)
	add(before.GetDateTime(store.AcceptedAt).IsZero() && !assignment.GetDateTime(store.AcceptedAt).IsZero(), accepted, "Work accepted", student)
	add(before.GetString(store.PurgedAt) == "" && assignment.GetString(store.PurgedAt) != "", purged, "Files deleted", student)
	return events
}

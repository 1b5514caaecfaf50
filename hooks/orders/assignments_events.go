package orders

import (
	"cmp"
	"database/sql"
	"errors"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/jobs"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

func listenAssignments(app core.App) {
	guestWork.AddJob(app)
	jobs.Add(app, jobs.Job{ID: "acceptWork", Schedule: "* * * * *", Run: acceptWork})
	jobs.Add(app, jobs.Job{ID: "measureFiles", Schedule: "* * * * *", Limit: 10 * time.Minute, Run: measureFiles})
}

// BeginOrder gives a new assignment its reference. Unless it comes from an offer, which
// has terms of its own, it also gets the tutor's share that the site pays now.
func BeginOrder(e *core.RecordEvent) error {
	reference, err := NewReference(e.App, store.Assignments, "A")
	if err != nil {
		return err
	}
	e.Record.Set(store.Reference, reference)
	if e.Record.GetString(store.Quote) == "" {
		site, err := store.FindSite(e.App)
		if err != nil {
			return err
		}
		e.Record.Set(store.TutorShare, site.GetInt(store.TutorShare))
	}
	return e.Next()
}

// KeepTextsForTutors stores what tutors read of the brief with what was written, so that
// nothing is searched for contact details when it is read (docs/product.md, section 10.6).
func KeepTextsForTutors(e *core.RecordEvent) error {
	for text, shown := range map[string]string{
		store.Title: store.ShownTitle, store.Description: store.ShownDescription,
		store.Subject: store.ShownSubject, store.Type: store.ShownType,
	} {
		if api.Differs(e.Record, text, shown) {
			e.Record.Set(shown, domain.TextForTutors(e.Record.GetString(text)))
		}
	}
	return e.Next()
}

// FollowStatus keeps what follows from the status and the tutor: when the work was
// finished, from when its windows run, whether it is accepted, whether it is in the pool,
// and why it was handed back (docs/product.md, section 10.2).
func FollowStatus(e *core.RecordEvent) error {
	assignment, stored := e.Record, store.AssignmentOf(e.Record)
	switch status := stored.Status; {
	case domain.IsFinished(status) && stored.DeliveredAt == "":
		now := clock.Now(e.App)
		assignment.Set(store.DeliveredAt, now)
		assignment.Set(store.WindowsStart, now)
		assignment.Set(store.WindowsWaited, 0)
	case domain.IsFinished(status) && stored.WindowsStart == "":
		assignment.Set(store.WindowsStart, assignment.GetDateTime(store.DeliveredAt))
		assignment.Set(store.WindowsWaited, 0)
	case !domain.IsFinished(status):
		assignment.Set(store.DeliveredAt, nil)
		assignment.Set(store.AcceptedAt, nil)
		if status != domain.StatusRevision {
			assignment.Set(store.WindowsStart, nil)
		}
	}
	if stored.Tutor != "" && api.Differs(assignment, store.Tutor) {
		assignment.Set(store.HandBackReason, "")
	}
	if stored.Tutor != "" || stored.Status != domain.StatusPending && stored.Status != domain.StatusSubmitted {
		assignment.Set(store.InPool, false)
	}
	return e.Next()
}

// ValidateAssignment applies the rules of the routes to every save, and checks the content
// of a newly attached file.
func ValidateAssignment(e *core.RecordEvent) error {
	stored := store.AssignmentOf(e.Record)
	if stored.IsStub() {
		return e.Next()
	}
	problems := domain.NewAssignment{
		Title: stored.Title, Description: stored.Description, DueDate: string(stored.DueDate), Subject: stored.Subject, Priority: stored.Priority,
	}.Check()
	fileProblems, err := checkFile(e)
	if err != nil {
		return err
	}
	tutorProblems, err := checkTutor(e.App, e.Record)
	if err != nil {
		return err
	}
	if err := failures.FieldErrors(append(append(problems, fileProblems...), tutorProblems...)); err != nil {
		return err
	}
	return e.Next()
}

var tutorNotFound = domain.Problem{Field: "tutor", Code: domain.Invalid, Message: "Tutor not found"}

// checkTutor refuses a tutor who is also the student, and a newly assigned tutor
// who is not an active tutor (docs/product.md, section 3.5).
func checkTutor(app core.App, assignment *core.Record) (domain.Problems, error) {
	id := assignment.GetString(store.Tutor)
	if id == "" {
		return nil, nil
	}
	if id == assignment.GetString(store.Student) {
		return domain.Problems{{Field: "tutor", Code: domain.Invalid, Message: "A tutor cannot work on their own assignment"}}, nil
	}
	if !assignment.IsNew() && id == assignment.Original().GetString(store.Tutor) {
		return nil, nil
	}
	tutor, err := app.FindRecordById(store.Users, id)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, err
	}
	if err != nil || !store.IsActive(tutor) || tutor.GetString(store.Role) != domain.RoleTutor {
		return domain.Problems{tutorNotFound}, nil
	}
	return nil, nil
}

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
		if change == api.Updated && store.IsStub(assignment) {
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

// assignmentHistory returns the events that make up a change. Most of them concern the student.
func assignmentHistory(assignment *core.Record, change api.Change) []api.Event {
	before, after := store.AssignmentOf(assignment.Original()), store.AssignmentOf(assignment)
	student := after.Student
	switch {
	case change == api.Created && after.Quote != "":
		return []api.Event{{Kind: handedIn, Title: "Offer accepted", User: student}}
	case change == api.Created:
		return []api.Event{{Kind: handedIn, Title: "Handed in", User: student}}
	case change == api.Deleted:
		return []api.Event{{Kind: deleted, Title: "Assignment deleted", User: student}}
	case store.BecomesStub(assignment):
		return []api.Event{{Kind: deleted, Title: "Assignment deleted", User: before.Student}}
	}
	var events []api.Event
	add := func(happened bool, kind, title, user string) {
		if happened {
			events = append(events, api.Event{Kind: kind, Title: title, User: user})
		}
	}
	add(before.Student == "" && student != "", adopted, "Added to an account", student)
	// Causes come before what follows from them: a tutor who takes work starts it.
	add(api.Differs(assignment, store.Type, store.PriceCents), detailsChanged, "Type or price updated", student)
	add(after.HandBackReason != "" && api.Differs(assignment, store.HandBackReason), handedBack, "Handed back", student)
	if api.Differs(assignment, store.Tutor) {
		add(after.Tutor != "", tutorChanged, "Assigned to a tutor", after.Tutor)
		add(after.Tutor == "", tutorChanged, "Tutor removed", student)
	}
	add(after.OpenRevision > before.OpenRevision, revisionRequested, "Revision requested", student)
	add(after.OpenRevision == 0 && before.OpenRevision > 0 && after.Status == domain.StatusCompleted &&
		!api.Differs(assignment, store.WindowsStart), revisionWithdrawn, "Revision withdrawn", student)
	add(api.Differs(assignment, store.Grade, store.Feedback), gradeChanged, "Grade or feedback updated", student)
	add(api.Differs(assignment, store.Status), statusChanged, "Status changed to "+domain.StudentStatus(after.Status), student)
	add(after.InPool && !before.InPool, offered, "Offered to tutors", student)
	// Work that a tutor takes, or that is cancelled, leaves the pool too, but that is said already.
	isWaiting := after.Tutor == "" && !api.Differs(assignment, store.Status)
	add(!after.InPool && before.InPool && isWaiting, offered, "No longer offered to tutors", student)
	add(after.ReceivedCents > before.ReceivedCents, paid, "Payment recorded", student)
	add(before.AcceptedAt == "" && after.AcceptedAt != "", accepted, "Work accepted", student)
	add(before.PurgedAt == "" && after.PurgedAt != "", purged, "Files deleted", student)
	return events
}

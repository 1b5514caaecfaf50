package messages

import (
	"context"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
)

var revisionDueSoon = Kind{
	Name: "work.revision_due", Setting: "Revisions due within 24 hours", Roles: tutors, InApp: true, ByMail: true,
	StillApplies: func(f Facts) string {
		switch reason := toTutorInRevision(f); {
		case reason != "":
			return reason
		case isOver(f):
			return "The revision is not due soon"
		case f.ClaimOpen:
			return "A claim is open, so nothing can be delivered"
		default:
			return ""
		}
	},
	Subject: about("Revision due soon"),
	Body:    Constant("A revision of your work is due in less than 24 hours."),
	Button:  "Open the assignment",
	Link:    toAssignment,
}

// tellRevisionsDue tells tutors of revisions that are due within a day: once for each
// revision and tutor.
func tellRevisionsDue(ctx context.Context, app core.App) error {
	return remindAll(ctx, app, revisionDueSoon, store.FindRevisionsDue)
}

var acceptsItselfSoon = Kind{
	Name: "assignment.accepts_itself", Setting: "Work that soon counts as accepted", Roles: domain.Roles, InApp: true, ByMail: true,
	StillApplies: toStudent(func(f Facts) bool {
		return domain.IsFinished(f.Status) && !f.IsAccepted && !f.ClaimOpen && !isOver(f)
	}),
	Subject: about("Accepted soon"),
	Body:    Constant("This work will be accepted automatically in less than 24 hours. If something is wrong with it, tell us before then."),
	Button:  "Open the assignment",
	Link:    toAssignment,
}

// tellAcceptsItself tells students a day before their work accepts itself: once for each
// start of its windows.
func tellAcceptsItself(ctx context.Context, app core.App) error {
	terms, err := store.ReadOrderTerms(ctx, app)
	if err != nil {
		return err
	}
	return remindAll(ctx, app, acceptsItselfSoon, func(app core.App, now time.Time, after store.DueWork, limit int) ([]store.DueWork, error) {
		return store.FindAcceptedSoon(ctx, app, terms, now, after, limit)
	})
}

package messages

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/clock"
)

var dueSoon = Kind{
	Name: "work.due", Setting: "Work due within 24 hours", Roles: tutors, InApp: true, ByMail: true,
	StillApplies: func(f Facts) string {
		switch {
		case f.Account != f.Tutor:
			return notTheirs
		case domain.IsFinished(f.Status):
			return "The work is finished"
		case f.Status == domain.StatusCancelled:
			return "The work was cancelled"
		case !f.Due.After(f.Now) || f.Due.After(f.Now.Add(dueNotice)):
			return "The work is not due soon"
		default:
			return ""
		}
	},
	Subject: about("Due soon"),
	Body:    Constant("This assignment is due in less than 24 hours."),
	Details: assignmentDetails,
	Button:  "Open the assignment",
	Link:    toAssignment,
}

// until is what the data of a reminder call the moment that it is about.
const until = "until"

// isOver reports whether the moment that a reminder is about has passed: it waited too long.
func isOver(f Facts) bool {
	at, err := time.Parse(time.RFC3339, f.Data[until])
	return err == nil && f.Now.After(at)
}

// dueNotice is how long before the due date the tutor is told.
const dueNotice = 24 * time.Hour

// dueBatch is how many reminders one transaction writes at most.
const dueBatch = 50

// tellDueSoon tells tutors of open work that is due within a day: once for each due
// date and tutor. Work that fell due while the program was off is late, not due soon.
func tellDueSoon(ctx context.Context, app core.App) error {
	return remindAll(ctx, app, dueSoon, store.FindDueSoon)
}

// remindAll tells people of work that is found, once for each of its keys.
func remindAll(ctx context.Context, app core.App, kind Kind, find func(core.App, time.Time, store.DueWork, int) ([]store.DueWork, error)) error {
	var last store.DueWork // What comes before it is not read again.
	if found, err := find(app, clock.Now(app), last, 1); err != nil || len(found) == 0 {
		return err
	}
	return transaction.InPieces(ctx, app, func(ctx context.Context, tx core.App, enough func() bool) (bool, error) {
		found, err := find(tx, clock.Now(tx), last, dueBatch)
		if err != nil {
			return false, err
		}
		for _, work := range found {
			_, err := remind(ctx, tx, work.Key, work.Person, Message{
				Kind: kind, Assignment: work.ID, Data: store.MessageData{until: domain.FormatTime(work.Until.Time())},
			})
			if err != nil {
				return false, err
			}
			last = work
			if enough() {
				return true, nil
			}
		}
		return len(found) == dueBatch, nil
	})
}

// remind tells an account something by the clock. It reports false if it was told before.
func remind(ctx context.Context, tx core.App, key, account string, message Message) (bool, error) {
	isNew, err := store.AddReminder(ctx, tx, key)
	if err != nil || !isNew {
		return false, err
	}
	person, err := tx.FindRecordById(store.Users, account)
	if errors.Is(err, sql.ErrNoRows) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	return true, Tell(ctx, tx, person, message)
}

var weeklySummary = Kind{
	Name: "week", Setting: "Weekly summary", Roles: admins, InApp: true, ByMail: true,
	Subject: Constant("Weekly summary"),
	Body: func(f Facts) string {
		return "In the week from " + f.Data["from"] + ": " + plural(f.Data["assignments"], "new assignment") + ", " + f.Data["finished"] + " finished, " +
			plural(f.Data["quotes"], "quote request") + "."
	},
	Details: func(f Facts) []Detail {
		return []Detail{
			{Label: "Assignments without a tutor now", Value: f.Data["unassigned"]}, {Label: "Overdue assignments now", Value: f.Data["overdue"]},
		}
	},
	Button: "Open the dashboard",
	Link:   Constant("/admin/dashboard"),
	Sample: store.MessageData{"from": "16 Nov 2026", "assignments": "12", "finished": "5", "quotes": "3", "unassigned": "4", "overdue": "1"},
}

// plural adds an s to a noun unless the count is 1.
func plural(count, noun string) string {
	if count == "1" {
		return count + " " + noun
	}
	return count + " " + noun + "s"
}

// summaryHour is when on Monday the summary of the week before is sent, in UTC.
const summaryHour = 8 * time.Hour

// tellWeek tells admins about the last week, once. If the program was off on Monday,
// it does so when it is back. The first one is about the first full week after the
// migration that created the table of reminders.
func tellWeek(ctx context.Context, app core.App) error {
	end := domain.Monday(clock.Now(app).Add(-summaryHour))
	start := end.AddDate(0, 0, -7)
	reminders, err := app.FindCachedCollectionByNameOrId(store.Reminders)
	if err != nil {
		return err
	}
	if start.Before(reminders.Created.Time()) {
		return nil // the site did not send summaries yet, or not for the whole week
	}
	key := "week:" + end.Format(time.DateOnly)
	if told, err := store.HasReminder(ctx, app, key); err != nil || told {
		return err
	}
	week, err := store.ReadWeek(ctx, app, start, end, clock.Now(app))
	if err != nil {
		return err
	}
	return transaction.Run(ctx, app, func(ctx context.Context, tx core.App) error {
		isNew, err := store.AddReminder(ctx, tx, key)
		if err != nil || !isNew {
			return err
		}
		found, err := store.FindActiveAdmins(tx)
		if err != nil {
			return err
		}
		message := Message{Kind: weeklySummary, Data: store.MessageData{
			"from": start.Format("2 Jan 2006"), "assignments": strconv.Itoa(week.Assignments), "finished": strconv.Itoa(week.Finished),
			"quotes": strconv.Itoa(week.Quotes), "unassigned": strconv.Itoa(week.Unassigned), "overdue": strconv.Itoa(week.Overdue),
		}}
		for _, admin := range found {
			if err := Tell(ctx, tx, admin, message); err != nil {
				return err
			}
		}
		return nil
	})
}

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

// How long rows are kept after they were written. The key of a reminder matters for a
// week at most, which is how long the same summary is due.
const (
	readLife     = 180 * day
	unreadLife   = 365 * day
	reminderLife = 37 * day
)

// forgetOldNotices deletes old notices, and the keys of old reminders.
func forgetOldNotices(ctx context.Context, app core.App) error {
	now := clock.Now(app)
	for _, old := range []store.Deletion{
		store.OldNotices(true, now.Add(-readLife)), store.OldNotices(false, now.Add(-unreadLife)), store.OldReminders(now.Add(-reminderLife)),
	} {
		if err := transaction.DeleteInPieces(ctx, app, old); err != nil {
			return err
		}
	}
	return nil
}

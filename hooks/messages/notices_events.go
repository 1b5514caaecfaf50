package messages

import (
	"context"
	"database/sql"
	"errors"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/jobs"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
)

// listenNotices tells of what the clock brings.
func listenNotices(app core.App) {
	jobs.Add(app, jobs.Job{ID: "tellWhatIsDueSoon", Schedule: "* * * * *", Run: tellDueSoon})
	jobs.Add(app, jobs.Job{ID: "tellWhatRevisionsAreDueSoon", Schedule: "* * * * *", Run: tellRevisionsDue})
	jobs.Add(app, jobs.Job{ID: "tellWhatAcceptsItselfSoon", Schedule: "* * * * *", Run: tellAcceptsItself})
	jobs.Add(app, jobs.Job{ID: "sendWeeklySummary", Schedule: "* * * * *", Run: tellWeek})
	jobs.Add(app, jobs.Job{ID: "forgetNotices", Schedule: "33 * * * *", Run: forgetOldNotices})
}

// ForgetGathered leaves what is deleted out of the mails that gather news of its kind.
func ForgetGathered(e *core.RecordEvent) error {
	if err := store.ForgetGathered(e.Context, e.App, e.Record.Id); err != nil {
		return err
	}
	return e.Next()
}

// TellOfChange saves the record and tells everybody whom the change concerns: both or neither.
func TellOfChange(e *core.RecordEvent) error {
	change := api.ChangeOf(e)
	var happened []entry
	for _, entry := range entries {
		if entry.collection == e.Record.Collection().Name && entry.when(change, e.Record) {
			happened = append(happened, entry)
		}
	}
	if len(happened) == 0 {
		return e.Next()
	}
	// Found before the save, which makes the record its own original.
	readers := make([][]*core.Record, len(happened))
	for i, entry := range happened {
		if entry.who == nil {
			continue
		}
		var err error
		if readers[i], err = entry.who(e.Context, e.App, e.Record); err != nil {
			return err
		}
	}
	if err := e.Next(); err != nil {
		return err
	}
	for i, entry := range happened {
		message := Message{Kind: entry.Kind}
		switch entry.collection {
		case store.Quotes:
			message.Quote = e.Record.Id
		case store.Claims:
			message.Assignment = e.Record.GetString(store.Assignment)
		case store.Payouts:
		default:
			message.Assignment = e.Record.Id
		}
		for _, reader := range readers[i] {
			if err := Tell(e.Context, e.App, reader, message); err != nil {
				return err
			}
		}
		if entry.guest != nil {
			if err := TellAddress(e.Context, e.App, entry.guest(e.Record), message); err != nil {
				return err
			}
		}
	}
	return nil
}

func isCreated(change api.Change, _ *core.Record) bool { return change == api.Created }

func hasNewTutor(_ api.Change, assignment *core.Record) bool {
	if !api.Differs(assignment, store.Tutor) {
		return false
	}
	stored := store.AssignmentOf(assignment)
	return stored.Tutor != "" && !stored.IsStub()
}

// isDelivered reports whether the work is finished now. Withdrawing a revision delivers
// nothing: the windows stay as they were.
func isDelivered(change api.Change, assignment *core.Record) bool {
	isWithdrawn := assignment.Original().GetString(store.Status) == domain.StatusRevision && !api.Differs(assignment, store.WindowsStart)
	return change == api.Updated && !store.IsStub(assignment) && assignment.GetString(store.Status) == domain.StatusCompleted && api.Differs(assignment, store.Status) && !isWithdrawn
}

// hasNewRevision reports whether the student has asked for a revision.
func hasNewRevision(change api.Change, assignment *core.Record) bool {
	return change == api.Updated && !store.IsStub(assignment) && assignment.GetInt(store.OpenRevision) > assignment.Original().GetInt(store.OpenRevision)
}

func isHandedBack(change api.Change, assignment *core.Record) bool {
	return change == api.Updated && !store.IsStub(assignment) && assignment.GetString(store.HandBackReason) != "" && api.Differs(assignment, store.HandBackReason)
}

// isAccepted reports whether the work was accepted, or has accepted itself.
func isAccepted(change api.Change, assignment *core.Record) bool {
	return change == api.Updated && !store.IsStub(assignment) && assignment.GetString(store.AcceptedAt) != "" &&
		assignment.Original().GetString(store.AcceptedAt) == ""
}

func isCancelled(change api.Change, assignment *core.Record) bool {
	return change == api.Updated && !store.IsStub(assignment) && assignment.GetString(store.Status) == domain.StatusCancelled && api.Differs(assignment, store.Status)
}

// isGraded reports whether the work was graded, or its grade has changed.
func isGraded(change api.Change, assignment *core.Record) bool {
	return change == api.Updated && !store.IsStub(assignment) && assignment.GetString(store.Status) == domain.StatusGraded &&
		(api.Differs(assignment, store.Status) || assignment.GetString(store.Grade) != "" && api.Differs(assignment, store.Grade))
}

// hasNewFeedback reports whether there is feedback that the message about the grade
// does not lead to already.
func hasNewFeedback(change api.Change, assignment *core.Record) bool {
	return change == api.Updated && !store.IsStub(assignment) && assignment.GetString(store.Feedback) != "" &&
		api.Differs(assignment, store.Feedback) && !isGraded(change, assignment)
}

// account returns a finder of the account in a field of a record.
func account(field string) func(context.Context, core.App, *core.Record) ([]*core.Record, error) {
	return func(_ context.Context, app core.App, record *core.Record) ([]*core.Record, error) {
		found, err := app.FindRecordById(store.Users, record.GetString(field))
		if errors.Is(err, sql.ErrNoRows) {
			return nil, nil
		}
		return []*core.Record{found}, err
	}
}

var student = account(store.Student)

// othersOf returns a finder of the accounts in some fields of a record, without the one
// who made the change.
func othersOf(fields ...string) func(context.Context, core.App, *core.Record) ([]*core.Record, error) {
	return func(ctx context.Context, app core.App, record *core.Record) (others []*core.Record, err error) {
		actor := store.ActorOf(ctx, record).Person
		for _, field := range fields {
			found, err := account(field)(ctx, app, record)
			if err != nil {
				return nil, err
			}
			for _, person := range found {
				if actor == nil || person.Id != actor.Id {
					others = append(others, person)
				}
			}
		}
		return others, nil
	}
}

func guestOf(assignment *core.Record) string {
	stored := store.AssignmentOf(assignment)
	if stored.Student != "" {
		return ""
	}
	return stored.GuestEmail
}

// otherAdmins returns all active admins but the one who made the change.
func otherAdmins(ctx context.Context, app core.App, record *core.Record) ([]*core.Record, error) {
	found, err := store.FindActiveAdmins(app)
	if err != nil {
		return nil, err
	}
	actor := store.ActorOf(ctx, record).Person
	others := found[:0]
	for _, admin := range found {
		if actor == nil || admin.Id != actor.Id {
			others = append(others, admin)
		}
	}
	return others, nil
}

// adminsIfByStudent returns the other admins if the student of an assignment makes the
// change, and nobody otherwise.
func adminsIfByStudent(ctx context.Context, app core.App, assignment *core.Record) ([]*core.Record, error) {
	actor := store.ActorOf(ctx, assignment).Person
	if actor == nil || actor.Id != assignment.GetString(store.Student) {
		return nil, nil
	}
	return otherAdmins(ctx, app, assignment)
}

// ForgetStub deletes what was told about an assignment of which only a stub stays.
// PocketBase does so for an assignment that is deleted altogether.
func ForgetStub(e *core.RecordEvent) error {
	if !store.BecomesStub(e.Record) {
		return e.Next()
	}
	if err := e.Next(); err != nil {
		return err
	}
	for _, collection := range []string{store.Notices, store.Outbox} {
		found, err := e.App.FindAllRecords(collection, dbx.HashExp{store.Assignment: e.Record.Id})
		if err != nil {
			return err
		}
		for _, record := range found {
			if err := transaction.DeleteNested(e.Context, e.App, record); err != nil {
				return err
			}
		}
	}
	return nil
}

// ForgetAccount deletes what an account was told before the account itself. There may
// be a lot of it, so this is plain SQL, in pieces.
func ForgetAccount(e *core.RecordEvent) error {
	for _, table := range []string{store.Notices, store.Outbox} {
		if err := transaction.DeleteInPieces(e.Context, e.App, store.OfAccount(table, e.Record.Id)); err != nil {
			return err
		}
	}
	// Addresses that are not confirmed may have been typed by anybody.
	addresses, err := store.FindAddresses(e.Context, e.App, e.Record.Id)
	if err != nil {
		return err
	}
	for _, address := range addresses {
		if err := transaction.DeleteInPieces(e.Context, e.App, store.MailsTo(address)); err != nil {
			return err
		}
	}
	return e.Next()
}

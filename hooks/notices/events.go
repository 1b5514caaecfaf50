// Package notices tells people about the events that concern them, lists their
// notices, and lets them choose what they are told (docs/product.md, section 9).
package notices

import (
	"context"
	"database/sql"
	"errors"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/jobs"
	"deskmate/hooks/messages"
	"deskmate/hooks/nouns"
	"deskmate/hooks/writes"
	"deskmate/records"
	"deskmate/rules"
)

// Listen tells of events as they happen, and of what the clock brings.
func Listen(app core.App) {
	for _, collection := range []string{records.Assignments, records.Quotes, records.Claims, records.Payouts} {
		app.OnRecordCreateExecute(collection).Bind(writes.At(writes.StageFollowUp, tell))
		app.OnRecordUpdateExecute(collection).Bind(writes.At(writes.StageFollowUp, tell))
	}
	app.OnRecordUpdateExecute(records.Assignments).Bind(writes.At(writes.StageFollowUp, forgetStub))
	app.OnRecordDelete(records.Users).Bind(writes.At(writes.StagePieces, forgetAccount))
	app.OnRecordDeleteExecute(records.Assignments, records.Quotes).Bind(writes.At(writes.StageDeleteFollowUp, forgetGathered))

	jobs.Add(app, jobs.Job{ID: "tellWhatIsDueSoon", Schedule: "* * * * *", Run: tellDueSoon})
	jobs.Add(app, jobs.Job{ID: "tellWhatRevisionsAreDueSoon", Schedule: "* * * * *", Run: tellRevisionsDue})
	jobs.Add(app, jobs.Job{ID: "tellWhatAcceptsItselfSoon", Schedule: "* * * * *", Run: tellAcceptsItself})
	jobs.Add(app, jobs.Job{ID: "sendWeeklySummary", Schedule: "* * * * *", Run: tellWeek})
	jobs.Add(app, jobs.Job{ID: "forgetNotices", Schedule: "33 * * * *", Run: forgetOld})
}

// forgetGathered leaves what is deleted out of the mails that gather news of its kind.
func forgetGathered(e *core.RecordEvent) error {
	if err := records.ForgetGathered(e.Context, e.App, e.Record.Id); err != nil {
		return err
	}
	return e.Next()
}

// tell saves the record and tells everybody whom the change concerns: both or neither.
func tell(e *core.RecordEvent) error {
	change := nouns.ChangeOf(e)
	var happened []entry
	for _, entry := range entries {
		if entry.collection == e.Record.Collection().Name && entry.when(change, e.Record) {
			happened = append(happened, entry)
		}
	}
	if len(happened) == 0 {
		return e.Next()
	}
	return writes.InTransaction(e, func() error {
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
			message := messages.Message{Kind: entry.Kind}
			switch entry.collection {
			case records.Quotes:
				message.Quote = e.Record.Id
			case records.Claims:
				message.Assignment = e.Record.GetString(records.Assignment)
			case records.Payouts:
			default:
				message.Assignment = e.Record.Id
			}
			for _, reader := range readers[i] {
				if err := messages.Tell(e.Context, e.App, reader, message); err != nil {
					return err
				}
			}
			if entry.guest != nil {
				if err := messages.TellAddress(e.Context, e.App, entry.guest(e.Record), message); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

func isCreated(change nouns.Change, _ *core.Record) bool { return change == nouns.Created }

// isStub reports whether the assignment was deleted and only its stub is left.
func isStub(assignment *core.Record) bool {
	return !assignment.GetDateTime(records.DeletedAt).IsZero()
}

func hasNewTutor(_ nouns.Change, assignment *core.Record) bool {
	return assignment.GetString(records.Tutor) != "" && nouns.Differs(assignment, records.Tutor) && !isStub(assignment)
}

// isDelivered reports whether the work is finished now. Withdrawing a revision delivers
// nothing: the windows stay as they were.
func isDelivered(change nouns.Change, assignment *core.Record) bool {
	isWithdrawn := assignment.Original().GetString(records.Status) == rules.StatusRevision && !nouns.Differs(assignment, records.WindowsStart)
	return change == nouns.Updated && !isStub(assignment) && assignment.GetString(records.Status) == rules.StatusCompleted && nouns.Differs(assignment, records.Status) && !isWithdrawn
}

// hasNewRevision reports whether the student has asked for a revision.
func hasNewRevision(change nouns.Change, assignment *core.Record) bool {
	return change == nouns.Updated && !isStub(assignment) && assignment.GetInt(records.OpenRevision) > assignment.Original().GetInt(records.OpenRevision)
}

func isHandedBack(change nouns.Change, assignment *core.Record) bool {
	return change == nouns.Updated && !isStub(assignment) && assignment.GetString(records.HandBackReason) != "" && nouns.Differs(assignment, records.HandBackReason)
}

// isAccepted reports whether the work was accepted, or has accepted itself.
func isAccepted(change nouns.Change, assignment *core.Record) bool {
	return change == nouns.Updated && !isStub(assignment) && assignment.GetString(records.AcceptedAt) != "" &&
		assignment.Original().GetString(records.AcceptedAt) == ""
}

func isCancelled(change nouns.Change, assignment *core.Record) bool {
	return change == nouns.Updated && !isStub(assignment) && assignment.GetString(records.Status) == rules.StatusCancelled && nouns.Differs(assignment, records.Status)
}

// isGraded reports whether the work was graded, or its grade has changed.
func isGraded(change nouns.Change, assignment *core.Record) bool {
	return change == nouns.Updated && !isStub(assignment) && assignment.GetString(records.Status) == rules.StatusGraded &&
		(nouns.Differs(assignment, records.Status) || assignment.GetString(records.Grade) != "" && nouns.Differs(assignment, records.Grade))
}

// hasNewFeedback reports whether there is feedback that the message about the grade
// does not lead to already.
func hasNewFeedback(change nouns.Change, assignment *core.Record) bool {
	return change == nouns.Updated && !isStub(assignment) && assignment.GetString(records.Feedback) != "" &&
		nouns.Differs(assignment, records.Feedback) && !isGraded(change, assignment)
}

// account returns a finder of the account in a field of a record.
func account(field string) func(context.Context, core.App, *core.Record) ([]*core.Record, error) {
	return func(_ context.Context, app core.App, record *core.Record) ([]*core.Record, error) {
		found, err := app.FindRecordById(records.Users, record.GetString(field))
		if errors.Is(err, sql.ErrNoRows) {
			return nil, nil
		}
		return []*core.Record{found}, err
	}
}

var student = account(records.Student)

// othersOf returns a finder of the accounts in some fields of a record, without the one
// who made the change.
func othersOf(fields ...string) func(context.Context, core.App, *core.Record) ([]*core.Record, error) {
	return func(ctx context.Context, app core.App, record *core.Record) (others []*core.Record, err error) {
		actor := records.ActorOf(ctx, record).Person
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
	if assignment.GetString(records.Student) != "" {
		return ""
	}
	return assignment.GetString(records.GuestEmail)
}

// otherAdmins returns all active admins but the one who made the change.
func otherAdmins(ctx context.Context, app core.App, record *core.Record) ([]*core.Record, error) {
	found, err := records.FindActiveAdmins(app)
	if err != nil {
		return nil, err
	}
	actor := records.ActorOf(ctx, record).Person
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
	actor := records.ActorOf(ctx, assignment).Person
	if actor == nil || actor.Id != assignment.GetString(records.Student) {
		return nil, nil
	}
	return otherAdmins(ctx, app, assignment)
}

// forgetStub deletes what was told about an assignment of which only a stub stays.
// PocketBase does so for an assignment that is deleted altogether.
func forgetStub(e *core.RecordEvent) error {
	if !isStub(e.Record) || isStub(e.Record.Original()) {
		return e.Next()
	}
	return writes.InTransaction(e, func() error {
		if err := e.Next(); err != nil {
			return err
		}
		for _, collection := range []string{records.Notices, records.Outbox} {
			found, err := e.App.FindAllRecords(collection, dbx.HashExp{records.Assignment: e.Record.Id})
			if err != nil {
				return err
			}
			for _, record := range found {
				if err := writes.DeleteNested(e.Context, e.App, record); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// forgetAccount deletes what an account was told before the account itself. There may
// be a lot of it, so this is plain SQL, in pieces.
func forgetAccount(e *core.RecordEvent) error {
	for _, table := range []string{records.Notices, records.Outbox} {
		err := writes.DeleteInPieces(e.Context, e.App, func(ctx context.Context, tx core.App, limit int) (int64, error) {
			return records.DeleteOfAccount(ctx, tx, table, e.Record.Id, limit)
		})
		if err != nil {
			return err
		}
	}
	// Others than confirmed addresses can have been typed by anybody.
	addresses, err := records.FindAddresses(e.Context, e.App, e.Record.Id)
	if err != nil {
		return err
	}
	for _, address := range addresses {
		err := writes.DeleteInPieces(e.Context, e.App, func(ctx context.Context, tx core.App, limit int) (int64, error) {
			return records.DeleteMailsTo(ctx, tx, address, limit)
		})
		if err != nil {
			return err
		}
	}
	return e.Next()
}

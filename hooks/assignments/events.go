package assignments

import (
	"database/sql"
	"errors"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/adoption"
	"deskmate/hooks/failures"
	"deskmate/hooks/jobs"
	"deskmate/hooks/nouns"
	"deskmate/hooks/orders"
	"deskmate/hooks/writes"
	"deskmate/internal/clock"
	"deskmate/records"
	"deskmate/rules"
)

// Listen enforces the rules that hold for every assignment, whether a route, the
// console or a command changes it. It also updates the assignments of an account
// that is verified or deleted.
func Listen(app core.App) {
	app.OnRecordCreate(records.Assignments).BindFunc(beginOrder)
	app.OnRecordCreate(records.Assignments).BindFunc(followStatus)
	app.OnRecordCreate(records.Assignments).BindFunc(keepTextsForTutors)
	app.OnRecordUpdate(records.Assignments).BindFunc(writeChangesOnly)
	app.OnRecordUpdate(records.Assignments).BindFunc(followStatus)
	app.OnRecordUpdate(records.Assignments).BindFunc(emptyStub)
	app.OnRecordUpdate(records.Assignments).BindFunc(keepTextsForTutors)
	app.OnRecordValidate(records.Assignments).BindFunc(validate)
	app.OnRecordUpdateExecute(records.Assignments).Bind(writes.At(writes.StageFollowUp, voidRefund))
	app.OnRecordDelete(records.Assignments).BindFunc(keepForTheBooks)
	app.OnRecordCreateExecute(records.Assignments).Bind(writes.At(writes.StageInvariant, recheckQuota))
	app.OnRecordUpdateExecute(records.Assignments).Bind(writes.At(writes.StageInvariant, recheckQuota))

	adoption.Listen(app, guestWork)
	app.OnRecordDelete(records.Users).Bind(writes.At(writes.StageRefuse, refuseOpenOrders))
	app.OnRecordDelete(records.Users).Bind(writes.At(writes.StagePieces, removeWorkOf))
	// This removes what was submitted while the pieces were being removed.
	app.OnRecordDeleteExecute(records.Users).Bind(writes.At(writes.StageDeleteFollowUp, removeWorkOf))

	jobs.Add(app, jobs.Job{ID: "acceptWork", Schedule: "* * * * *", Run: acceptWork})
	jobs.Add(app, jobs.Job{ID: "measureFiles", Schedule: "* * * * *", Limit: 10 * time.Minute, Run: measureFiles})
}

// writeChangesOnly saves only the fields that changed, so that a save does not
// overwrite a concurrent change to another field.
func writeChangesOnly(e *core.RecordEvent) error {
	e.Record.IgnoreUnchangedFields(true)
	return e.Next()
}

// beginOrder gives a new assignment its reference. Unless it comes from an offer, which
// has terms of its own, it also gets the tutor's share that the site pays now.
func beginOrder(e *core.RecordEvent) error {
	reference, err := orders.NewReference(e.App, records.Assignments, "A")
	if err != nil {
		return err
	}
	e.Record.Set(records.Reference, reference)
	if e.Record.GetString(records.Quote) == "" {
		site, err := records.FindSite(e.App)
		if err != nil {
			return err
		}
		e.Record.Set(records.TutorShare, site.GetInt(records.TutorShare))
	}
	return e.Next()
}

// keepTextsForTutors stores what tutors read of the brief with what was written, so that
// nothing is searched for contact details when it is read (docs/product.md, section 10.6).
func keepTextsForTutors(e *core.RecordEvent) error {
	for text, shown := range map[string]string{
		records.Title: records.ShownTitle, records.Description: records.ShownDescription,
		records.Subject: records.ShownSubject, records.Type: records.ShownType,
	} {
		if nouns.Differs(e.Record, text, shown) {
			e.Record.Set(shown, rules.TextForTutors(e.Record.GetString(text)))
		}
	}
	return e.Next()
}

// followStatus keeps what follows from the status and the tutor: when the work was
// finished, from when its windows run, whether it is accepted, whether it is in the pool,
// and why it was handed back (docs/product.md, section 10.2).
func followStatus(e *core.RecordEvent) error {
	assignment, status := e.Record, e.Record.GetString(records.Status)
	hasTime := !assignment.GetDateTime(records.DeliveredAt).IsZero()
	switch {
	case rules.IsFinished(status) && !hasTime:
		now := clock.Now(e.App)
		assignment.Set(records.DeliveredAt, now)
		assignment.Set(records.WindowsStart, now)
		assignment.Set(records.WindowsWaited, 0)
	case rules.IsFinished(status) && assignment.GetDateTime(records.WindowsStart).IsZero():
		assignment.Set(records.WindowsStart, assignment.GetDateTime(records.DeliveredAt))
		assignment.Set(records.WindowsWaited, 0)
	case !rules.IsFinished(status):
		assignment.Set(records.DeliveredAt, nil)
		assignment.Set(records.AcceptedAt, nil)
		if status != rules.StatusRevision {
			assignment.Set(records.WindowsStart, nil)
		}
	}
	if assignment.GetString(records.Tutor) != "" && nouns.Differs(assignment, records.Tutor) {
		assignment.Set(records.HandBackReason, "")
	}
	if assignment.GetString(records.Tutor) != "" || status != rules.StatusPending && status != rules.StatusSubmitted {
		assignment.Set(records.InPool, false)
	}
	return e.Next()
}

// validate applies the rules of the routes to every save, and checks the content
// of a newly attached file.
func validate(e *core.RecordEvent) error {
	assignment := e.Record
	if isStub(assignment) {
		return e.Next()
	}
	problems := rules.NewAssignment{
		Title:       assignment.GetString(records.Title),
		Description: assignment.GetString(records.Description),
		DueDate:     rules.FormatTime(assignment.GetDateTime(records.DueDate).Time()),
		Subject:     assignment.GetString(records.Subject),
		Priority:    assignment.GetString(records.Priority),
	}.Check()
	fileProblems, err := checkFile(e)
	if err != nil {
		return err
	}
	tutorProblems, err := checkTutor(e.App, assignment)
	if err != nil {
		return err
	}
	if err := failures.FieldErrors(append(append(problems, fileProblems...), tutorProblems...)); err != nil {
		return err
	}
	return e.Next()
}

var tutorNotFound = rules.Problem{Field: "tutor", Code: rules.Invalid, Message: "Tutor not found"}

// checkTutor refuses a tutor who is also the student, and a newly assigned tutor
// who is not an active tutor (docs/product.md, section 3.5).
func checkTutor(app core.App, assignment *core.Record) (rules.Problems, error) {
	id := assignment.GetString(records.Tutor)
	if id == "" {
		return nil, nil
	}
	if id == assignment.GetString(records.Student) {
		return rules.Problems{{Field: "tutor", Code: rules.Invalid, Message: "A tutor cannot work on their own assignment"}}, nil
	}
	if !assignment.IsNew() && id == assignment.Original().GetString(records.Tutor) {
		return nil, nil
	}
	tutor, err := app.FindRecordById(records.Users, id)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, err
	}
	if err != nil || !records.IsActive(tutor) || tutor.GetString(records.Role) != rules.RoleTutor {
		return rules.Problems{tutorNotFound}, nil
	}
	return nil, nil
}

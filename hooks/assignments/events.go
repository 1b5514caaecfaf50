package assignments

import (
	"database/sql"
	"errors"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/hooks/jobs"
	"deskmate/hooks/writes"
	"deskmate/internal/clock"
	"deskmate/records"
	"deskmate/rules"
)

// Listen keeps the rules that hold for every assignment, whether a route, the
// console or a command changes it, and reacts to what happens to its people.
func Listen(app core.App) {
	app.OnRecordCreate(records.Assignments).BindFunc(noteDelivery)
	app.OnRecordUpdate(records.Assignments).BindFunc(writeChangesOnly)
	app.OnRecordUpdate(records.Assignments).BindFunc(noteDelivery)
	app.OnRecordUpdate(records.Assignments).BindFunc(emptyStub)
	app.OnRecordValidate(records.Assignments).BindFunc(validate)
	app.OnRecordCreateExecute(records.Assignments).Bind(writes.At(writes.StageInvariant, keepQuota))
	app.OnRecordUpdateExecute(records.Assignments).Bind(writes.At(writes.StageInvariant, keepQuota))

	app.OnRecordAfterUpdateSuccess(records.Users).BindFunc(adoptGuestWork)
	app.OnRecordDelete(records.Users).Bind(writes.At(writes.StagePieces, removeWorkOf))
	// Whatever was added in between goes in the transaction that deletes the account.
	app.OnRecordDeleteExecute(records.Users).Bind(writes.At(writes.StageDeleteFollowUp, removeWorkOf))

	jobs.Add(app, jobs.Job{ID: "adoptGuestWork", Schedule: "17 * * * *", Run: finishAdoptions})
	jobs.Add(app, jobs.Job{ID: "measureFiles", Schedule: "* * * * *", Run: measureFiles})
}

// writeChangesOnly keeps a save of one field from undoing a concurrent change to another.
func writeChangesOnly(e *core.RecordEvent) error {
	e.Record.IgnoreUnchangedFields(true)
	return e.Next()
}

// noteDelivery keeps the time at which the work was finished. It is set when the
// assignment becomes completed or graded, and empty while it is neither.
func noteDelivery(e *core.RecordEvent) error {
	isFinished := rules.IsFinished(e.Record.GetString(records.Status))
	isNoted := !e.Record.GetDateTime(records.DeliveredAt).IsZero()
	switch {
	case isFinished && !isNoted:
		e.Record.Set(records.DeliveredAt, clock.Now(e.App))
	case !isFinished && isNoted:
		e.Record.Set(records.DeliveredAt, nil)
	}
	return e.Next()
}

// validate applies the rules of the routes to every assignment, and checks the
// content of a newly attached file.
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
	ofFile, err := checkFile(e)
	if err != nil {
		return err
	}
	ofTutor, err := checkTutor(e.App, assignment)
	if err != nil {
		return err
	}
	if err := failures.FieldErrors(append(append(problems, ofFile...), ofTutor...)); err != nil {
		return err
	}
	return e.Next()
}

var tutorNotFound = rules.Problem{Field: "tutor", Code: rules.Invalid, Message: "Tutor not found"}

// checkTutor checks a tutor who is newly assigned: an active tutor who is not the
// student (docs/product.md, section 3.5).
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

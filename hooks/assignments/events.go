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

// Listen enforces the rules that hold for every assignment, whether a route, the
// console or a command changes it. It also updates the assignments of an account
// that is verified or deleted.
func Listen(app core.App) {
	app.OnRecordCreate(records.Assignments).BindFunc(setDeliveryTime)
	app.OnRecordUpdate(records.Assignments).BindFunc(writeChangesOnly)
	app.OnRecordUpdate(records.Assignments).BindFunc(setDeliveryTime)
	app.OnRecordUpdate(records.Assignments).BindFunc(emptyStub)
	app.OnRecordValidate(records.Assignments).BindFunc(validate)
	app.OnRecordCreateExecute(records.Assignments).Bind(writes.At(writes.StageInvariant, recheckQuota))
	app.OnRecordUpdateExecute(records.Assignments).Bind(writes.At(writes.StageInvariant, recheckQuota))

	app.OnRecordAfterUpdateSuccess(records.Users).BindFunc(adoptGuestWork)
	app.OnRecordDelete(records.Users).Bind(writes.At(writes.StagePieces, removeWorkOf))
	// This removes what was submitted while the pieces were being removed.
	app.OnRecordDeleteExecute(records.Users).Bind(writes.At(writes.StageDeleteFollowUp, removeWorkOf))

	jobs.Add(app, jobs.Job{ID: "adoptGuestWork", Schedule: "17 * * * *", Run: finishAdoptions})
	jobs.Add(app, jobs.Job{ID: "measureFiles", Schedule: "* * * * *", Run: measureFiles})
}

// writeChangesOnly saves only the fields that changed, so that a save does not
// overwrite a concurrent change to another field.
func writeChangesOnly(e *core.RecordEvent) error {
	e.Record.IgnoreUnchangedFields(true)
	return e.Next()
}

// setDeliveryTime sets the time of delivery when the work becomes completed or
// graded, and clears it when the work is reopened.
func setDeliveryTime(e *core.RecordEvent) error {
	isFinished := rules.IsFinished(e.Record.GetString(records.Status))
	hasTime := !e.Record.GetDateTime(records.DeliveredAt).IsZero()
	switch {
	case isFinished && !hasTime:
		e.Record.Set(records.DeliveredAt, clock.Now(e.App))
	case !isFinished && hasTime:
		e.Record.Set(records.DeliveredAt, nil)
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

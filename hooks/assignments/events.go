package assignments

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/wire"
	"deskmate/records"
	"deskmate/rules"
)

// Listen keeps what holds for every assignment, be it changed by a route, the
// console or a command, and takes part in what happens to its people.
func Listen(app core.App) {
	app.OnRecordCreate(records.Assignments).BindFunc(noteDelivery)
	app.OnRecordUpdate(records.Assignments).BindFunc(writeChangesOnly)
	app.OnRecordUpdate(records.Assignments).BindFunc(noteDelivery)
	app.OnRecordUpdate(records.Assignments).BindFunc(emptyStub)
	app.OnRecordValidate(records.Assignments).BindFunc(validate)
	app.OnRecordUpdateExecute(records.Users).BindFunc(adoptGuestWork)
	app.OnRecordDelete(records.Users).BindFunc(removeWorkInPieces)
	app.OnRecordDeleteExecute(records.Users).BindFunc(removeWorkOf)
}

// writeChangesOnly keeps a save of one field from undoing another that came meanwhile.
func writeChangesOnly(e *core.RecordEvent) error {
	e.Record.IgnoreUnchangedFields(true)
	return e.Next()
}

// noteDelivery keeps when the work was finished: set as it becomes completed or
// graded, and empty while it is not.
func noteDelivery(e *core.RecordEvent) error {
	finished := rules.IsFinished(e.Record.GetString(records.Status))
	noted := !e.Record.GetDateTime(records.DeliveredAt).IsZero()
	switch {
	case finished && !noted:
		e.Record.Set(records.DeliveredAt, time.Now())
	case !finished && noted:
		e.Record.Set(records.DeliveredAt, nil)
	}
	return e.Next()
}

// validate asks of every assignment what the routes ask, and looks into the
// file that comes with it.
func validate(e *core.RecordEvent) error {
	assignment := e.Record
	if !assignment.GetDateTime(records.DeletedAt).IsZero() {
		return e.Next()
	}
	problems := rules.NewAssignment{
		Title:       assignment.GetString(records.Title),
		Description: assignment.GetString(records.Description),
		DueDate:     rules.FormatTime(assignment.GetDateTime(records.DueDate).Time()),
		Subject:     assignment.GetString(records.Subject),
		Priority:    assignment.GetString(records.Priority),
	}.Check()
	for _, file := range assignment.GetUnsavedFiles(records.File) {
		found, err := wire.CheckContent(file)
		if err != nil {
			return err
		}
		problems = append(problems, found...)
		if assignment.GetString(records.FileName) == assignment.Original().GetString(records.FileName) {
			assignment.Set(records.FileName, wire.KeptFileName(file.OriginalName))
		}
	}
	if assignment.GetString(records.File) == "" && len(assignment.GetUnsavedFiles(records.File)) == 0 {
		assignment.Set(records.FileName, "")
	}
	found, err := checkTutor(e.App, assignment)
	if err != nil {
		return err
	}
	if err := wire.AsFieldErrors(append(problems, found...)); err != nil {
		return err
	}
	return e.Next()
}

var tutorNotFound = rules.Problem{Field: "tutor", Code: rules.Invalid, Message: "Tutor not found"}

// checkTutor judges a tutor who is newly put on an assignment: active, a tutor,
// and not the student (docs/product.md, section 3.5).
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

// adoptGuestWork gives an account what was handed in under its address by a
// visitor, once the address is proven: never at sign-up, when it is only claimed.
func adoptGuestWork(e *core.RecordEvent) error {
	if e.Record.Original().Verified() || !e.Record.Verified() {
		return e.Next()
	}
	return wire.InTransaction(e, func() error {
		if err := e.Next(); err != nil {
			return err
		}
		orphans, err := records.FindGuestAssignments(e.App, e.Record.Email())
		if err != nil {
			return err
		}
		for _, assignment := range orphans {
			if assignment.GetString(records.Tutor) == e.Record.Id {
				continue // nobody becomes student and tutor of the same work
			}
			assignment.Set(records.Student, e.Record.Id)
			assignment.Set(records.GuestEmail, "")
			if err := e.App.SaveWithContext(e.Context, assignment); err != nil {
				return err
			}
		}
		return nil
	})
}

// pieceOfWork is how many assignments are removed in one transaction.
const pieceOfWork = 200

// removeWorkInPieces takes most of a very long list of work away before the
// account goes, a piece at a time: nobody else waits for all of it. The last
// piece, and for most people all there is, removeWorkOf takes with the account.
func removeWorkInPieces(e *core.RecordEvent) error {
	for left := true; left && !e.App.IsTransactional(); {
		err := e.App.RunInTransaction(func(tx core.App) error {
			own, err := records.FindAssignmentsOf(tx, e.Record.Id, pieceOfWork+1)
			if left = len(own) > pieceOfWork; err != nil || !left {
				return err
			}
			for _, assignment := range own {
				if err := remove(e.Context, tx, assignment); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return e.Next()
}

// removeWorkOf removes what a person handed in before the account goes, so that
// nothing of theirs turns into a guest's, and the stubs that stayed for the
// person as a tutor. Work that a tutor leaves behind remains the student's.
func removeWorkOf(e *core.RecordEvent) error {
	return wire.InTransaction(e, func() error {
		own, err := records.FindAssignmentsOf(e.App, e.Record.Id, 0)
		if err != nil {
			return err
		}
		for _, assignment := range own {
			if err := remove(e.Context, e.App, assignment); err != nil {
				return err
			}
		}
		stubs, err := records.FindStubsOf(e.App, e.Record.Id)
		if err != nil {
			return err
		}
		for _, stub := range stubs {
			if err := e.App.DeleteWithContext(e.Context, stub); err != nil {
				return err
			}
		}
		return e.Next()
	})
}

// emptyStub keeps a deleted assignment without words, file and student, whoever deletes it.
func emptyStub(e *core.RecordEvent) error {
	if e.Record.GetDateTime(records.DeletedAt).IsZero() {
		return e.Next()
	}
	for _, field := range []string{
		records.Title, records.Description, records.DueDate, records.Subject, records.File, records.FileName,
		records.Student, records.GuestEmail, records.Grade, records.Feedback, records.Type,
	} {
		e.Record.Set(field, nil)
	}
	return e.Next()
}

// remove takes an assignment away for everyone, with its file and its texts
// (docs/product.md, section 3.6). Where a tutor has finished it, a bare stub
// stays for the tutor's earnings and counts.
func remove(ctx context.Context, tx core.App, assignment *core.Record) error {
	if assignment.GetString(records.Tutor) == "" || !rules.IsFinished(assignment.GetString(records.Status)) {
		return tx.DeleteWithContext(ctx, assignment)
	}
	assignment.Set(records.DeletedAt, time.Now())
	return tx.SaveWithContext(ctx, assignment)
}

package assignments

import (
	"context"
	"database/sql"
	"errors"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/hooks/sessions"
	"deskmate/hooks/writes"
	"deskmate/internal/clock"
	"deskmate/records"
	"deskmate/rules"
)

func deleteAssignment(e *core.RequestEvent) error {
	reader := sessions.Reader(e)
	ctx, cancel := sessions.WriteContext(e)
	defer cancel()
	err := writes.Run(ctx, e.App, func(ctx context.Context, tx core.App) error {
		row, scope, err := records.FindReadable(ctx, tx, reader, e.Request.PathValue("id"))
		if errors.Is(err, sql.ErrNoRows) {
			return notFound()
		}
		if err != nil {
			return err
		}
		if scope != rules.ScopeAll && row.Student != reader.ID {
			return failures.NotAllowed()
		}
		assignment, err := records.FindAssignment(tx, row.ID)
		if err != nil {
			return err
		}
		return remove(ctx, tx, assignment)
	})
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, map[string]string{"message": "Assignment deleted successfully"})
}

// remove deletes an assignment with its file and its texts (docs/product.md,
// section 3.6). If a tutor has finished it, a stub without texts stays for the
// tutor's earnings and counts.
func remove(ctx context.Context, tx core.App, assignment *core.Record) error {
	if assignment.GetString(records.Tutor) == "" || !rules.IsFinished(assignment.GetString(records.Status)) {
		return tx.DeleteWithContext(ctx, assignment)
	}
	assignment.Set(records.DeletedAt, clock.Now(tx))
	return tx.SaveWithContext(ctx, assignment)
}

// emptyStub clears the texts, the file and the student of a deleted assignment,
// whoever deletes it.
func emptyStub(e *core.RecordEvent) error {
	if !isStub(e.Record) {
		return e.Next()
	}
	for _, field := range []string{
		records.Title, records.Description, records.DueDate, records.Subject, records.File, records.FileName, records.FileSize,
		records.Student, records.GuestEmail, records.Grade, records.Feedback, records.Type,
	} {
		e.Record.Set(field, nil)
	}
	return e.Next()
}

// removeBatch is how many assignments one transaction of an account's deletion reads.
const removeBatch = 100

// removeWorkOf removes the work of an account before the account itself: the
// assignments that it submitted, which would otherwise become a guest's, and the
// stubs that were kept for it as a tutor. Other students' assignments, which it
// worked on as a tutor, stay.
func removeWorkOf(e *core.RecordEvent) error {
	if err := removeAll(e, records.FindAssignmentsOf, remove); err != nil {
		return err
	}
	deleteStub := func(ctx context.Context, tx core.App, stub *core.Record) error {
		return tx.DeleteWithContext(ctx, stub)
	}
	if err := removeAll(e, records.FindStubsOf, deleteStub); err != nil {
		return err
	}
	return e.Next()
}

// removeAll removes what find finds for the account of an event, in pieces.
func removeAll(
	e *core.RecordEvent,
	find func(app core.App, account string, limit int) ([]*core.Record, error),
	remove func(ctx context.Context, tx core.App, assignment *core.Record) error,
) error {
	return writes.InPieces(e.Context, e.App, func(ctx context.Context, tx core.App, enough func() bool) (bool, error) {
		found, err := find(tx, e.Record.Id, removeBatch)
		if err != nil {
			return false, err
		}
		for _, assignment := range found {
			if err := remove(ctx, tx, assignment); err != nil {
				return false, err
			}
			if enough() {
				return true, nil
			}
		}
		return len(found) == removeBatch, nil
	})
}

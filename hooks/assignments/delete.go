package assignments

import (
	"context"
	"database/sql"
	"errors"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/hooks/orders"
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
		row, err := orders.FindReadableIn(ctx, tx, e)
		if err != nil {
			return err
		}
		if err := orders.Check(ctx, tx, reader, row, rules.ActionDelete); err != nil {
			return err
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
// section 3.6). A stub without texts stays for the tutor's counts if a tutor has
// finished it, and for the books if it has earned something, or money, a delivery or an
// offer hangs on it.
func remove(ctx context.Context, tx core.App, assignment *core.Record) error {
	isDone := rules.IsFinished(assignment.GetString(records.Status)) &&
		(assignment.GetString(records.Tutor) != "" || assignment.GetInt(records.PriceCents) > 0)
	if !isDone && !isInTheBooks(assignment) {
		return tx.DeleteWithContext(ctx, assignment)
	}
	assignment.Set(records.DeletedAt, clock.Now(tx))
	if err := tx.SaveWithContext(ctx, assignment); err != nil {
		return err
	}
	return eraseOrigin(ctx, tx, assignment)
}

// eraseOrigin removes the names and the texts from what an order came from: its quote
// request with the files, its offers and its claims. Amounts and references stay.
func eraseOrigin(ctx context.Context, tx core.App, assignment *core.Record) error {
	if err := records.EraseOrderTexts(ctx, tx, assignment.Id, assignment.GetString(records.Quote)); err != nil {
		return err
	}
	quote, err := tx.FindRecordById(records.Quotes, assignment.GetString(records.Quote))
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, field := range []string{
		records.Email, records.Phone, records.CountryCode, records.Subject, records.Description, records.Files, records.FileNames, records.Student,
	} {
		quote.Set(field, nil)
	}
	// Not validated: a new request needs what this one loses.
	return tx.SaveNoValidateWithContext(ctx, quote)
}

// isInTheBooks reports whether money, a delivery or an accepted offer hangs on the assignment.
func isInTheBooks(assignment *core.Record) bool {
	return assignment.GetInt(records.ReceivedCents) > 0 || assignment.GetInt(records.LastVersion) > 0 || assignment.GetString(records.Quote) != ""
}

// keepForTheBooks refuses to delete a row that the books refer to, whoever asks.
func keepForTheBooks(e *core.RecordEvent) error {
	if isInTheBooks(e.Record) {
		return failures.Conflict(rules.MustBeKept)
	}
	return e.Next()
}

// refuseOpenOrders refuses to delete an account before its orders are settled: as their
// student or as their tutor.
func refuseOpenOrders(e *core.RecordEvent) error {
	open, err := records.HasOpenOrders(e.Context, e.App, e.Record.Id)
	if err != nil {
		return err
	}
	if open && !records.IsBeingDeleted(e.Record) {
		return failures.Conflict("Finish or cancel your open orders first")
	}
	return e.Next()
}

// emptyStub clears the texts, the file and the student of a deleted assignment,
// whoever deletes it.
func emptyStub(e *core.RecordEvent) error {
	if !isStub(e.Record) {
		return e.Next()
	}
	for _, field := range []string{
		records.Title, records.Description, records.DueDate, records.Subject, records.File, records.FileName, records.FileSize,
		records.Student, records.GuestEmail, records.Grade, records.Feedback, records.Type, records.CancelReason, records.HandBackReason,
		records.PurgedFiles,
	} {
		e.Record.Set(field, nil)
	}
	return e.Next()
}

// removeBatch is how many assignments one transaction of an account's deletion reads.
const removeBatch = 100

// removeWorkOf removes the work of an account before the account itself: the
// assignments that it submitted, which would otherwise become a guest's, those that
// guests sent from its confirmed addresses, which a later account of the address would
// otherwise adopt, and the stubs that were kept for it as a tutor. Other students'
// assignments, which it worked on as a tutor, stay.
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

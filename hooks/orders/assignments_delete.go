package orders

import (
	"context"
	"database/sql"
	"errors"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/clock"
)

func deleteAssignment(e *core.RequestEvent) error {
	reader := sessions.Reader(e)
	err := sessions.Change(e, func(ctx context.Context, tx core.App) error {
		row, err := FindReadableIn(ctx, tx, e)
		if err != nil {
			return err
		}
		if err := Check(ctx, tx, reader, row, domain.ActionDelete); err != nil {
			return err
		}
		assignment, err := store.FindAssignment(tx, row.ID)
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
// offer belongs to it.
func remove(ctx context.Context, tx core.App, assignment *core.Record) error {
	stored := store.AssignmentOf(assignment)
	isDone := domain.IsFinished(stored.Status) && (stored.Tutor != "" || stored.PriceCents > 0)
	if !isDone && !isInTheBooks(stored) {
		return tx.DeleteWithContext(ctx, assignment)
	}
	assignment.Set(store.DeletedAt, clock.Now(tx))
	if err := tx.SaveWithContext(ctx, assignment); err != nil {
		return err
	}
	return eraseOrigin(ctx, tx, assignment)
}

// eraseOrigin removes the names and the texts from what an order came from: its quote
// request with the files, its offers and its claims. Amounts and references stay.
func eraseOrigin(ctx context.Context, tx core.App, assignment *core.Record) error {
	origin := store.AssignmentOf(assignment).Quote
	if err := store.EraseOrderTexts(ctx, tx, assignment.Id, origin); err != nil {
		return err
	}
	quote, err := tx.FindRecordById(store.Quotes, origin)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, field := range []string{
		store.Email, store.Phone, store.CountryCode, store.Subject, store.Description, store.Files, store.FileNames, store.Student,
	} {
		quote.Set(field, nil)
	}
	// Not validated: a new request needs what this one loses.
	return tx.SaveNoValidateWithContext(ctx, quote)
}

// isInTheBooks reports whether money, a delivery or an accepted offer belongs to the assignment.
func isInTheBooks(assignment store.StoredAssignment) bool {
	return assignment.ReceivedCents > 0 || assignment.LastVersion > 0 || assignment.Quote != ""
}

// KeepForTheBooks refuses to delete a row that the books refer to, whoever asks.
func KeepForTheBooks(e *core.RecordEvent) error {
	if isInTheBooks(store.AssignmentOf(e.Record)) {
		return failures.Conflict(domain.MustBeKept)
	}
	return e.Next()
}

// RefuseOpenOrders refuses to delete an account before its orders are settled: as their
// student or as their tutor.
func RefuseOpenOrders(e *core.RecordEvent) error {
	open, err := store.HasOpenOrders(e.Context, e.App, e.Record.Id)
	if err != nil {
		return err
	}
	if open && !store.IsBeingDeleted(e.Record) {
		return failures.Conflict("Finish or cancel your open orders first")
	}
	return e.Next()
}

// EmptyStub clears the texts, the file and the student of a deleted assignment,
// whoever deletes it.
func EmptyStub(e *core.RecordEvent) error {
	if !store.IsStub(e.Record) {
		return e.Next()
	}
	for _, field := range []string{
		store.Title, store.Description, store.DueDate, store.Subject, store.File, store.FileName, store.FileSize,
		store.Student, store.GuestEmail, store.Grade, store.Feedback, store.Type, store.CancelReason, store.HandBackReason,
		store.PurgedFiles,
	} {
		e.Record.Set(field, nil)
	}
	return e.Next()
}

// removeBatch is how many assignments one transaction of an account's deletion reads.
const removeBatch = 100

// RemoveWorkOf removes the work of an account before the account itself: the
// assignments that it submitted, which would otherwise become a guest's, those that
// guests sent from its confirmed addresses, which a later account of the address would
// otherwise adopt, and the stubs that were kept for it as a tutor. Other students'
// assignments, which it worked on as a tutor, stay.
func RemoveWorkOf(e *core.RecordEvent) error {
	if err := removeAll(e, store.FindAssignmentsOf, remove); err != nil {
		return err
	}
	deleteStub := func(ctx context.Context, tx core.App, stub *core.Record) error {
		return tx.DeleteWithContext(ctx, stub)
	}
	if err := removeAll(e, store.FindStubsOf, deleteStub); err != nil {
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
	return transaction.InPieces(e.Context, e.App, func(ctx context.Context, tx core.App, enough func() bool) (bool, error) {
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

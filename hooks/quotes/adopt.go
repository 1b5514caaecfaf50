package quotes

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/writes"
	"deskmate/internal/clock"
	"deskmate/records"
)

// adoptBatch is how many quote requests one transaction reads.
const adoptBatch = 100

// adoptQuotes gives an account the requests that were sent from its address, once that
// address is verified. Requests that come later are not adopted: anybody may type any
// address. If it is interrupted, a job continues it. Like the adoption of assignments, it
// waits while a change of the address can be undone.
func adoptQuotes(e *core.RecordEvent) error {
	if !e.Record.Original().Verified() && e.Record.Verified() {
		if err := adopt(e.Context, e.App, e.Record.Id); err != nil {
			e.App.Logger().Error("quote requests were not adopted", "account", e.Record.Id, "error", err)
		}
	}
	return e.Next()
}

// finishAdoptions finishes the adoptions that were interrupted or had to wait. A failed
// one does not hold up the others.
func finishAdoptions(ctx context.Context, app core.App) error {
	accounts, err := records.FindQuoteAdopters(app, clock.Now(app))
	if err != nil {
		return err
	}
	var failed []error
	for _, account := range accounts {
		if err := adopt(ctx, app, account.Id); err != nil {
			failed = append(failed, fmt.Errorf("account %s: %w", account.Id, err))
		}
	}
	return errors.Join(failed...)
}

func adopt(ctx context.Context, app core.App, id string) error {
	return writes.InPieces(ctx, app, func(ctx context.Context, tx core.App, enough func() bool) (bool, error) {
		// The account may have changed since the last piece.
		account, err := tx.FindRecordById(records.Users, id)
		if errors.Is(err, sql.ErrNoRows) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		if !account.Verified() || records.IsBeingDeleted(account) {
			return false, nil
		}
		if mustWait, err := records.CanUndoAddress(ctx, tx, id, clock.Now(tx)); err != nil || mustWait {
			return false, err
		}
		found, err := records.FindGuestQuotes(tx, account, adoptBatch)
		if err != nil {
			return false, err
		}
		for _, quote := range found {
			quote.Set(records.Student, account.Id)
			// Not validated: nothing else changes, and an old request that breaks a newer
			// rule would block the ones after it.
			if err := tx.SaveNoValidateWithContext(ctx, quote); err != nil {
				return false, err
			}
			if enough() {
				return true, nil
			}
		}
		return len(found) == adoptBatch, nil
	})
}

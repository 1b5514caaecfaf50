package money

import (
	"context"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/orders"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/clock"
)

// repeatLimit is for how long the same adjustment counts as sent twice by mistake.
const repeatLimit = time.Minute

// adjustLedger enters a change that an admin makes to what a tutor is owed.
func adjustLedger(e *core.RequestEvent) error {
	var input domain.NewAdjustment
	if err := api.BindJSON(e, &input); err != nil {
		return err
	}
	if problems := input.Check(); len(problems) > 0 {
		return failures.Refuse(problems)
	}
	caller := sessions.Caller(e)
	ctx, cancel := sessions.WriteContext(e)
	defer cancel()
	var entered []domain.LedgerEntry
	err := transaction.Run(ctx, e.App, func(ctx context.Context, tx core.App) error {
		// No record is saved, so no record event checks that the session is still open.
		if err := sessions.Confirm(tx, caller); err != nil {
			return err
		}
		if err := sessions.RefuseOwnCase(ctx, tx, sessions.Reader(e), input.Tutor); err != nil {
			return err
		}
		if err := orders.CheckPayees(ctx, tx, store.Tutor, input.Tutor); err != nil {
			return err
		}
		entry, now := domain.AdjustedEntry(input.Tutor, domain.Cents(*input.Amount)), clock.Now(tx)
		entry.Memo = domain.OneLine(input.Memo)
		repeated, err := store.HasAdjustment(ctx, tx, entry, now.Add(-repeatLimit))
		if err != nil {
			return err
		}
		if repeated {
			return failures.Conflict("This adjustment has already been recorded")
		}
		entered, err = store.AppendToLedger(ctx, tx, store.Actor{Via: store.ViaPerson, Person: caller}, now, entry)
		return err
	})
	if err != nil {
		return err
	}
	return e.JSON(http.StatusCreated, viewEntry(entered[0]))
}

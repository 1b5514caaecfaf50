package ledger

import (
	"context"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/hooks/orders"
	"deskmate/hooks/routes"
	"deskmate/hooks/sessions"
	"deskmate/hooks/writes"
	"deskmate/internal/clock"
	"deskmate/records"
	"deskmate/rules"
)

// repeatLimit is for how long the same adjustment counts as sent twice by mistake.
const repeatLimit = time.Minute

// adjust enters a change that an admin makes to what a tutor is owed.
func adjust(e *core.RequestEvent) error {
	var input rules.NewAdjustment
	if err := routes.BindJSON(e, &input); err != nil {
		return err
	}
	if problems := input.Check(); len(problems) > 0 {
		return failures.Refuse(problems)
	}
	caller := sessions.Caller(e)
	ctx, cancel := sessions.WriteContext(e)
	defer cancel()
	var entered []rules.LedgerEntry
	err := writes.Run(ctx, e.App, func(ctx context.Context, tx core.App) error {
		// No record is saved, so no record event checks that the session is still open.
		if err := sessions.Confirm(tx, caller); err != nil {
			return err
		}
		if err := sessions.RefuseOwnCase(ctx, tx, sessions.Reader(e), input.Tutor); err != nil {
			return err
		}
		if err := orders.CheckPayees(ctx, tx, records.Tutor, input.Tutor); err != nil {
			return err
		}
		entry, now := rules.AdjustedEntry(input.Tutor, rules.Cents(*input.Amount)), clock.Now(tx)
		entry.Memo = rules.OneLine(input.Memo)
		repeated, err := records.HasAdjustment(ctx, tx, entry, now.Add(-repeatLimit))
		if err != nil {
			return err
		}
		if repeated {
			return failures.Conflict("This adjustment has already been recorded")
		}
		entered, err = records.AppendToLedger(ctx, tx, records.Actor{Via: records.ViaPerson, Person: caller}, now, entry)
		return err
	})
	if err != nil {
		return err
	}
	return e.JSON(http.StatusCreated, view(entered[0]))
}

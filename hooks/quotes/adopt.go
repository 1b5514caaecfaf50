package quotes

import (
	"context"
	"errors"
	"fmt"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/writes"
	"deskmate/internal/clock"
	"deskmate/records"
)

// adoptBatch is how many quote requests one statement adopts.
const adoptBatch = 500

// adoptQuotes gives an account the requests that were sent from its address, once that
// address is verified. Requests that come later are not adopted: anybody may type any
// address. Like the adoption of assignments, it waits while a change of the address can
// be undone.
func adoptQuotes(e *core.RecordEvent) error {
	if e.Record.Original().Verified() || !e.Record.Verified() {
		return e.Next()
	}
	if err := adopt(e.Context, e.App, e.Record.Id); err != nil {
		e.App.Logger().Error("quote requests were not adopted", "account", e.Record.Id, "error", err)
	}
	return e.Next()
}

// finishAdoptions finishes the adoptions that were interrupted or had to wait. A failed
// one does not hold up the others.
func finishAdoptions(ctx context.Context, app core.App) error {
	accounts, err := records.FindQuoteAdopters(ctx, app, clock.Now(app))
	if err != nil {
		return err
	}
	var failed []error
	for _, account := range accounts {
		if err := adopt(ctx, app, account); err != nil {
			failed = append(failed, fmt.Errorf("account %s: %w", account, err))
		}
	}
	return errors.Join(failed...)
}

func adopt(ctx context.Context, app core.App, account string) error {
	return writes.InPieces(ctx, app, func(ctx context.Context, tx core.App, enough func() bool) (bool, error) {
		for {
			adopted, err := records.AdoptQuotes(ctx, tx, account, clock.Now(tx), adoptBatch)
			if err != nil || adopted < adoptBatch {
				return false, err
			}
			if enough() {
				return true, nil
			}
		}
	})
}

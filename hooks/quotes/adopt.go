package quotes

import (
	"context"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/writes"
	"deskmate/records"
)

// adoptBatch is how many quote requests one statement adopts.
const adoptBatch = 500

// adoptQuotes gives an account the requests that were sent from its address, once that
// address is verified. Requests that come later are not adopted: anybody may type any
// address.
func adoptQuotes(e *core.RecordEvent) error {
	if e.Record.Original().Verified() || !e.Record.Verified() {
		return e.Next()
	}
	err := writes.InPieces(e.Context, e.App, func(ctx context.Context, tx core.App, enough func() bool) (bool, error) {
		for {
			adopted, err := records.AdoptQuotes(ctx, tx, e.Record.Id, adoptBatch)
			if err != nil || adopted < adoptBatch {
				return false, err
			}
			if enough() {
				return true, nil
			}
		}
	})
	if err != nil {
		e.App.Logger().Error("quote requests were not adopted", "account", e.Record.Id, "error", err)
	}
	return e.Next()
}

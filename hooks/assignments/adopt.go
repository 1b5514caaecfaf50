package assignments

import (
	"context"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/writes"
	"deskmate/records"
)

// adoptBatch is how many guest assignments one transaction reads.
const adoptBatch = 100

// adoptGuestWork gives an account what a guest handed in under its address, once
// the address is verified. At sign-up it is only claimed. There may be a lot of
// it, from anybody, so this happens after the verification, in pieces; a job
// continues it if the program stops in between.
func adoptGuestWork(e *core.RecordEvent) error {
	if !e.Record.Original().Verified() && e.Record.Verified() {
		if err := adopt(e.Context, e.App, e.Record); err != nil {
			e.App.Logger().Error("guest assignments were not adopted", "account", e.Record.Id, "error", err)
		}
	}
	return e.Next()
}

// adoptAll adopts guest assignments whose address belongs to a verified account.
func adoptAll(ctx context.Context, app core.App) error {
	accounts, err := records.FindAdopters(app)
	if err != nil {
		return err
	}
	for _, account := range accounts {
		if err := adopt(ctx, app, account); err != nil {
			return err
		}
	}
	return nil
}

func adopt(ctx context.Context, app core.App, account *core.Record) error {
	return writes.InPieces(ctx, app, func(ctx context.Context, tx core.App, enough func() bool) (bool, error) {
		found, err := records.FindGuestAssignments(tx, account, adoptBatch)
		if err != nil {
			return false, err
		}
		for _, assignment := range found {
			assignment.Set(records.Student, account.Id)
			assignment.Set(records.GuestEmail, "")
			if err := writes.SaveNested(ctx, tx, assignment); err != nil {
				return false, err
			}
			if enough() {
				return true, nil
			}
		}
		return len(found) == adoptBatch, nil
	})
}

package money

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
)

// listenClaims keeps the console from changing claims, which the sums and clocks of the
// assignments follow, and closes the claim on work that is deleted.
func listenClaims(app core.App) {
	app.OnRecordUpdateRequest(store.Claims).BindFunc(refuseConsole)
	app.OnRecordDeleteRequest(store.Claims).BindFunc(refuseConsole)
	app.OnRecordUpdateExecute(store.Assignments).Bind(transaction.At(transaction.StageFollowUp, closeOfStub))
}

// refuseConsole refuses what an operator changes through PocketBase's own endpoints.
func refuseConsole(*core.RecordRequestEvent) error {
	return failures.Conflict("Decide this claim on the assignment instead")
}

// closeOfStub withdraws the open claim on an assignment of which only a stub stays.
func closeOfStub(e *core.RecordEvent) error {
	isDeleted := e.Record.GetString(store.DeletedAt) != "" && api.Differs(e.Record, store.DeletedAt)
	if !isDeleted || !e.Record.GetBool(store.ClaimOpen) {
		return e.Next()
	}
	return transaction.InTransaction(e, func() error {
		claim, err := store.FindOpenClaim(e.App, e.Record.Id)
		if err != nil {
			return err
		}
		if claim != nil {
			claim.Set(store.Status, domain.ClaimWithdrawn)
			if err := transaction.SaveNested(e.Context, e.App, claim); err != nil {
				return err
			}
		}
		closeClaim(e.App, e.Record)
		return e.Next()
	})
}

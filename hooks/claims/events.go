package claims

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/hooks/nouns"
	"deskmate/hooks/writes"
	"deskmate/records"
	"deskmate/rules"
)

// Listen keeps the console from changing claims, which the sums and clocks of the
// assignments follow, and closes the claim on work that is deleted.
func Listen(app core.App) {
	app.OnRecordUpdateRequest(records.Claims).BindFunc(refuseConsole)
	app.OnRecordDeleteRequest(records.Claims).BindFunc(refuseConsole)
	app.OnRecordUpdateExecute(records.Assignments).Bind(writes.At(writes.StageFollowUp, closeOfStub))
}

// refuseConsole refuses what an operator changes through PocketBase's own endpoints.
func refuseConsole(*core.RecordRequestEvent) error {
	return failures.Conflict("Decide this claim on the assignment instead")
}

// closeOfStub withdraws the open claim on an assignment of which only a stub stays.
func closeOfStub(e *core.RecordEvent) error {
	isDeleted := e.Record.GetString(records.DeletedAt) != "" && nouns.Differs(e.Record, records.DeletedAt)
	if !isDeleted || !e.Record.GetBool(records.ClaimOpen) {
		return e.Next()
	}
	return writes.InTransaction(e, func() error {
		claim, err := records.FindOpenClaim(e.App, e.Record.Id)
		if err != nil {
			return err
		}
		if claim != nil {
			claim.Set(records.Status, rules.ClaimWithdrawn)
			if err := writes.SaveNested(e.Context, e.App, claim); err != nil {
				return err
			}
		}
		closeClaim(e.App, e.Record)
		return e.Next()
	})
}

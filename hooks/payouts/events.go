// Package payouts pays tutors what the ledger says they are owed, in runs that the desk
// records (docs/product.md, section 16).
package payouts

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/hooks/nouns"
	"deskmate/records"
)

// Listen keeps payouts as they were recorded.
func Listen(app core.App) {
	app.OnRecordCreateRequest(records.Payouts).BindFunc(func(*core.RecordRequestEvent) error {
		return failures.Conflict("Record payouts at the desk instead")
	})
	app.OnRecordUpdate(records.Payouts).BindFunc(refuseChange)
	app.OnRecordDelete(records.Payouts).BindFunc(refuse)
}

func refuse(*core.RecordEvent) error {
	return failures.Conflict("Payouts cannot be changed")
}

// refuseChange refuses every change but the one that follows from deleting the account of
// the admin who recorded it.
func refuseChange(e *core.RecordEvent) error {
	if records.ActorOf(e.Context, e.Record).Via == records.ViaConsole || !nouns.OnlyClears(e.Record, records.PaidBy) {
		return refuse(e)
	}
	return e.Next()
}

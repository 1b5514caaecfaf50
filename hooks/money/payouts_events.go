package money

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/failures"
	"deskmate/hooks/store"
)

// listenPayouts keeps payouts as they were recorded.
func listenPayouts(app core.App) {
	app.OnRecordCreateRequest(store.Payouts).BindFunc(func(*core.RecordRequestEvent) error {
		return failures.Conflict("Record payouts at the desk instead")
	})
	app.OnRecordUpdate(store.Payouts).BindFunc(refusePayoutChange)
	app.OnRecordDelete(store.Payouts).BindFunc(refusePayoutWrite)
}

func refusePayoutWrite(*core.RecordEvent) error {
	return failures.Conflict("Payouts cannot be changed")
}

// refusePayoutChange refuses every change but the one that follows from deleting the account of
// the admin who recorded it.
func refusePayoutChange(e *core.RecordEvent) error {
	if store.ActorOf(e.Context, e.Record).Via == store.ViaConsole || !api.OnlyClears(e.Record, store.PaidBy) {
		return refusePayoutWrite(e)
	}
	return e.Next()
}

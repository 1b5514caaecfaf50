package payments

import (
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/hooks/nouns"
	"deskmate/records"
)

// Listen keeps payments, invoices and their numbers as they were recorded.
func Listen(app core.App) {
	app.OnRecordUpdate(records.Payments, records.Invoices).BindFunc(refuseChange)
	app.OnRecordDelete(records.Payments, records.Invoices).BindFunc(refuse)
}

func refuse(*core.RecordEvent) error {
	return failures.Conflict("Payments and invoices cannot be changed")
}

// refuseChange refuses every change but one: a payment forgets the admin who recorded it
// when their account is deleted.
func refuseChange(e *core.RecordEvent) error {
	if !onlyClears(e.Record, records.RecordedBy) {
		return refuse(e)
	}
	return e.Next()
}

// onlyClears reports whether all that changes is that some of the fields become empty.
func onlyClears(record *core.Record, fields ...string) bool {
	for _, name := range record.Collection().Fields.FieldNames() {
		if nouns.Differs(record, name) && (!slices.Contains(fields, name) || record.GetString(name) != "") {
			return false
		}
	}
	return true
}

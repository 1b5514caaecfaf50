package payments

import (
	"database/sql"
	"errors"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/hooks/nouns"
	"deskmate/hooks/writes"
	"deskmate/records"
)

// Listen keeps payments, invoices and their numbers as they were recorded, and keeps the
// console from writing into the books: the sums of the assignments and the numbers without
// gaps are the work of the routes.
func Listen(app core.App) {
	app.OnRecordCreateRequest(records.Payments, records.Invoices, records.Claims).BindFunc(refuseCreation)
	app.OnRecordUpdate(records.Payments, records.Invoices).BindFunc(refuseChange)
	app.OnRecordDelete(records.Payments, records.Invoices).BindFunc(refuse)
	app.OnRecordUpdateExecute(records.Assignments).Bind(writes.At(writes.StageFollowUp, forgetBuyer))
}

// refuseCreation refuses what an operator creates through PocketBase's own endpoints.
func refuseCreation(*core.RecordRequestEvent) error {
	return failures.Conflict("Record this on the assignment instead")
}

func refuse(*core.RecordEvent) error {
	return failures.Conflict("Payments and invoices cannot be changed")
}

// forgotten are the fields that become empty when an account is deleted: that of the
// admin who recorded a payment, or of the student who got an invoice.
var forgotten = map[string][]string{
	records.Payments: {records.RecordedBy},
	records.Invoices: {records.BuyerName, records.BuyerEmail, records.Description},
}

// refuseChange refuses every change but the one that follows from a deleted account.
func refuseChange(e *core.RecordEvent) error {
	fields := forgotten[e.Record.Collection().Name]
	if records.ActorOf(e.Context, e.Record).Via == records.ViaConsole || !nouns.OnlyClears(e.Record, fields...) {
		return refuse(e)
	}
	return e.Next()
}

// forgetBuyer removes names and texts from the invoice of a deleted assignment. The
// amount and the references stay for the books.
func forgetBuyer(e *core.RecordEvent) error {
	if e.Record.GetString(records.DeletedAt) == "" || !nouns.Differs(e.Record, records.DeletedAt) {
		return e.Next()
	}
	return writes.InTransaction(e, func() error {
		invoice, err := e.App.FindFirstRecordByData(records.Invoices, records.Assignment, e.Record.Id)
		if errors.Is(err, sql.ErrNoRows) {
			return e.Next()
		}
		if err != nil {
			return err
		}
		for _, field := range forgotten[records.Invoices] {
			invoice.Set(field, "")
		}
		if err := writes.SaveNested(e.Context, e.App, invoice); err != nil {
			return err
		}
		return e.Next()
	})
}

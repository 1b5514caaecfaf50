package money

import (
	"database/sql"
	"errors"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/failures"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
)

// listenPayments keeps payments, invoices and their numbers as they were recorded, and keeps the
// console from writing into the books: the sums of the assignments and the numbers without
// gaps are the work of the routes.
func listenPayments(app core.App) {
	app.OnRecordCreateRequest(store.Payments, store.Invoices, store.Claims).BindFunc(refuseCreation)
	app.OnRecordUpdate(store.Payments, store.Invoices).BindFunc(refusePaymentChange)
	app.OnRecordDelete(store.Payments, store.Invoices).BindFunc(refusePaymentDelete)
	app.OnRecordUpdateExecute(store.Assignments).Bind(transaction.At(transaction.StageFollowUp, forgetBuyer))
}

// refuseCreation refuses what an operator creates through PocketBase's own endpoints.
func refuseCreation(*core.RecordRequestEvent) error {
	return failures.Conflict("Record this on the assignment instead")
}

func refusePaymentDelete(*core.RecordEvent) error {
	return failures.Conflict("Payments and invoices cannot be changed")
}

// forgotten are the fields that become empty when an account is deleted: that of the
// admin who recorded a payment, or of the student who got an invoice.
var forgotten = map[string][]string{
	store.Payments: {store.RecordedBy},
	store.Invoices: {store.BuyerName, store.BuyerEmail, store.Description},
}

// refusePaymentChange refuses every change but the one that follows from a deleted account.
func refusePaymentChange(e *core.RecordEvent) error {
	fields := forgotten[e.Record.Collection().Name]
	if store.ActorOf(e.Context, e.Record).Via == store.ViaConsole || !api.OnlyClears(e.Record, fields...) {
		return refusePaymentDelete(e)
	}
	return e.Next()
}

// forgetBuyer removes names and texts from the invoice of a deleted assignment. The
// amount and the references stay for the books.
func forgetBuyer(e *core.RecordEvent) error {
	if e.Record.GetString(store.DeletedAt) == "" || !api.Differs(e.Record, store.DeletedAt) {
		return e.Next()
	}
	return transaction.InTransaction(e, func() error {
		invoice, err := e.App.FindFirstRecordByData(store.Invoices, store.Assignment, e.Record.Id)
		if errors.Is(err, sql.ErrNoRows) {
			return e.Next()
		}
		if err != nil {
			return err
		}
		for _, field := range forgotten[store.Invoices] {
			invoice.Set(field, "")
		}
		if err := transaction.SaveNested(e.Context, e.App, invoice); err != nil {
			return err
		}
		return e.Next()
	})
}

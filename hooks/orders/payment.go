package orders

import (
	"context"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/records"
	"deskmate/rules"
)

// Kinds of payments: from a student, and back to them.
const (
	Received = "received"
	Returned = "returned"
)

// AlreadyRecorded refuses a payment whose reference was used before for the same order.
const AlreadyRecorded = "This payment has already been recorded"

// Payment is a payment to record. Day (YYYY-MM-DD) is when the money was passed on, and
// Today the present time in the zone of the site's books. By is the admin who records it.
type Payment struct {
	Assignment, Kind  string
	Claim             string // that money is returned for; empty if it was received
	Cents             int
	Method, Reference string
	Day               string
	Today             time.Time
	By                string
}

// RecordPayment stores a payment under the next number. Call it in the transaction that
// adds it to the sums of the assignment.
func RecordPayment(ctx context.Context, tx core.App, p Payment) (*core.Record, error) {
	number, err := NextNumber(ctx, tx, records.Payments, "REC", p.Today)
	if err != nil {
		return nil, err
	}
	payment, err := records.NewRecord(tx, records.Payments, map[string]any{
		records.Assignment:   p.Assignment,
		records.ClaimField:   p.Claim,
		records.Kind:         p.Kind,
		records.Number:       number,
		records.AmountCents:  p.Cents,
		records.Method:       rules.OneLine(p.Method),
		records.Reference:    rules.OneLine(p.Reference),
		records.ReferenceKey: records.KeyOfReference(p.Reference),
		records.ReceivedOn:   p.Day,
		records.RecordedBy:   p.By,
	})
	if err != nil {
		return nil, err
	}
	return payment, tx.SaveWithContext(ctx, payment)
}

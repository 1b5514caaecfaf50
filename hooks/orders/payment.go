package orders

import (
	"context"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
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
	number, err := NextNumber(ctx, tx, store.Payments, "REC", p.Today)
	if err != nil {
		return nil, err
	}
	payment, err := store.NewRecord(tx, store.Payments, map[string]any{
		store.Assignment:   p.Assignment,
		store.ClaimField:   p.Claim,
		store.Kind:         p.Kind,
		store.Number:       number,
		store.AmountCents:  p.Cents,
		store.Method:       domain.OneLine(p.Method),
		store.Reference:    domain.OneLine(p.Reference),
		store.ReferenceKey: store.KeyOfReference(p.Reference),
		store.ReceivedOn:   p.Day,
		store.RecordedBy:   p.By,
	})
	if err != nil {
		return nil, err
	}
	return payment, tx.SaveWithContext(ctx, payment)
}

package orders

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
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

// IssueInvoice gives an assignment its invoice, with a number and all that it says on this
// day, if it has none yet. Call it in the transaction of what calls for an invoice: an
// accepted offer or a first payment.
func IssueInvoice(ctx context.Context, tx core.App, id string) error {
	_, err := tx.FindFirstRecordByData(store.Invoices, store.Assignment, id)
	if !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	assignment, err := store.FindAssignmentRow(ctx, tx, id)
	if err != nil {
		return err
	}
	site, err := store.FindSite(tx)
	if err != nil {
		return err
	}
	today := clock.Now(tx).In(store.SiteZone(site))
	number, err := NextNumber(ctx, tx, store.Invoices, "INV", today)
	if err != nil {
		return err
	}
	buyer, email := assignment.StudentName, assignment.StudentEmail
	if assignment.Student == "" {
		buyer, email = "Guest", assignment.GuestEmail
	}
	invoice, err := store.NewRecord(tx, store.Invoices, map[string]any{
		store.Assignment:  id,
		store.Number:      number,
		store.IssuedOn:    today.Format(time.DateOnly),
		store.AmountCents: assignment.PriceCents,
		store.Currency:    site.GetString(store.Currency),
		store.Description: assignment.Title,
		store.Seller:      site.GetString(store.Seller),
		store.BuyerName:   buyer,
		store.BuyerEmail:  email,
	})
	if err != nil {
		return err
	}
	return tx.SaveWithContext(ctx, invoice)
}

// Today returns the present time in the time zone of the site's books.
func Today(app core.App) (time.Time, error) {
	site, err := store.FindSite(app)
	if err != nil {
		return time.Time{}, err
	}
	return clock.Now(app).In(store.SiteZone(site)), nil
}

// NextNumber returns the number that follows the last one of a collection of documents,
// such as INV-2026-0001. Numbers begin again each year and have no gaps, as long as the
// document is stored in the same transaction and none is ever deleted.
func NextNumber(ctx context.Context, tx core.App, collection, prefix string, today time.Time) (string, error) {
	last, err := store.LastNumber(ctx, tx, collection)
	if err != nil {
		return "", err
	}
	year, n := 0, 0
	if last != "" {
		if _, err := fmt.Sscanf(last, prefix+"-%d-%d", &year, &n); err != nil {
			return "", fmt.Errorf("the number %q of %s: %w", last, collection, err)
		}
	}
	if year < today.Year() {
		year, n = today.Year(), 0
	}
	return fmt.Sprintf("%s-%d-%04d", prefix, year, n+1), nil
}

// CheckPayees refuses ids, which a field of a request names, that are not those of tutors.
// Somebody who was a tutor once may still be owed something.
func CheckPayees(ctx context.Context, tx core.App, field string, ids ...string) error {
	if len(ids) == 0 {
		return nil
	}
	unknown, err := store.HasUnknownPayee(ctx, tx, ids...)
	if err == nil && unknown {
		return failures.Refuse(domain.Problems{{Field: field, Code: domain.Invalid, Message: "Tutor not found"}})
	}
	return err
}

// ApproveClaim marks a claim as approved now with an amount, and notes on the
// assignment that this much is to be returned. It says when the amount is paid, by the policy
// of the order and the site's zone and holidays of today. It saves neither.
func ApproveClaim(tx core.App, claim, assignment *core.Record, outcome string, cents int) error {
	now := clock.Now(tx)
	claim.Set(store.Status, domain.ClaimApproved)
	claim.Set(store.Outcome, outcome)
	claim.Set(store.AmountCents, cents)
	claim.Set(store.DecidedAt, now)
	if cents == 0 {
		return nil
	}
	policy, err := tx.FindRecordById(store.Policies, assignment.GetString(store.Policy))
	if err != nil {
		return err
	}
	site, err := store.FindSite(tx)
	if err != nil {
		return err
	}
	from, by := domain.RefundDates(now, store.SiteZone(site), store.SiteHolidays(site),
		policy.GetInt("refundMinBusinessDays"), policy.GetInt("refundMaxBusinessDays"))
	claim.Set(store.PayFrom, from)
	claim.Set(store.PayBy, by)
	assignment.Set(store.RefundCents, assignment.GetInt(store.RefundCents)+cents)
	return nil
}

// referenceLetters leaves out characters that are easily confused.
const referenceLetters = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"

// NewReference returns a reference that no record of the collection has yet, such as
// A-7F3K2M for the prefix A.
func NewReference(app core.App, collection, prefix string) (string, error) {
	return freeReference(app, collection, func() string { return randomReference(prefix) })
}

// freeReference generates references until one is free.
func freeReference(app core.App, collection string, next func() string) (string, error) {
	for range 10 {
		reference := next()
		// The second condition lets SQLite use an index of rows that have a reference.
		taken, err := app.CountRecords(collection, dbx.HashExp{store.Reference: reference}, dbx.NewExp("reference != ''"))
		if err != nil || taken == 0 {
			return reference, err
		}
	}
	return "", errors.New("ten references in a row were taken")
}

func randomReference(prefix string) string { return prefix + "-" + randomLetters(6) }

func randomLetters(count int) string {
	random := make([]byte, count)
	_, _ = rand.Read(random) // never fails
	for i, b := range random {
		random[i] = referenceLetters[int(b)%len(referenceLetters)]
	}
	return string(random)
}

// NewReceiptCode returns the code of a receipt, such as 7F3K2-M4XWT-9Q2PA-HJ6RB. Nobody
// guesses one: it has more than 96 bits.
func NewReceiptCode() string {
	groups := make([]string, 4)
	for i := range groups {
		groups[i] = randomLetters(5)
	}
	return strings.Join(groups, "-")
}

package orders

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

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

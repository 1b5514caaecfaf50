package demo

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

const (
	// entriesPerOrder is how many entries one order of AddEntries makes.
	entriesPerOrder = 10
	// ordersPerBatch is how many orders one transaction adds.
	ordersPerBatch = 100
	// batchSpan is how much time lies between two batches: a busy desk has some 600 orders a day.
	batchSpan = 4 * time.Hour
)

// AddEntries adds accepted orders to the sample data, with payments and adjustments, until
// the ledger has at least total entries. Tutors have been paid for all but the newest
// orders. Unlike Fill, it writes the rows as they are: it is for measuring, and hundreds of
// thousands of orders must not take hours.
func AddEntries(ctx context.Context, app core.App, total int) error {
	tutors, err := app.FindAllRecords(store.Users, dbx.HashExp{store.Role: domain.RoleTutor, store.Status: domain.StatusActive})
	if err != nil {
		return err
	}
	policy, err := store.FindPolicy(app, clock.Now(app))
	if err != nil {
		return err
	}
	var entered int
	if err := app.DB().NewQuery("SELECT number FROM ledger_head").Row(&entered); err != nil {
		return err
	}
	b := bulk{ctx: ctx, policy: policy.Id, now: clock.Now(app), missing: total - entered}
	for table, last := range map[string]*int{store.Payments: &b.receipts, store.Payouts: &b.payouts} {
		// Numbers look like REC-2026-0001.
		query := "SELECT coalesce(max(CAST(substr(number, 10) AS INTEGER)), 0) FROM " + table + " WHERE substr(number, 5, 4) = {:year}"
		if err := app.DB().NewQuery(query).Bind(dbx.Params{"year": fmt.Sprint(b.now.Year())}).WithContext(ctx).Row(last); err != nil {
			return err
		}
	}
	for _, tutor := range tutors {
		b.tutors = append(b.tutors, tutor.Id)
	}
	slices.Sort(b.tutors) // as the SQL below numbers them
	for b.missing > 0 {
		if err := app.RunInTransaction(b.addBatch); err != nil {
			return err
		}
	}
	return nil
}

// bulk adds orders in batches.
type bulk struct {
	ctx      context.Context
	policy   string
	tutors   []string
	now      time.Time
	receipts int // of this year, before the first order was added
	payouts  int // likewise
	orders   int // added so far
	missing  int // entries
}

// priceOf returns the price of the n-th order, in cents.
func priceOf(n int) int { return 5000 + n%40*250 }

func (b *bulk) addBatch(tx core.App) error {
	orders := min(ordersPerBatch, b.missing/entriesPerOrder)
	// The older, the earlier.
	at := b.now.Add(-time.Duration(1+b.missing/entriesPerOrder/ordersPerBatch) * batchSpan)
	params := dbx.Params{
		"first": b.orders, "end": b.orders + orders, "at": at.UTC().Format(types.DefaultDateLayout), "policy": b.policy,
		"tutors": len(b.tutors), "year": b.now.Year(), "receipts": b.receipts, "day": at.UTC().Format(time.DateOnly),
	}
	const numbers = "WITH RECURSIVE n(i) AS (SELECT {:first} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < {:end}) "
	const price = "(5000 + i % 40 * 250)"
	if orders > 0 {
		for _, statement := range []string{
			`INSERT INTO assignments (id, title, description, dueDate, subject, priority, status, tutor, grade, priceCents, tutorShare, reference, policy,
					deliveredAt, windowsStart, acceptedAt, receivedCents, created, updated)
				` + numbers + `SELECT printf('sample%09d', i), 'Sample work ' || i, 'Written to measure with.', {:at}, 'Statistics', 'Medium', 'graded', tutor.id, 'A',
					` + price + `, 100, printf('A-%06d', i), {:policy}, {:at}, {:at}, {:at}, ` + price + `, {:at}, {:at}
				FROM n JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM users WHERE role = 'tutor' AND status = 'active') tutor ON tutor.place = i % {:tutors}
				ORDER BY i`,
			`INSERT INTO payments (id, assignment, kind, number, amountCents, method, reference, referenceKey, receivedOn, created, updated)
				` + numbers + `SELECT printf('sample%09d', i), printf('sample%09d', i), 'received', printf('REC-%d-%04d', {:year}, {:receipts} + i + 1), ` + price + `,
					'Bank transfer', 'TX ' || i, 'tx' || i, {:day}, {:at}, {:at} FROM n ORDER BY i`,
			"INSERT INTO ledger_accepted " + numbers + "SELECT printf('sample%09d', i), {:at} FROM n",
		} {
			if _, err := tx.DB().NewQuery(statement).Bind(params).WithContext(b.ctx).Execute(); err != nil {
				return err
			}
		}
	}
	payout := ""
	if b.missing > ordersPerBatch*entriesPerOrder {
		total := 0
		for i := range orders {
			total += priceOf(b.orders + i)
		}
		var err error
		if payout, err = b.addPayout(tx, total, params); err != nil {
			return err
		}
	}
	var entries []domain.LedgerEntry
	for i := range orders {
		entries = append(entries, entriesOf(b.orders+i, b.tutors[(b.orders+i)%len(b.tutors)], payout)...)
	}
	for rest := b.missing - orders*entriesPerOrder; orders < ordersPerBatch && rest > 0; rest-- {
		entries = append(entries, adjustment(b.tutors[rest%len(b.tutors)], rest))
	}
	if _, err := store.AppendToLedger(b.ctx, tx, store.Actor{Via: store.ViaSystem}, at, entries...); err != nil {
		return err
	}
	b.orders += orders
	b.missing -= len(entries)
	return nil
}

// addPayout adds the payout of a batch.
func (b *bulk) addPayout(tx core.App, total int, params dbx.Params) (id string, err error) {
	batch := 1 + b.orders/ordersPerBatch
	const method = "Bank transfer"
	number, reference := fmt.Sprintf("PAY-%d-%04d", b.now.Year(), b.payouts+batch), fmt.Sprint("Sample run ", batch)
	id = domain.PayoutID(number, method, reference, total)
	_, err = tx.DB().Insert(store.Payouts, dbx.Params{
		store.ID: id, store.Number: number, store.Method: method, store.Reference: reference, store.ReferenceKey: store.KeyOfReference(reference),
		store.TotalCents: total, store.Created: params["at"], store.Updated: params["at"],
	}).WithContext(b.ctx).Execute()
	return id, err
}

func adjustment(tutor string, n int) domain.LedgerEntry {
	entry := domain.AdjustedEntry(tutor, 1+n%500)
	entry.Memo = fmt.Sprint("Sample adjustment ", n)
	return entry
}

// entriesOf returns what happened to the n-th order: it was finished, revised twice and
// paid for, its tutor got a few adjustments, and was paid if there is a payout.
func entriesOf(n int, tutor, payout string) (entries []domain.LedgerEntry) {
	earned := domain.LedgerLines{Customer: priceOf(n), Tutors: -priceOf(n)}
	about := func(entry domain.LedgerEntry, memo string) {
		entry.Assignment, entry.Memo = fmt.Sprintf("sample%09d", n), memo
		entries = append(entries, entry)
	}
	reference := fmt.Sprintf("A-%06d", n)
	for turn := range 5 {
		if turn%2 == 0 {
			about(domain.LedgerEntry{Kind: domain.LedgerEarned, Tutor: tutor, LedgerLines: earned}, reference)
		} else {
			about(domain.LedgerEntry{Kind: domain.LedgerReversed, Tutor: tutor, LedgerLines: domain.LedgerLines{}.Minus(earned)}, reference)
		}
	}
	about(domain.ReceivedEntry(priceOf(n)), reference)
	if payout != "" {
		entry := domain.PaidEntry(tutor, priceOf(n))
		entry.Payout = payout
		about(entry, reference)
	}
	for range entriesPerOrder - len(entries) {
		entries = append(entries, adjustment(tutor, n+len(entries)))
	}
	return entries
}

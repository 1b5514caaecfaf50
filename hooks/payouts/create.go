package payouts

import (
	"context"
	"net/http"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/hooks/orders"
	"deskmate/hooks/routes"
	"deskmate/hooks/sessions"
	"deskmate/hooks/writes"
	"deskmate/internal/clock"
	"deskmate/records"
	"deskmate/rules"
)

// createPayout pays all that is payable now, to all tutors or to those named.
func createPayout(e *core.RequestEvent) error {
	var input rules.NewPayout
	if err := routes.BindJSON(e, &input); err != nil {
		return err
	}
	if problems := input.Check(); len(problems) > 0 {
		return failures.Refuse(problems)
	}
	caller := sessions.Caller(e)
	ctx, cancel := sessions.WriteContext(e)
	defer cancel()
	var view paidView
	err := writes.Run(ctx, e.App, func(ctx context.Context, tx core.App) error {
		if err := sessions.RefuseOwnCase(ctx, tx, sessions.Reader(e), input.Tutors...); err != nil {
			return err
		}
		if err := orders.CheckPayees(ctx, tx, "tutors", input.Tutors...); err != nil {
			return err
		}
		switch repeated, err := records.HasPayout(ctx, tx, input.Reference); {
		case err != nil:
			return err
		case repeated:
			return failures.Conflict("This payout has already been recorded")
		}
		open, err := records.FindPayable(ctx, tx, input.Tutors)
		if err != nil {
			return err
		}
		// A run for all leaves out the admin who makes it.
		open = slices.DeleteFunc(open, func(o rules.Open) bool { return o.Tutor == caller.Id })
		entries := rules.Payable(open)
		if len(entries) == 0 {
			return failures.Conflict("There is nothing to pay out")
		}
		if !input.WasReviewed(rules.TotalPaid(entries)) {
			return failures.Conflict("What is payable has changed. Please review it again")
		}
		id, err := pay(ctx, tx, input, caller, entries)
		if err != nil {
			return err
		}
		view, err = find(ctx, tx, id)
		return err
	})
	if err != nil {
		return err
	}
	return e.JSON(http.StatusCreated, view)
}

// pay stores a payout under the next number, with its entries in the ledger.
func pay(ctx context.Context, tx core.App, input rules.NewPayout, caller *core.Record, entries []rules.LedgerEntry) (id string, err error) {
	today, err := orders.Today(tx)
	if err != nil {
		return "", err
	}
	number, err := orders.NextNumber(ctx, tx, records.Payouts, "PAY", today)
	if err != nil {
		return "", err
	}
	payout, err := records.NewRecord(tx, records.Payouts, nil)
	if err != nil {
		return "", err
	}
	method, reference, total := rules.OneLine(input.Method), rules.OneLine(input.Reference), rules.TotalPaid(entries)
	payout.Id = rules.PayoutID(number, method, reference, total)
	for i := range entries {
		entries[i].Payout = payout.Id
		if entries[i].Memo == "" {
			entries[i].Memo = number
		}
	}
	payout.Load(map[string]any{
		records.Number:       number,
		records.Method:       method,
		records.Reference:    reference,
		records.ReferenceKey: records.KeyOfReference(input.Reference),
		records.TotalCents:   total,
		records.PaidBy:       caller.Id,
	})
	// The entries come first, because they say who is told of the payout.
	by := records.Actor{Via: records.ViaPerson, Person: caller}
	if _, err := records.AppendToLedger(ctx, tx, by, clock.Now(tx), entries...); err != nil {
		return "", err
	}
	return payout.Id, tx.SaveWithContext(ctx, payout)
}

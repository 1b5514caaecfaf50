package money

import (
	"context"
	"net/http"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/orders"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// createPayout pays all that is payable now, to all tutors or to those named.
func createPayout(e *core.RequestEvent) error {
	var input domain.NewPayout
	if err := api.BindJSON(e, &input); err != nil {
		return err
	}
	if problems := input.Check(); len(problems) > 0 {
		return failures.Refuse(problems)
	}
	caller := sessions.Caller(e)
	var view paidView
	err := sessions.Change(e, func(ctx context.Context, tx core.App) error {
		if err := sessions.RefuseOwnCase(ctx, tx, sessions.Reader(e), input.Tutors...); err != nil {
			return err
		}
		if err := orders.CheckPayees(ctx, tx, "tutors", input.Tutors...); err != nil {
			return err
		}
		switch repeated, err := store.HasPayout(ctx, tx, input.Reference); {
		case err != nil:
			return err
		case repeated:
			return failures.Conflict("This payout has already been recorded")
		}
		open, err := store.FindPayable(ctx, tx, input.Tutors)
		if err != nil {
			return err
		}
		// A run for all leaves out the admin who makes it.
		open = slices.DeleteFunc(open, func(o domain.Open) bool { return o.Tutor == caller.Id })
		entries := domain.Payable(open)
		if len(entries) == 0 {
			return failures.Conflict("There is nothing to pay out")
		}
		if !input.WasReviewed(domain.TotalPaid(entries)) {
			return failures.Conflict("What is payable has changed. Please review it again")
		}
		id, err := pay(ctx, tx, input, caller, entries)
		if err != nil {
			return err
		}
		view, err = findPayout(ctx, tx, id)
		return err
	})
	if err != nil {
		return err
	}
	return e.JSON(http.StatusCreated, view)
}

// pay stores a payout under the next number, with its entries in the ledger.
func pay(ctx context.Context, tx core.App, input domain.NewPayout, caller *core.Record, entries []domain.LedgerEntry) (id string, err error) {
	today, err := orders.Today(tx)
	if err != nil {
		return "", err
	}
	number, err := orders.NextNumber(ctx, tx, store.Payouts, "PAY", today)
	if err != nil {
		return "", err
	}
	payout, err := store.NewRecord(tx, store.Payouts, nil)
	if err != nil {
		return "", err
	}
	method, reference, total := domain.OneLine(input.Method), domain.OneLine(input.Reference), domain.TotalPaid(entries)
	payout.Id = domain.PayoutID(number, method, reference, total)
	for i := range entries {
		entries[i].Payout = payout.Id
		if entries[i].Memo == "" {
			entries[i].Memo = number
		}
	}
	payout.Load(map[string]any{
		store.Number:       number,
		store.Method:       method,
		store.Reference:    reference,
		store.ReferenceKey: store.KeyOfReference(input.Reference),
		store.TotalCents:   total,
		store.PaidBy:       caller.Id,
	})
	// The entries come first, because they say who is told of the payout.
	by := store.Actor{Via: store.ViaPerson, Person: caller}
	if _, err := store.AppendToLedger(ctx, tx, by, clock.Now(tx), entries...); err != nil {
		return "", err
	}
	return payout.Id, tx.SaveWithContext(ctx, payout)
}

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

const sent = "payout.sent"

// PayoutNoun declares payouts. Admins and the tutors who are paid hear of them.
var PayoutNoun = api.Noun{
	Collection: store.Payouts,
	Announce: func(app core.App, payout *core.Record, change api.Change) []api.Announcement {
		// If the tutors cannot be read, they are not told live. The notice tells them.
		paid, _ := store.FindPaidTutors(context.Background(), app, payout.Id)
		return []api.Announcement{{
			Noun: store.Payouts, ID: payout.Id, Change: change,
			MayReceive: func(reader domain.Reader) bool {
				return reader.Role == domain.RoleAdmin || slices.Contains(paid, reader.ID)
			},
		}}
	},
	History: func(payout *core.Record, change api.Change) []api.Event {
		if change != api.Created {
			return nil
		}
		return []api.Event{{Kind: sent, Title: "Payout " + payout.GetString(store.Number) + " sent"}}
	},
	Kinds: []string{sent},
}

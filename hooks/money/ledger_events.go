package money

import (
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// EnterWork enters what follows from a change to an assignment.
func EnterWork(e *core.RecordEvent) error {
	assignment := e.Record
	isMoved := api.Differs(assignment, store.Status, store.PriceCents, store.Tutor, store.TutorShare, store.ReceivedCents, store.RefundCents)
	if api.ChangeOf(e) == api.Created {
		isMoved = domain.IsFinished(assignment.GetString(store.Status))
	}
	isAccepted := api.Differs(assignment, store.AcceptedAt)
	if !isMoved && !isAccepted {
		return e.Next()
	}
	if err := e.Next(); err != nil {
		return err
	}
	if isMoved {
		if err := settleEntries(e, assignment.Id, ""); err != nil {
			return err
		}
	}
	if !isAccepted {
		return nil
	}
	return store.NoteAcceptance(e.Context, e.App, assignment.Id, assignment.GetDateTime(store.AcceptedAt).Time())
}

// ReverseWork reverses what an assignment has earned that an operator deletes. Routes keep
// a stub instead, which the ledger agrees with.
func ReverseWork(e *core.RecordEvent) error {
	if err := e.Next(); err != nil {
		return err
	}
	if err := settleEntries(e, e.Record.Id, ""); err != nil {
		return err
	}
	return store.NoteAcceptance(e.Context, e.App, e.Record.Id, time.Time{})
}

// EnterPayment enters money that was received or returned.
func EnterPayment(e *core.RecordEvent) error {
	if err := e.Next(); err != nil {
		return err
	}
	cents := e.Record.GetInt(store.AmountCents)
	entry := domain.ReceivedEntry(cents)
	if e.Record.GetString(store.Kind) == "returned" {
		entry = domain.ReturnedEntry(cents)
		entry.Claim = e.Record.GetString(store.ClaimField)
	}
	entry.Assignment, entry.Memo = e.Record.GetString(store.Assignment), e.Record.GetString(store.Number)
	return writeEntries(e, entry)
}

// EnterRefund credits a refund that was approved. One that comes with cancelling credits
// nothing: cancelled work has earned nothing.
func EnterRefund(e *core.RecordEvent) error {
	claim := e.Record
	if claim.GetBool(store.ByCancelling) || !api.Differs(claim, store.Status, store.AmountCents) {
		return e.Next()
	}
	if err := e.Next(); err != nil {
		return err
	}
	id := ""
	if status := claim.GetString(store.Status); status == "approved" || status == "paid" {
		id = claim.Id
	}
	return settleEntries(e, claim.GetString(store.Assignment), id)
}

// EraseMemos erases what admins wrote about a tutor whose account is deleted.
func EraseMemos(e *core.RecordEvent) error {
	if err := store.EraseMemos(e.Context, e.App, e.Record.Id); err != nil {
		return err
	}
	return e.Next()
}

// settleEntries brings the ledger in step with an assignment as it is stored now.
func settleEntries(e *core.RecordEvent, assignment, claim string) error {
	standing, err := store.ReadLedgerStanding(e.Context, e.App, assignment)
	if err != nil {
		return err
	}
	work, reference, err := store.ReadLedgerWork(e.Context, e.App, assignment, standing)
	if err != nil {
		return err
	}
	entries := standing.Settle(work, claim)
	for i := range entries {
		entries[i].Assignment, entries[i].Memo = assignment, reference
	}
	return writeEntries(e, entries...)
}

// writeEntries adds entries that follow from a record event, in its transaction.
func writeEntries(e *core.RecordEvent, entries ...domain.LedgerEntry) error {
	_, err := store.AppendToLedger(e.Context, e.App, store.ActorOf(e.Context, e.Record), clock.Now(e.App), entries...)
	return err
}

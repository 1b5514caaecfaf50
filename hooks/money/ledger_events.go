package money

import (
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/clock"
)

// listenLedger writes the ledger, whoever changes an assignment, a payment or a claim: a route,
// the console or a command.
func listenLedger(app core.App) {
	app.OnRecordCreateExecute(store.Assignments).Bind(transaction.At(transaction.StageFollowUp, followWork))
	app.OnRecordUpdateExecute(store.Assignments).Bind(transaction.At(transaction.StageFollowUp, followWork))
	app.OnRecordDeleteExecute(store.Assignments).Bind(transaction.At(transaction.StageDeleteFollowUp, forgetWork))
	app.OnRecordCreateExecute(store.Payments).Bind(transaction.At(transaction.StageFollowUp, enterPayment))
	app.OnRecordCreateExecute(store.Claims).Bind(transaction.At(transaction.StageFollowUp, followClaim))
	app.OnRecordUpdateExecute(store.Claims).Bind(transaction.At(transaction.StageFollowUp, followClaim))
	app.OnRecordDeleteExecute(store.Users).Bind(transaction.At(transaction.StageDeleteFollowUp, eraseMemos))
}

// followWork enters what follows from a change to an assignment.
func followWork(e *core.RecordEvent) error {
	assignment := e.Record
	isMoved := api.Differs(assignment, store.Status, store.PriceCents, store.Tutor, store.TutorShare, store.ReceivedCents, store.RefundCents)
	if api.ChangeOf(e) == api.Created {
		isMoved = domain.IsFinished(assignment.GetString(store.Status))
	}
	isAccepted := api.Differs(assignment, store.AcceptedAt)
	if !isMoved && !isAccepted {
		return e.Next()
	}
	return transaction.InTransaction(e, func() error {
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
	})
}

// forgetWork reverses what an assignment that an operator deletes has earned. Routes keep
// a stub instead, which the ledger agrees with.
func forgetWork(e *core.RecordEvent) error {
	return transaction.InTransaction(e, func() error {
		if err := e.Next(); err != nil {
			return err
		}
		if err := settleEntries(e, e.Record.Id, ""); err != nil {
			return err
		}
		return store.NoteAcceptance(e.Context, e.App, e.Record.Id, time.Time{})
	})
}

// enterPayment enters money that was received or returned.
func enterPayment(e *core.RecordEvent) error {
	return transaction.InTransaction(e, func() error {
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
	})
}

// followClaim credits a refund that was approved. One that comes with cancelling credits
// nothing: cancelled work has earned nothing.
func followClaim(e *core.RecordEvent) error {
	claim := store.ClaimOf(e.Record)
	if claim.ByCancelling || !api.Differs(e.Record, store.Status, store.AmountCents) {
		return e.Next()
	}
	return transaction.InTransaction(e, func() error {
		if err := e.Next(); err != nil {
			return err
		}
		id := ""
		if claim.Status == domain.ClaimApproved || claim.Status == domain.ClaimPaid {
			id = e.Record.Id
		}
		return settleEntries(e, claim.Assignment, id)
	})
}

// eraseMemos erases what admins wrote about a tutor whose account is deleted.
func eraseMemos(e *core.RecordEvent) error {
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

// Package ledger keeps the books: it writes an entry for every event of an order that
// involves money, in the transaction of that event, and shows the entries
// (docs/ledger.md).
package ledger

import (
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/nouns"
	"deskmate/hooks/writes"
	"deskmate/internal/clock"
	"deskmate/records"
	"deskmate/rules"
)

// Listen writes the ledger, whoever changes an assignment, a payment or a claim: a route,
// the console or a command.
func Listen(app core.App) {
	app.OnRecordCreateExecute(records.Assignments).Bind(writes.At(writes.StageFollowUp, followWork))
	app.OnRecordUpdateExecute(records.Assignments).Bind(writes.At(writes.StageFollowUp, followWork))
	app.OnRecordDeleteExecute(records.Assignments).Bind(writes.At(writes.StageDeleteFollowUp, forgetWork))
	app.OnRecordCreateExecute(records.Payments).Bind(writes.At(writes.StageFollowUp, enterPayment))
	app.OnRecordCreateExecute(records.Claims).Bind(writes.At(writes.StageFollowUp, followClaim))
	app.OnRecordUpdateExecute(records.Claims).Bind(writes.At(writes.StageFollowUp, followClaim))
	app.OnRecordDeleteExecute(records.Users).Bind(writes.At(writes.StageDeleteFollowUp, eraseMemos))
}

// followWork enters what follows from a change to an assignment.
func followWork(e *core.RecordEvent) error {
	assignment := e.Record
	isMoved := nouns.Differs(assignment, records.Status, records.PriceCents, records.Tutor, records.TutorShare, records.ReceivedCents, records.RefundCents)
	if nouns.ChangeOf(e) == nouns.Created {
		isMoved = rules.IsFinished(assignment.GetString(records.Status))
	}
	isAccepted := nouns.Differs(assignment, records.AcceptedAt)
	if !isMoved && !isAccepted {
		return e.Next()
	}
	return writes.InTransaction(e, func() error {
		if err := e.Next(); err != nil {
			return err
		}
		if isMoved {
			if err := settle(e, assignment.Id, ""); err != nil {
				return err
			}
		}
		if !isAccepted {
			return nil
		}
		return records.NoteAcceptance(e.Context, e.App, assignment.Id, assignment.GetDateTime(records.AcceptedAt).Time())
	})
}

// forgetWork reverses what an assignment has earned that an operator deletes. Routes keep
// a stub instead, which the ledger agrees with.
func forgetWork(e *core.RecordEvent) error {
	return writes.InTransaction(e, func() error {
		if err := e.Next(); err != nil {
			return err
		}
		if err := settle(e, e.Record.Id, ""); err != nil {
			return err
		}
		return records.NoteAcceptance(e.Context, e.App, e.Record.Id, time.Time{})
	})
}

// enterPayment enters money that was received or returned.
func enterPayment(e *core.RecordEvent) error {
	return writes.InTransaction(e, func() error {
		if err := e.Next(); err != nil {
			return err
		}
		cents := e.Record.GetInt(records.AmountCents)
		entry := rules.ReceivedEntry(cents)
		if e.Record.GetString(records.Kind) == "returned" {
			entry = rules.ReturnedEntry(cents)
			entry.Claim = e.Record.GetString(records.ClaimField)
		}
		entry.Assignment, entry.Memo = e.Record.GetString(records.Assignment), e.Record.GetString(records.Number)
		return write(e, entry)
	})
}

// followClaim credits a refund that was approved. One that comes with cancelling credits
// nothing: cancelled work has earned nothing.
func followClaim(e *core.RecordEvent) error {
	claim := e.Record
	if claim.GetBool(records.ByCancelling) || !nouns.Differs(claim, records.Status, records.AmountCents) {
		return e.Next()
	}
	return writes.InTransaction(e, func() error {
		if err := e.Next(); err != nil {
			return err
		}
		id := ""
		if status := claim.GetString(records.Status); status == "approved" || status == "paid" {
			id = claim.Id
		}
		return settle(e, claim.GetString(records.Assignment), id)
	})
}

// eraseMemos erases what admins wrote about a tutor whose account is deleted.
func eraseMemos(e *core.RecordEvent) error {
	if err := records.EraseMemos(e.Context, e.App, e.Record.Id); err != nil {
		return err
	}
	return e.Next()
}

// settle brings the ledger in step with an assignment as it is stored now.
func settle(e *core.RecordEvent, assignment, claim string) error {
	standing, err := records.ReadLedgerStanding(e.Context, e.App, assignment)
	if err != nil {
		return err
	}
	work, reference, err := records.ReadLedgerWork(e.Context, e.App, assignment, standing)
	if err != nil {
		return err
	}
	entries := standing.Settle(work, claim)
	for i := range entries {
		entries[i].Assignment, entries[i].Memo = assignment, reference
	}
	return write(e, entries...)
}

// write adds entries that follow from a record event, in its transaction.
func write(e *core.RecordEvent, entries ...rules.LedgerEntry) error {
	_, err := records.AppendToLedger(e.Context, e.App, records.ActorOf(e.Context, e.Record), clock.Now(e.App), entries...)
	return err
}

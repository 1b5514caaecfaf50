package money

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/orders"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// claimedWork is a claim with its assignment, as they are stored.
type claimedWork struct {
	row               store.AssignmentRow
	claim, assignment *core.Record
}

// actOnClaim takes an action on the claim in the request path, in one transaction: it finds the
// claim, refuses what the caller cannot do now, and then lets change alter the claim and
// its assignment, which are saved afterwards.
func actOnClaim(e *core.RequestEvent, action domain.Action, change func(ctx context.Context, tx core.App, w claimedWork) error) error {
	return sessions.Change(e, func(ctx context.Context, tx core.App) error {
		w, err := findClaim(ctx, tx, sessions.Reader(e), e.Request.PathValue("id"))
		if errors.Is(err, sql.ErrNoRows) {
			return claimNotFound()
		}
		if err != nil {
			return err
		}
		if err := orders.Failure(ctx, tx, sessions.Reader(e), store.ClaimOf(w.claim).Claim(w.row.Parties()).Refuse(action, sessions.Reader(e))); err != nil {
			return err
		}
		if err := change(ctx, tx, w); err != nil {
			return err
		}
		if err := tx.SaveWithContext(ctx, w.claim); err != nil {
			return err
		}
		return tx.SaveWithContext(ctx, w.assignment)
	})
}

// findClaim reads a claim for a reader who may read its assignment; sql.ErrNoRows if there is
// none.
func findClaim(ctx context.Context, tx core.App, reader domain.Reader, id string) (w claimedWork, err error) {
	if w.claim, err = tx.FindRecordById(store.Claims, id); err != nil {
		return w, err
	}
	if w.row, _, err = store.FindReadable(ctx, tx, reader, w.claim.GetString(store.Assignment)); err != nil {
		return w, err
	}
	w.assignment, err = store.FindAssignment(tx, w.row.ID)
	return w, err
}

// settleClaim closes the claim on its assignment, and lets the clocks that it has stopped go on
// with the time that was left (docs/product.md, section 12).
func settleClaim(ctx context.Context, tx core.App, w claimedWork) error {
	claim, closed := store.ClaimOf(w.claim), clock.Now(tx)
	opened := claim.Created.Time()
	closeClaim(tx, w.assignment)
	if claim.OpenedAs == domain.OpenedAsTutor {
		if began := w.row.WindowsStart.Time(); !began.IsZero() {
			waited := domain.StoodStill(began, opened, closed)
			w.assignment.Set(store.WindowsStart, began.Add(waited))
			w.assignment.Set(store.WindowsWaited, w.row.WindowsWaited+waited.Milliseconds())
		}
		if declined := w.row.RefundDeclinedAt.Time(); !declined.IsZero() {
			w.assignment.Set(store.RefundDeclinedAt, declined.Add(domain.StoodStill(declined, opened, closed)))
		}
	}
	revisions, err := store.FindOpenRevisions(tx, w.row.ID)
	if err != nil {
		return err
	}
	for _, revision := range revisions {
		began := revision.GetDateTime(store.Created).Time()
		revision.Set(store.DueAt, revision.GetDateTime(store.DueAt).Time().Add(domain.StoodStill(began, opened, closed)))
		if err := tx.SaveWithContext(ctx, revision); err != nil {
			return err
		}
	}
	return nil
}

// closeClaim notes on the assignment that no claim is open any more.
func closeClaim(app core.App, assignment *core.Record) {
	assignment.Set(store.ClaimOpen, false)
	assignment.Set(store.ClaimClosedAt, clock.Now(app))
}

// decideClaim approves or declines an open claim.
func decideClaim(e *core.RequestEvent) error {
	var input domain.ClaimDecision
	if err := api.BindJSON(e, &input); err != nil {
		return err
	}
	return answerClaimAct(e, actOnClaim(e, domain.ActionDecide, func(ctx context.Context, tx core.App, w claimedWork) error {
		kind := store.ClaimOf(w.claim).Kind
		if problems := input.Check(kind, w.row.Order()); len(problems) > 0 {
			return failures.Refuse(problems)
		}
		if err := settleClaim(ctx, tx, w); err != nil {
			return err
		}
		outcome := strings.TrimSpace(input.Outcome)
		if input.Approves() {
			return orders.ApproveClaim(tx, w.claim, w.assignment, outcome, input.Cents())
		}
		now := clock.Now(tx)
		w.claim.Set(store.Status, domain.ClaimDeclined)
		w.claim.Set(store.Outcome, outcome)
		w.claim.Set(store.DecidedAt, now)
		if kind == domain.ClaimRefund {
			w.assignment.Set(store.RefundDeclinedAt, now)
		}
		return nil
	}))
}

// withdrawClaim takes back an open claim of the caller's.
func withdrawClaim(e *core.RequestEvent) error {
	return answerClaimAct(e, actOnClaim(e, domain.ActionWithdraw, func(ctx context.Context, tx core.App, w claimedWork) error {
		w.claim.Set(store.Status, domain.ClaimWithdrawn)
		return settleClaim(ctx, tx, w)
	}))
}

// payClaim records that what was approved has been returned to the student.
func payClaim(e *core.RequestEvent) error {
	var input domain.RefundPayment
	if err := api.BindJSON(e, &input); err != nil {
		return err
	}
	return answerClaimAct(e, actOnClaim(e, domain.ActionPayRefund, func(ctx context.Context, tx core.App, w claimedWork) error {
		if problems := input.Check(); len(problems) > 0 {
			return failures.Refuse(problems)
		}
		repeated, err := store.HasPayment(ctx, tx, w.row.ID, orders.Returned, input.Reference)
		if err != nil {
			return err
		}
		if repeated {
			return failures.Conflict(orders.AlreadyRecorded)
		}
		today, err := orders.Today(tx)
		if err != nil {
			return err
		}
		cents := store.ClaimOf(w.claim).AmountCents
		if _, err = orders.RecordPayment(ctx, tx, orders.Payment{
			Assignment: w.row.ID, Kind: orders.Returned, Claim: w.claim.Id, Cents: cents, Method: input.Method, Reference: input.Reference,
			Day: today.Format(time.DateOnly), Today: today, By: sessions.Caller(e).Id,
		}); err != nil {
			return err
		}
		w.claim.Set(store.Status, domain.ClaimPaid)
		w.claim.Set(store.PaidAt, clock.Now(tx))
		w.assignment.Set(store.ReturnedCents, w.row.ReturnedCents+cents)
		return nil
	}))
}

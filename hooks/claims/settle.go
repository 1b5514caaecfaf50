package claims

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

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

// work is a claim with its assignment, as they are stored.
type work struct {
	row               records.AssignmentRow
	claim, assignment *core.Record
}

// act takes an action on the claim in the request path, in one transaction: it finds the
// claim, refuses what the caller cannot do now, and then lets change alter the claim and
// its assignment, which are saved afterwards.
func act(e *core.RequestEvent, action rules.Action, change func(ctx context.Context, tx core.App, w work) error) error {
	ctx, cancel := sessions.WriteContext(e)
	defer cancel()
	return writes.Run(ctx, e.App, func(ctx context.Context, tx core.App) error {
		w, err := find(ctx, tx, sessions.Reader(e), e.Request.PathValue("id"))
		if errors.Is(err, sql.ErrNoRows) {
			return notFound()
		}
		if err != nil {
			return err
		}
		if err := orders.Failure(ctx, tx, sessions.Reader(e), records.ClaimOf(w.claim, w.row).Refuse(action, sessions.Reader(e))); err != nil {
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

// find reads a claim for a reader who may read its assignment; sql.ErrNoRows if there is
// none.
func find(ctx context.Context, tx core.App, reader rules.Reader, id string) (w work, err error) {
	if w.claim, err = tx.FindRecordById(records.Claims, id); err != nil {
		return w, err
	}
	if w.row, _, err = records.FindReadable(ctx, tx, reader, w.claim.GetString(records.Assignment)); err != nil {
		return w, err
	}
	w.assignment, err = records.FindAssignment(tx, w.row.ID)
	return w, err
}

// settle closes the claim on its assignment, and lets the clocks that it has stopped go on
// with the time that was left (docs/product.md, section 12).
func settle(ctx context.Context, tx core.App, w work) error {
	opened, closed := w.claim.GetDateTime(records.Created).Time(), clock.Now(tx)
	closeClaim(tx, w.assignment)
	if w.claim.GetString(records.OpenedAs) == rules.OpenedAsTutor {
		if began := w.assignment.GetDateTime(records.WindowsStart).Time(); !began.IsZero() {
			waited := rules.StoodStill(began, opened, closed)
			w.assignment.Set(records.WindowsStart, began.Add(waited))
			w.assignment.Set(records.WindowsWaited, w.row.WindowsWaited+waited.Milliseconds())
		}
		if declined := w.assignment.GetDateTime(records.RefundDeclinedAt).Time(); !declined.IsZero() {
			w.assignment.Set(records.RefundDeclinedAt, declined.Add(rules.StoodStill(declined, opened, closed)))
		}
	}
	revisions, err := records.FindOpenRevisions(tx, w.row.ID)
	if err != nil {
		return err
	}
	for _, revision := range revisions {
		began := revision.GetDateTime(records.Created).Time()
		revision.Set(records.DueAt, revision.GetDateTime(records.DueAt).Time().Add(rules.StoodStill(began, opened, closed)))
		if err := tx.SaveWithContext(ctx, revision); err != nil {
			return err
		}
	}
	return nil
}

// closeClaim notes on the assignment that no claim is open any more.
func closeClaim(app core.App, assignment *core.Record) {
	assignment.Set(records.ClaimOpen, false)
	assignment.Set(records.ClaimClosedAt, clock.Now(app))
}

// decideClaim approves or declines an open claim.
func decideClaim(e *core.RequestEvent) error {
	var input rules.ClaimDecision
	if err := routes.BindJSON(e, &input); err != nil {
		return err
	}
	return answerAct(e, act(e, rules.ActionDecide, func(ctx context.Context, tx core.App, w work) error {
		kind := w.claim.GetString(records.Kind)
		if problems := input.Check(kind, w.row.Order()); len(problems) > 0 {
			return failures.Refuse(problems)
		}
		if err := settle(ctx, tx, w); err != nil {
			return err
		}
		outcome := strings.TrimSpace(input.Outcome)
		if input.Approves() {
			return orders.ApproveClaim(tx, w.claim, w.assignment, outcome, input.Cents())
		}
		now := clock.Now(tx)
		w.claim.Set(records.Status, rules.ClaimDeclined)
		w.claim.Set(records.Outcome, outcome)
		w.claim.Set(records.DecidedAt, now)
		if kind == rules.ClaimRefund {
			w.assignment.Set(records.RefundDeclinedAt, now)
		}
		return nil
	}))
}

// withdrawClaim takes back an open claim of the caller's.
func withdrawClaim(e *core.RequestEvent) error {
	return answerAct(e, act(e, rules.ActionWithdraw, func(ctx context.Context, tx core.App, w work) error {
		w.claim.Set(records.Status, rules.ClaimWithdrawn)
		return settle(ctx, tx, w)
	}))
}

// payClaim records that what was approved has been returned to the student.
func payClaim(e *core.RequestEvent) error {
	var input rules.RefundPayment
	if err := routes.BindJSON(e, &input); err != nil {
		return err
	}
	return answerAct(e, act(e, rules.ActionPayRefund, func(ctx context.Context, tx core.App, w work) error {
		if problems := input.Check(); len(problems) > 0 {
			return failures.Refuse(problems)
		}
		repeated, err := records.HasPayment(ctx, tx, w.row.ID, orders.Returned, input.Reference)
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
		cents := w.claim.GetInt(records.AmountCents)
		if _, err = orders.RecordPayment(ctx, tx, orders.Payment{
			Assignment: w.row.ID, Kind: orders.Returned, Claim: w.claim.Id, Cents: cents, Method: input.Method, Reference: input.Reference,
			Day: today.Format(time.DateOnly), Today: today, By: sessions.Caller(e).Id,
		}); err != nil {
			return err
		}
		w.claim.Set(records.Status, rules.ClaimPaid)
		w.claim.Set(records.PaidAt, clock.Now(tx))
		w.assignment.Set(records.ReturnedCents, w.row.ReturnedCents+cents)
		return nil
	}))
}

package orders

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/clock"
)

// startAssignment begins work that its tutor was given.
func startAssignment(e *core.RequestEvent) error {
	err := Act(e, domain.ActionStart, nil, func(_ context.Context, _ core.App, _ store.AssignmentRow, assignment *core.Record) error {
		assignment.Set(store.Status, domain.StatusInProgress)
		return nil
	})
	return AnswerAct(e, err)
}

// handBackAssignment returns work to the desk, before anything was delivered. Its former
// tutor may no longer read it, so the answer does not show it.
func handBackAssignment(e *core.RequestEvent) error {
	var input struct {
		Reason string `json:"reason"`
	}
	if err := api.BindJSON(e, &input); err != nil {
		return err
	}
	check := func() domain.Problems { return domain.CheckReason(input.Reason) }
	err := Act(e, domain.ActionHandBack, check, func(_ context.Context, _ core.App, _ store.AssignmentRow, assignment *core.Record) error {
		assignment.Set(store.Tutor, "")
		assignment.Set(store.Status, domain.StatusSubmitted)
		assignment.Set(store.HandBackReason, strings.TrimSpace(input.Reason))
		return nil
	})
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, map[string]string{"message": "Assignment handed back"})
}

// acceptAssignment accepts what was delivered, so that its windows no longer matter.
func acceptAssignment(e *core.RequestEvent) error {
	err := Act(e, domain.ActionAccept, nil, func(_ context.Context, tx core.App, _ store.AssignmentRow, assignment *core.Record) error {
		assignment.Set(store.AcceptedAt, clock.Now(tx))
		return nil
	})
	return AnswerAct(e, err)
}

// acceptBatch is how much finished work one transaction reads: not much more than it has
// time to accept.
const acceptBatch = 25

// acceptWork records that work has accepted itself: nobody asked for anything while its
// windows were open (docs/product.md, section 10.2).
func acceptWork(ctx context.Context, app core.App) error {
	terms, err := store.ReadOrderTerms(ctx, app)
	if err != nil {
		return err
	}
	now := clock.Now(app)
	// What was delivered later cannot be due, so it is not even read.
	before := now.Add(-terms.ShortestWindows())
	if found, err := store.FindWorkToAccept(ctx, app, before, "", "", 1); err != nil || len(found) == 0 {
		return err // nobody waits for the writer when there is nothing to write
	}
	from, fromID := "", ""
	var failed []error // of single assignments, which keep nothing else waiting
	err = transaction.InPieces(ctx, app, func(ctx context.Context, tx core.App, enough func() bool) (bool, error) {
		found, err := store.FindWorkToAccept(ctx, tx, before, from, fromID, acceptBatch)
		if err != nil {
			return false, err
		}
		for _, assignment := range found {
			stored := store.AssignmentOf(assignment)
			from, fromID = assignment.GetString(store.WindowsStart), assignment.Id
			policy, err := terms.PolicyOf(assignment.Id, stored.Policy)
			if err != nil {
				failed = append(failed, err)
				continue
			}
			at := stored.Order().AcceptsItselfAt(policy)
			if !now.After(at) {
				continue
			}
			// Work with an open claim is not accepted, so it was accepted once that was closed.
			if closed := stored.ClaimClosedAt.Time(); closed.After(at) {
				at = closed
			}
			assignment.Set(store.AcceptedAt, at)
			// Not validated: nothing else changes, and old work that breaks a newer rule
			// would block the work after it.
			if err := tx.SaveNoValidateWithContext(ctx, assignment); err != nil {
				return false, err
			}
			if enough() {
				return true, nil
			}
		}
		return len(found) == acceptBatch, nil
	})
	return errors.Join(append(failed, err)...)
}

// cancelAssignment cancels an order. What was paid becomes an approved refund
// (docs/product.md, section 10.5).
func cancelAssignment(e *core.RequestEvent) error {
	var input struct {
		Reason string `json:"reason"`
	}
	if err := api.BindJSON(e, &input); err != nil {
		return err
	}
	check := func() domain.Problems { return domain.CheckReason(input.Reason) }
	err := Act(e, domain.ActionCancel, check, func(ctx context.Context, tx core.App, row store.AssignmentRow, assignment *core.Record) error {
		reason, refund := strings.TrimSpace(input.Reason), row.Order().RefundableCents()
		if refund > 0 {
			if err := approveRefund(ctx, tx, assignment, sessions.Reader(e), reason, refund); err != nil {
				return err
			}
		}
		assignment.Set(store.Status, domain.StatusCancelled)
		assignment.Set(store.CancelReason, reason)
		return nil
	})
	return AnswerAct(e, err)
}

// approveRefund stores the refund that comes with cancelling.
func approveRefund(ctx context.Context, tx core.App, assignment *core.Record, by domain.Reader, reason string, cents int) error {
	claim, err := store.NewRecord(tx, store.Claims, map[string]any{
		store.Assignment:   assignment.Id,
		store.OpenedBy:     by.ID,
		store.OpenedAs:     store.AssignmentOf(assignment).Order().OpenedAs(by),
		store.Kind:         domain.ClaimRefund,
		store.Reason:       reason,
		store.ByCancelling: true,
	})
	if err != nil {
		return err
	}
	if err := ApproveClaim(tx, claim, assignment, "Cancelled", cents); err != nil {
		return err
	}
	return transaction.SaveNested(ctx, tx, claim)
}

// VoidRefund takes back the refund that came with cancelling when an admin reopens the
// work, and refuses to reopen it once that refund is paid.
func VoidRefund(e *core.RecordEvent) error {
	assignment := e.Record
	if assignment.Original().GetString(store.Status) != domain.StatusCancelled || assignment.GetString(store.Status) == domain.StatusCancelled || store.IsStub(assignment) {
		return e.Next()
	}
	refunds, err := e.App.FindAllRecords(store.Claims, dbx.HashExp{store.Assignment: assignment.Id, store.ByCancelling: true})
	if err != nil {
		return err
	}
	for _, refund := range refunds {
		switch refund.GetString(store.Status) {
		case domain.ClaimPaid:
			return failures.Conflict("This assignment was cancelled and refunded")
		case domain.ClaimApproved:
			assignment.Set(store.RefundCents, assignment.GetInt(store.RefundCents)-refund.GetInt(store.AmountCents))
			refund.Set(store.Status, domain.ClaimWithdrawn)
			if err := transaction.SaveNested(e.Context, e.App, refund); err != nil {
				return err
			}
		}
	}
	assignment.Set(store.CancelReason, "")
	return e.Next()
}

// recentTutorWork is how many assignments the tutor dashboard lists.
const recentTutorWork = 10

// showTutorAssignments returns the tutor dashboard (docs/product.md, section 3.8).
func showTutorAssignments(e *core.RequestEvent) error {
	ctx, tutor := e.Request.Context(), sessions.Caller(e)
	stats, err := store.ReadTutorStats(ctx, e.App, tutor.Id)
	if err != nil {
		return err
	}
	listing := store.AssignmentListing()
	listing.Where("a.tutor", "= {:me}", dbx.Params{"me": tutor.Id})
	rows, err := store.First[store.AssignmentRow](ctx, e.App, listing, recentTutorWork)
	if err != nil {
		return err
	}
	view, err := AssignmentViewer(e, tutor)
	if err != nil {
		return err
	}
	recent := make([]AssignmentView, len(rows))
	for i, row := range rows {
		recent[i] = view(row)
	}
	return e.JSON(http.StatusOK, struct {
		TotalAssignments     int              `json:"totalAssignments"`
		CompletedAssignments int              `json:"completedAssignments"`
		PendingAssignments   int              `json:"pendingAssignments"`
		TotalEarnings        float64          `json:"totalEarnings"`
		AverageRating        float64          `json:"averageRating"`
		RecentAssignments    []AssignmentView `json:"recentAssignments"`
	}{
		stats.Total, stats.Completed, stats.Open, domain.Units(stats.EarningsCents),
		domain.MeanRating(stats.RatingSum, stats.RatingCount), recent,
	})
}

package orders

import (
	"context"
	"strings"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
)

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
		store.OpenedAs:     store.OrderOf(assignment).OpenedAs(by),
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

// voidRefund takes back the refund that came with cancelling when an admin reopens the
// work, and refuses to reopen it once that refund is paid.
func voidRefund(e *core.RecordEvent) error {
	assignment := e.Record
	if assignment.Original().GetString(store.Status) != domain.StatusCancelled || assignment.GetString(store.Status) == domain.StatusCancelled || isStub(assignment) {
		return e.Next()
	}
	return transaction.InTransaction(e, func() error {
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
	})
}

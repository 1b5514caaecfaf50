package assignments

import (
	"context"
	"strings"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/hooks/orders"
	"deskmate/hooks/routes"
	"deskmate/hooks/sessions"
	"deskmate/hooks/writes"
	"deskmate/records"
	"deskmate/rules"
)

// cancelAssignment cancels an order. What was paid becomes an approved refund
// (docs/product.md, section 10.5).
func cancelAssignment(e *core.RequestEvent) error {
	var input struct {
		Reason string `json:"reason"`
	}
	if err := routes.BindJSON(e, &input); err != nil {
		return err
	}
	check := func() rules.Problems { return rules.CheckReason(input.Reason) }
	err := orders.Act(e, rules.ActionCancel, check, func(ctx context.Context, tx core.App, row records.AssignmentRow, assignment *core.Record) error {
		reason, refund := strings.TrimSpace(input.Reason), row.Order().RefundableCents()
		if refund > 0 {
			if err := approveRefund(ctx, tx, assignment, sessions.Reader(e), reason, refund); err != nil {
				return err
			}
		}
		assignment.Set(records.Status, rules.StatusCancelled)
		assignment.Set(records.CancelReason, reason)
		return nil
	})
	return orders.AnswerAct(e, err)
}

// approveRefund stores the refund that comes with cancelling.
func approveRefund(ctx context.Context, tx core.App, assignment *core.Record, by rules.Reader, reason string, cents int) error {
	claim, err := records.NewRecord(tx, records.Claims, map[string]any{
		records.Assignment:   assignment.Id,
		records.OpenedBy:     by.ID,
		records.OpenedAs:     records.OrderOf(assignment).OpenedAs(by),
		records.Kind:         rules.ClaimRefund,
		records.Reason:       reason,
		records.ByCancelling: true,
	})
	if err != nil {
		return err
	}
	if err := orders.ApproveClaim(tx, claim, assignment, "Cancelled", cents); err != nil {
		return err
	}
	return writes.SaveNested(ctx, tx, claim)
}

// voidRefund takes back the refund that came with cancelling when an admin reopens the
// work, and refuses to reopen it once that refund is paid.
func voidRefund(e *core.RecordEvent) error {
	assignment := e.Record
	if assignment.Original().GetString(records.Status) != rules.StatusCancelled || assignment.GetString(records.Status) == rules.StatusCancelled || isStub(assignment) {
		return e.Next()
	}
	return writes.InTransaction(e, func() error {
		refunds, err := e.App.FindAllRecords(records.Claims, dbx.HashExp{records.Assignment: assignment.Id, records.ByCancelling: true})
		if err != nil {
			return err
		}
		for _, refund := range refunds {
			switch refund.GetString(records.Status) {
			case rules.ClaimPaid:
				return failures.Conflict("This assignment was cancelled and refunded")
			case rules.ClaimApproved:
				assignment.Set(records.RefundCents, assignment.GetInt(records.RefundCents)-refund.GetInt(records.AmountCents))
				refund.Set(records.Status, rules.ClaimWithdrawn)
				if err := writes.SaveNested(e.Context, e.App, refund); err != nil {
					return err
				}
			}
		}
		assignment.Set(records.CancelReason, "")
		return e.Next()
	})
}

package assignments

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"strings"

	"github.com/pocketbase/dbx"
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

// cancelAssignment cancels an order. What was paid becomes an approved refund
// (docs/product.md, section 10.5).
func cancelAssignment(e *core.RequestEvent) error {
	var input struct {
		Reason string `json:"reason"`
	}
	if err := routes.BindJSON(e, &input); err != nil {
		return err
	}
	reader, id := sessions.Reader(e), e.Request.PathValue("id")
	ctx, cancel := sessions.WriteContext(e)
	defer cancel()
	err := writes.Run(ctx, e.App, func(ctx context.Context, tx core.App) error {
		row, _, err := records.FindReadable(ctx, tx, reader, id)
		if errors.Is(err, sql.ErrNoRows) {
			return notFound()
		}
		if err != nil {
			return err
		}
		if err := orders.Check(ctx, tx, reader, row, rules.ActionCancel); err != nil {
			return err
		}
		if problems := rules.CheckReason(input.Reason); len(problems) > 0 {
			return failures.Refuse(problems)
		}
		assignment, err := records.FindAssignment(tx, row.ID)
		if err != nil {
			return err
		}
		reason, refund := strings.TrimSpace(input.Reason), row.Order().RefundableCents()
		if refund > 0 {
			if err := approveRefund(ctx, tx, assignment, reader.ID, reason, refund); err != nil {
				return err
			}
		}
		assignment.Set(records.Status, rules.StatusCancelled)
		assignment.Set(records.CancelReason, reason)
		assignment.Set(records.RefundCents, row.RefundCents+refund)
		return tx.SaveWithContext(ctx, assignment)
	})
	if err != nil {
		return err
	}
	return answerRow(e, http.StatusOK, id, sessions.Caller(e))
}

// approveRefund stores the refund that comes with cancelling.
func approveRefund(ctx context.Context, tx core.App, assignment *core.Record, by, reason string, cents int) error {
	collection, err := tx.FindCachedCollectionByNameOrId(records.Claims)
	if err != nil {
		return err
	}
	policy, err := tx.FindRecordById(records.Policies, assignment.GetString(records.Policy))
	if err != nil {
		return err
	}
	site, err := records.FindSite(tx)
	if err != nil {
		return err
	}
	now := clock.Now(tx)
	from, until := rules.RefundDates(now, records.SiteZone(site), records.SiteHolidays(site),
		policy.GetInt("refundMinBusinessDays"), policy.GetInt("refundMaxBusinessDays"))
	claim := core.NewRecord(collection)
	claim.Load(map[string]any{
		records.Assignment:   assignment.Id,
		records.OpenedBy:     by,
		records.Kind:         "refund",
		records.Status:       "approved",
		records.Reason:       reason,
		records.AmountCents:  cents,
		records.Outcome:      "Cancelled",
		records.ByCancelling: true,
		records.DecidedAt:    now,
		records.PayFrom:      from,
		records.PayBy:        until,
	})
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
			case "paid":
				return failures.Conflict("This assignment was cancelled and refunded")
			case "approved":
				assignment.Set(records.RefundCents, assignment.GetInt(records.RefundCents)-refund.GetInt(records.AmountCents))
				refund.Set(records.Status, "withdrawn")
				if err := writes.SaveNested(e.Context, e.App, refund); err != nil {
					return err
				}
			}
		}
		assignment.Set(records.CancelReason, "")
		return e.Next()
	})
}

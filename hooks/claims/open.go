package claims

import (
	"context"
	"net/http"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/hooks/orders"
	"deskmate/hooks/routes"
	"deskmate/hooks/sessions"
	"deskmate/internal/clock"
	"deskmate/records"
	"deskmate/rules"
)

// openClaim opens a refund request or a dispute. Until it is closed, nothing is delivered,
// accepted or paid out.
func openClaim(e *core.RequestEvent) error {
	var input rules.NewClaim
	if err := routes.BindJSON(e, &input); err != nil {
		return err
	}
	id := ""
	err := orders.Act(e, input.Action(), nil, func(ctx context.Context, tx core.App, row records.AssignmentRow, assignment *core.Record) error {
		order := row.Order()
		openedAs := order.OpenedAs(sessions.Reader(e))
		if problems := input.Check(order, openedAs); len(problems) > 0 {
			return failures.Refuse(problems)
		}
		terms, err := records.ReadOrderTerms(ctx, tx)
		if err != nil {
			return err
		}
		kind, _ := rules.ParseClaimKind(input.Kind)
		policy, err := terms.PolicyOf(row.ID, row.Policy)
		if err != nil {
			return err
		}
		claim, err := records.NewRecord(tx, records.Claims, map[string]any{
			records.Assignment:  row.ID,
			records.OpenedBy:    sessions.Caller(e).Id,
			records.OpenedAs:    openedAs,
			records.Kind:        kind,
			records.Status:      rules.ClaimStatusOpen,
			records.Reason:      strings.TrimSpace(input.Reason),
			records.AmountCents: input.Cents(order, openedAs),
			records.DueAt:       policy.ClaimDueAt(clock.Now(tx)),
		})
		if err != nil {
			return err
		}
		if err := tx.SaveWithContext(ctx, claim); err != nil {
			return err
		}
		id = claim.Id
		assignment.Set(records.ClaimOpen, true)
		return nil
	})
	if err != nil {
		return err
	}
	return answerClaim(e, http.StatusCreated, id)
}

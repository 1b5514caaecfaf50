package money

import (
	"context"
	"net/http"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/orders"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// openClaim opens a refund request or a dispute. Until it is closed, nothing is delivered,
// accepted or paid out.
func openClaim(e *core.RequestEvent) error {
	var input domain.NewClaim
	if err := api.BindJSON(e, &input); err != nil {
		return err
	}
	id := ""
	err := orders.Act(e, input.Action(), nil, func(ctx context.Context, tx core.App, row store.AssignmentRow, assignment *core.Record) error {
		order := row.Order()
		openedAs := order.OpenedAs(sessions.Reader(e))
		if problems := input.Check(order, openedAs); len(problems) > 0 {
			return failures.Refuse(problems)
		}
		terms, err := store.ReadOrderTerms(ctx, tx)
		if err != nil {
			return err
		}
		kind, _ := domain.ParseClaimKind(input.Kind)
		policy, err := terms.PolicyOf(row.ID, row.Policy)
		if err != nil {
			return err
		}
		claim, err := store.NewRecord(tx, store.Claims, map[string]any{
			store.Assignment:  row.ID,
			store.OpenedBy:    sessions.Caller(e).Id,
			store.OpenedAs:    openedAs,
			store.Kind:        kind,
			store.Status:      domain.ClaimStatusOpen,
			store.Reason:      strings.TrimSpace(input.Reason),
			store.AmountCents: input.Cents(order, openedAs),
			store.DueAt:       policy.ClaimDueAt(clock.Now(tx)),
		})
		if err != nil {
			return err
		}
		if err := tx.SaveWithContext(ctx, claim); err != nil {
			return err
		}
		id = claim.Id
		assignment.Set(store.ClaimOpen, true)
		return nil
	})
	if err != nil {
		return err
	}
	return answerClaim(e, http.StatusCreated, id)
}

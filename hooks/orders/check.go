package orders

import (
	"context"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// Check returns the failure if the reader, who can see the order, cannot take the action
// now. Call it in the transaction of the action, with a row that was read there.
func Check(ctx context.Context, tx core.App, reader domain.Reader, row store.AssignmentRow, action domain.Action) error {
	terms, err := store.ReadOrderTerms(ctx, tx)
	if err != nil {
		return err
	}
	policy, err := terms.PolicyOf(row.ID, row.Policy)
	if err != nil {
		return err
	}
	return Failure(ctx, tx, reader, row.Order().Refuse(action, domain.Caller{Reader: reader}, clock.Now(tx), policy, terms.Settings))
}

// Failure returns the failure for a refusal of the reader, nil if nothing is refused.
func Failure(ctx context.Context, tx core.App, reader domain.Reader, refusal *domain.Refusal) error {
	switch {
	case refusal == nil:
		return nil
	case refusal.OwnCase:
		return sessions.RefuseOwnCase(ctx, tx, reader, reader.ID)
	case refusal.WrongRole:
		return failures.NotAllowed()
	default:
		return failures.Conflict(refusal.Message)
	}
}

// View is what the API tells about the order of an assignment. The times are null as
// long as there is none.
type View struct {
	Stage         domain.Stage `json:"stage"`
	DeliveredAt   *string      `json:"deliveredAt"`
	RevisionUntil *string      `json:"revisionUntil"`
	RefundUntil   *string      `json:"refundUntil"`
	AcceptedAt    *string      `json:"acceptedAt"`
	Actions       []ActionView `json:"actions"`
	// OwnCase is true for an admin whose own case it is. The actions of admins are missing then.
	OwnCase bool `json:"ownCase,omitempty"`
}

// ActionView is an action that the caller can take, until a moment if a clock runs.
type ActionView struct {
	Action domain.Action `json:"action"`
	Until  *string       `json:"until"`
}

// viewFor views an order for one reader. It fails if the policy of the order is missing,
// and then views it without windows and without actions.
func viewFor(row store.AssignmentRow, reader domain.Reader, now time.Time, terms store.OrderTerms) (View, error) {
	order := row.Order()
	view := View{
		Stage:       order.RecordedStage(),
		DeliveredAt: optional(row.FinishedAt()),
		AcceptedAt:  optional(order.AcceptedAt),
		Actions:     []ActionView{},
		OwnCase:     reader.Role == domain.RoleAdmin && order.IsOwnCase(reader),
	}
	policy, err := terms.PolicyOf(row.ID, row.Policy)
	if err != nil {
		return view, err
	}
	view.Stage = order.Stage(now, policy)
	if !row.WindowsWait { // otherwise nobody can say yet when they close
		view.RevisionUntil, view.RefundUntil = optional(order.RevisionUntil(policy)), optional(order.RefundUntil(policy))
	}
	for _, open := range order.Actions(domain.Caller{Reader: reader}, now, policy, terms.Settings) {
		if open.Action != domain.ActionClaimWork { // it belongs to the rows of the pool
			view.Actions = append(view.Actions, ActionView{Action: open.Action, Until: optional(open.Until)})
		}
	}
	return view, nil
}

func optional(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	text := domain.FormatTime(t)
	return &text
}

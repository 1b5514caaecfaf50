package domain_test

import (
	"slices"
	"testing"
	"time"

	"deskmate/hooks/domain"
)

// What the interface offers and what the server does with the pool must agree at all
// stages, except for what is already the case, which is no mistake.
func TestThePoolAndTheTableOfActionsAgree(t *testing.T) {
	t.Parallel()
	now := time.Date(2031, 5, 1, 10, 0, 0, 0, time.UTC)
	admin := domain.Caller{Reader: domain.Reader{ID: "ada", Role: domain.RoleAdmin}}
	policy := domain.Policy{RevisionDays: 2, LongRevisionDays: 3, LongRevisionWords: 6000, RefundRequestDays: 3}
	var seen []domain.Stage
	for _, status := range append(slices.Clone(domain.AssignmentStatuses), domain.StatusCancelled) {
		for i := range 32 {
			has := func(bit int) bool { return i&bit != 0 }
			order := domain.Order{Status: status, Student: "robin", InPool: has(1), PriceCents: 100}
			if has(2) {
				order.Tutor = "kim"
			}
			if domain.IsFinished(status) {
				order.DeliveredAt, order.EverDelivered = now, true
			}
			if has(4) {
				order.AcceptedAt = order.DeliveredAt
			}
			if has(8) {
				order.ReceivedCents = 100
			}
			settings := domain.OrderSettings{RequirePayment: has(16)}
			stage := order.Stage(now, policy)
			seen = append(seen, stage)
			for action, open := range map[domain.Action]bool{domain.ActionOpenPool: true, domain.ActionClosePool: false} {
				isSo := open == (stage == domain.StagePool)
				listed := order.Refuse(action, admin, now, policy, settings) == nil
				refusal := order.RefusePool(open, now, policy, settings)
				if listed && refusal != "" || !listed && refusal == "" && !isSo {
					t.Errorf("%s at %s: listed is %t, and the refusal is %q", action, stage, listed, refusal)
				}
			}
		}
	}
	for _, stage := range domain.Stages {
		if !slices.Contains(seen, stage) {
			t.Errorf("the stage %s was not tried", stage)
		}
	}
}

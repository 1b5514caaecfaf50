package assignments

import (
	"context"
	"net/http"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/orders"
	"deskmate/hooks/routes"
	"deskmate/internal/clock"
	"deskmate/records"
	"deskmate/rules"
)

// startAssignment begins work that its tutor was given.
func startAssignment(e *core.RequestEvent) error {
	err := orders.Act(e, rules.ActionStart, nil, func(_ context.Context, _ core.App, _ records.AssignmentRow, assignment *core.Record) error {
		assignment.Set(records.Status, rules.StatusInProgress)
		return nil
	})
	return orders.AnswerAct(e, err)
}

// handBackAssignment returns work to the desk, before anything was delivered. Its former
// tutor may no longer read it, so the answer does not show it.
func handBackAssignment(e *core.RequestEvent) error {
	var input struct {
		Reason string `json:"reason"`
	}
	if err := routes.BindJSON(e, &input); err != nil {
		return err
	}
	check := func() rules.Problems { return rules.CheckReason(input.Reason) }
	err := orders.Act(e, rules.ActionHandBack, check, func(_ context.Context, _ core.App, _ records.AssignmentRow, assignment *core.Record) error {
		assignment.Set(records.Tutor, "")
		assignment.Set(records.Status, rules.StatusSubmitted)
		assignment.Set(records.HandBackReason, strings.TrimSpace(input.Reason))
		return nil
	})
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, map[string]string{"message": "Assignment handed back"})
}

// acceptAssignment accepts what was delivered, so that its windows no longer matter.
func acceptAssignment(e *core.RequestEvent) error {
	err := orders.Act(e, rules.ActionAccept, nil, func(_ context.Context, tx core.App, _ records.AssignmentRow, assignment *core.Record) error {
		assignment.Set(records.AcceptedAt, clock.Now(tx))
		return nil
	})
	return orders.AnswerAct(e, err)
}

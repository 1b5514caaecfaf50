package orders

import (
	"context"
	"net/http"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/store"
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

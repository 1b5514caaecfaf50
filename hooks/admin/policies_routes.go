package admin

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/orders"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/clock"
)

// policyRoutes returns the routes of this package.
func policyRoutes() []api.Route {
	return []api.Route{
		{Method: "GET", Path: "/policies", Who: api.Anyone, Handler: listPolicies},
		{Method: "POST", Path: "/policies", Who: api.Admins, Handler: addPolicy},
	}
}

// policyView is a version of the policies, with how many open orders follow it for
// admins.
type policyView struct {
	orders.PolicyView
	OpenOrders *int `json:"openOrders,omitempty"`
}

// listPolicies lists all versions, newest first, also those that take effect later.
func listPolicies(e *core.RequestEvent) error {
	policies, err := store.FindPolicies(e.App)
	if err != nil {
		return err
	}
	var counts map[string]int
	if sessions.HasRole(e, domain.RoleAdmin) {
		if counts, err = store.CountOpenOrders(e.Request.Context(), e.App); err != nil {
			return err
		}
	}
	views := make([]policyView, len(policies))
	for i, policy := range policies {
		views[i].PolicyView = orders.ViewPolicy(policy)
		if counts != nil {
			open := counts[policy.Id]
			views[i].OpenOrders = &open
		}
	}
	return e.JSON(http.StatusOK, views)
}

func addPolicy(e *core.RequestEvent) error {
	var input domain.NewPolicy
	if err := api.BindJSON(e, &input); err != nil {
		return err
	}
	if problems := input.Check(clock.Now(e.App)); len(problems) > 0 {
		return failures.Refuse(problems)
	}
	from, _ := domain.ParseTime(input.EffectiveFrom) // Check has found no problem
	ctx, cancel := sessions.WriteContext(e)
	defer cancel()
	var policy *core.Record
	err := transaction.Run(ctx, e.App, func(ctx context.Context, tx core.App) error {
		switch isRepeated, err := isInForce(tx, from, input); {
		case err != nil:
			return err
		case isRepeated:
			return failures.Conflict("This version has already been added")
		}
		version, err := store.NextPolicyVersion(ctx, tx, from)
		if err != nil {
			return err
		}
		policy, err = store.NewRecord(tx, store.Policies, nil)
		if err != nil {
			return err
		}
		policy.Set(store.Version, version)
		policy.Set(store.EffectiveFrom, from)
		for _, number := range input.Numbers() {
			policy.Set(number.Field, *number.Value)
		}
		return tx.SaveWithContext(ctx, policy)
	})
	if err != nil {
		return err
	}
	return e.JSON(http.StatusCreated, orders.ViewPolicy(policy))
}

// isInForce reports whether the version that takes effect at a time has the numbers of
// the request: it was sent twice.
func isInForce(app core.App, from time.Time, input domain.NewPolicy) (bool, error) {
	policy, err := store.FindPolicy(app, from)
	if err != nil || !policy.GetDateTime(store.EffectiveFrom).Time().Equal(from) {
		return false, err
	}
	return !slices.ContainsFunc(input.Numbers(), func(number domain.PolicyNumber) bool {
		return policy.GetFloat(number.Field) != *number.Value
	}), nil
}

package policies

import (
	"context"
	"net/http"
	"slices"
	"time"

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

// Routes returns the routes of this package.
func Routes() []routes.Route {
	return []routes.Route{
		{Method: "GET", Path: "/policies", Who: routes.Anyone, Handler: listPolicies},
		{Method: "POST", Path: "/policies", Who: routes.Admins, Handler: addPolicy},
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
	policies, err := records.FindPolicies(e.App)
	if err != nil {
		return err
	}
	var counts map[string]int
	if sessions.HasRole(e, rules.RoleAdmin) {
		if counts, err = records.CountOpenOrders(e.Request.Context(), e.App); err != nil {
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
	var input rules.NewPolicy
	if err := routes.BindJSON(e, &input); err != nil {
		return err
	}
	if problems := input.Check(clock.Now(e.App)); len(problems) > 0 {
		return failures.Refuse(problems)
	}
	from, _ := rules.ParseTime(input.EffectiveFrom) // Check has found no problem
	ctx, cancel := sessions.WriteContext(e)
	defer cancel()
	var policy *core.Record
	err := writes.Run(ctx, e.App, func(ctx context.Context, tx core.App) error {
		switch isRepeated, err := isInForce(tx, from, input); {
		case err != nil:
			return err
		case isRepeated:
			return failures.Conflict("This version has already been added")
		}
		version, err := records.NextPolicyVersion(ctx, tx, from)
		if err != nil {
			return err
		}
		policy, err = records.NewRecord(tx, records.Policies, nil)
		if err != nil {
			return err
		}
		policy.Set(records.Version, version)
		policy.Set(records.EffectiveFrom, from)
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
func isInForce(app core.App, from time.Time, input rules.NewPolicy) (bool, error) {
	policy, err := records.FindPolicy(app, from)
	if err != nil || !policy.GetDateTime(records.EffectiveFrom).Time().Equal(from) {
		return false, err
	}
	return !slices.ContainsFunc(input.Numbers(), func(number rules.PolicyNumber) bool {
		return policy.GetFloat(number.Field) != *number.Value
	}), nil
}

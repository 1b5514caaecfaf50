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
	"deskmate/internal/clock"
)

// policyRoutes returns the routes of this package.
func policyRoutes() []api.Route {
	return []api.Route{
		{Method: "GET", Path: "/policies", Who: api.Anyone, Handler: listPolicies},
		{Method: "POST", Path: "/policies", Who: api.Admins, Handler: addPolicy},
	}
}

// policyView is a version of the policies, with the number of open orders that follow it for
// admins.
type policyView struct {
	orders.PolicyView
	OpenOrders *int `json:"openOrders,omitempty"`
}

// listPolicies lists all versions, newest first, including those that take effect later.
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
	var policy *core.Record
	err := sessions.Change(e, func(ctx context.Context, tx core.App) error {
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

// PinPolicy pins a new assignment to the policy in force.
func PinPolicy(e *core.RecordEvent) error {
	if e.Record.GetString(store.Quote) != "" {
		return e.Next() // an order keeps the policy of its offer
	}
	policy, err := store.FindPolicy(e.App, clock.Now(e.App))
	if err != nil {
		return err
	}
	e.Record.Set(store.Policy, policy.Id)
	return e.Next()
}

// AcceptTerms notes which policy a new student has accepted.
func AcceptTerms(e *core.RecordEvent) error {
	if e.Record.GetString(store.Role) == domain.RoleStudent {
		policy, err := store.FindPolicy(e.App, clock.Now(e.App))
		if err != nil {
			return err
		}
		e.Record.Set(store.TermsVersion, policy.GetString(store.Version))
		e.Record.Set(store.TermsAcceptedAt, clock.Now(e.App))
	}
	return e.Next()
}

// listenPolicies refuses changes to existing versions.
func listenPolicies(app core.App) {
	app.OnRecordValidate(store.Policies).BindFunc(func(e *core.RecordEvent) error {
		if err := failures.FieldErrors(numbersOf(e.Record).CheckNumbers()); err != nil {
			return err
		}
		return e.Next()
	})
	refuse := func(*core.RecordEvent) error {
		return failures.Conflict("Policies cannot be changed. Add a new version instead")
	}
	app.OnRecordUpdate(store.Policies).BindFunc(refuse)
	app.OnRecordDelete(store.Policies).BindFunc(refuse)
}

// leastNumber is a valid value of every number that came after the first version.
const leastNumber = 1

// numbersOf returns the numbers of a version as a request would contain them.
func numbersOf(policy *core.Record) domain.NewPolicy {
	number := func(field string) *float64 {
		value := policy.GetFloat(field)
		if policy.Collection().Fields.GetByName(field) == nil {
			value = leastNumber // the migration that adds the first version knows no later numbers
		}
		return &value
	}
	return domain.NewPolicy{
		RevisionDays: number("revisionDays"), LongRevisionDays: number("longRevisionDays"), LongRevisionWords: number("longRevisionWords"),
		RefundRequestDays: number("refundRequestDays"), RefundMinBusinessDays: number("refundMinBusinessDays"),
		RefundMaxBusinessDays: number("refundMaxBusinessDays"), DisputeHours: number("disputeHours"),
		RetentionDays: number("retentionDays"), QuoteRetentionDays: number("quoteRetentionDays"), MinimumAge: number("minimumAge"), WordsPerPage: number("wordsPerPage"),
	}
}

// policyCreated is the kind of event in the history (docs/product.md, section 3.9). A version
// never changes afterwards.
const policyCreated = "policy.created"

// Noun declares the versions of the policies. Everybody may read them, and pages of
// people who are signed in follow them.
var Noun = api.Noun{
	Collection: store.Policies,
	Announce: func(_ core.App, policy *core.Record, change api.Change) []api.Announcement {
		return []api.Announcement{{
			Noun: store.Policies, ID: policy.Id, Change: change,
			MayReceive: func(reader domain.Reader) bool { return reader.ID != "" },
		}}
	},
	History: func(policy *core.Record, change api.Change) []api.Event {
		if change != api.Created {
			return nil
		}
		return []api.Event{{Kind: policyCreated, Title: "Policies " + policy.GetString(store.Version) + " added"}}
	},
	Kinds: []string{policyCreated},
}

package admin

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// listenPolicies pins new assignments and students to the policy in force, and refuses
// changes to existing versions.
func listenPolicies(app core.App) {
	app.OnRecordCreate(store.Assignments).BindFunc(func(e *core.RecordEvent) error {
		if e.Record.GetString(store.Quote) != "" {
			return e.Next() // an order keeps the policy of its offer
		}
		policy, err := store.FindPolicy(e.App, clock.Now(e.App))
		if err != nil {
			return err
		}
		e.Record.Set(store.Policy, policy.Id)
		return e.Next()
	})
	app.OnRecordCreate(store.Users).BindFunc(func(e *core.RecordEvent) error {
		if e.Record.GetString(store.Role) == domain.RoleStudent {
			policy, err := store.FindPolicy(e.App, clock.Now(e.App))
			if err != nil {
				return err
			}
			e.Record.Set(store.TermsVersion, policy.GetString(store.Version))
			e.Record.Set(store.TermsAcceptedAt, clock.Now(e.App))
		}
		return e.Next()
	})
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

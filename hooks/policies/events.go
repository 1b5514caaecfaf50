// Package policies manages the versions of the operator's policies. Each assignment
// follows the version that was in force when it was created (docs/product.md,
// section 6).
package policies

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/internal/clock"
	"deskmate/records"
	"deskmate/rules"
)

// Listen pins new assignments and students to the policy in force, and refuses
// changes to existing versions.
func Listen(app core.App) {
	app.OnRecordCreate(records.Assignments).BindFunc(func(e *core.RecordEvent) error {
		if e.Record.GetString(records.Quote) != "" {
			return e.Next() // an order keeps the policy of its offer
		}
		policy, err := records.FindPolicy(e.App, clock.Now(e.App))
		if err != nil {
			return err
		}
		e.Record.Set(records.Policy, policy.Id)
		return e.Next()
	})
	app.OnRecordCreate(records.Users).BindFunc(func(e *core.RecordEvent) error {
		if e.Record.GetString(records.Role) == rules.RoleStudent {
			policy, err := records.FindPolicy(e.App, clock.Now(e.App))
			if err != nil {
				return err
			}
			e.Record.Set(records.TermsVersion, policy.GetString(records.Version))
			e.Record.Set(records.TermsAcceptedAt, clock.Now(e.App))
		}
		return e.Next()
	})
	app.OnRecordValidate(records.Policies).BindFunc(func(e *core.RecordEvent) error {
		if err := failures.FieldErrors(numbersOf(e.Record).CheckNumbers()); err != nil {
			return err
		}
		return e.Next()
	})
	refuse := func(*core.RecordEvent) error {
		return failures.Conflict("Policies cannot be changed. Add a new version instead")
	}
	app.OnRecordUpdate(records.Policies).BindFunc(refuse)
	app.OnRecordDelete(records.Policies).BindFunc(refuse)
}

// leastNumber is a valid value of every number that came after the first version.
const leastNumber = 1

// numbersOf returns the numbers of a version as a request would contain them.
func numbersOf(policy *core.Record) rules.NewPolicy {
	number := func(field string) *float64 {
		value := policy.GetFloat(field)
		if policy.Collection().Fields.GetByName(field) == nil {
			value = leastNumber // the migration that adds the first version knows no later numbers
		}
		return &value
	}
	return rules.NewPolicy{
		RevisionDays: number("revisionDays"), LongRevisionDays: number("longRevisionDays"), LongRevisionWords: number("longRevisionWords"),
		RefundRequestDays: number("refundRequestDays"), RefundMinBusinessDays: number("refundMinBusinessDays"),
		RefundMaxBusinessDays: number("refundMaxBusinessDays"), DisputeHours: number("disputeHours"),
		RetentionDays: number("retentionDays"), QuoteRetentionDays: number("quoteRetentionDays"), MinimumAge: number("minimumAge"), WordsPerPage: number("wordsPerPage"),
	}
}

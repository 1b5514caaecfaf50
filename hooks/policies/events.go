// Package policies keeps the versioned numbers of the policies: each order
// stands under the version that was in force when it was made (docs/product.md,
// section 6).
package policies

import (
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/wire"
	"deskmate/records"
	"deskmate/rules"
)

// Listen pins assignments and accounts to the policy in force, and keeps every
// version as it was.
func Listen(app core.App) {
	app.OnRecordCreate(records.Assignments).BindFunc(func(e *core.RecordEvent) error {
		policy, err := records.FindPolicy(e.App, time.Now())
		if err != nil {
			return err
		}
		e.Record.Set(records.Policy, policy.Id)
		return e.Next()
	})
	app.OnRecordCreate(records.Users).BindFunc(func(e *core.RecordEvent) error {
		if e.Record.GetString(records.Role) == rules.RoleStudent {
			policy, err := records.FindPolicy(e.App, time.Now())
			if err != nil {
				return err
			}
			e.Record.Set(records.TermsVersion, policy.GetString(records.Version))
			e.Record.Set(records.TermsAcceptedAt, time.Now())
		}
		return e.Next()
	})
	keep := func(*core.RecordEvent) error {
		return wire.Conflict("A policy is never changed. Add a new version")
	}
	app.OnRecordUpdate(records.Policies).BindFunc(keep)
	app.OnRecordDelete(records.Policies).BindFunc(keep)
}

package pool

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/internal/clock"
	"deskmate/records"
)

// Listen keeps out of the pool what may not be offered there, whoever puts it in. It must
// run before the handlers that take an assignment out of the pool.
func Listen(app core.App) {
	app.OnRecordCreate(records.Assignments).BindFunc(guardPool)
	app.OnRecordUpdate(records.Assignments).BindFunc(guardPool)
}

// guardPool refuses to put into the pool what is closed, has a tutor or must be paid for
// first, and remembers what was ever in it.
func guardPool(e *core.RecordEvent) error {
	assignment := e.Record
	if !assignment.GetBool(records.InPool) || assignment.Original().GetBool(records.InPool) {
		return e.Next()
	}
	terms, err := records.ReadOrderTerms(e.Context, e.App)
	if err != nil {
		return err
	}
	policy, err := terms.PolicyOf(assignment.Id, assignment.GetString(records.Policy))
	if err != nil {
		return err
	}
	order := records.OrderOf(assignment)
	order.InPool = false // not yet
	if message := order.RefusePool(true, clock.Now(e.App), policy, terms.Settings); message != "" {
		return failures.Conflict(message)
	}
	assignment.Set(records.EverInPool, true)
	return e.Next()
}

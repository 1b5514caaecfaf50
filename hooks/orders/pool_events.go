package orders

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// listenPool keeps out of the pool what may not be offered there, whoever puts it in. It must
// run before the handlers that take an assignment out of the pool.
func listenPool(app core.App) {
	app.OnRecordCreate(store.Assignments).BindFunc(guardPool)
	app.OnRecordUpdate(store.Assignments).BindFunc(guardPool)
}

// guardPool refuses to put into the pool what is closed, has a tutor or must be paid for
// first, and remembers what was ever in it.
func guardPool(e *core.RecordEvent) error {
	assignment := e.Record
	if !assignment.GetBool(store.InPool) || assignment.Original().GetBool(store.InPool) {
		return e.Next()
	}
	terms, err := store.ReadOrderTerms(e.Context, e.App)
	if err != nil {
		return err
	}
	policy, err := terms.PolicyOf(assignment.Id, assignment.GetString(store.Policy))
	if err != nil {
		return err
	}
	order := store.OrderOf(assignment)
	order.InPool = false // not yet
	if message := order.RefusePool(true, clock.Now(e.App), policy, terms.Settings); message != "" {
		return failures.Conflict(message)
	}
	assignment.Set(store.EverInPool, true)
	return e.Next()
}

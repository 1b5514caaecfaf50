package sessions

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
)

// Guard checks the actor again in the transaction of every change to these
// collections. A request may be admitted long before its body has arrived, and
// a session that has ended in the meantime must not change anything
// (docs/security.md).
func Guard(app core.App, collections ...string) {
	guard := func(e *core.RecordEvent) error {
		return transaction.InTransaction(e, func() error {
			if person := store.ActorOf(e.Context, e.Record).Person; person != nil {
				if err := Confirm(e.App, person); err != nil {
					return err
				}
			}
			return e.Next()
		})
	}
	app.OnRecordCreateExecute(collections...).Bind(transaction.At(transaction.StageGuard, guard))
	app.OnRecordUpdateExecute(collections...).Bind(transaction.At(transaction.StageGuard, guard))
	app.OnRecordDeleteExecute(collections...).Bind(transaction.At(transaction.StageDeleteGuard, guard))
}

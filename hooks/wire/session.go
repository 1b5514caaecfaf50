package wire

import (
	"database/sql"
	"errors"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/records"
)

// StillIn reads the caller's account as it is now. It refuses where the session
// that the request came with has ended since, or the role that it was let in
// with is gone. Asked in a transaction, the answer holds until it ends.
func StillIn(app core.App, caller *core.Record) (*core.Record, error) {
	account, err := app.FindRecordById(records.Users, caller.Id)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, Unauthorized(signInFirst)
	case err != nil:
		return nil, err
	case account.TokenKey() != caller.TokenKey() || !records.IsActive(account):
		return nil, Unauthorized(signInFirst)
	case account.GetString(records.Role) != caller.GetString(records.Role):
		return nil, NotAllowed()
	}
	return account, nil
}

// GuardWrites asks again who acts, in the transaction of every change that a
// person makes through a route: a request may be let in long before its body
// has come, and a session that ended meanwhile must not change anything
// (docs/security.md).
func GuardWrites(app core.App) {
	guarded := []string{records.Users, records.Assignments, records.Reviews, records.Quotes}
	guard := func(e *core.RecordEvent) error {
		person := records.ActorOf(e.Context, e.Record).Person
		if person == nil {
			return e.Next()
		}
		return InTransaction(e, func() error {
			if _, err := StillIn(e.App, person); err != nil {
				return err
			}
			return e.Next()
		})
	}
	app.OnRecordCreateExecute(guarded...).BindFunc(guard)
	app.OnRecordUpdateExecute(guarded...).BindFunc(guard)
	app.OnRecordDeleteExecute(guarded...).BindFunc(guard)
}

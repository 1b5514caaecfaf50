// Package sessions knows who is calling: the account behind a request, whether
// its session still holds, and on whose behalf a change is made.
package sessions

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/records"
	"deskmate/rules"
)

// Caller is the active account that makes the request, or nil. Superusers and
// accounts of other collections are nobody here.
func Caller(e *core.RequestEvent) *core.Record {
	if e.Auth == nil || e.Auth.Collection().Name != records.Users || !records.IsActive(e.Auth) {
		return nil
	}
	return e.Auth
}

// Reader is the caller as the rules of access see them.
func Reader(e *core.RequestEvent) rules.Reader { return records.ReaderOf(Caller(e)) }

// HasRole tells whether the caller has a role.
func HasRole(e *core.RequestEvent, role string) bool {
	return Reader(e).Role == role
}

// admittedKey is where a request keeps the account it was admitted as.
const admittedKey = "deskmateAdmitted"

// Admit notes the account that a route let in.
func Admit(e *core.RequestEvent, account *core.Record) { e.Set(admittedKey, account) }

// Recheck refuses a request whose session has ended since it was admitted: a
// body or a slow reader may take minutes. It passes requests that were admitted
// as nobody.
func Recheck(e *core.RequestEvent) error {
	account, ok := e.Get(admittedKey).(*core.Record)
	if !ok {
		return nil
	}
	_, err := Current(e.App, account)
	return err
}

// Current reads the caller's account as it is now. It refuses with 401 if the
// session that the request came with has ended since, and with 403 if the role it
// was admitted with has changed. Inside a transaction the answer holds until it ends.
func Current(app core.App, caller *core.Record) (*core.Record, error) {
	account, err := app.FindRecordById(records.Users, caller.Id)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, failures.SignInFirst()
	case err != nil:
		return nil, err
	case !IsSame(account, caller):
		return nil, failures.SignInFirst()
	case account.GetString(records.Role) != caller.GetString(records.Role):
		return nil, failures.NotAllowed()
	}
	return account, nil
}

// IsSame tells whether the session that was opened as known still holds for the
// account as it is stored now.
func IsSame(account, known *core.Record) bool {
	return account.TokenKey() == known.TokenKey() && records.IsActive(account)
}

// changeLimit is how long a change may take in all, including storing its files.
// The wait for the writer and the transaction have shorter limits of their own.
const changeLimit = 5 * time.Minute

// WriteContext is the context to save with on behalf of the caller. It outlives
// the connection: a change that has begun is finished even if the caller leaves.
func WriteContext(e *core.RequestEvent) (context.Context, context.CancelFunc) {
	actor := records.Actor{Via: records.ViaGuest}
	if caller := Caller(e); caller != nil {
		actor = records.Actor{Via: records.ViaPerson, Person: caller}
	}
	return WriteContextAs(e, actor)
}

// WriteContextAs is WriteContext for an actor other than the caller.
func WriteContextAs(e *core.RequestEvent, actor records.Actor) (context.Context, context.CancelFunc) {
	return context.WithTimeout(records.ActingAs(context.WithoutCancel(e.Request.Context()), actor), changeLimit)
}

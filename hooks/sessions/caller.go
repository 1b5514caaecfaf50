// Package sessions identifies the caller of a request: the account, whether its session is
// still valid, and the actor to whom a change is attributed. It derives the secrets of
// links from the site's own key: such a token can be shown again to those who may see it,
// and nothing that is stored opens anything without the key.
package sessions

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/store"
)

// Caller returns the active account that makes the request, or nil. Superusers and
// accounts in other collections do not count as callers.
func Caller(e *core.RequestEvent) *core.Record {
	if e.Auth == nil || e.Auth.Collection().Name != store.Users || !store.IsActive(e.Auth) {
		return nil
	}
	return e.Auth
}

// Reader returns the caller in the form that the access rules expect.
func Reader(e *core.RequestEvent) domain.Reader { return store.ReaderOf(Caller(e)) }

// HasRole reports whether the caller has a role.
func HasRole(e *core.RequestEvent, role string) bool {
	return Reader(e).Role == role
}

// admittedKey is the key under which a request stores the account that it was
// admitted with.
const admittedKey = "deskmateAdmitted"

// Admit records the account that a route admitted.
func Admit(e *core.RequestEvent, account *core.Record) { e.Set(admittedKey, account) }

// Recheck refuses a request whose session has ended since it was admitted, because
// a slow upload or download may take minutes. Requests that were admitted without a
// session pass.
func Recheck(e *core.RequestEvent) error {
	account, ok := e.Get(admittedKey).(*core.Record)
	if !ok {
		return nil
	}
	return Confirm(e.App, account)
}

// Confirm refuses with 401 if the caller's session has ended since the request was
// admitted, and with 403 if the caller's role has changed. Inside a transaction, what
// it confirms stays true until the transaction ends.
func Confirm(app core.App, caller *core.Record) error {
	access, err := store.ReadAccess(app, caller.Id, store.SessionOf(caller))
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return failures.SignInFirst()
	case err != nil:
		return err
	case !isSame(access.TokenKey, access.Status, caller):
		return failures.SignInFirst()
	case access.Role != caller.GetString(store.Role):
		return failures.NotAllowed()
	}
	return nil
}

// IsOpen reports whether a session, which the known account was loaded for, has not ended.
func IsOpen(app core.App, session string, known *core.Record) bool {
	access, err := store.ReadAccess(app, known.Id, session)
	return err == nil && isSame(access.TokenKey, access.Status, known)
}

// IsSame reports whether the sessions of an account that was loaded as known are still
// valid for the account as it is stored now, if they have not ended one by one.
func IsSame(account, known *core.Record) bool {
	return isSame(account.TokenKey(), account.GetString(store.Status), known)
}

func isSame(tokenKey, status string, known *core.Record) bool {
	return tokenKey == known.TokenKey() && status == domain.StatusActive
}

// changeLimit is how long a change may take in all, including storing its files.
// The wait for the writer and the transaction have shorter limits of their own.
const changeLimit = 5 * time.Minute

// WriteContext returns the context for saving on behalf of the caller. It outlives
// the connection: a change that has begun is finished even if the caller disconnects.
func WriteContext(e *core.RequestEvent) (context.Context, context.CancelFunc) {
	actor := store.Actor{Via: store.ViaGuest}
	if caller := Caller(e); caller != nil {
		actor = store.Actor{Via: store.ViaPerson, Person: caller}
	}
	return WriteContextAs(e, actor)
}

// WriteContextAs is WriteContext for an actor other than the caller.
func WriteContextAs(e *core.RequestEvent, actor store.Actor) (context.Context, context.CancelFunc) {
	ctx := context.WithValue(context.WithoutCancel(e.Request.Context()), requestKey{}, e)
	return context.WithTimeout(store.ActingAs(ctx, actor), changeLimit)
}

type requestKey struct{}

// Request returns the request that a write context was made for. It reports whether
// there was one: commands, jobs and the console have none.
func Request(ctx context.Context) (*core.RequestEvent, bool) {
	e, ok := ctx.Value(requestKey{}).(*core.RequestEvent)
	return e, ok
}

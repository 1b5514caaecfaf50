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
	"deskmate/hooks/transaction"
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

// WriteContext returns the context for saving on behalf of the caller where Change would
// hold the writer for too long: while files travel, or passwords are hashed. It outlives the
// connection: a change that has begun is finished even if the caller disconnects.
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

// Change makes a change on behalf of the caller in one transaction, which the caller's
// disconnecting does not stop. A caller whose session has ended since the request was
// admitted changes nothing.
func Change(e *core.RequestEvent, change func(ctx context.Context, tx core.App) error) error {
	ctx, cancel := WriteContext(e)
	defer cancel()
	return transaction.Run(ctx, e.App, func(ctx context.Context, tx core.App) error {
		if err := confirmCaller(e, tx); err != nil {
			return err
		}
		return change(ctx, tx)
	})
}

// ChangeInPieces is Change for what takes too long for one transaction (transaction.InPieces).
func ChangeInPieces(e *core.RequestEvent, piece func(ctx context.Context, tx core.App, enough func() bool) (more bool, err error)) error {
	ctx, cancel := WriteContext(e)
	defer cancel()
	return transaction.InPieces(ctx, e.App, func(ctx context.Context, tx core.App, enough func() bool) (bool, error) {
		if err := confirmCaller(e, tx); err != nil {
			return false, err
		}
		return piece(ctx, tx, enough)
	})
}

func confirmCaller(e *core.RequestEvent, tx core.App) error {
	if caller := Caller(e); caller != nil {
		return Confirm(tx, caller)
	}
	return nil
}

type requestKey struct{}

// Request returns the request that a write context was made for. It reports whether
// there was one: commands, jobs and the console have none.
func Request(ctx context.Context) (*core.RequestEvent, bool) {
	e, ok := ctx.Value(requestKey{}).(*core.RequestEvent)
	return e, ok
}

// UserView is the JSON of an account, for its owner and for admins.
type UserView struct {
	ID        string `json:"_id"`
	Name      string `json:"name"`
	Email     string `json:"email"`
	Role      string `json:"role"`
	Status    string `json:"status"`
	Verified  bool   `json:"verified"`
	CreatedAt string `json:"createdAt"`
	// MustConfirm is set for an admin who works only once the address is confirmed.
	MustConfirm bool `json:"mustConfirm,omitempty"`
}

// ViewUser returns the view of an account.
func ViewUser(user *core.Record) UserView {
	return UserView{
		ID:        user.Id,
		Name:      user.GetString(store.Name),
		Email:     user.Email(),
		Role:      user.GetString(store.Role),
		Status:    user.GetString(store.Status),
		Verified:  user.Verified(),
		CreatedAt: domain.FormatTime(user.GetDateTime(store.Created).Time()),

		MustConfirm: user.GetBool(store.MustConfirm),
	}
}

// ViewUserRow returns the view of an account in a list.
func ViewUserRow(row store.UserRow) UserView {
	return UserView{
		ID: row.ID, Name: row.Name, Email: row.Email, Role: row.Role, Status: row.Status,
		Verified: row.Verified, CreatedAt: string(row.Created),
	}
}

// What admins read who would decide in their own case.
const (
	ownCase      = "This is your own case, so another admin has to do this"
	ownCaseAlone = "This is your own case, and you are the only admin. Make somebody else an admin on the Users tab, or have them sign up with the admin key. Then ask them to do this"
)

// RefuseOwnCase refuses with 403 if the reader, an admin, is one of those whom something
// concerns: accounts by their ids, guests by their addresses.
func RefuseOwnCase(ctx context.Context, app core.App, reader domain.Reader, parties ...string) error {
	if !domain.IsOwnCase(reader, parties...) {
		return nil
	}
	message, err := OwnCase(ctx, app, reader)
	if err != nil {
		return err
	}
	return failures.Forbidden(message)
}

// OwnCase returns why an admin may not decide in their own case. An only admin learns how to
// get a second one.
func OwnCase(ctx context.Context, app core.App, reader domain.Reader) (string, error) {
	others, err := store.CountOtherActiveAdmins(ctx, app, reader.ID)
	if others == 0 {
		return ownCaseAlone, err
	}
	return ownCase, err
}

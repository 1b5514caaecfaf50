package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// FindAccountLink finds the newest link of a purpose that an account was sent;
// sql.ErrNoRows if there is none, or it was used.
func FindAccountLink(app core.App, account, purpose string) (*core.Record, error) {
	return one(app.RecordQuery(AccountLinks).AndWhere(dbx.HashExp{UserField: account, Purpose: purpose}))
}

// FindDevice finds a device that an account has signed in from; sql.ErrNoRows if it has not.
func FindDevice(app core.App, account, name string) (*core.Record, error) {
	return one(app.RecordQuery(Devices).AndWhere(dbx.HashExp{UserField: account, Name: name}))
}

// Guessed is what wrong passwords of an account are counted by.
type Guessed struct {
	ID       string `db:"id"`
	TokenKey string `db:"tokenKey"`
	Browsers string `db:"browsers"` // of all its devices
}

// ReadGuessed reads the account with an address; nothing if there is none, in the same
// time.
func ReadGuessed(ctx context.Context, app core.App, email string) (account Guessed, err error) {
	err = constant(app, `SELECT id, tokenKey, COALESCE((SELECT group_concat(browsers, ' ') FROM devices WHERE user = users.id), '') browsers
		FROM users WHERE email = {:email} COLLATE NOCASE`).Bind(dbx.Params{"email": email}).WithContext(ctx).One(&account)
	if errors.Is(err, sql.ErrNoRows) {
		return account, nil
	}
	return account, err
}

// FindUndosSince finds the changes of address of an account that can be undone, made
// at or after a moment.
func FindUndosSince(app core.App, account string, since time.Time) (found []*core.Record, err error) {
	err = app.RecordQuery(EmailUndos).AndWhere(dbx.HashExp{UserField: account}).
		AndWhere(dbx.NewExp("created >= {:since}", dbx.Params{"since": stored(since)})).All(&found)
	return found, err
}

// FindLatestUndo finds the latest change of an account's address that can be undone;
// sql.ErrNoRows if there is none.
func FindLatestUndo(app core.App, account string, now time.Time) (*core.Record, error) {
	return one(app.RecordQuery(EmailUndos).AndWhere(dbx.HashExp{UserField: account}).
		AndWhere(dbx.NewExp(canBeUndone, dbx.Params{"now": stored(now)})).OrderBy("created DESC", "rowid DESC"))
}

// canBeUndone is the condition of a change of address that can be undone at {:now}.
const canBeUndone = "[[expiresAt]] > {:now}"

// CanUndoAddress reports whether a change of an account's address can be undone.
func CanUndoAddress(ctx context.Context, app core.App, account string, now time.Time) (can bool, err error) {
	err = app.DB().NewQuery("SELECT EXISTS (SELECT 1 FROM email_undos WHERE user = {:account} AND " + canBeUndone + ")").
		Bind(dbx.Params{"account": account, "now": stored(now)}).WithContext(ctx).Row(&can)
	return can, err
}

// IsReserved reports whether an account other than the given one may still get an
// address back.
func IsReserved(ctx context.Context, app core.App, address, account string, now time.Time) (is bool, err error) {
	err = app.DB().NewQuery("SELECT EXISTS (SELECT 1 FROM email_undos WHERE email = {:address} AND user != {:account} AND " + canBeUndone + ")").
		Bind(dbx.Params{"address": address, "account": account, "now": stored(now)}).WithContext(ctx).Row(&is)
	return is, err
}

// addressesOf select the addresses whose owner an account has proved to be: its own if it is
// confirmed, and confirmed ones that it can still get back. What nobody has confirmed may be
// somebody else's, and so is an address that another account has taken meanwhile.
const addressesOf = `(SELECT email FROM users WHERE id = {:me} AND verified = TRUE
	UNION SELECT e.email FROM email_undos e WHERE e.user = {:me} AND NOT EXISTS (SELECT 1 FROM users u WHERE u.email = e.email COLLATE NOCASE AND u.id != {:me}))`

// FindAddresses finds the addresses whose owner an account has proved to be.
func FindAddresses(ctx context.Context, app core.App, account string) (addresses []string, err error) {
	err = app.DB().NewQuery("SELECT email FROM " + addressesOf).Bind(dbx.Params{"me": account}).WithContext(ctx).Column(&addresses)
	return addresses, err
}

// releasedDomain is in a top-level domain that never exists (RFC 2606).
const releasedDomain = "@released.invalid"

// Release takes the address away from an account, whose sessions end. The account gets
// an address that receives no mail, because it cannot be without one.
func Release(account *core.Record) {
	account.SetEmail(account.Id + releasedDomain)
	account.SetVerified(false)
	account.RefreshTokenKey()
}

// IsReleased reports whether Release took the address of an account away.
func IsReleased(account *core.Record) bool { return IsReleasedAddress(account.Email()) }

// IsReleasedAddress reports whether an address is one that Release gave.
func IsReleasedAddress(address string) bool { return strings.HasSuffix(address, releasedDomain) }

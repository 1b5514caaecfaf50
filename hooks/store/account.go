package store

import (
	"context"
	"database/sql"
	"encoding/json"
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

// Via is the channel through which a change was made.
type Via string

// The channels.
const (
	ViaPerson  Via = "person"  // a signed-in user of our API
	ViaGuest   Via = "guest"   // a visitor who uses our API without an account
	ViaConsole Via = "console" // an operator in PocketBase's console
	ViaSystem  Via = "system"  // the program itself: a command, or a consequence of another change
)

// Actor is whoever made a change. Person is the account as loaded when the
// request was authenticated, and nil unless Via is ViaPerson.
type Actor struct {
	Via    Via
	Person *core.Record
}

type actorKey struct{}

// ActingAs returns a context that carries the actor of the records saved with it.
func ActingAs(ctx context.Context, actor Actor) context.Context {
	return context.WithValue(ctx, actorKey{}, actor)
}

// consoleMark is a field that exists only on the record in memory and is never
// stored or sent. The console saves records without a context of ours, so the
// record itself has to carry the mark.
const consoleMark = "@deskmateConsole"

// MarkConsole notes on a record that an operator is about to save or delete it.
func MarkConsole(record *core.Record) { record.SetRaw(consoleMark, true) }

// ActorOf returns who is saving or deleting a record. ctx is the context of the
// record event.
func ActorOf(ctx context.Context, record *core.Record) Actor {
	if actor, ok := ctx.Value(actorKey{}).(Actor); ok {
		return actor
	}
	if record.GetBool(consoleMark) {
		return Actor{Via: ViaConsole}
	}
	return Actor{Via: ViaSystem}
}

// sessionMark is a field that exists only on an account in memory and is never stored
// or sent.
const sessionMark = "@deskmateSession"

// MarkSession notes on an account as which session it makes a request.
func MarkSession(account *core.Record, session string) { account.SetRaw(sessionMark, session) }

// SessionOf returns the session that an account makes a request as; empty if it was not
// loaded for a request.
func SessionOf(account *core.Record) string { return account.GetString(sessionMark) }

// Access is what a session depends on.
type Access struct {
	TokenKey string `db:"tokenKey"`
	Status   string `db:"status"`
	Role     string `db:"role"`
}

// ReadAccess reads the access of a session of an account; sql.ErrNoRows if the session has
// ended.
func ReadAccess(app core.App, account, session string) (access Access, err error) {
	err = constant(app, "SELECT u.tokenKey, u.status, u.role FROM sessions s JOIN users u ON u.id = s.user WHERE s.id = {:session} AND s.user = {:account}").
		Bind(dbx.Params{"session": session, "account": account}).One(&access)
	return access, err
}

// FindOpenSessions returns which of some sessions have not ended.
func FindOpenSessions(app core.App, ids []string) (open map[string]bool, err error) {
	list, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	var found []string
	err = constant(app, "SELECT id FROM sessions WHERE id IN (SELECT value FROM json_each({:ids}))").
		Bind(dbx.Params{"ids": string(list)}).Column(&found)
	open = make(map[string]bool, len(found))
	for _, id := range found {
		open[id] = true
	}
	return open, err
}

// FindSessions finds the sessions of an account, those that were used last first.
func FindSessions(app core.App, account string) (found []*core.Record, err error) {
	err = app.RecordQuery(Sessions).AndWhere(dbx.HashExp{UserField: account}).OrderBy("seenAt DESC", "id").All(&found)
	return found, err
}

// NoteSeen notes when sessions were last used. Call it in a transaction.
func NoteSeen(ctx context.Context, tx core.App, seen map[string]time.Time) error {
	times := make(map[string]string, len(seen))
	for id, at := range seen {
		times[id] = stored(at)
	}
	list, err := json.Marshal(times)
	if err != nil {
		return err
	}
	return execute(ctx, tx, "UPDATE sessions SET [[seenAt]] = noted.value FROM json_each({:seen}) noted WHERE sessions.id = noted.key AND [[seenAt]] < noted.value",
		dbx.Params{"seen": string(list)})
}

// HasTokenKey reports whether the tokens of an account are signed with a key.
func HasTokenKey(ctx context.Context, app core.App, account, key string) (bool, error) {
	var present string
	err := app.DB().NewQuery("SELECT [[tokenKey]] FROM users WHERE id = {:account}").Bind(dbx.Params{"account": account}).WithContext(ctx).Row(&present)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return present == key, err
}

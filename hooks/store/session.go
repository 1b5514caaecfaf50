package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

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

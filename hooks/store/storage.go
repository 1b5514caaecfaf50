package store

import (
	"context"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// Storage is how much an account has stored, and how much it may store.
type Storage struct {
	Bytes          int64 `db:"bytes"`
	QuotaMegabytes int   `db:"quotaMegabytes"`
}

// askedBytes is the size of the files of an account's quote requests that became no order.
// An operator may have written anything there.
const askedBytes = `CAST((SELECT total(CASE f.type WHEN 'object' THEN json_extract(f.value, '$.size') END)
	FROM quotes q, json_each(CASE WHEN json_valid(q.fileNames) THEN q.fileNames ELSE '[]' END) f
	WHERE q.student = {:account} AND q.assignment = '' AND CASE f.type WHEN 'object' THEN json_extract(f.value, '$.purgedAt') IS NULL END) AS INTEGER)`

// ReadStorage returns the size of all files that an account handed in or sent with quote
// requests, except those of one assignment. Files that were never measured count as nothing.
func ReadStorage(ctx context.Context, app core.App, account, except string) (storage Storage, err error) {
	err = constant(app, `SELECT coalesce((SELECT amount FROM tallies WHERE scope = {:account} AND kind = 'stored'), 0)
			- coalesce((SELECT max(fileSize, 0) FROM assignments WHERE id = {:except} AND student = {:account} AND deletedAt = ''), 0)
			+ `+askedBytes+` AS bytes,
			quotaMegabytes FROM site`).
		Bind(dbx.Params{"account": account, "except": except}).WithContext(ctx).One(&storage)
	return storage, err
}

// ReadGuestBytes returns the size of all files that belong to no account.
func ReadGuestBytes(ctx context.Context, app core.App) (bytes int64, err error) {
	err = constant(app, "SELECT coalesce(sum(amount), 0) FROM tallies WHERE scope = '' AND kind = 'guest files'").WithContext(ctx).Row(&bytes)
	return bytes, err
}

// FindUnmeasured finds assignments with a file of unknown size whose id comes after
// another, in the order of their ids, at most limit.
func FindUnmeasured(app core.App, after string, limit int) (found []*core.Record, err error) {
	// SQLite uses the partial index only if the query repeats the condition of the index literally.
	err = app.RecordQuery(Assignments).AndWhere(dbx.NewExp("file != '' AND fileSize = 0 AND id > {:after}", dbx.Params{"after": after})).
		OrderBy("id").Limit(int64(limit)).All(&found)
	return found, err
}

package records

import (
	"context"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// ReadStoredBytes adds up the sizes of the files that an account handed in,
// except those of one assignment. Files that were never measured count as nothing.
func ReadStoredBytes(ctx context.Context, app core.App, account, except string) (bytes int64, err error) {
	err = app.ConcurrentDB().Select("coalesce(sum(max(fileSize, 0)), 0)").From(Assignments).
		Where(dbx.HashExp{Student: account, DeletedAt: ""}).AndWhere(dbx.Not(dbx.HashExp{ID: except})).
		WithContext(ctx).Row(&bytes)
	return bytes, err
}

// FindUnmeasured finds assignments with a file of unknown size, at most limit.
func FindUnmeasured(app core.App, limit int) (found []*core.Record, err error) {
	// In the words of the partial index, which SQLite uses for this condition alone.
	err = app.RecordQuery(Assignments).AndWhere(dbx.NewExp("file != '' AND fileSize = 0")).Limit(int64(limit)).All(&found)
	return found, err
}

package records

import (
	"context"
	"database/sql"
	"errors"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// A batch ends at batchRows rows, or with the row that brings its long texts to
// batchBytes. Together they bound the memory that a list needs, regardless of
// its length and contents.
const (
	batchRows  = 500
	batchBytes = 1 << 20
)

// Row is a row of a listing.
type Row interface {
	// Position is the keyset position of the row: its sort key and its rowid.
	Position() (sortKey any, rowID int64)
	// TextBytes is the size of the row's long texts.
	TextBytes() int
}

// RowBase is embedded in every row type. It holds the id and the keyset position.
type RowBase struct {
	ID      string `db:"id"`
	SortKey any    `db:"sortKey"`
	RowID   int64  `db:"rowID"`
}

// Position returns the keyset position of the row.
func (r RowBase) Position() (any, int64) { return r.SortKey, r.RowID }

// TextBytes returns 0: row types with long texts override it.
func (r RowBase) TextBytes() int { return 0 }

// Page reads at most limit rows, starting at offset.
func Page[T Row](ctx context.Context, app core.App, l Listing, offset, limit int) ([]T, error) {
	rows := []T{}
	err := Walk(ctx, app, l, offset, limit, func(batch []T) error {
		rows = append(rows, batch...)
		return nil
	})
	return rows, err
}

// Walk reads at most limit rows in batches, starting at offset, and passes each
// batch to use. No cursor is open while use runs, so a slow client holds no
// database resources: the next batch starts after the last row of the previous
// one. All batches together take a single pass along the index of the order.
func Walk[T Row](ctx context.Context, app core.App, l Listing, offset, limit int, use func([]T) error) error {
	l, err := l.planned(ctx, app)
	if err != nil {
		return err
	}
	rows, more, err := readFrom[T](ctx, app, l, offset, min(limit, batchRows))
	for err == nil {
		if err = use(rows); err != nil || !more || len(rows) == limit {
			return err
		}
		limit -= len(rows)
		rows, more, err = readAfter[T](ctx, app, l.withoutUnselectiveIndexes(), rows[len(rows)-1], min(limit, batchRows))
	}
	return err
}

// readFrom reads a batch that starts at offset. It skips the rows before it by
// their keyset positions alone: if SQLite has to sort them, their texts would
// fill the memory.
func readFrom[T Row](ctx context.Context, app core.App, l Listing, offset, limit int) ([]T, bool, error) {
	if offset == 0 {
		return read[T](ctx, l.top(app, limit).orderedRows(app), limit)
	}
	positions := l
	positions.Columns = nil
	var previous RowBase
	err := positions.orderedRows(app).Offset(int64(offset - 1)).Limit(1).WithContext(ctx).One(&previous)
	if errors.Is(err, sql.ErrNoRows) {
		return []T{}, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	return readAfter[T](ctx, app, l, previous, limit)
}

// readAfter reads a batch that starts after the given row: first the remaining
// rows with an equal sort key, then those with a later one. Each takes one seek
// in the index of the order. A single condition for both would scan the index
// from its start.
func readAfter[T Row](ctx context.Context, app core.App, l Listing, last Row, limit int) ([]T, bool, error) {
	sortKey, rowID := last.Position()
	key := dbx.Params{"afterKey": sortKey}
	equal := l
	equal.Where(l.Order.By, "= {:afterKey}", key)
	equal.Where(l.RowID, l.Order.after()+" {:afterRowID}", dbx.Params{"afterRowID": rowID})
	// Ordering by the sort key too would cost a sort, although all keys are equal.
	rows, more, err := read[T](ctx, equal.rows(app).OrderBy(l.RowID+l.Order.direction()), limit)
	if err != nil || more {
		return rows, more, err
	}
	later := l
	later.Where(l.Order.By, l.Order.after()+" {:afterKey}", key)
	rest, more, err := read[T](ctx, later.top(app, limit-len(rows)).orderedRows(app), limit-len(rows))
	return append(rows, rest...), more, err
}

// read scans a query until it has limit rows or a full batch, or the rows run
// out. It reports whether more rows may follow.
func read[T Row](ctx context.Context, query *dbx.SelectQuery, limit int) (rows []T, more bool, err error) {
	rows = []T{}
	cursor, err := query.Limit(int64(limit)).WithContext(ctx).Rows()
	if err != nil {
		return rows, false, err
	}
	defer cursor.Close()
	for size := 0; cursor.Next(); {
		var row T
		if err := cursor.ScanStruct(&row); err != nil {
			return rows, false, err
		}
		rows = append(rows, row)
		if size += row.TextBytes(); size >= batchBytes || len(rows) == limit {
			return rows, true, nil
		}
	}
	return rows, false, cursor.Err()
}

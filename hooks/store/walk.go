package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"

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

// usualRows is how many rows a batch has memory for from the start: those of a page.
const usualRows = 50

// sortedBatchRows is how many rows are read at once by their positions, if they have
// long texts. The longest that a row can hold come to 120 kB.
const sortedBatchRows = 25

// First reads the first rows of a listing, at most limit. Unlike Page, it leaves the
// choice of the index to SQLite: for listings of one thing, such as its history.
func First[T Row](ctx context.Context, app core.App, l Listing, limit int) ([]T, error) {
	rows, _, err := readBatch[T](ctx, l.orderedRows(app, 0, limit), limit)
	return rows, err
}

// Page reads at most limit rows, starting at offset. total is the result of Count.
func Page[T Row](ctx context.Context, app core.App, l Listing, offset, limit, total int) ([]T, error) {
	rows := []T{}
	err := Walk(ctx, app, l, offset, limit, total, func(batch []T) error {
		rows = append(rows, batch...)
		return nil
	})
	return rows, err
}

// Walk reads at most limit rows in batches, starting at offset, and passes each
// batch to use. No cursor is open while use runs, so a slow client holds no
// database resources: the next batch starts after the last row of the previous
// one. total is the result of Count. Rows that have come or gone since they were
// counted move the later half of the pages by as many rows.
func Walk[T Row](ctx context.Context, app core.App, l Listing, offset, limit, total int, use func([]T) error) error {
	if offset > 0 && offset >= total {
		return nil
	}
	plan, err := l.plan(ctx, app, offset, limit, total)
	if err != nil {
		return err
	}
	if plan.sorts {
		var positions []RowBase
		query := plan.few.sortedPositions(app, offset, min(limit, sortLimit+1))
		if err := query.WithContext(ctx).All(&positions); err != nil {
			return err
		}
		if len(positions) <= sortLimit {
			return walkPositions(ctx, app, l, positions, use)
		}
	}
	rows, more, err := readFrom[T](ctx, app, plan.along, offset, min(limit, batchRows), total)
	for err == nil {
		if err = use(rows); err != nil || !more || len(rows) == limit {
			return err
		}
		limit -= len(rows)
		rows, more, err = readAfter[T](ctx, app, plan.along, rows[len(rows)-1], min(limit, batchRows))
	}
	return err
}

// walkPositions is Walk for rows whose positions are known. Only positions were
// sorted to find them: with their texts, the rows would fill the memory.
func walkPositions[T Row](ctx context.Context, app core.App, l Listing, positions []RowBase, use func([]T) error) error {
	for batch := sortedBatchRows; len(positions) > 0; {
		count := min(batch, len(positions))
		rows, err := readAt[T](ctx, app, l, positions[:count])
		if err != nil {
			return err
		}
		if err := use(rows); err != nil {
			return err
		}
		positions = positions[count:]
		if !slices.ContainsFunc(rows, func(row T) bool { return row.TextBytes() > 0 }) {
			batch = batchRows // rows of this kind have no long texts
		}
	}
	return nil
}

// readAt reads the rows at some positions that still match, in the same order.
func readAt[T Row](ctx context.Context, app core.App, l Listing, positions []RowBase) ([]T, error) {
	rowIDs, place := make([]int64, len(positions)), make(map[int64]int, len(positions))
	for i, position := range positions {
		rowIDs[i], place[position.RowID] = position.RowID, i
	}
	encoded, err := json.Marshal(rowIDs)
	if err != nil {
		return nil, err
	}
	l = l.hide(func(string) bool { return true })
	l.Where(l.RowID, "IN (SELECT value FROM json_each({:rowIDs}))", dbx.Params{"rowIDs": string(encoded)})
	rows, err := scan(ctx, l.query(app, l.rowColumns(), ""), make([]T, 0, len(positions)), func(T) bool { return true })
	if err != nil {
		return nil, err
	}
	slices.SortFunc(rows, func(a, b T) int {
		_, rowA := a.Position()
		_, rowB := b.Position()
		return place[rowA] - place[rowB]
	})
	return rows, nil
}

// readFrom reads a batch that starts at offset, of total rows. It skips the rows
// before it by their keyset positions alone, without reading their texts.
func readFrom[T Row](ctx context.Context, app core.App, l Listing, offset, limit, total int) ([]T, bool, error) {
	if offset == 0 {
		return readBatch[T](ctx, l.orderedRows(app, 0, limit), limit)
	}
	previous, err := positionBefore(ctx, app, l, offset, total)
	if errors.Is(err, sql.ErrNoRows) {
		return []T{}, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	return readAfter[T](ctx, app, l, previous, limit)
}

// positionBefore returns the position of the row before an offset. It counts from the
// nearer end of the list, so the last pages cost little more than the first.
func positionBefore(ctx context.Context, app core.App, l Listing, offset, total int) (position RowBase, err error) {
	l = l.withoutTexts()
	if fromEnd := total - offset; fromEnd < offset {
		backward := l
		backward.Order.Desc = !l.Order.Desc
		err = backward.orderedRows(app, fromEnd, 1).WithContext(ctx).One(&position)
		if !errors.Is(err, sql.ErrNoRows) { // otherwise rows have gone since they were counted
			return position, err
		}
	}
	err = l.orderedRows(app, offset-1, 1).WithContext(ctx).One(&position)
	return position, err
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
	rows, more, err := readBatch[T](ctx, equal.rowsByRowID(app, limit), limit)
	if err != nil || more {
		return rows, more, err
	}
	later := l
	later.Where(l.Order.By, l.Order.after()+" {:afterKey}", key)
	rest, more, err := readBatch[T](ctx, later.orderedRows(app, 0, limit-len(rows)), limit-len(rows))
	return append(rows, rest...), more, err
}

// readBatch scans a query until it has limit rows or a full batch, or the rows run
// out. It reports whether more rows may follow.
func readBatch[T Row](ctx context.Context, query *dbx.Query, limit int) (rows []T, more bool, err error) {
	size, count := 0, 0
	rows, err = scan(ctx, query, make([]T, 0, min(limit, usualRows)), func(row T) bool {
		size += row.TextBytes()
		count++
		more = size >= batchBytes || count == limit
		return !more
	})
	return rows, more, err
}

package store

import (
	"context"
	"math"
	"slices"
	"strings"

	"github.com/pocketbase/pocketbase/core"
)

const (
	// alwaysSorted is up to how many matches are sorted without further thought.
	alwaysSorted = 200
	// sortLimit is how many matches may be sorted: their positions are held in memory.
	sortLimit = 20_000
)

// plan is how the rows of a listing are read.
type plan struct {
	along Listing // reads along an index of the order, and skips rows that do not match
	sorts bool    // the matches are few enough to be found by their own indexes and sorted
	few   Listing // finds them, where text indexes help by those
}

// plan chooses how to read at most limit rows of a listing with total matches, from
// an offset on. SQLite cannot choose well: it does not know how many rows match.
func (l Listing) plan(ctx context.Context, app core.App, offset, limit, total int) (plan, error) {
	if len(l.conditions) == l.base {
		return plan{along: l}, nil
	}
	lead := l.leadingColumn()
	along := l.hide(func(column string) bool { return column != l.Order.By && column != lead })
	if lead != "" && len(l.conditions) == l.base+1 {
		return plan{along: along}, nil // the index finds exactly the matches
	}
	if total > sortLimit {
		return plan{along: along}, nil
	}
	if total <= alwaysSorted {
		few, err := l.byFewest(ctx, app)
		return plan{along, true, few}, err
	}
	// Finding and sorting costs about as much per match as skipping costs per row.
	rows, err := l.rowsAtMost(ctx, app)
	if err != nil {
		return plan{}, err
	}
	skipped := float64(rows) / float64(total) * float64(min(offset+limit, total))
	if float64(total) >= skipped {
		return plan{along: along}, nil
	}
	few, err := l.byFewest(ctx, app)
	return plan{along, true, few}, err
}

// byFewest returns the listing so that SQLite finds the matches by the condition that
// the fewest rows meet. It could not tell: it does not know how common each value is.
func (l Listing) byFewest(ctx context.Context, app core.App) (Listing, error) {
	rarest, fewest := "", math.MaxInt
	for _, c := range l.conditions[l.base:] {
		if !c.isEquality() || !slices.ContainsFunc(l.Indexes, func(i Index) bool { return i.Column == c.column }) {
			continue
		}
		alone, rows := l, 0 // columns that are not tallied are ids, which few rows share
		alone.conditions = append(slices.Clone(l.conditions[:l.base]), c)
		if query := alone.tallied(app); query != nil {
			var err error
			if rows, err = readCount(ctx, query); err != nil {
				return l, err
			}
		}
		if rows < fewest {
			rarest, fewest = c.column, rows
		}
	}
	finding, searches := l.finding()
	if rarest != "" && searches {
		isCommon, err := l.findsAtLeast(ctx, app, fewest)
		if err != nil {
			return l, err
		}
		searches = !isCommon
	}
	switch {
	case searches:
		return finding.hide(func(string) bool { return true }), nil
	case rarest != "":
		return l.hide(func(column string) bool { return column != rarest }), nil
	}
	return l, nil
}

// leadingColumn returns the column that finds the matches in the listing's order by
// its own index, or "" if there is none.
func (l Listing) leadingColumn() string {
	for _, index := range l.Indexes {
		if index.By == l.Order.By && slices.ContainsFunc(l.conditions, func(c condition) bool {
			return c.column == index.Column && c.isEquality()
		}) {
			return index.Column
		}
	}
	return ""
}

// hide keeps SQLite from finding rows by the indexes of some columns: a unary plus
// disqualifies a column. No index finds an expression.
func (l Listing) hide(isHidden func(column string) bool) Listing {
	l.conditions = slices.Clone(l.conditions)
	for i, condition := range l.conditions[l.base:] {
		if condition.column != "" && !strings.Contains(condition.column, "(") && isHidden(condition.column) {
			l.conditions[l.base+i].column = "+[[" + condition.column + "]]"
		}
	}
	return l
}

// rowsAtMost returns about how many rows the listing's table has: never less.
func (l Listing) rowsAtMost(ctx context.Context, app core.App) (rows int, err error) {
	err = constant(app, "SELECT coalesce(max(rowid), 0) FROM "+l.tableName()).WithContext(ctx).Row(&rows)
	return rows, err
}

// tableName returns the name of the listing's table, without its alias.
func (l Listing) tableName() string { return tableName(l.Table) }

package records

import (
	"context"
	"slices"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// Order sorts a listing. By is an alias.column or an expression that an index
// covers. An expression needs parentheses or an [[alias.column]] mark, because
// dbx quotes anything else as a single name. Rows with equal keys stay in
// insertion order, reversed if Desc is set.
type Order struct {
	By   string
	Desc bool
}

// Join is a LEFT JOIN on a unique column, so it never adds rows to a listing.
type Join struct{ Table, On string }

// Listing is a query for a list of rows. All SQL in it is constant; user input
// only ever reaches the database as bound parameters.
type Listing struct {
	Columns     []string // selected in addition to the columns of a keyset position
	Table       string   // with its alias
	Joins       []Join   // may be searched, but conditions must only test columns of Table
	RowID       string   // the rowid of Table, which follows insertion order and breaks ties
	Unselective []string // columns of Table whose values are shared by many rows
	Order       Order

	conditions    []condition
	searchesJoins bool
	sorts         bool // the rows are few, and sorted without the index of the order
}

// condition is one term of the WHERE clause. The column is not part of the
// expression until the query is built, so that it can be hidden from the
// query planner. It is empty if the expression tests several columns.
type condition struct {
	column string
	build  func(column string) dbx.Expression
	found  dbx.Expression // an equal expression by which text indexes find the rows; nil if there is none
}

// Where adds a condition: a column and the rest of the expression that tests
// it. Parameter names must be unique across the conditions of a listing.
func (l *Listing) Where(column, test string, params dbx.Params) {
	l.add(column, func(column string) dbx.Expression { return dbx.NewExp(column+" "+test, params) })
}

// WhereIn restricts a column to the given values.
func (l *Listing) WhereIn(column string, values []string) {
	bound := make([]any, len(values))
	for i, value := range values {
		bound[i] = value
	}
	l.add(column, func(column string) dbx.Expression { return dbx.In(column, bound...) })
}

// add appends a condition. It copies the slice because copies of a listing share it.
func (l *Listing) add(column string, build func(column string) dbx.Expression) {
	l.conditions = append(slices.Clip(l.conditions), condition{column: column, build: build})
}

// Count returns the number of rows that match the listing.
func (l Listing) Count(ctx context.Context, app core.App) (int, error) {
	l = l.finding()
	if !l.searchesJoins {
		l.Joins = nil // they add no rows, but SQLite would look up each one
	}
	var count int
	err := l.query(app, "count(*)").WithContext(ctx).Row(&count)
	return count, err
}

// first reads one row of a listing, in no particular order; sql.ErrNoRows if none matches.
func first[T Row](ctx context.Context, app core.App, l Listing) (row T, err error) {
	err = l.rows(app).Limit(1).WithContext(ctx).One(&row)
	return row, err
}

// orderedRows selects rows in the listing's order.
func (l Listing) orderedRows(app core.App) *dbx.SelectQuery {
	return l.rows(app).OrderBy(l.Order.By+l.Order.direction(), l.RowID+l.Order.direction())
}

// rows selects rows along with their keyset positions.
func (l Listing) rows(app core.App) *dbx.SelectQuery {
	return l.query(app, append(slices.Clip(l.Columns), l.Order.By+" AS sortKey", l.RowID+" AS rowID")...)
}

func (l Listing) query(app core.App, columns ...string) *dbx.SelectQuery {
	query := app.ConcurrentDB().Select(columns...).From(l.Table)
	for _, join := range l.Joins {
		query.LeftJoin(join.Table, dbx.NewExp(join.On))
	}
	where := make([]dbx.Expression, len(l.conditions))
	for i, condition := range l.conditions {
		where[i] = condition.build(condition.column)
	}
	return query.Where(dbx.And(where...))
}

// withoutUnselectiveIndexes keeps SQLite from finding the rows by the index of
// an unselective column: it would have to read and sort all matching rows again
// for every batch. A unary plus disqualifies a column from index lookups, which
// leaves the index of the order.
func (l Listing) withoutUnselectiveIndexes() Listing {
	l.conditions = slices.Clone(l.conditions)
	for i, condition := range l.conditions {
		if slices.Contains(l.Unselective, condition.column) && condition.column != l.Order.By {
			l.conditions[i].column = "+[[" + condition.column + "]]"
		}
	}
	return l
}

func (o Order) direction() string {
	if o.Desc {
		return " DESC"
	}
	return " ASC"
}

// after is the operator that selects what follows a value in the order.
func (o Order) after() string {
	if o.Desc {
		return "<"
	}
	return ">"
}

package records

import (
	"context"
	"slices"
	"strings"

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
}

// condition is one term of the WHERE clause. The column is not part of the
// expression until the query is built, so that it can be hidden from the
// query planner. It is empty if the expression tests several columns.
type condition struct {
	column string
	build  func(column string) dbx.Expression

	// What Count can look up instead of counting rows: a column that must have one
	// of the values, or the name of another test with its value. Empty otherwise.
	tested string
	values []string
}

// Where adds a condition: a column and the rest of the expression that tests
// it. Parameter names must be unique across the conditions of a listing.
func (l *Listing) Where(column, test string, params dbx.Params) {
	l.add(column, func(column string) dbx.Expression { return dbx.NewExp(column+" "+test, params) })
	if test == "= ''" {
		l.remember(column, "")
	}
	for name, value := range params {
		if text, ok := value.(string); ok && test == "= {:"+name+"}" {
			l.remember(column, text)
		}
	}
}

// WhereIn restricts a column to the given values.
func (l *Listing) WhereIn(column string, values []string) {
	bound := make([]any, len(values))
	for i, value := range values {
		bound[i] = value
	}
	l.add(column, func(column string) dbx.Expression { return dbx.In(column, bound...) })
	l.remember(column, values...)
}

// Search keeps the rows in which at least one of the columns contains the text.
// Only ASCII letters match regardless of case; % and _ have no special meaning.
func (l *Listing) Search(text string, columns ...string) {
	if strings.ContainsRune(text, 0) {
		// SQLite reads a pattern only up to its first NUL, so this one could match every row.
		l.add("", func(string) dbx.Expression { return dbx.NewExp("0 = 1") })
		return
	}
	matches := make([]dbx.Expression, len(columns))
	for i, column := range columns {
		matches[i] = containsText{dbx.Like(column, text)}
	}
	l.add("", func(string) dbx.Expression { return dbx.Or(matches...) })
	l.searchesJoins = true
}

// containsText names the character with which dbx escapes a pattern: SQLite
// has no default escape character.
type containsText struct{ *dbx.LikeExp }

func (c containsText) Build(db *dbx.DB, params dbx.Params) string {
	return c.LikeExp.Build(db, params) + ` ESCAPE '\'`
}

// add appends a condition. It copies the slice because copies of a listing share it.
func (l *Listing) add(column string, build func(column string) dbx.Expression) {
	l.conditions = append(slices.Clip(l.conditions), condition{column: column, build: build})
}

// remember tells Count what the condition that was added last tests.
func (l *Listing) remember(tested string, values ...string) {
	last := &l.conditions[len(l.conditions)-1]
	last.tested, last.values = tested, values
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

package store

import (
	"context"
	"fmt"
	"maps"
	"math"
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

// alias returns what the columns of the joined table begin with.
func (j Join) alias() string { return j.Table[strings.IndexByte(j.Table, ' ')+1:] }

// Index is an index on a column and then an order: it finds the rows with one value
// of the column already sorted. The index of an order alone needs no mention.
type Index struct{ Column, By string }

// Listing is a query for a list of rows. All SQL in it is constant; user input
// only ever reaches the database as bound parameters.
type Listing struct {
	Columns []string // selected in addition to the columns of a keyset position
	Table   string   // with its alias
	Joins   []Join   // may be searched, but conditions must only test columns of Table
	RowID   string   // the rowid of Table, which follows insertion order and breaks ties
	Indexes []Index  // the most selective first
	Order   Order

	base       int // how many conditions every query of the listing has
	conditions []condition
	params     dbx.Params
}

// condition is one term of the WHERE clause: a column, and the rest of the
// expression that tests it. They are kept apart until the query is built, so that
// the column can be hidden from the query planner. The column is empty if the
// expression tests several.
type condition struct {
	column, test  string
	searchesJoins bool   // it tests columns of joined tables
	found         string // a query for the rowids of the same rows by other indexes; empty if there is none

	// What Count can look up instead of counting rows: a column that must have one
	// of the values, or the name of another test with its value. Empty otherwise.
	tested string
	values []string
}

// isEquality reports whether the condition compares the column with one value.
func (c condition) isEquality() bool { return strings.HasPrefix(c.test, "= ") }

// Where adds a condition: a column and the rest of the expression that tests
// it. Parameter names must be unique across the conditions of a listing.
func (l *Listing) Where(column, test string, params dbx.Params) {
	l.conditions = append(slices.Clip(l.conditions), condition{column: column, test: test}) // copies of a listing share the slice
	l.bind(params)
	if test == "= ''" {
		l.remember(column, "")
	}
	for name, value := range params {
		if text, ok := value.(string); ok && test == "= {:"+name+"}" {
			l.remember(column, text)
		}
	}
}

// last returns the condition that was added last.
func (l *Listing) last() *condition { return &l.conditions[len(l.conditions)-1] }

// remember tells Count what the condition that was added last tests.
func (l *Listing) remember(tested string, values ...string) {
	l.last().tested, l.last().values = tested, values
}

// bind adds parameters. It copies the map because copies of a listing share it.
func (l *Listing) bind(params dbx.Params) {
	all := make(dbx.Params, len(l.params)+len(params))
	maps.Copy(all, l.params)
	maps.Copy(all, params)
	l.params = all
}

// WhereIn restricts a column to the given values.
func (l *Listing) WhereIn(column string, values []string) {
	if len(values) == 1 {
		name := fmt.Sprintf("is%d", len(l.conditions))
		l.Where(column, "= {:"+name+"}", dbx.Params{name: values[0]})
		return
	}
	names, params := make([]string, len(values)), dbx.Params{}
	for i, value := range values {
		name := fmt.Sprintf("in%d_%d", len(l.conditions), i)
		names[i], params[name] = "{:"+name+"}", value
	}
	l.Where(column, "IN ("+strings.Join(names, ", ")+")", params)
	l.remember(column, values...)
}

// WhereNotIn leaves out the given values of a column.
func (l *Listing) WhereNotIn(column string, values []string) {
	if len(values) == 0 {
		return
	}
	names, params := make([]string, len(values)), dbx.Params{}
	for i, value := range values {
		name := fmt.Sprintf("out%d_%d", len(l.conditions), i)
		names[i], params[name] = "{:"+name+"}", value
	}
	l.Where(column, "NOT IN ("+strings.Join(names, ", ")+")", params)
}

// find reads the row of a listing with a value in a column, which is unique in it;
// sql.ErrNoRows if there is none.
func find[T Row](ctx context.Context, app core.App, l Listing, column string, value any) (row T, err error) {
	l.Where(column, "= {:sought}", dbx.Params{"sought": value})
	err = l.query(app, l.rowColumns(), "LIMIT 1").WithContext(ctx).One(&row)
	return row, err
}

// orderedRows selects at most limit rows in the listing's order, from an offset on.
func (l Listing) orderedRows(app core.App, offset, limit int) *dbx.Query {
	l.bind(dbx.Params{"offset": offset, "limit": limit})
	return l.query(app, l.rowColumns(), "ORDER BY "+l.Order.By+l.Order.direction()+", "+l.RowID+l.Order.direction()+
		" LIMIT "+unpeeked("limit")+" OFFSET "+unpeeked("offset"))
}

// withoutTexts returns the listing with nothing but its positions. An index alone
// can answer it, if the conditions allow.
func (l Listing) withoutTexts() Listing {
	l.Columns = nil
	// Other joins add no rows, but SQLite would look up each one.
	l.Joins = slices.DeleteFunc(slices.Clone(l.Joins), func(join Join) bool {
		return !slices.ContainsFunc(l.conditions, func(c condition) bool { return c.searchesJoins && strings.Contains(c.test, "[["+join.alias()+".") })
	})
	return l
}

// sortedPositions selects the keyset positions of at most limit rows from an offset
// on. Unlike orderedRows, it never reads along the index of the order: the unary
// plus hides it from the query planner.
func (l Listing) sortedPositions(app core.App, offset, limit int) *dbx.Query {
	l = l.withoutTexts()
	l.bind(dbx.Params{"offset": offset, "limit": limit})
	return l.query(app, l.rowColumns(), "ORDER BY +"+l.Order.By+l.Order.direction()+", "+l.RowID+l.Order.direction()+
		" LIMIT "+unpeeked("limit")+" OFFSET "+unpeeked("offset"))
}

// rowsByRowID selects at most limit rows in insertion order, reversed if the
// listing's order is.
func (l Listing) rowsByRowID(app core.App, limit int) *dbx.Query {
	l.bind(dbx.Params{"limit": limit})
	return l.query(app, l.rowColumns(), "ORDER BY "+l.RowID+l.Order.direction()+" LIMIT "+unpeeked("limit"))
}

// unpeeked is SQL for a parameter, hidden from the query planner by an addition.
// SQLite plans a prepared query again whenever a value is bound that the plan took
// into account, which takes longer than reading a short list.
func unpeeked(name string) string { return "{:" + name + "} + 0" }

// rowColumns are the listing's columns and those of a keyset position.
func (l Listing) rowColumns() []string {
	return append(slices.Clip(l.Columns), l.Order.By+" AS sortKey", l.RowID+" AS rowID")
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

const (
	// alwaysSorted is how many matches are sorted without further thought, at most.
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

package records

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// A read of a long list ends after so many rows, or after the row with which
// its texts weigh so many bytes. The two bound the memory that a list needs,
// however many rows it has and whatever they hold.
const (
	batchRows  = 500
	batchBytes = 1 << 20
)

// Order is one way to sort a list: an SQL expression that an index serves, and
// the direction. Rows that are equal in it stand as they were made.
type Order struct {
	By   string
	Desc bool
}

// Listing is one list as it was asked for. Its names, columns and tests
// are fixed texts of this program; what a person sent is only ever bound as a value.
type Listing struct {
	Columns string   // of the row, without its place
	Table   string   // what is listed
	Joins   string   // what stands beside it, at most one row each: a search may look there, conditions do not
	Made    string   // the column of Table that grows with every row that is made
	Shared  []string // columns of Table that a great part of the rows may agree in
	Order   Order

	conditions []condition
	params     dbx.Params
	looksAside bool // a search looks into Joins
}

// condition is a test of a column.
type condition struct{ column, test string }

// Where narrows the listing by one more condition: a test of a column. The
// names of its parameters are the caller's to keep apart.
func (l *Listing) Where(column, test string, params dbx.Params) {
	l.conditions = append(l.conditions, condition{column, " " + test})
	if l.params == nil {
		l.params = dbx.Params{}
	}
	maps.Copy(l.params, params)
}

// WhereIn narrows the listing to some values of a column; name tells their parameters apart from others.
func (l *Listing) WhereIn(column, name string, values []string) {
	params, places := dbx.Params{}, make([]string, len(values))
	for i, value := range values {
		place := fmt.Sprint(name, i)
		params[place], places[i] = value, "{:"+place+"}"
	}
	l.Where(column, "IN ("+strings.Join(places, ", ")+")", params)
}

// Search keeps the rows where one of the columns holds the text, without regard
// to case (of ASCII letters); the text's own % and _ are plain characters.
func (l *Listing) Search(text string, columns ...string) {
	if strings.ContainsRune(text, 0) {
		l.Where("1", "= 0", nil) // a pattern is read up to its first NUL, and would match everything
		return
	}
	any := make([]string, len(columns))
	for i, column := range columns {
		any[i] = column + ` LIKE {:search} ESCAPE '\'`
	}
	pattern := "%" + strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(text) + "%"
	l.Where("("+strings.Join(any, " OR ")+")", "", dbx.Params{"search": pattern})
	l.looksAside = true
}

// Row is what a listing reads: its place in the order comes along, so that the
// next batch can begin behind it.
type Row interface {
	Place() (sortKey any, made int64)
	Weight() int // of its long texts, in bytes
}

// Placed carries the place of a row in its list.
type Placed struct {
	ID      string `db:"id"`
	SortKey any    `db:"sortKey"`
	Made    int64  `db:"made"`
}

// Place tells where the row stands.
func (p Placed) Place() (any, int64) { return p.SortKey, p.Made }

// Weight is nothing for rows without long texts.
func (p Placed) Weight() int { return 0 }

// Count is the number of rows that the listing matches.
func (l Listing) Count(ctx context.Context, app core.App) (int, error) {
	var count int
	if !l.looksAside {
		l.Joins = "" // what stands beside the rows adds none, and would be looked up for each
	}
	err := l.query(app, "count(*)", "").WithContext(ctx).Row(&count)
	return count, err
}

// Page reads the rows from offset on, at most limit.
func Page[T Row](ctx context.Context, app core.App, l Listing, offset, limit int) ([]T, error) {
	rows := []T{}
	err := Walk(ctx, app, l, offset, limit, func(batch []T) error {
		rows = append(rows, batch...)
		return nil
	})
	return rows, err
}

// Walk reads the rows from offset on, at most limit, piece by piece, and hands
// each piece on. No cursor is open while a piece is used: the next one begins
// behind the last row that was seen, so that a slow reader holds nothing in the
// database; and it is read along the order, so that a list takes one pass,
// however many pieces it has.
func Walk[T Row](ctx context.Context, app core.App, l Listing, offset, limit int, use func([]T) error) error {
	rows, more, err := from[T](ctx, app, l, offset, min(limit, batchRows))
	for err == nil {
		if err = use(rows); err != nil || !more || len(rows) == limit {
			return err
		}
		limit -= len(rows)
		rows, more, err = behind[T](ctx, app, l.alongOrder(), rows[len(rows)-1], min(limit, batchRows))
	}
	return err
}

// from reads the rows from offset on. What comes before them is passed over by
// its place alone: its texts would fill the memory where the order has to be sorted.
func from[T Row](ctx context.Context, app core.App, l Listing, offset, limit int) ([]T, bool, error) {
	if offset == 0 {
		return read[T](ctx, app, l.ordered(app, l.inOrder(), 0, limit), limit)
	}
	places := l
	places.Columns = l.Made
	var before Placed
	err := places.ordered(app, l.inOrder(), offset-1, 1).WithContext(ctx).One(&before)
	if errors.Is(err, sql.ErrNoRows) {
		return []T{}, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	return behind[T](ctx, app, l, before, limit)
}

// read scans a query until it is exhausted, has given limit rows, or its rows
// weigh a batch. More tells that there may be more.
func read[T Row](ctx context.Context, app core.App, query *dbx.Query, limit int) (rows []T, more bool, err error) {
	rows = []T{}
	cursor, err := query.WithContext(ctx).Rows()
	if err != nil {
		return rows, false, err
	}
	defer cursor.Close()
	for weight := 0; cursor.Next(); {
		var row T
		if err := cursor.ScanStruct(&row); err != nil {
			return rows, false, err
		}
		rows = append(rows, row)
		if weight += row.Weight(); weight >= batchBytes || len(rows) == limit {
			return rows, true, nil
		}
	}
	return rows, false, cursor.Err()
}

// behind reads what follows a row: first those that are equal to it in the
// order, then those beyond. Each is one seek in the index of the order; one
// condition for both would walk it from its beginning.
func behind[T Row](ctx context.Context, app core.App, l Listing, last Row, limit int) ([]T, bool, error) {
	key, made := last.Place()
	equal := l.narrowed(l.Order.By, "= {:afterKey}", dbx.Params{"afterKey": key}).
		narrowed(l.Made, l.Order.beyond()+" {:afterMade}", dbx.Params{"afterMade": made})
	// Equal rows stand as they were made; sorting them by what is equal would cost a sort.
	rows, more, err := read[T](ctx, app, equal.ordered(app, equal.asMade(), 0, limit), limit)
	if err != nil || more {
		return rows, more, err
	}
	beyond := l.narrowed(l.Order.By, l.Order.beyond()+" {:afterKey}", dbx.Params{"afterKey": key})
	rest, more, err := read[T](ctx, app, beyond.ordered(app, beyond.inOrder(), 0, limit-len(rows)), limit-len(rows))
	return append(rows, rest...), more, err
}

// narrowed is the listing with one more condition; the listing itself stays as it is.
func (l Listing) narrowed(column, test string, params dbx.Params) Listing {
	l.conditions, l.params = slices.Clone(l.conditions), maps.Clone(l.params)
	l.Where(column, test, params)
	return l
}

// alongOrder is the listing whose rows are found by the index of its order.
// By the index of a column that many rows agree in, each piece would find and
// sort all of them; a plus before a column keeps SQLite from its index.
func (l Listing) alongOrder() Listing {
	l.conditions = slices.Clone(l.conditions)
	for i, condition := range l.conditions {
		if slices.Contains(l.Shared, condition.column) && condition.column != l.Order.By {
			l.conditions[i].column = "+" + condition.column
		}
	}
	return l
}

// inOrder is the order that was asked for, asMade that of rows that are equal in it.
func (l Listing) inOrder() string { return l.Order.By + l.Order.direction() + ", " + l.asMade() }

func (l Listing) asMade() string { return l.Made + l.Order.direction() }

func (l Listing) ordered(app core.App, order string, offset, limit int) *dbx.Query {
	return l.query(app, l.Columns+", "+l.Order.By+" AS sortKey, "+l.Made+" AS made",
		fmt.Sprintf("ORDER BY %s LIMIT %d OFFSET %d", order, limit, offset))
}

func (l Listing) query(app core.App, columns, tail string) *dbx.Query {
	where := ""
	if len(l.conditions) > 0 {
		tests := make([]string, len(l.conditions))
		for i, condition := range l.conditions {
			tests[i] = condition.column + condition.test
		}
		where = "WHERE " + strings.Join(tests, " AND ")
	}
	return app.ConcurrentDB().
		NewQuery(fmt.Sprintf("SELECT %s FROM %s %s %s %s", columns, l.Table, l.Joins, where, tail)).
		Bind(l.params)
}

func (o Order) direction() string {
	if o.Desc {
		return " DESC"
	}
	return " ASC"
}

func (o Order) beyond() string {
	if o.Desc {
		return "<"
	}
	return ">"
}

package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"deskmate/hooks/domain"
)

// queriesLimit is how many queries an app keeps. All filters and orders of all
// lists make a few hundred.
const queriesLimit = 1000

// queries keeps built queries by their key. Building one with dbx costs more than
// running it for a short list.
type queries struct {
	db *dbx.DB

	mu   sync.RWMutex
	kept map[string]*dbx.Query // without parameters
}

// kept returns a query of its own for each call, built only the first time that the
// key is asked for.
func kept(app core.App, key string, build func(dbx.Builder) *dbx.Query) *dbx.Query {
	db, ok := app.ConcurrentDB().(*dbx.DB)
	if !ok {
		return build(app.ConcurrentDB()) // in a transaction
	}
	all := app.Store().GetOrSet("deskmateQueries", func() any {
		return &queries{db: db, kept: map[string]*dbx.Query{}}
	}).(*queries)
	if all.db != db {
		return build(db) // the app was bootstrapped again
	}
	all.mu.RLock()
	query := all.kept[key]
	all.mu.RUnlock()
	if query == nil {
		query = build(db)
		all.mu.Lock()
		if len(all.kept) >= queriesLimit {
			clear(all.kept)
		}
		all.kept[key] = query
		all.mu.Unlock()
	}
	own := *query
	own.QueryLogFunc = db.QueryLogFunc
	return &own
}

// constant returns the query for a text that is always the same.
func constant(app core.App, text string) *dbx.Query {
	return kept(app, text, func(db dbx.Builder) *dbx.Query { return db.NewQuery(text) })
}

// execute runs a statement. Call it in a transaction.
func execute(ctx context.Context, tx core.App, statement string, params dbx.Params) error {
	_, err := tx.DB().NewQuery(statement).Bind(params).WithContext(ctx).Execute()
	return err
}

// executeAll runs several statements with the same parameters. Call it in a transaction.
func executeAll(ctx context.Context, tx core.App, params dbx.Params, statements ...string) error {
	for _, statement := range statements {
		if err := execute(ctx, tx, statement, params); err != nil {
			return err
		}
	}
	return nil
}

// readNumbers reads the numbers that a constant query selects as n, by what it selects as
// name.
func readNumbers(ctx context.Context, app core.App, text string) (map[string]int, error) {
	var rows []struct {
		Name   string `db:"name"`
		Number int    `db:"n"`
	}
	err := constant(app, text).WithContext(ctx).All(&rows)
	numbers := make(map[string]int, len(rows))
	for _, row := range rows {
		numbers[row.Name] = row.Number
	}
	return numbers, err
}

// one reads the first record that a query finds; sql.ErrNoRows if there is none.
func one(query *dbx.SelectQuery) (*core.Record, error) {
	record := &core.Record{}
	err := query.Limit(1).One(record)
	return record, err
}

// orNil makes it no failure that there is no such record.
func orNil(record *core.Record, err error) (*core.Record, error) {
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return record, err
}

// query returns the query for columns of the listing. rest is what follows the
// WHERE clause.
func (l Listing) query(app core.App, columns []string, rest string) *dbx.Query {
	build := func(db dbx.Builder) *dbx.Query { return l.build(db, columns, rest) }
	return kept(app, l.key(columns, rest), build).Bind(l.params)
}

// key is everything that the text of a query is made of.
func (l Listing) key(columns []string, rest string) string {
	var key strings.Builder
	write := func(parts ...string) {
		for _, part := range parts {
			key.WriteString(part)
			key.WriteByte(0)
		}
	}
	write(l.Table, rest)
	write(columns...)
	for _, join := range l.Joins {
		write(join.Table, join.On)
	}
	for _, condition := range l.conditions {
		write(condition.column, condition.test)
	}
	return key.String()
}

func (l Listing) build(db dbx.Builder, columns []string, rest string) *dbx.Query {
	query := db.Select(columns...).From(l.Table)
	for _, join := range l.Joins {
		query.LeftJoin(join.Table, dbx.NewExp(join.On))
	}
	where := make([]dbx.Expression, len(l.conditions))
	for i, condition := range l.conditions {
		where[i] = dbx.NewExp(condition.column + " " + condition.test)
	}
	return db.NewQuery(query.Where(dbx.And(where...)).Build().SQL() + " " + rest)
}

// NewRecord returns a new record with some values, unsaved.
func NewRecord(app core.App, name string, values map[string]any) (*core.Record, error) {
	collection, err := app.FindCachedCollectionByNameOrId(name)
	if err != nil {
		return nil, err
	}
	record := core.NewRecord(collection)
	record.Load(values)
	return record, nil
}

// Time is a stored time in the format of the API (domain.WireTime), or empty. Lists only
// pass their times on, and parsing each costs more than reading it.
type Time string

// storedTime is the layout of stored times. It differs from domain.WireTime in one
// character, at dateLength.
const (
	storedTime = types.DefaultDateLayout
	dateLength = len(time.DateOnly)
)

// Scan converts a stored time. Like the framework, it reads what is not a time as empty:
// consoles and SQL can store anything, and one such row must not spoil a list.
func (t *Time) Scan(value any) error {
	switch text, _ := value.(string); {
	case value == "":
		*t = ""
		return nil
	case isStored(text):
		*t = Time(text[:dateLength] + "T" + text[dateLength+1:])
		return nil
	}
	parsed, err := types.ParseDateTime(value) // written by SQL in another format
	if err != nil {
		parsed = types.DateTime{}
	}
	*t = Time(domain.FormatTime(parsed.Time()))
	return nil
}

// isStored reports whether a text is certainly a time in the layout of storedTime. It
// says no to the last days of a month, which not every month has.
func isStored(text string) bool {
	if len(text) != len(storedTime) {
		return false
	}
	for i := range text {
		isDigit := text[i] >= '0' && text[i] <= '9'
		if shouldBeDigit := storedTime[i] >= '0' && storedTime[i] <= '9'; isDigit != shouldBeDigit || !isDigit && text[i] != storedTime[i] {
			return false
		}
	}
	month, day := text[5:7], text[8:10]
	return "01" <= month && month <= "12" && "01" <= day && day <= "28" && text[11:13] < "24" && text[14:16] < "60" && text[17:19] < "60"
}

// Time returns the time, in UTC; the zero time if it is empty.
func (t Time) Time() time.Time {
	parsed, _ := time.Parse(domain.WireTime, string(t)) // Scan has converted it
	return parsed
}

// stored formats a time as PocketBase stores it, for comparison with columns.
func stored(t time.Time) string {
	return t.UTC().Format(types.DefaultDateLayout)
}

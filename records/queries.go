package records

import (
	"strings"
	"sync"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// queriesLimit is how many queries an app keeps. All filters and orders of all
// lists make a few hundred.
const queriesLimit = 1000

// queries keeps the queries of listings by their text. Building one with dbx costs
// more than running it for a short list.
type queries struct {
	db *dbx.DB

	mu   sync.RWMutex
	kept map[string]*dbx.Query // without parameters
}

// query returns the query for columns of the listing. rest is what follows the
// WHERE clause.
func (l Listing) query(app core.App, columns []string, rest string) *dbx.Query {
	db, ok := app.ConcurrentDB().(*dbx.DB)
	if !ok { // in a transaction
		return l.build(app.ConcurrentDB(), columns, rest).Bind(l.params)
	}
	kept := app.Store().GetOrSet("deskmateQueries", func() any {
		return &queries{db: db, kept: map[string]*dbx.Query{}}
	}).(*queries)
	if kept.db != db { // the app was bootstrapped again
		return l.build(db, columns, rest).Bind(l.params)
	}
	key := l.key(columns, rest)
	kept.mu.RLock()
	query := kept.kept[key]
	kept.mu.RUnlock()
	if query == nil {
		query = l.build(db, columns, rest)
		kept.mu.Lock()
		if len(kept.kept) >= queriesLimit {
			clear(kept.kept)
		}
		kept.kept[key] = query
		kept.mu.Unlock()
	}
	own := *query
	own.QueryLogFunc = db.QueryLogFunc
	return own.Bind(l.params)
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

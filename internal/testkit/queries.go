package testkit

import (
	"context"
	"database/sql"
	"sync"
	"time"

	"github.com/pocketbase/dbx"
)

// RecordQueries returns the queries that the app runs outside transactions while do
// runs, with their parameters filled in.
func (a *App) RecordQueries(do func()) (queries []string) {
	return record(a.ConcurrentDB().(*dbx.DB), do)
}

// RecordTransactions returns the statements that the app runs in transactions while do
// runs, with their parameters filled in.
func (a *App) RecordTransactions(do func()) (statements []string) {
	return record(a.NonconcurrentDB().(*dbx.DB), do)
}

func record(db *dbx.DB, do func()) (statements []string) {
	var mutex sync.Mutex
	add := func(statement string) {
		mutex.Lock()
		defer mutex.Unlock()
		statements = append(statements, statement)
	}
	db.QueryLogFunc = func(_ context.Context, _ time.Duration, query string, _ *sql.Rows, _ error) { add(query) }
	db.ExecLogFunc = func(_ context.Context, _ time.Duration, statement string, _ sql.Result, _ error) { add(statement) }
	do()
	mutex.Lock()
	defer mutex.Unlock()
	db.QueryLogFunc, db.ExecLogFunc = nil, nil
	return statements
}

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
	db := a.ConcurrentDB().(*dbx.DB)
	var mutex sync.Mutex
	db.QueryLogFunc = func(_ context.Context, _ time.Duration, query string, _ *sql.Rows, _ error) {
		mutex.Lock()
		defer mutex.Unlock()
		queries = append(queries, query)
	}
	do()
	mutex.Lock()
	defer mutex.Unlock()
	db.QueryLogFunc = nil
	return queries
}

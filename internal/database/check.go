package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
)

// DamagedError says what a check of a database has found.
type DamagedError struct{ Found []string }

// Error names the first findings.
func (e *DamagedError) Error() string {
	return "the database is damaged: " + strings.Join(e.Found, "; ")
}

// mostFound is how many findings of a check are kept: one damaged page may lead to thousands.
const mostFound = 5

// Querier is what a check reads a database by: connections, one of them, or a transaction.
type Querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// QuickCheck fails with a DamagedError if pages of a database do not fit together. It reads
// all of it, by a connection that holds up no changes.
func QuickCheck(ctx context.Context, db Querier) error { return check(ctx, db, "quick_check") }

// CheckFile checks the file of a database that nothing else uses, and its indexes too.
func CheckFile(ctx context.Context, path string) error {
	db, err := open(path + "?_pragma=busy_timeout(5000)")
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	return check(ctx, db, "integrity_check")
}

func check(ctx context.Context, db Querier, kind string) error {
	rows, err := db.QueryContext(ctx, fmt.Sprintf("PRAGMA %s(%d)", kind, mostFound))
	if err != nil {
		return damaged(ctx, err)
	}
	defer func() { _ = rows.Close() }()
	var found []string
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			return err
		}
		if line != "ok" {
			found = append(found, strings.Join(strings.Fields(line), " "))
		}
	}
	if err := rows.Err(); err != nil {
		return damaged(ctx, err)
	}
	if len(found) > 0 {
		return &DamagedError{found}
	}
	return nil
}

// damaged turns what keeps a check from reading into what it has found, unless it was only
// cancelled.
func damaged(ctx context.Context, err error) error {
	var coded interface{ Code() int }
	const corrupt, noDatabase = 11, 26
	if ctx.Err() == nil && errors.As(err, &coded) && (coded.Code()&0xff == corrupt || coded.Code() == noDatabase) {
		return &DamagedError{[]string{err.Error()}}
	}
	return err
}

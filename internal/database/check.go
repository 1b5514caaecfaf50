package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
)

// DamagedError says what a check of a database has found.
type DamagedError struct {
	Path  string
	Found []string
}

// Error names the first findings, and says so if the site can do without the file.
func (e *DamagedError) Error() string {
	found := strings.Join(e.Found, "; ")
	if filepath.Base(e.Path) == logFile {
		return fmt.Sprintf("the log of requests is damaged (%s: %s). Nothing else is in it: stop the server and move it away, and the next start makes a new one", e.Path, found)
	}
	return "the database is damaged: " + found
}

// mostFound is how many findings of a check are kept: one damaged page may lead to thousands.
const mostFound = 5

// Check fails with a DamagedError if the pages, rows and indexes of a database do not fit
// together. It reads all of it, by a connection that holds up no changes. path is its file.
func Check(ctx context.Context, db *sql.DB, path string) error {
	rows, err := db.QueryContext(ctx, fmt.Sprintf("PRAGMA integrity_check(%d)", mostFound))
	if err != nil {
		return Explain(ctx, path, err)
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
		return Explain(ctx, path, err)
	}
	if len(found) > 0 {
		return &DamagedError{path, found}
	}
	return nil
}

// CheckFile checks the file of a database that nothing else uses.
func CheckFile(ctx context.Context, path string) error {
	db, err := openFile(path)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	return Check(ctx, db, path)
}

// Reindex rebuilds the indexes of a database from its rows. Nothing else uses its file.
func Reindex(ctx context.Context, path string) error {
	db, err := openFile(path)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	_, err = db.ExecContext(ctx, "REINDEX")
	return Explain(ctx, path, err)
}

func openFile(path string) (*sql.DB, error) { return open(path + "?_pragma=busy_timeout(5000)") }

// Explain turns the error of a database that cannot be read into damage, if it is that.
func Explain(ctx context.Context, path string, err error) error {
	var coded interface{ Code() int }
	const corrupt, noDatabase = 11, 26
	if ctx.Err() == nil && errors.As(err, &coded) && (coded.Code()&0xff == corrupt || coded.Code() == noDatabase) {
		return &DamagedError{path, []string{err.Error()}}
	}
	return err
}

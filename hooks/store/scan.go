package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"reflect"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
)

// scan runs a query and appends its rows until more returns false. It does the same
// as dbx, which looks up the fields again for each row.
func scan[T Row](ctx context.Context, query *dbx.Query, rows []T, more func(T) bool) ([]T, error) {
	cursor, err := query.WithContext(ctx).Rows()
	if err != nil {
		return rows, err
	}
	defer cursor.Close()
	columns, err := cursor.Columns()
	if err != nil {
		return rows, err
	}
	known := columnFields(reflect.TypeFor[T]())
	fields, targets := make([][]int, len(columns)), make([]any, len(columns))
	for i, column := range columns {
		if fields[i] = known[column]; fields[i] == nil {
			return rows, fmt.Errorf("%T has no field for the column %q", *new(T), column)
		}
	}
	for cursor.Next() {
		var empty T
		rows = append(rows, empty)
		last := len(rows) - 1
		row := reflect.ValueOf(&rows[last]).Elem()
		for i, field := range fields {
			targets[i] = row.FieldByIndex(field).Addr().Interface()
		}
		if err := cursor.Scan(targets...); err != nil {
			return rows[:last], err
		}
		if !more(rows[last]) {
			return rows, nil
		}
	}
	return rows, cursor.Err()
}

// FileScan is a stored file that was not found to be clean (docs/product.md, section 19).
// Record is the id of the record that stores it.
type FileScan struct {
	Collection string `db:"collection"`
	Record     string `db:"record"`
	File       string `db:"file"`
	State      string `db:"state"`
	Attempts   int    `db:"attempts"`
}

// FileStates are the states of the files of a record that are not clean, by stored name.
type FileStates map[string]string

// Scan decodes the states from JSON.
func (s *FileStates) Scan(value any) error {
	if value == "{}" {
		return nil
	}
	return scanJSON(value, s)
}

// Shown returns what readers are told about a file: "checking", "infected", or "" if they
// can open it.
func (s FileStates) Shown(file string) string {
	switch s[file] {
	case domain.FileHeld:
		return "checking"
	case domain.FileInfected:
		return domain.FileInfected
	}
	return ""
}

// fileStates selects the states of the files of records as FileStates. owners are columns
// with the ids of the records.
func fileStates(owners string) string {
	return "(SELECT json_group_object(file, state) FROM file_scans WHERE record IN (" + owners + ")) AS fileStates"
}

// ReadFileState returns the state of one stored file of a record, "" if it is clean.
func ReadFileState(ctx context.Context, app core.App, record, file string) (state string, err error) {
	err = constant(app, "SELECT state FROM file_scans WHERE record = {:record} AND file = {:file}").
		Bind(dbx.Params{"record": record, "file": file}).WithContext(ctx).Row(&state)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return state, err
}

// AddFileScan notes that a new file was not scanned, and from when it can be.
func AddFileScan(ctx context.Context, tx core.App, scan FileScan, from time.Time) error {
	_, err := tx.NonconcurrentDB().Insert("file_scans", dbx.Params{
		"collection": scan.Collection, "record": scan.Record, "file": scan.File, "state": scan.State, "malware": "", "attempts": 0, "nextAt": stored(from),
	}).WithContext(ctx).Execute()
	return err
}

// FindFilesToScan finds the files whose turn it is, the longest waiting first.
func FindFilesToScan(ctx context.Context, app core.App, now time.Time, limit int64) (found []FileScan, err error) {
	err = app.DB().Select("collection", "record", "file", "state", "attempts").From("file_scans").
		Where(dbx.NewExp("state != 'infected' AND nextAt <= {:now}", dbx.Params{"now": stored(now)})).
		OrderBy("nextAt").Limit(limit).WithContext(ctx).All(&found)
	return found, err
}

func thisFile(scan FileScan) dbx.Expression {
	return dbx.HashExp{"record": scan.Record, "file": scan.File}
}

// PostponeFileScan has a file scanned again later.
func PostponeFileScan(ctx context.Context, tx core.App, scan FileScan, until time.Time) error {
	_, err := tx.NonconcurrentDB().Update("file_scans", dbx.Params{"attempts": scan.Attempts + 1, "nextAt": stored(until)}, thisFile(scan)).
		WithContext(ctx).Execute()
	return err
}

// SetInfected notes that a file contains malware. It reports false if that file is gone.
func SetInfected(ctx context.Context, tx core.App, scan FileScan, malware string) (isThere bool, err error) {
	result, err := tx.NonconcurrentDB().Update("file_scans", dbx.Params{"state": domain.FileInfected, "malware": malware}, thisFile(scan)).
		WithContext(ctx).Execute()
	if err != nil {
		return false, err
	}
	changed, err := result.RowsAffected()
	return changed > 0, err
}

// ForgetFileScan forgets what is known of a file: it is clean, or gone.
func ForgetFileScan(ctx context.Context, tx core.App, scan FileScan) error {
	_, err := tx.NonconcurrentDB().Delete("file_scans", thisFile(scan)).WithContext(ctx).Execute()
	return err
}

// ForgetFileScans forgets what is known of the files of a record, other than those that it
// keeps.
func ForgetFileScans(ctx context.Context, tx core.App, record string, kept []string) error {
	files := make([]any, len(kept))
	for i, file := range kept {
		files[i] = file
	}
	where := dbx.And(dbx.HashExp{"record": record}, dbx.NotIn("file", files...))
	_, err := tx.NonconcurrentDB().Delete("file_scans", where).WithContext(ctx).Execute()
	return err
}

// ReleaseFiles decides again whether files that were not scanned can be opened. "" as the
// state forgets them.
func ReleaseFiles(ctx context.Context, tx core.App, state string) error {
	waiting := dbx.NewExp("state != 'infected' AND state != {:state}", dbx.Params{"state": state})
	var query *dbx.Query
	if state == "" {
		query = tx.NonconcurrentDB().Delete("file_scans", waiting)
	} else {
		query = tx.NonconcurrentDB().Update("file_scans", dbx.Params{"state": state}, waiting)
	}
	_, err := query.WithContext(ctx).Execute()
	return err
}

// FileScanCounts are how many files wait for the scanner, and in how many malware was found.
type FileScanCounts struct {
	Waiting  int `db:"waiting"`
	Infected int `db:"infected"`
}

// CountFileScans counts the files that are not clean.
func CountFileScans(ctx context.Context, app core.App) (counts FileScanCounts, err error) {
	err = app.DB().NewQuery("SELECT coalesce(sum(state != 'infected'), 0) AS waiting, coalesce(sum(state = 'infected'), 0) AS infected FROM file_scans").
		WithContext(ctx).One(&counts)
	return counts, err
}

// ReadFileKeys returns the keys in the store of all files that the rows of a collection name:
// the folder of the collection, the row, and the name. It returns nil for a collection without
// fields for files.
func ReadFileKeys(ctx context.Context, app core.App, collection *core.Collection) (keys map[string]bool, err error) {
	for _, field := range collection.Fields {
		field, isFile := field.(*core.FileField)
		if !isFile {
			continue
		}
		// A field for one file holds its name, a field for several a JSON array.
		names := "json_array([[" + field.Name + "]])"
		if field.IsMultiple() {
			names = "[[" + field.Name + "]]"
		}
		var found []string
		err := constant(app, "SELECT '"+collection.BaseFilesPath()+"/' || [[row.id]] || '/' || [[name.value]] "+
			"FROM {{"+collection.Name+"}} AS [[row]], json_each("+names+") AS [[name]] WHERE [[name.value]] != ''").WithContext(ctx).Column(&found)
		if err != nil {
			return nil, err
		}
		if keys == nil {
			keys = make(map[string]bool, len(found))
		}
		for _, key := range found {
			keys[key] = true
		}
	}
	return keys, nil
}

package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"deskmate/hooks/domain"
)

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
	var raw types.JSONRaw
	if err := raw.Scan(value); err != nil || len(raw) == 0 || string(raw) == "{}" {
		return err
	}
	return json.Unmarshal(raw, s)
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

package failures_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"syscall"
	"testing"
	"time"

	validation "github.com/pocketbase/ozzo-validation/v4"
	"github.com/pocketbase/pocketbase/tools/router"

	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/internal/database"
)

const (
	busy        = "This site is busy right now. Please try again in a moment"
	ourFault    = "Something went wrong on our side. Please try again"
	noRoom      = "This site cannot store anything right now. Nothing was changed. Please try again later"
	nothingHere = "There is nothing at this address"
)

// databaseError is an error with an SQLite result code.
type databaseError int

func (e databaseError) Error() string { return fmt.Sprint("result code ", int(e)) }
func (e databaseError) Code() int     { return int(e) }

func TestFromKeepsAFailureAsItIs(t *testing.T) {
	t.Parallel()
	failure := failures.New(418, "No coffee here", sql.ErrNoRows)
	for _, err := range []error{failure, fmt.Errorf("brewing: %w", failure), errors.Join(context.Canceled, failure)} {
		if got := failures.From(err); got != failure {
			t.Errorf("From(%v) = %+v, want the failure itself", err, got)
		}
	}
}

func TestFromRefusesProblemsByTheFirstOne(t *testing.T) {
	t.Parallel()
	for code, status := range map[domain.Code]int{
		domain.Required: 400, domain.Invalid: 400, domain.TooShort: 400, domain.TooLong: 400,
		domain.Missing: 404, domain.Taken: 409, domain.Changed: 409, domain.TooLarge: 413, domain.FileType: 415,
	} {
		for _, second := range []domain.Code{domain.Required, domain.Taken} {
			problems := domain.Problems{{Field: "a", Code: code, Message: "First"}, {Field: "b", Code: second, Message: "Second"}}
			got := failures.From(fmt.Errorf("checking: %w", problems))
			if got.Status != status || !reflect.DeepEqual(got.Problems, problems) {
				t.Errorf("%s then %s: got %d %+v, want %d and both problems", code, second, got.Status, got.Problems, status)
			}
		}
	}
}

func TestFromReadsTheErrorsOfARecordsFields(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		fields validation.Errors
		status int
		want   domain.Problems
	}{
		{"sorted by field, with and without a code", validation.Errors{
			"title":   validation.NewError("required", "Title is required"),
			"dueDate": errors.New("Due date is invalid"),
			"subject": validation.NewError("too_long", "Subject is too long"),
		}, 400, domain.Problems{
			{Field: "dueDate", Code: domain.Invalid, Message: "Due date is invalid"},
			{Field: "subject", Code: domain.TooLong, Message: "Subject is too long"},
			{Field: "title", Code: domain.Required, Message: "Title is required"},
		}},
		{"an email that is taken", validation.Errors{"email": validation.NewError("validation_not_unique", "Value must be unique.")}, 409,
			domain.Problems{{Field: "email", Code: domain.Taken, Message: "Email is already registered"}}},
		{"an email that the framework refuses", validation.Errors{"email": validation.NewError("validation_is_email", "Must be a valid email address.")}, 400,
			domain.Problems{{Field: "email", Code: domain.Invalid, Message: "Email is invalid"}}},
		{"an email that a rule refuses", validation.Errors{"email": validation.NewError("too_long", "Email is too long")}, 400,
			domain.Problems{{Field: "email", Code: domain.TooLong, Message: "Email is too long"}}},
		{"another field that is not unique", validation.Errors{"slug": validation.NewError("validation_not_unique", "Value must be unique.")}, 400,
			domain.Problems{{Field: "slug", Code: "validation_not_unique", Message: "Value must be unique."}}},
		{"problems turned into errors of fields", failures.FieldErrors(domain.Problems{{Field: "file", Code: domain.TooLarge, Message: "The file is too large"}}).(validation.Errors), 413,
			domain.Problems{{Field: "file", Code: domain.TooLarge, Message: "The file is too large"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := failures.From(fmt.Errorf("saving: %w", c.fields))
			if got.Status != c.status || !reflect.DeepEqual(got.Problems, c.want) {
				t.Errorf("got %d %+v, want %d %+v", got.Status, got.Problems, c.status, c.want)
			}
		})
	}
	if err := failures.FieldErrors(nil); err != nil {
		t.Errorf("no problems become the error %v", err)
	}
}

func TestFromGivesEveryOtherErrorAStatusAndASentence(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err      error
		status   int
		sentence string
		wait     time.Duration
	}{
		{router.NewApiError(400, "The token is invalid", nil), 400, "The token is invalid", 0},
		{router.NewApiError(401, "Missing token", nil), 401, "Please log in to continue", 0},
		{router.NewApiError(403, "Only superusers", nil), 403, "You do not have permission to do this", 0},
		{router.NewApiError(404, "Missing collection", nil), 404, nothingHere, 0},
		{router.NewApiError(405, "Wrong method", nil), 405, nothingHere, 0},
		{router.NewApiError(413, "Body of 99 bytes", nil), 413, "The request is too large", 0},
		{router.NewApiError(429, "Rate limit", nil), 429, "Too many requests. Please wait a moment and try again", 0},
		{router.NewApiError(500, "A panic with a secret", nil), 500, ourFault, 0},
		{sql.ErrNoRows, 404, nothingHere, 0},
		{context.Canceled, 408, "The request was cancelled", 0},
		{context.DeadlineExceeded, 503, busy, 5 * time.Second},
		{databaseError(5), 503, busy, 5 * time.Second},        // SQLITE_BUSY
		{databaseError(5 | 2<<8), 503, busy, 5 * time.Second}, // SQLITE_BUSY_SNAPSHOT
		{databaseError(13), 503, noRoom, time.Minute},         // SQLITE_FULL
		{databaseError(778), 503, noRoom, time.Minute},        // SQLITE_IOERR_WRITE
		{databaseError(4874), 503, noRoom, time.Minute},       // SQLITE_IOERR_SHMSIZE
		{&os.PathError{Op: "write", Path: "a secret", Err: syscall.ENOSPC}, 503, noRoom, time.Minute},
		{&os.PathError{Op: "write", Path: "a secret", Err: syscall.EDQUOT}, 503, noRoom, time.Minute},
		{databaseError(266), 500, ourFault, 0},    // SQLITE_IOERR_READ
		{databaseError(6), 500, ourFault, 0},      // SQLITE_LOCKED
		{databaseError(19), 500, ourFault, 0},     // SQLITE_CONSTRAINT
		{databaseError(5 << 8), 500, ourFault, 0}, // 5 in the high byte alone
		{errors.New("a secret of the program"), 500, ourFault, 0},
	} {
		t.Run(fmt.Sprintf("%T %v", c.err, c.err), func(t *testing.T) {
			t.Parallel()
			got := failures.From(fmt.Errorf("handling: %w", c.err))
			if want := (domain.Problems{{Message: c.sentence}}); got.Status != c.status || !reflect.DeepEqual(got.Problems, want) {
				t.Errorf("got %d %+v, want %d %q", got.Status, got.Problems, c.status, c.sentence)
			}
			if got.RetryAfter != c.wait {
				t.Errorf("RetryAfter is %v, want %v", got.RetryAfter, c.wait)
			}
			if !errors.Is(got, c.err) {
				t.Errorf("%v has lost its cause for the log", got)
			}
		})
	}
}

// The driver's own error must carry the result code that From looks for.
func TestFromRecognizesTheErrorOfALockedDatabase(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "data.db")
	begin := func() error {
		db, err := database.Connect(file)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = db.Close() })
		db.DB().SetMaxOpenConns(1)
		if _, err := db.NewQuery("PRAGMA busy_timeout = 0").Execute(); err != nil {
			t.Fatal(err)
		}
		tx, err := db.Begin()
		if err == nil {
			t.Cleanup(func() { _ = tx.Rollback() })
		}
		return err
	}
	if err := begin(); err != nil {
		t.Fatal(err)
	}
	err := begin()
	if err == nil {
		t.Fatal("two connections hold the write lock at once")
	}
	if got := failures.From(err); got.Status != 503 || got.RetryAfter == 0 {
		t.Errorf("%v: got %d, want 503 with a time to wait", err, got.Status)
	}
}

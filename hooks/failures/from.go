package failures

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"slices"
	"strings"
	"syscall"

	validation "github.com/pocketbase/ozzo-validation/v4"
	"github.com/pocketbase/pocketbase/tools/router"

	"deskmate/hooks/domain"
)

// From converts any error that a handler or the framework returned. An error of an
// unknown kind is our fault: a 500.
func From(err error) *Failure {
	var (
		failure  *Failure
		problems domain.Problems
		fields   validation.Errors
		apiError *router.ApiError
	)
	switch {
	case errors.As(err, &failure):
		return failure
	case IsDiskFull(err):
		return NoRoom(err)
	case errors.As(err, &problems):
		return Refuse(problems)
	case errors.As(err, &fields):
		return Refuse(fromFields(fields))
	case errors.As(err, &apiError):
		return fromFramework(apiError)
	case errors.Is(err, sql.ErrNoRows):
		return New(http.StatusNotFound, nothingHere, err)
	case errors.Is(err, context.Canceled):
		return New(http.StatusRequestTimeout, "The request was cancelled", err)
	case errors.Is(err, context.DeadlineExceeded), isDatabaseBusy(err):
		return Busy(err)
	default:
		return Internal(err)
	}
}

// SQLite's result codes. The primary ones are for a lock that another connection holds,
// and for a full disk; extended codes keep them in their low byte. The extended ones are
// for a write that failed for another reason, such as a quota.
const (
	sqliteBusy       = 5
	sqliteFull       = 13
	sqliteWriteFails = 10 | 3<<8
	sqliteShareFails = 10 | 19<<8
)

// IsDiskFull reports whether the disk refused to take a row or a file.
func IsDiskFull(err error) bool {
	var sqliteError interface{ Code() int }
	if errors.As(err, &sqliteError) {
		code := sqliteError.Code()
		return code&0xff == sqliteFull || code == sqliteWriteFails || code == sqliteShareFails
	}
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG)
}

// isDatabaseBusy reports whether SQLite gave up waiting for another process.
func isDatabaseBusy(err error) bool {
	var sqliteError interface{ Code() int }
	return errors.As(err, &sqliteError) && sqliteError.Code()&0xff == sqliteBusy
}

func fromFramework(err *router.ApiError) *Failure {
	sentence := map[int]string{
		http.StatusUnauthorized:          signInFirst,
		http.StatusForbidden:             notAllowed,
		http.StatusNotFound:              nothingHere,
		http.StatusMethodNotAllowed:      nothingHere,
		http.StatusTooManyRequests:       tooMany,
		http.StatusRequestEntityTooLarge: requestLarge,
		http.StatusInternalServerError:   ourFault,
	}[err.Status]
	if sentence == "" {
		sentence = strings.TrimSuffix(err.Message, ".")
	}
	return New(err.Status, sentence, err)
}

// fromFields converts the errors of a record's fields, in alphabetical order.
func fromFields(fields validation.Errors) domain.Problems {
	var problems domain.Problems
	for field, err := range fields {
		problem := domain.Problem{Field: field, Code: domain.Invalid, Message: err.Error()}
		var coded validation.Error
		if errors.As(err, &coded) {
			problem.Code = domain.Code(coded.Code())
		}
		problems = append(problems, reword(problem))
	}
	slices.SortFunc(problems, func(a, b domain.Problem) int { return strings.Compare(a.Field, b.Field) })
	return problems
}

// reword replaces the framework's own messages about an email address with ours.
func reword(problem domain.Problem) domain.Problem {
	switch {
	case problem.Field == "email" && problem.Code == "validation_not_unique":
		return domain.EmailTaken
	case problem.Field == "email" && strings.HasPrefix(string(problem.Code), "validation_"):
		return domain.Problem{Field: "email", Code: domain.Invalid, Message: "Email is invalid"}
	}
	return problem
}

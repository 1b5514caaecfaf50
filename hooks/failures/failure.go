// Package failures defines how the API refuses a request: with an HTTP status and
// sentences that a person reads.
package failures

import (
	"net/http"
	"time"

	validation "github.com/pocketbase/ozzo-validation/v4"
	"github.com/pocketbase/pocketbase/tools/router"

	"deskmate/hooks/domain"
)

// Failure is the refusal of a request. A problem without a field concerns the
// request as a whole. Where there is room for only one problem, the first is shown.
type Failure struct {
	Status     int
	Problems   domain.Problems
	RetryAfter time.Duration // how long to wait before trying again; 0 if waiting does not help
	cause      error         // for the log, never for the caller
}

// Sentences for refusals that are not specific to one route.
const (
	signInFirst  = "Please log in to continue"
	notAllowed   = "You do not have permission to do this"
	nothingHere  = "There is nothing at this address"
	tooMany      = "Too many requests. Please wait a moment and try again"
	requestLarge = "The request is too large"
	ourFault     = "Something went wrong on our side. Please try again"
	busy         = "This site is busy right now. Please try again in a moment"
	noRoom       = "This site cannot store anything right now. Nothing was changed. Please try again later"
	restarting   = "This site is restarting. Please try again in a moment"
)

const (
	// retrySoon is the Retry-After of a server that is busy or restarting.
	retrySoon = 5 * time.Second
	// retryLater is that of a server whose disk is full: somebody has to make room.
	retryLater = time.Minute
)

// New returns a failure with one sentence about the request as a whole. The cause
// may be nil.
func New(status int, sentence string, cause error) *Failure {
	return &Failure{Status: status, Problems: domain.Problems{{Message: sentence}}, cause: cause}
}

// Error returns the sentences, and the cause if there is one.
func (f *Failure) Error() string {
	if f.cause != nil {
		return f.Problems.Error() + ": " + f.cause.Error()
	}
	return f.Problems.Error()
}

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.cause }

// As converts the failure for PocketBase's own endpoints, including the console's, so
// that they answer with its status and sentence.
func (f *Failure) As(target any) bool {
	apiError, ok := target.(**router.ApiError)
	if ok {
		*apiError = router.NewApiError(f.Status, f.Problems[0].Message, f.cause)
		// PocketBase would show the field errors of the cause. The log still gets them.
		(*apiError).Data = map[string]any{}
	}
	return ok
}

// Refuse rejects invalid input. The first problem determines the status.
func Refuse(problems domain.Problems) *Failure {
	return &Failure{Status: statusOf(problems[0].Code), Problems: problems}
}

// BadRequest returns a 400 about the request as a whole.
func BadRequest(sentence string) *Failure { return New(http.StatusBadRequest, sentence, nil) }

// Unauthorized returns a 401 with the given sentence.
func Unauthorized(sentence string) *Failure { return New(http.StatusUnauthorized, sentence, nil) }

// SignInFirst returns the 401 for callers without a valid session.
func SignInFirst() *Failure { return Unauthorized(signInFirst) }

// Forbidden returns a 403 with the given sentence.
func Forbidden(sentence string) *Failure { return New(http.StatusForbidden, sentence, nil) }

// NotAllowed returns the 403 for callers who may know that a record exists but may
// not do this with it.
func NotAllowed() *Failure { return Forbidden(notAllowed) }

// NotFound returns a 404. Callers who may not know that a record exists get it too.
func NotFound(sentence string) *Failure { return New(http.StatusNotFound, sentence, nil) }

// Conflict returns a 409: the current state does not allow the request.
func Conflict(sentence string) *Failure { return New(http.StatusConflict, sentence, nil) }

// TooLarge returns a 413 about the request as a whole.
func TooLarge(cause error) *Failure {
	return New(http.StatusRequestEntityTooLarge, requestLarge, cause)
}

// TooMany returns a 429 that says how long to wait.
func TooMany(wait time.Duration) *Failure {
	failure := New(http.StatusTooManyRequests, tooMany, nil)
	failure.RetryAfter = wait
	return failure
}

// Busy returns a 503: the database's writer, or another limited resource, was not
// free in time. Nothing was changed.
func Busy(cause error) *Failure {
	failure := New(http.StatusServiceUnavailable, busy, cause)
	failure.RetryAfter = retrySoon
	return failure
}

// NoRoom returns a 503: the disk is full or refuses to be written. Nothing was changed.
func NoRoom(cause error) *Failure {
	failure := New(http.StatusServiceUnavailable, noRoom, cause)
	failure.RetryAfter = retryLater
	return failure
}

// Restarting returns a 503 for requests that arrive while the program shuts down.
func Restarting() *Failure {
	failure := New(http.StatusServiceUnavailable, restarting, nil)
	failure.RetryAfter = retrySoon
	return failure
}

// Internal returns a 500, whatever kind of error the cause is.
func Internal(cause error) *Failure { return New(http.StatusInternalServerError, ourFault, cause) }

func statusOf(code domain.Code) int {
	switch code {
	case domain.Taken, domain.Changed:
		return http.StatusConflict
	case domain.OwnCase:
		return http.StatusForbidden
	case domain.Missing:
		return http.StatusNotFound
	case domain.TooLarge:
		return http.StatusRequestEntityTooLarge
	case domain.FileType:
		return http.StatusUnsupportedMediaType
	default:
		return http.StatusBadRequest
	}
}

// FieldErrors converts problems into the error type that record events return. The
// console shows such errors next to their fields, and our routes answer with their
// sentences. It returns nil if there are no problems.
func FieldErrors(problems domain.Problems) error {
	if len(problems) == 0 {
		return nil
	}
	fields := validation.Errors{}
	for _, problem := range problems {
		fields[problem.Field] = validation.NewError(string(problem.Code), problem.Message)
	}
	return fields
}

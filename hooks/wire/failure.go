package wire

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	validation "github.com/pocketbase/ozzo-validation/v4"
	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/pocketbase/pocketbase/tools/router"

	"deskmate/rules"
)

// Failure is a refusal: the HTTP status, and what is wrong in the words that a
// person reads. Problems without a field concern the request as a whole.
type Failure struct {
	Status   int
	Problems rules.Problems
	cause    error // for the log alone
}

// Error tells the refusal, and its cause where there is one.
func (f *Failure) Error() string {
	if f.cause != nil {
		return f.Problems.Error() + ": " + f.cause.Error()
	}
	return f.Problems.Error()
}

// Unwrap gives the cause.
func (f *Failure) Unwrap() error { return f.cause }

// As lets PocketBase's own endpoints, the console's among them, answer with the
// status and the sentence of a refusal that came from a record event.
func (f *Failure) As(target any) bool {
	theirs, ok := target.(**router.ApiError)
	if ok {
		*theirs = router.NewApiError(f.Status, f.Problems[0].Message, f.cause)
	}
	return ok
}

// Refuse answers that what was sent is not right; the first problem decides the status.
func Refuse(problems rules.Problems) *Failure {
	return &Failure{Status: statusOf(problems[0].Code), Problems: problems}
}

// BadRequest answers 400 with a sentence about the request as a whole.
func BadRequest(sentence string) *Failure {
	return failure(http.StatusBadRequest, sentence, nil)
}

// Unauthorized answers 401.
func Unauthorized(sentence string) *Failure {
	return failure(http.StatusUnauthorized, sentence, nil)
}

// Forbidden answers 403.
func Forbidden(sentence string) *Failure { return failure(http.StatusForbidden, sentence, nil) }

// NotAllowed answers 403 to who may know of a thing but not do this with it.
func NotAllowed() *Failure { return Forbidden(notAllowed) }

// NotFound answers 404, to those who may not know of a thing as well.
func NotFound(sentence string) *Failure { return failure(http.StatusNotFound, sentence, nil) }

// Conflict answers 409: the state of things does not allow it.
func Conflict(sentence string) *Failure { return failure(http.StatusConflict, sentence, nil) }

func failure(status int, sentence string, cause error) *Failure {
	return &Failure{Status: status, Problems: rules.Problems{{Message: sentence}}, cause: cause}
}

func statusOf(code rules.Code) int {
	switch code {
	case rules.Taken, rules.Changed:
		return http.StatusConflict
	case rules.Missing:
		return http.StatusNotFound
	case rules.TooLarge:
		return http.StatusRequestEntityTooLarge
	case rules.FileType:
		return http.StatusUnsupportedMediaType
	default:
		return http.StatusBadRequest
	}
}

// Sentences for what the framework refuses before a handler is reached.
const (
	signInFirst  = "Please sign in to continue"
	notAllowed   = "You do not have permission to do this"
	nothingHere  = "There is nothing at this address"
	tooMany      = "Too many requests. Please wait a moment and try again"
	requestLarge = "The request is too large"
	ourFault     = "Something went wrong on our side. Please try again"
)

// asFailure reads any error that a handler or the framework returns.
func asFailure(err error) *Failure {
	var (
		ours     *Failure
		problems rules.Problems
		fields   validation.Errors
		theirs   *router.ApiError
		often    *limited
	)
	switch {
	case errors.As(err, &ours):
		return ours
	case errors.As(err, &often):
		return failure(http.StatusTooManyRequests, tooMany, nil)
	case errors.As(err, &problems):
		return Refuse(problems)
	case errors.As(err, &fields):
		return Refuse(fromFields(fields))
	case errors.As(err, &theirs):
		return fromFramework(theirs)
	case errors.Is(err, sql.ErrNoRows):
		return failure(http.StatusNotFound, nothingHere, err)
	case errors.Is(err, context.Canceled):
		return failure(http.StatusRequestTimeout, "The request was given up", err)
	default:
		return failure(http.StatusInternalServerError, ourFault, err)
	}
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
	return failure(err.Status, sentence, err)
}

// fromFields reads the refusals of a record, field by field in the order of the alphabet.
func fromFields(fields validation.Errors) rules.Problems {
	var problems rules.Problems
	for field, err := range fields {
		problem := rules.Problem{Field: field, Code: rules.Invalid, Message: err.Error()}
		var coded validation.Error
		if errors.As(err, &coded) {
			problem.Code = rules.Code(coded.Code())
		}
		problems = append(problems, known(problem))
	}
	slices.SortFunc(problems, func(a, b rules.Problem) int { return strings.Compare(a.Field, b.Field) })
	return problems
}

// known gives the framework's own refusals of an account our code and sentence.
func known(problem rules.Problem) rules.Problem {
	switch {
	case problem.Field == "email" && problem.Code == "validation_not_unique":
		return rules.Problem{Field: "email", Code: rules.Taken, Message: "Email is already registered"}
	case problem.Field == "email" && strings.HasPrefix(string(problem.Code), "validation_"):
		return rules.Problem{Field: "email", Code: rules.Invalid, Message: "Email is invalid"}
	}
	return problem
}

// AsFieldErrors turns problems into what record events return, so that the
// console shows them beside their fields and our routes answer their sentences.
func AsFieldErrors(problems rules.Problems) error {
	if len(problems) == 0 {
		return nil
	}
	fields := validation.Errors{}
	for _, problem := range problems {
		fields[problem.Field] = validation.NewError(string(problem.Code), problem.Message)
	}
	return fields
}

// answer is the one shape of every failure (docs/product.md, section 7).
type answer struct {
	Status  int               `json:"status"`
	Message string            `json:"message"`
	Msg     string            `json:"msg"`
	Error   string            `json:"error"`
	Errors  []string          `json:"errors"`
	Data    map[string]detail `json:"data"`
}

type detail struct {
	Code    rules.Code `json:"code"`
	Message string     `json:"message"`
}

func (f *Failure) answer() answer {
	first := f.Problems[0].Message
	body := answer{Status: f.Status, Message: first, Msg: first, Error: first, Data: map[string]detail{}}
	for _, problem := range f.Problems {
		body.Errors = append(body.Errors, problem.Message)
		if problem.Field != "" {
			body.Data[problem.Field] = detail{problem.Code, problem.Message}
		}
	}
	return body
}

// native are the first parts of the paths below /api/ that PocketBase answers
// itself, in its own shape.
var native = []string{"settings", "collections", "logs", "backups", "crons", "files", "batch", "realtime", "health", "sql", "oauth2-redirect"}

// isOurs tells whether a path below /api/ is answered by us, be it with a 404.
func isOurs(path string) bool {
	rest, api := strings.CutPrefix(path, "/api/")
	first, _, _ := strings.Cut(rest, "/")
	return api && !slices.Contains(native, first)
}

// isNative tells whether PocketBase answers a path itself: its own endpoints
// and the console.
func isNative(path string) bool {
	return strings.HasPrefix(path, "/_/") || strings.HasPrefix(path, "/api/") && !isOurs(path)
}

// drainBytes is how much of a body that was refused unread is still taken: many
// callers do not hear a refusal before they have sent everything.
const drainBytes = 64 << 20

// Envelope gives every failure below /api/ the one shape, whoever refused, and
// keeps query strings, which may hold the right to a file or a person's name,
// out of the log. It runs inside the framework's activity log and around all else.
func Envelope() *hook.Handler[*core.RequestEvent] {
	return &hook.Handler[*core.RequestEvent]{
		Id:       "deskmateEnvelope",
		Priority: apis.DefaultActivityLoggerMiddlewarePriority + 1,
		Func: func(e *core.RequestEvent) error {
			if isNative(e.Request.URL.Path) {
				return e.Next()
			}
			defer func() { e.Request.URL.RawQuery = "" }()
			if !isOurs(e.Request.URL.Path) {
				return e.Next()
			}
			e.Response.Header().Set("Cache-Control", "private, no-store")
			withoutFieldChoice(e.Request.URL)
			var body io.Reader = e.Request.Body
			if reread, ok := body.(*router.RereadableReadCloser); ok {
				body = reread.ReadCloser
			}
			err := e.Next()
			if err == nil || e.Written() {
				return err
			}
			_, _ = io.Copy(io.Discard, io.LimitReader(body, drainBytes))
			failure := asFailure(err)
			if failure.Status >= http.StatusInternalServerError {
				e.App.Logger().Error("request failed", "path", e.Request.URL.Path, "error", err)
			}
			if failure.Status == http.StatusTooManyRequests {
				wait := windowOf(e)
				var often *limited
				if errors.As(err, &often) {
					wait = often.wait
				}
				e.Response.Header().Set("Retry-After", retryAfter(wait))
			}
			if writeErr := e.JSON(failure.Status, failure.answer()); writeErr != nil {
				return writeErr
			}
			// The log reads the status of what was written; the error tells it that this failed.
			return failure
		},
	}
}

// withoutFieldChoice takes out the framework's parameter that leaves parts of an
// answer away: our answers have one shape.
func withoutFieldChoice(address *url.URL) {
	if query := address.Query(); query.Has("fields") {
		query.Del("fields")
		address.RawQuery = query.Encode()
	}
}

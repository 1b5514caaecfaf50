package api

import (
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/pocketbase/pocketbase/tools/router"

	"deskmate/hooks/failures"
)

// native are the first path segments below /api/ that PocketBase answers itself,
// with failures in its own shape.
var native = []string{"settings", "collections", "logs", "backups", "crons", "files", "batch", "realtime", "health", "sql", "oauth2-redirect"}

// IsOurs reports whether Deskmate answers a path below /api/, even if only with a 404.
func IsOurs(path string) bool {
	rest, api := strings.CutPrefix(path, "/api/")
	first, _, _ := strings.Cut(rest, "/")
	return api && !slices.Contains(native, first)
}

// isNative reports whether PocketBase answers a path: its own endpoints and the console.
func isNative(path string) bool {
	return strings.HasPrefix(path, "/_/") || strings.HasPrefix(path, "/api/") && !IsOurs(path)
}

// IsAPI reports whether a path is the console's or of the API, ours or PocketBase's, and
// so no page of the site.
func IsAPI(path string) bool {
	return strings.HasPrefix(path, "/_/") || strings.HasPrefix(path, "/api/")
}

// OfConsole reports whether only the console needs a path, and no account: the console
// itself, and PocketBase's endpoints except live changes, the health check and those that
// accounts use.
func OfConsole(path string) bool {
	if !isNative(path) || path == "/api/health" || path == "/api/realtime" {
		return false
	}
	action, ofUsers := strings.CutPrefix(path, usersPath)
	return !ofUsers || !slices.Contains(openNative, action)
}

// drainBytes is how much of a refused body is still read: many clients do not see
// the answer before they have sent everything.
const drainBytes = 64 << 20

// sayWhenToRetry sets Retry-After if a failure says how long to wait.
func sayWhenToRetry(e *core.RequestEvent, failure *failures.Failure) {
	if seconds := failure.RetryAfterHeader(); seconds != "" {
		e.Response.Header().Set("Retry-After", seconds)
	}
}

// Envelope gives every failure below /api/ the same shape, whatever refused the
// request, and keeps query strings and the tokens in paths out of the log: they may
// hold a link's signature, a person's name, or the secret of a link. It runs inside the framework's activity log and
// around everything else.
func Envelope() *hook.Handler[*core.RequestEvent] {
	return &hook.Handler[*core.RequestEvent]{
		Id:       "deskmateEnvelope",
		Priority: apis.DefaultActivityLoggerMiddlewarePriority + 1,
		Func: func(e *core.RequestEvent) error {
			if isNative(e.Request.URL.Path) {
				err := e.Next()
				if err != nil && !e.HasSuperuserAuth() {
					return answerNative(e, err)
				}
				return err
			}
			defer redact(e.Request)
			if !IsOurs(e.Request.URL.Path) {
				return e.Next()
			}
			e.Response.Header().Set("Cache-Control", "private, no-store")
			ignoreFields(e.Request.URL)
			var body io.Reader = e.Request.Body
			if reread, ok := body.(*router.RereadableReadCloser); ok {
				body = reread.ReadCloser
			}
			err := e.Next()
			if err == nil || e.Written() {
				return err
			}
			_, _ = io.Copy(io.Discard, io.LimitReader(body, drainBytes))
			failure := failures.From(err)
			if failure.Status >= http.StatusInternalServerError {
				logFailed(e, err)
			}
			if failure.Status == http.StatusTooManyRequests && failure.RetryAfter == 0 {
				failure.RetryAfter = windowOf(e)
			}
			sayWhenToRetry(e, failure)
			if writeErr := e.JSON(failure.Status, failure.Body()); writeErr != nil {
				return writeErr
			}
			// The log takes the status from what was written; the error tells it that the request failed.
			return failure
		},
	}
}

// errAnswered stands in the log for what the framework found out after it had answered: its
// own words repeat the address that somebody has typed.
var errAnswered = errors.New("refused after the answer")

// answerNative answers that one of the framework's own endpoints has failed for somebody
// who is no operator.
func answerNative(e *core.RequestEvent, err error) error {
	if e.Written() {
		return errAnswered
	}
	failure := failures.From(err)
	if failure.Status != http.StatusTooManyRequests && failure.Status != http.StatusRequestEntityTooLarge {
		return err
	}
	if failure.Status == http.StatusTooManyRequests && failure.RetryAfter == 0 {
		failure.RetryAfter = windowOf(e)
	}
	sayWhenToRetry(e, failure)
	e.Response.Header().Del("Content-Type") // that of live changes
	return errors.Join(e.JSON(failure.Status, failure.Body()), failure)
}

// ignoreFields drops PocketBase's query parameter that omits parts of an answer:
// answers here have one shape.
func ignoreFields(address *url.URL) {
	if query := address.Query(); query.Has("fields") {
		query.Del("fields")
		address.RawQuery = query.Encode()
	}
}

package api

import (
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

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

// IsAPI reports whether a path belongs to the console or an API, ours or PocketBase's, and
// so is no page of the site.
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
// own words repeat the address that somebody typed.
var errAnswered = errors.New("refused after the answer")

// answerNative reports the failure of one of the framework's own endpoints to a caller
// who is not an operator.
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

// drainLimit is how long a program that shuts down waits for requests in flight.
const drainLimit = 15 * time.Second

// drain counts the requests in flight, and refuses new ones once the program shuts down.
type drain struct {
	mu       sync.Mutex
	ending   bool
	inFlight int
	settled  chan struct{} // closed once it is ending and no requests are in flight
}

// Drain lets requests in flight finish when the program shuts down; the framework
// alone would cut them off. Live connections do not count: they never finish.
func Drain(app core.App, r *router.Router[*core.RequestEvent]) {
	d := &drain{settled: make(chan struct{})}
	app.OnTerminate().Bind(&hook.Handler[*core.TerminateEvent]{
		Id:       "deskmateDrain",
		Priority: -99999, // before the framework cancels the contexts of requests
		Func: func(e *core.TerminateEvent) error {
			d.end()
			select {
			case <-d.settled:
			case <-time.After(drainLimit):
			}
			return e.Next()
		},
	})
	r.Bind(&hook.Handler[*core.RequestEvent]{
		Id:       "deskmateInFlight",
		Priority: apis.DefaultActivityLoggerMiddlewarePriority + 2,
		Func: func(e *core.RequestEvent) error {
			if e.Request.URL.Path == "/api/realtime" {
				return e.Next()
			}
			if !d.begin() {
				// Pages and the framework's own endpoints are refused here too, so
				// the answer is written right away.
				restarting := failures.Restarting()
				e.Response.Header().Set("Connection", "close")
				e.Response.Header().Set("Retry-After", restarting.RetryAfterHeader())
				return errors.Join(e.JSON(restarting.Status, restarting.Body()), restarting)
			}
			defer d.done()
			return e.Next()
		},
	})
}

func (d *drain) begin() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.ending {
		return false
	}
	d.inFlight++
	return true
}

func (d *drain) done() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.inFlight--
	d.settle()
}

func (d *drain) end() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.ending {
		return
	}
	d.ending = true
	d.settle()
}

func (d *drain) settle() {
	if d.ending && d.inFlight == 0 {
		close(d.settled)
	}
}

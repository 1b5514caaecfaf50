package routes

import (
	"io"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/pocketbase/pocketbase/tools/router"

	"deskmate/internal/clock"
)

const (
	// nativeBodyLimit is how large a body to one of the framework's own endpoints may be, in
	// bytes, unless it comes from an operator. The framework keeps two copies of it in memory.
	nativeBodyLimit = 16 << 10
	// bodyTime is how long a body without files may take to arrive. It stays in memory meanwhile.
	bodyTime = time.Minute
)

// LimitNative limits the bodies of the framework's own endpoints, most of which are open
// to everyone.
func LimitNative() *hook.Handler[*core.RequestEvent] {
	limit := apis.BodyLimit(nativeBodyLimit)
	return &hook.Handler[*core.RequestEvent]{
		Id:       "deskmateLimitNative",
		Priority: apis.DefaultBodyLimitMiddlewarePriority - 1,
		Func: func(e *core.RequestEvent) error {
			if e.HasSuperuserAuth() || !isNative(e.Request.URL.Path) {
				return e.Next()
			}
			limitTime(e)
			return limit.Func(e)
		},
	}
}

// inTime limits how long a body without files may take to arrive.
func inTime() *hook.Handler[*core.RequestEvent] {
	return &hook.Handler[*core.RequestEvent]{
		Priority: apis.DefaultBodyLimitMiddlewarePriority - 2,
		Func: func(e *core.RequestEvent) error {
			if mediaType(e.Request) != "multipart/form-data" {
				limitTime(e)
			}
			return e.Next()
		},
	}
}

func limitTime(e *core.RequestEvent) {
	if e.Request.ContentLength == 0 { // the answer may stay open, like that of live changes
		return
	}
	response := http.NewResponseController(e.Response)
	if err := response.SetReadDeadline(clock.Deadline(bodyTime)); err != nil {
		return // not every connection has one, such as those of commands
	}
	if body, ok := e.Request.Body.(*router.RereadableReadCloser); ok {
		// Once the body is there, the server waits for the connection to close.
		body.ReadCloser = &timedBody{body.ReadCloser, func() { _ = response.SetReadDeadline(time.Time{}) }}
	}
}

// timedBody is a body whose end is noticed.
type timedBody struct {
	io.ReadCloser
	ended func()
}

func (b *timedBody) Read(into []byte) (int, error) {
	n, err := b.ReadCloser.Read(into)
	if err == io.EOF {
		b.ended()
	}
	return n, err
}
